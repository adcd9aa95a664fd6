#include "graphs/models/duato_nbc.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

constexpr int kMaxRadix = 1024;
constexpr int kMaxChannels = 1024;
constexpr int kMaxFlits = 1'000'000'000;

std::size_t index(int value) { return static_cast<std::size_t>(value); }

void check_range(const char* what, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw topologies::TopologyError(
      fmt::format("Duato-Nbc model: {} is {}; it must be from {} to {}", what, value, least, most));
}

void check_radix(int k) {
  if (k % 2 != 0) {
    throw topologies::TopologyError(fmt::format(
        "Duato-Nbc model: k is {}; it must be even: rings of odd length cannot be coloured with two colours, "
        "so negative hops are not defined",
        k));
  }
  check_range("k", k, 4, kMaxRadix);
}

/// Mean waiting time of an M/G/1 queue, (18) and (19): service S with deviation S - M, load rate S.
double waiting(double load, double service, double flits) {
  const double deviation = service - flits;
  return load * (service * service + deviation * deviation) / (2 * service * (1 - load));
}

/// V bar (21); 1 if no channel is busy.
double multiplexing(const std::vector<double>& busy) {
  double first = 0;
  double second = 0;
  for (std::size_t v = 1; v < busy.size(); ++v) {
    first += static_cast<double>(v) * busy[v];
    second += static_cast<double>(v) * static_cast<double>(v) * busy[v];
  }
  return first > 0 ? second / first : 1;
}

template <class Value, std::size_t Count>
Value named(const char* what, const std::string& name, const std::array<std::pair<const char*, Value>, Count>& values) {
  std::vector<std::string> names;
  for (const auto& [known, value] : values) {
    if (name == known) return value;
    names.emplace_back(known);
  }
  throw topologies::TopologyError(
      fmt::format("Duato-Nbc model: there is no {} \"{}\"; there are {}", what, name, fmt::join(names, ", ")));
}

}  // namespace

NbcReadings nbc_readings(const std::string& variant, const std::string& phi, const std::string& delta,
                         const std::string& lsum) {
  NbcReadings readings;
  readings.variant = named<NbcEscape, 3>(
      "variant", variant,
      {{{"index", NbcEscape::index}, {"literal", NbcEscape::literal}, {"count", NbcEscape::count}}});
  readings.phi = named<NbcPhi, 2>("phi", phi, {{{"perH", NbcPhi::per_h}, {"avg", NbcPhi::avg}}});
  readings.delta = named<NbcDelta, 2>("delta", delta, {{{"before", NbcDelta::before}, {"after", NbcDelta::after}}});
  readings.lsum = named<NbcLsum, 2>("lsum", lsum, {{{"literal", NbcLsum::literal}, {"full", NbcLsum::full}}});
  return readings;
}

DuatoNbcModel::DuatoNbcModel(const NbcParameters& parameters) : given_(parameters) {
  check_radix(given_.k);
  check_range("the message length", given_.message_flits, 1, kMaxFlits);
  check_range("the number of virtual channels", given_.virtual_channels, 1, kMaxChannels);
  choose_channels();
  collect_hops();
  zero_load_ = given_.message_flits + mean_hops_;
  saturation_ = find_saturation();
}

void DuatoNbcModel::choose_channels() {
  // The longest path has k hops, k / 2 of them negative: classes 0 .. k / 2, or k / 2 + 1 channels.
  const bool by_index = given_.readings.variant == NbcEscape::index;
  const int least = given_.readings.variant == NbcEscape::count ? given_.k / 2 + 1 : given_.k / 2;
  const int all = given_.virtual_channels - (by_index ? 1 : 0);  // V1 + V2
  escape_ = given_.escape.value_or(given_.adaptive ? all - *given_.adaptive : least);
  adaptive_ = given_.adaptive.value_or(all - escape_);
  if (escape_ < least) {
    throw topologies::TopologyError(fmt::format(
        "Duato-Nbc model: V2 is {}; messages of a {} x {} torus need at least {}", escape_, given_.k, given_.k, least));
  }
  if (adaptive_ < 1) {
    throw topologies::TopologyError(
        fmt::format("Duato-Nbc model: {} virtual channels leave no adaptive one: V1 is {} with V2 = {}",
                    given_.virtual_channels, adaptive_, escape_));
  }
  if (adaptive_ + escape_ != all) {
    throw topologies::TopologyError(
        fmt::format("Duato-Nbc model: V1 = {} and V2 = {} do not make V = {}; this reading has V = V1 + V2{}",
                    adaptive_, escape_, given_.virtual_channels, by_index ? " + 1" : ""));
  }
}

/// P_phi (9): the probability that a path of hx and hy hops has finished a dimension after `done` hops.
double DuatoNbcModel::finished(int hx, int hy, int done) const {
  if (given_.readings.phi == NbcPhi::avg) {
    const int hops = given_.k / 2;  // d; a dimension has half of that
    if (2 * done < hops) return 0;
    return done >= hops ? 1 : std::min(1.0, 2.0 / (hops - done + 1));
  }
  const int least_x = std::max(0, done - hy);
  const int most_x = std::min(hx, done);
  const int ends = (most_x == hx ? 1 : 0) + (done - least_x == hy ? 1 : 0);
  return static_cast<double>(ends) / (most_x - least_x + 1);
}

void DuatoNbcModel::collect_hops() {
  const int k = given_.k;
  std::map<std::pair<int, double>, std::int64_t> alike;
  std::int64_t all_hops = 0;
  const auto destinations = std::int64_t{k} * k - 1;
  const auto nodes_at = [k](int hops) { return hops == 0 || 2 * hops == k ? 1 : 2; };
  for (int hx = 0; 2 * hx <= k; ++hx) {
    for (int hy = 0; 2 * hy <= k; ++hy) {
      const int nodes = nodes_at(hx) * nodes_at(hy);
      all_hops += std::int64_t{nodes} * (hx + hy);
      for (int done = 0; done < hx + hy; ++done) {
        const int delta = hx + hy - done - (given_.readings.delta == NbcDelta::after ? 1 : 0);
        alike[{delta, 2 - finished(hx, hy, done)}] += nodes;
      }
    }
  }
  mean_hops_ = static_cast<double>(all_hops) / static_cast<double>(destinations);
  for (const auto& [hop, count] : alike) {
    hops_.push_back({hop.first, hop.second, static_cast<double>(count) / static_cast<double>(destinations)});
  }
}

std::vector<double> DuatoNbcModel::busy_channels(double x) const {
  std::vector<double> busy(index(given_.virtual_channels) + 1);
  double power = 1;
  double sum = 0;
  for (double& q : busy) {
    q = power;
    power *= x;
    if (&q == &busy.back()) q /= 1 - x;
    sum += q;
  }
  for (double& q : busy) q /= sum;
  return busy;
}

/// The probability that `channels` given ones of the V are busy: the sums over v in (12), (14) and (15).
double DuatoNbcModel::busy_all(int channels, const std::vector<double>& busy) const {
  const int all = given_.virtual_channels;
  // binom(V - m, v - m) / binom(V, v) is 1 / binom(V, m) at v = m, and grows by v / (v - m) with each v.
  double weight = 1;
  for (int i = 0; i < channels; ++i) weight *= static_cast<double>(channels - i) / (all - i);
  double sum = 0;
  for (int v = channels; v <= all; ++v) {
    if (v > channels) weight *= static_cast<double>(v) / (v - channels);
    sum += busy[index(v)] * weight;
  }
  return sum;
}

/// P_block1 + (P_block2 + P_block3) / 2 with Delta hops to go: (12) to (16).
double DuatoNbcModel::blocking(int delta, const std::vector<double>& busy) const {
  const int all = given_.virtual_channels;
  const int classes = escape_ - delta / 2 + 1;
  const int usable = adaptive_ + classes;
  const bool capped = given_.readings.variant == NbcEscape::count;
  const double channels = capped ? std::min(usable, all) : usable;  // as many as (13) and (16) share the hops among
  const double first = usable > all && !capped ? 0 : adaptive_ / channels * busy_all(std::min(usable, all), busy);
  const int printed = escape_ - (delta + 1) / 2;
  const bool full = given_.readings.lsum == NbcLsum::full;
  double later = 0;
  for (int l = 1; l <= (full ? classes : printed); ++l) later += busy_all(std::min(usable - l, all), busy);
  for (int l = 1; l <= (full ? classes : printed + 1); ++l) later += busy_all(std::min(usable - l + 1, all), busy);
  return first + later / channels / 2;
}

double DuatoNbcModel::blocked_hops(double x) const {
  const std::vector<double> busy = busy_channels(x);
  double sum = 0;
  int delta = -1;
  double blocked = 0;
  for (const Hops& hops : hops_) {  // sorted by Delta
    if (hops.delta != delta) blocked = blocking(hops.delta, busy);
    delta = hops.delta;
    sum += hops.count * std::pow(blocked, hops.phi);
  }
  return sum;
}

std::optional<NbcPoint> DuatoNbcModel::at_channel_load(double x) const {
  // S = A + B Wc with Wc = x (S^2 + (S - M)^2) / (2 S (1 - x)): a S^2 - b S - c = 0 with c >= 0: one root is positive.
  const double flits = given_.message_flits;
  const double blocked = blocked_hops(x);
  const double a = 2 * (1 - x) - 2 * blocked * x;
  if (a <= 0) return std::nullopt;
  const double b = 2 * zero_load_ * (1 - x) - 2 * flits * blocked * x;
  const double c = blocked * x * flits * flits;
  NbcPoint point;
  point.network_latency = (b + std::sqrt(b * b + 4 * a * c)) / (2 * a);
  point.channel_load = x;
  const double hops = given_.k / 2.0;  // d (2); a message loads 4 channels of a node with d hops (3)
  point.rate = x / point.network_latency * 4 / hops;
  const double source_load = point.rate / given_.virtual_channels * point.network_latency;
  if (source_load >= 1) return std::nullopt;
  point.channel_wait = waiting(x, point.network_latency, flits);
  point.source_wait = waiting(source_load, point.network_latency, flits);
  point.busy = busy_channels(x);
  point.multiplexing = multiplexing(point.busy);
  point.latency = (point.network_latency + point.source_wait) * point.multiplexing;
  return point;
}

/// 0 where S has no bound.
double DuatoNbcModel::rate_at(double x) const {
  const auto point = at_channel_load(x);
  return point ? point->rate : 0;
}

NbcPoint DuatoNbcModel::find_saturation() const {
  // The first maximum of the rate over x, on a grid and then by golden sections within the cells beside it.
  constexpr int kCells = 1000;
  int best = 1;
  while (best + 1 < kCells &&
         rate_at(static_cast<double>(best + 1) / kCells) > rate_at(static_cast<double>(best) / kCells))
    ++best;
  double low = static_cast<double>(best - 1) / kCells;
  double high = static_cast<double>(best + 1) / kCells;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  constexpr int kSections = 60;
  for (int i = 0; i < kSections; ++i) {
    const double left = high - golden * (high - low);
    const double right = low + golden * (high - low);
    if (rate_at(left) < rate_at(right)) {
      low = left;
    } else {
      high = right;
    }
  }
  return at_channel_load(low).value();
}

std::optional<NbcPoint> DuatoNbcModel::at(double rate) const {
  if (!(rate >= 0))
    throw topologies::TopologyError(fmt::format("Duato-Nbc model: the rate is {}; it must be at least 0", rate));
  if (rate > saturation_.rate) return std::nullopt;
  double low = 0;
  double high = saturation_.channel_load;
  constexpr int kHalvings = 200;  // to the last bit
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (rate_at(middle) < rate ? low : high) = middle;
  }
  auto point = at_channel_load(rate == 0 ? 0 : high);
  if (point) point->rate = rate;
  return point;
}

double DuatoNbcModel::rate_of_full_channels() const {
  const double hops = given_.k / 2.0;
  return 4 / hops / (given_.message_flits + hops);
}

}  // namespace trenza::graphs
