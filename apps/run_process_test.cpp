#include "apps/run_process.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <cstdlib>
#include <new>
#include <stdexcept>

#include "apps/exit_status.h"

namespace trenza::apps {
namespace {

/// How a child ends that does `body`.
ChildResult result_of(const RunBody& body) {
  settings::RunConfiguration run;
  run.name = "a";
  RunProcess child(run, body);
  do {
    pollfd ready = {child.descriptor(), POLLIN, 0};
    poll(&ready, 1, -1);
  } while (child.receive());
  return child.result();
}

/// Calls something that throws, where nothing may.
template <typename Body>
void terminate_by(const Body& body) noexcept {
  body();
}

const std::string kNoMemory = std::string("run a: ") + kOutOfMemory;

TEST(RunProcess, OutOfMemoryIsStatus2) {
  const ChildResult thrown =
      result_of([](const auto& /*run*/, const auto& /*progress*/) -> RunReport { throw std::bad_alloc(); });
  EXPECT_EQ(thrown.status, kWrongInput);
  EXPECT_EQ(thrown.message, kNoMemory);
}

TEST(RunProcess, OutOfMemoryWhereNothingMayThrowIsStatus2) {
  const ChildResult terminated = result_of([](const auto& /*run*/, const auto& /*progress*/) {
    terminate_by([] { throw std::bad_alloc(); });
    return RunReport();
  });
  EXPECT_EQ(terminated.status, kWrongInput);
  EXPECT_EQ(terminated.message, kNoMemory);
}

TEST(RunProcess, AnyOtherEndIsAFault) {
  const ChildResult terminated = result_of([](const auto& /*run*/, const auto& /*progress*/) {
    terminate_by([] { throw std::logic_error("a fault"); });
    return RunReport();
  });
  EXPECT_EQ(terminated.status, kFault);
  EXPECT_EQ(terminated.message, "run a: its process was ended by signal 6 (Aborted)");
}

}  // namespace
}  // namespace trenza::apps
