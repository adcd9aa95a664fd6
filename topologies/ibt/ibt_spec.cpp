#include "topologies/ibt/ibt_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "topologies/directions.h"
#include "topologies/routing.h"

namespace trenza::topologies {

namespace {

constexpr int kMaxLengths = 64;  // port numbers stay small

using Faults = std::vector<SchemeFault>;

const char* const kSize = "size";
const char* const kBypass = "bypass";

Faults size_faults(const IbtSpec& spec) {
  Faults faults;
  const auto dimensions = static_cast<int>(spec.sizes.size());
  if (dimensions < 1 || dimensions > kMaxDimensions) {
    return {{kSize, fmt::format("{} dimensions were given, expected 1 to {}", dimensions, kMaxDimensions)}};
  }
  std::int64_t nodes = 1;
  for (const int size : spec.sizes) {
    if (size < 2) return {{kSize, fmt::format("a dimension has size {}, expected at least 2", size)}};
    nodes = std::min(nodes * size, kMaxNodes + 1);
  }
  if (nodes > kMaxNodes) faults.push_back({kSize, fmt::format("more than {} nodes were asked for", kMaxNodes)});
  if (!spec.wrap.empty() && spec.wrap.size() != spec.sizes.size()) {
    faults.push_back({"wrap", fmt::format("{} dimensions are said to be closed or open, but there are {}",
                                          spec.wrap.size(), spec.sizes.size())});
  }
  if (spec.interlaced_dimensions < 0 || spec.interlaced_dimensions > dimensions) {
    faults.push_back(
        {"bypass_dimensions", fmt::format("L = {} dimensions with bypass links were asked for, expected 1 to d = {}",
                                          spec.interlaced_dimensions, dimensions)});
  }
  return faults;
}

void add_order_faults(const IbtSpec& spec, Faults& faults) {
  const auto& lengths = spec.lengths;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    if (lengths[i + 1] <= lengths[i]) {
      faults.push_back({kBypass, fmt::format("bypass lengths must increase, but b_{} = {} is not above b_{} = {}",
                                             i + 2, lengths[i + 1], i + 1, lengths[i])});
    } else if (spec.placement == BypassPlacement::interlaced && lengths[i + 1] % lengths[i] != 0) {
      faults.push_back({kBypass, fmt::format("condition 2 (b_i divides b_i+1): b_{} = {} does not divide b_{} = {}",
                                             i + 1, lengths[i], i + 2, lengths[i + 1])});
    }
  }
}

void add_multiple_faults(const IbtSpec& spec, Faults& faults) {
  const int period = spec.period();
  const int dimensions = spec.bypass_dimensions();
  for (std::size_t i = 0; i < spec.lengths.size(); ++i) {
    if (spec.lengths[i] % period == 0) continue;
    faults.push_back(
        {kBypass, fmt::format("condition 1 (b_i = 0 mod m k): b_{} = {} is no multiple of {} = {} dimensions x {} "
                              "lengths",
                              i + 1, spec.lengths[i], period, dimensions, spec.lengths.size())});
  }
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    const int size = spec.sizes[static_cast<std::size_t>(dimension)];
    if (!spec.closed(dimension) || size % period == 0) continue;
    faults.push_back(
        {kBypass, fmt::format("{} (n = 0 mod m k): size {} of dimension {} is no multiple of {} = {} dimensions x "
                              "{} lengths, so rings would join unlike nodes",
                              spec.lengths.size() == 1 ? "property 2" : "condition 3", size,
                              dimension_letter(dimension), period, dimensions, spec.lengths.size())});
  }
}

void add_limit_faults(const IbtSpec& spec, Faults& faults) {
  const bool interlaced = spec.placement == BypassPlacement::interlaced;
  const int least = interlaced ? spec.period() : 2;
  const int shortest = *std::min_element(spec.lengths.begin(), spec.lengths.end());
  const int longest = *std::max_element(spec.lengths.begin(), spec.lengths.end());
  if (shortest < least) {
    faults.push_back({kBypass, fmt::format("property 3 ({} <= b_1): b_1 = {} is below {}", interlaced ? "m k" : "2",
                                           shortest, least)});
  }
  for (int dimension = 0; dimension < spec.bypass_dimensions(); ++dimension) {
    const int size = spec.sizes[static_cast<std::size_t>(dimension)];
    const int limit = spec.closed(dimension) ? size / 2 : size - 1;
    if (longest <= limit) continue;
    faults.push_back({kBypass, fmt::format("property 3 (b_k <= {}): b_{} = {} is above {}, dimension {} having size {}",
                                           spec.closed(dimension) ? "n/2" : "n-1", spec.lengths.size(), longest, limit,
                                           dimension_letter(dimension), size)});
  }
}

}  // namespace

IbtSpec symmetric_ibt(int dimensions, int size, std::vector<int> lengths) {
  IbtSpec spec;
  spec.sizes.assign(static_cast<std::size_t>(std::max(dimensions, 0)), size);
  spec.lengths = std::move(lengths);
  return spec;
}

std::string scheme_text(const std::vector<int>& lengths) { return fmt::format("<{}>", fmt::join(lengths, ",")); }

std::string ibt_name(const IbtSpec& spec) {
  const bool cube = spec.sizes.size() > 1 &&
                    std::all_of(spec.sizes.begin(), spec.sizes.end(), [&](int size) { return size == spec.sizes[0]; });
  std::string text = spec.placement == BypassPlacement::interlaced ? "ibt(" : "express(";
  text += cube ? fmt::format("{}^{}", spec.sizes[0], spec.sizes.size()) : fmt::format("{}", fmt::join(spec.sizes, "x"));
  if (spec.bypass_dimensions() != static_cast<int>(spec.sizes.size())) {
    text += fmt::format("; L={}", spec.bypass_dimensions());
  }
  text += "; " + scheme_text(spec.lengths);
  std::string open;
  for (std::size_t k = 0; k < spec.sizes.size(); ++k) {
    if (!spec.closed(static_cast<int>(k))) open += dimension_letter(static_cast<int>(k));
  }
  return text + (open.empty() ? "" : "; open=" + open) + ")";
}

std::vector<SchemeFault> scheme_faults(const IbtSpec& spec) {
  Faults faults = size_faults(spec);
  if (!faults.empty() || spec.lengths.empty()) return faults;
  if (spec.lengths.size() > kMaxLengths) {
    return {
        {kBypass, fmt::format("{} bypass lengths were given, expected at most {}", spec.lengths.size(), kMaxLengths)}};
  }
  if (*std::min_element(spec.lengths.begin(), spec.lengths.end()) < 1)
    return {{kBypass, "bypass lengths must be positive"}};
  add_order_faults(spec, faults);
  if (spec.placement == BypassPlacement::interlaced) add_multiple_faults(spec, faults);
  add_limit_faults(spec, faults);
  return faults;
}

void check_ibt(const IbtSpec& spec) {
  const auto faults = scheme_faults(spec);
  if (faults.empty()) return;
  std::vector<std::string> sentences;
  sentences.reserve(faults.size());
  for (const SchemeFault& fault : faults) sentences.push_back(fault.sentence);
  throw TopologyError(fmt::format("{}: {}", ibt_name(spec), fmt::join(sentences, "; ")), faults.front().parameter);
}

}  // namespace trenza::topologies
