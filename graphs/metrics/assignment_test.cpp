#include "graphs/metrics/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "graphs/metrics/pair_loads.h"
#include "topologies/reference_test_support.h"

namespace trenza::graphs {
namespace {

double total(const std::vector<double>& cost, int size, const std::vector<int>& column) {
  double sum = 0;
  std::vector<int> used(static_cast<std::size_t>(size), 0);
  for (int i = 0; i < size; ++i) {
    const int j = column.at(static_cast<std::size_t>(i));
    sum += cost.at(static_cast<std::size_t>(i * size + j));
    ++used.at(static_cast<std::size_t>(j));
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 1), size) << "not a permutation";
  return sum;
}

double least_by_force(const std::vector<double>& cost, int size) {
  std::vector<int> column(static_cast<std::size_t>(size));
  std::iota(column.begin(), column.end(), 0);
  double least = total(cost, size, column);
  while (std::next_permutation(column.begin(), column.end())) least = std::min(least, total(cost, size, column));
  return least;
}

/// The plain Hungarian method, in its own words.
double least_by_hungarian(const std::vector<double>& cost, int size) {
  const auto n = static_cast<std::size_t>(size);
  std::vector<double> u(n + 1, 0);
  std::vector<double> v(n + 1, 0);
  std::vector<std::size_t> match(n + 1, 0);
  for (std::size_t i = 1; i <= n; ++i) {
    match[0] = i;
    std::size_t column = 0;
    std::vector<double> slack(n + 1, 1e300);
    std::vector<std::size_t> way(n + 1, 0);
    std::vector<char> used(n + 1, 0);
    do {
      used[column] = 1;
      double delta = 1e300;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= n; ++j) {
        if (used[j] != 0) continue;
        const double reduced = cost[(match[column] - 1) * n + j - 1] - u[match[column]] - v[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          way[j] = column;
        }
        if (slack[j] < delta) {
          delta = slack[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        if (used[j] != 0) {
          u[match[j]] += delta;
          v[j] -= delta;
        } else {
          slack[j] -= delta;
        }
      }
      column = next;
    } while (match[column] != 0);
    for (; column != 0; column = way[column]) match[column] = match[way[column]];
  }
  return -v[0];
}

std::vector<double> random_costs(std::mt19937& random, int size, unsigned range) {
  std::vector<double> cost(static_cast<std::size_t>(size * size));
  for (double& entry : cost)
    entry = static_cast<double>(random() % range) - static_cast<double>(range) / 2 + 0.5 * (range % 2);
  return cost;
}

TEST(AssignmentTest, IsTheLeastOfAllPermutations) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const int size = 1 + static_cast<int>(random() % 7);
    const std::vector<double> cost = random_costs(random, size, round % 2 == 0 ? 4 : 1000000);
    EXPECT_EQ(total(cost, size, least_cost_assignment(cost, size)), least_by_force(cost, size));
  }
}

TEST(AssignmentTest, IsTheLeastOfLargeOnes) {
  std::mt19937 random(6);
  for (const unsigned range : {2U, 5U, 100U, 1000000000U}) {
    for (const int size : {20, 61, 150}) {
      std::vector<double> cost = random_costs(random, size, range);
      EXPECT_EQ(total(cost, size, least_cost_assignment(cost, size)), least_by_hungarian(cost, size));
      // Most entries alike, as in the load matrices of channels.
      for (double& entry : cost) entry = random() % 10 == 0 ? -std::abs(entry) : 0;
      EXPECT_EQ(total(cost, size, least_cost_assignment(cost, size)), least_by_hungarian(cost, size));
    }
  }
}

/// Matrices like those of the worst case of a routing: many ties, most entries 0.
void expect_least_of_load_matrices(const std::vector<topologies::Network>& networks) {
  for (const topologies::Network& network : networks) {
    for (const MinimalRouting routing : {MinimalRouting::even_paths, MinimalRouting::dimension_order}) {
      const auto loads = make_pair_loads(network, routing, {{0, 0}, {0, 2}}, true);
      for (const std::size_t channel : {std::size_t{0}, std::size_t{1}}) {
        std::vector<double> cost;
        loads->fill(channel, cost);
        for (double& entry : cost) entry = -std::round(entry * 0x1p40);
        EXPECT_EQ(total(cost, network.nodes, least_cost_assignment(cost, network.nodes)),
                  least_by_hungarian(cost, network.nodes))
            << network.name;
      }
    }
  }
}
TEST(AssignmentTest, IsTheLeastOfLoadMatrices) {
  expect_least_of_load_matrices({topologies::test_support::named_network("RTT", 5), topologies::test_support::bcc(2)});
}
TEST(AssignmentTest, IsTheLeastOfLargerLoadMatricesSlow) {
  expect_least_of_load_matrices({topologies::test_support::named_network("PDTT", 3),
                                 topologies::test_support::named_network("RTT", 7), topologies::test_support::bcc(3),
                                 topologies::test_support::bcc(4)});
}

}  // namespace
}  // namespace trenza::graphs
