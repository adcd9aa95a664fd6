#include "topologies/ibt/parallel_tasks.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace trenza::topologies {

namespace {

TEST(ParallelTasks, EachRunsOnce) {
  for (const int threads : {0, 1, 3, 100}) {
    std::vector<int> runs(50, 0);
    std::size_t last = 0;
    run_tasks(
        runs.size(), threads, [&](std::size_t task) { ++runs[task]; },
        [&](std::size_t done, std::size_t total) {
          EXPECT_EQ(done, last + 1);
          EXPECT_EQ(total, runs.size());
          last = done;
        });
    EXPECT_EQ(runs, std::vector<int>(50, 1));
    EXPECT_EQ(last, runs.size());
  }
  run_tasks(0, 2, [](std::size_t) { FAIL(); });
}

TEST(ParallelTasks, AnExceptionComesOut) {
  std::vector<int> runs(10, 0);
  const auto task = [&](std::size_t number) {
    ++runs[number];
    if (number >= 3) throw std::runtime_error(std::to_string(number));
  };
  try {
    run_tasks(runs.size(), 1, task);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "3");
  }
  EXPECT_EQ(runs, (std::vector<int>{1, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
}

}  // namespace

}  // namespace trenza::topologies
