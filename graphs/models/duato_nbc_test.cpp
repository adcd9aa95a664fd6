#include "graphs/models/duato_nbc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <string>

#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

using ::testing::HasSubstr;
using topologies::test_support::ReferenceFile;
using topologies::test_support::ReferenceRow;

NbcParameters network(int k, int flits, int channels = 10) {
  NbcParameters parameters;
  parameters.k = k;
  parameters.message_flits = flits;
  parameters.virtual_channels = channels;
  return parameters;
}

/// Half a unit of the last printed digit, and as much again for what was rounded on the way.
double printed_tolerance(const std::string& text) {
  const std::size_t exponent_at = text.find('e');
  const std::string mantissa = text.substr(0, exponent_at);
  const std::size_t point = mantissa.find('.');
  const double digits = point == std::string::npos ? 0 : static_cast<double>(mantissa.size() - point - 1);
  const double exponent = exponent_at == std::string::npos ? 0 : std::stod(text.substr(exponent_at + 1));
  return std::pow(10.0, exponent - digits);
}

void expect_printed(const ReferenceRow& row, const std::string& column, double value) {
  const std::string& text = row.text(column);
  EXPECT_NEAR(value, std::stod(text), printed_tolerance(text)) << column;
}

DuatoNbcModel model_of(const ReferenceRow& row, const NbcReadings& readings) {
  NbcParameters parameters = network(row.integer("k"), row.integer("M"), row.integer("V"));
  parameters.readings = readings;
  return DuatoNbcModel(parameters);
}

void expect_channels(const ReferenceRow& row, const DuatoNbcModel& model) {
  EXPECT_EQ(model.adaptive(), row.integer("V1"));
  EXPECT_EQ(model.escape(), row.integer("V2"));
}

TEST(DuatoNbcTest, CurvesOfTheReference) {
  const ReferenceFile rows("e_duato_nbc_curves.csv");
  ASSERT_EQ(std::distance(rows.begin(), rows.end()), 18);
  for (const ReferenceRow& row : rows) {
    SCOPED_TRACE(row.text("lambda_g"));
    const DuatoNbcModel model = model_of(row, nbc_readings(row.text("variant"), "perH", "before", "literal"));
    expect_channels(row, model);
    const auto point = model.at(row.number("lambda_g"));
    ASSERT_TRUE(point.has_value());
    expect_printed(row, "S", point->network_latency);
    expect_printed(row, "Ws", point->source_wait);
    expect_printed(row, "Vbar", point->multiplexing);
    expect_printed(row, "latency", point->latency);
    expect_printed(row, "channel_load_x", point->channel_load);
    expect_printed(row, "Wc", point->channel_wait);
    expect_printed(row, "P0", point->busy.front());
    expect_printed(row, "PV", point->busy.back());
  }
}

TEST(DuatoNbcTest, SaturationOfTheReferenceInAllReadings) {
  const ReferenceFile rows("e_duato_nbc_saturation.csv");
  ASSERT_EQ(std::distance(rows.begin(), rows.end()), 12);
  for (const ReferenceRow& row : rows) {
    SCOPED_TRACE(row.text("M") + " " + row.text("variant") + " " + row.text("phi") + " " + row.text("delta") + " " +
                 row.text("lsum"));
    const auto readings = nbc_readings(row.text("variant"), row.text("phi"), row.text("delta"), row.text("lsum"));
    const DuatoNbcModel model = model_of(row, readings);
    expect_channels(row, model);
    const double rate = model.saturation().rate;
    expect_printed(row, "lambda_sat", rate);
    expect_printed(row, "x_at_sat", model.saturation().channel_load);
    expect_printed(row, "latency_at_sat", model.saturation().latency);
    expect_printed(row, "zero_load_latency", model.zero_load_latency());
    expect_printed(row, "lambda_at_x_eq_1_zero_load", model.rate_of_full_channels());
    expect_printed(row, "latency_at_half_sat", model.at(rate / 2)->latency);
    expect_printed(row, "latency_at_0.9_sat", model.at(0.9 * rate)->latency);
    const DuatoNbcModel base = model_of(row, {});
    expect_printed(row, "latency_at_0.5_over_base", model.at(base.saturation().rate / 2)->latency);
  }
}

TEST(DuatoNbcTest, LargerNetworks) {
  // 16 x 16, ten channels: one adaptive and nine escape channels.
  struct Known {
    int flits;
    double rate;
    double zero;
    double half;
    double most;
    double fold;
  };
  for (const Known& known :
       {Known{32, .007891, 40.0314, 77.64, 148.5, 210.9}, Known{64, .004397, 72.0314, 139.9, 268.1, 381.4}}) {
    const DuatoNbcModel model(network(16, known.flits));
    EXPECT_EQ(model.adaptive(), 1);
    EXPECT_EQ(model.escape(), 8);
    EXPECT_NEAR(model.saturation().rate, known.rate, 1e-6);
    EXPECT_NEAR(model.zero_load_latency(), known.zero, 1e-4);
    EXPECT_NEAR(model.at(0.5 * known.rate)->latency, known.half, 0.1);
    EXPECT_NEAR(model.at(0.9 * known.rate)->latency, known.most, 0.1);
    EXPECT_NEAR(model.saturation().latency, known.fold, 0.1);
  }
}

/// The equations by damped iteration of S, as the paper means them to be solved.
double iterate(const DuatoNbcModel& model, const NbcParameters& parameters, double rate) {
  const double channel_rate = rate * parameters.k / 2 / 4;  // (2), (3)
  const double flits = parameters.message_flits;
  double service = model.zero_load_latency();
  for (int i = 0; i < 100000; ++i) {
    const double x = channel_rate * service;
    if (x >= 1) return INFINITY;
    const double wait = channel_rate * service * service *
                        (1 + (service - flits) * (service - flits) / service / service) /
                        (2 * (1 - channel_rate * service));  // (18)
    const double next = model.zero_load_latency() + model.blocked_hops(x) * wait;
    const double change = next - service;
    service += change / 2;
    if (std::abs(change) < 1e-13 * service) break;
  }
  return service;
}

TEST(DuatoNbcTest, DampedIterationFindsTheSameSolution) {
  for (const int k : {4, 8, 12}) {
    for (const int flits : {1, 32, 64}) {
      const NbcParameters parameters = network(k, flits);
      const DuatoNbcModel model(parameters);
      for (const double load : {0.1, 0.5, 0.7, 0.9, 0.98}) {
        const double rate = load * model.saturation().rate;
        EXPECT_NEAR(model.at(rate)->network_latency, iterate(model, parameters, rate), 1e-8 * flits + 1e-7)
            << k << " " << flits << " " << load;
      }
      EXPECT_EQ(iterate(model, parameters, 1.01 * model.saturation().rate), INFINITY);
    }
  }
}

/// (5) to (17) node by node, hop by hop, with the printed binomials; the index reading.
double blocked_by_hand(int k, int channels, int adaptive, int escape, const std::vector<double>& busy) {
  const auto binomial = [](int n, int r) {
    return r < 0 || r > n ? 0.0 : std::exp(std::lgamma(n + 1) - std::lgamma(r + 1) - std::lgamma(n - r + 1));
  };
  const auto all_busy = [&](int m) {
    double sum = 0;
    for (int v = m; v <= channels; ++v)
      sum += busy[static_cast<std::size_t>(v)] * binomial(channels - m, v - m) / binomial(channels, v);
    return sum;
  };
  double total = 0;
  for (int node = 1; node < k * k; ++node) {
    const int hx = std::min(node % k, k - node % k);
    const int hy = std::min(node / k, k - node / k);
    for (int hop = 1; hop <= hx + hy; ++hop) {
      const int delta = hx + hy - hop + 1;
      const int usable = adaptive + escape - delta / 2 + 1;
      double block = static_cast<double>(adaptive) / usable * all_busy(usable);
      const int last = escape - (delta + 1) / 2;
      for (int l = 1; l <= last; ++l) block += all_busy(usable - l) / usable / 2;
      for (int l = 1; l <= last + 1; ++l) block += all_busy(usable - l + 1) / usable / 2;
      int splits = 0;
      int finished = 0;
      for (int in_x = 0; in_x <= hx; ++in_x) {
        const int in_y = hop - 1 - in_x;
        if (in_y < 0 || in_y > hy) continue;
        ++splits;
        if (in_x == hx || in_y == hy) ++finished;
      }
      total += std::pow(block, 2 - static_cast<double>(finished) / splits);
    }
  }
  return total / (k * k - 1);
}

TEST(DuatoNbcTest, BlockingIsTheSumOverNodesAndHops) {
  for (const int k : {4, 6, 8, 16}) {
    const DuatoNbcModel model(network(k, 32, 12));
    for (const double x : {0.05, 0.4, 0.7}) {
      const double expected = blocked_by_hand(k, 12, model.adaptive(), model.escape(), model.busy_channels(x));
      EXPECT_NEAR(model.blocked_hops(x), expected, 1e-11 + 1e-10 * expected) << k << " " << x;
    }
  }
}

TEST(DuatoNbcTest, BusyChannelsAreTheMarkovChain) {
  // (20): P_v = P_{v-1} x, P_V = P_{V-1} x / (1 - x), all together 1.
  const DuatoNbcModel model(network(8, 32));
  const double x = 0.6;
  const std::vector<double> busy = model.busy_channels(x);
  ASSERT_EQ(busy.size(), 11U);
  double sum = 0;
  for (std::size_t v = 0; v < busy.size(); ++v) {
    sum += busy[v];
    if (v > 0) {
      EXPECT_NEAR(busy[v], busy[v - 1] * x / (v == 10 ? 1 - x : 1), 1e-15);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-15);
}

TEST(DuatoNbcTest, ZeroLoadAndTheEdges) {
  const DuatoNbcModel model(network(8, 32));
  const auto idle = model.at(0);
  ASSERT_TRUE(idle.has_value());
  EXPECT_DOUBLE_EQ(idle->latency, model.zero_load_latency());
  EXPECT_DOUBLE_EQ(idle->multiplexing, 1);
  EXPECT_DOUBLE_EQ(idle->busy[0], 1);
  EXPECT_EQ(idle->channel_wait, 0);
  EXPECT_TRUE(model.at(model.saturation().rate).has_value());
  EXPECT_FALSE(model.at(model.saturation().rate * 1.000001).has_value());
  EXPECT_THROW(model.at(-1), topologies::TopologyError);
  EXPECT_THROW(model.at(std::nan("")), topologies::TopologyError);
}

std::string deviation_of(const NbcParameters& parameters) {
  try {
    const DuatoNbcModel model(parameters);
  } catch (const topologies::TopologyError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DuatoNbcTest, Refusals) {
  EXPECT_THAT(deviation_of(network(9, 32)),
              HasSubstr("k is 9; it must be even: rings of odd length cannot be coloured"));
  EXPECT_THAT(deviation_of(network(2, 32)), HasSubstr("k is 2; it must be from 4 to"));
  EXPECT_THAT(deviation_of(network(8, 0)), HasSubstr("the message length is 0"));
  EXPECT_THAT(deviation_of(network(16, 32, 9)), HasSubstr("9 virtual channels leave no adaptive one"));
  NbcParameters parameters = network(8, 32);
  parameters.escape = 3;
  EXPECT_THAT(deviation_of(parameters), HasSubstr("V2 is 3; messages of a 8 x 8 torus need at least 4"));
  parameters.escape = 4;
  parameters.adaptive = 6;
  EXPECT_THAT(deviation_of(parameters),
              HasSubstr("V1 = 6 and V2 = 4 do not make V = 10; this reading has V = V1 + V2 + 1"));
  parameters.readings.variant = NbcEscape::literal;
  EXPECT_EQ(deviation_of(parameters), "no error");
  parameters.readings.variant = NbcEscape::count;
  EXPECT_THAT(deviation_of(parameters), HasSubstr("need at least 5"));
  EXPECT_THROW(nbc_readings("indices", "perH", "before", "literal"), topologies::TopologyError);
  EXPECT_THROW(nbc_readings("index", "perh", "before", "literal"), topologies::TopologyError);
  EXPECT_THROW(nbc_readings("index", "perH", "", "literal"), topologies::TopologyError);
  EXPECT_THROW(nbc_readings("index", "perH", "before", "half"), topologies::TopologyError);
}

TEST(DuatoNbcTest, ChannelsMayBeGiven) {
  NbcParameters parameters = network(8, 32);
  parameters.adaptive = 3;
  const DuatoNbcModel model(parameters);
  EXPECT_EQ(model.escape(), 6);
  parameters.escape = 6;
  EXPECT_EQ(DuatoNbcModel(parameters).saturation().rate, model.saturation().rate);
}

}  // namespace
}  // namespace trenza::graphs
