#include "apps/activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace trenza::apps {
namespace {

void work_for(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

/// What `body` writes to standard error, which is a file.
template <typename Body>
std::string errors_of(const Body& body) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

TEST(Activity, SpeaksWithinTwoSecondsAndClearsItsLine) {
  const std::string text = errors_of([] {
    Activity activity(true, "proves something", true);
    activity.done(0.42);
    work_for(1900);
  });
  EXPECT_THAT(text, testing::HasSubstr("trenza: proves something 42 % 0:01"));
  EXPECT_THAT(text, testing::EndsWith("\r\033[K"));
}

TEST(Activity, SaysNothingOfWhatIsQuickOrQuietOrNoTerminal) {
  EXPECT_EQ(errors_of([] { const Activity activity(true, "a moment", true); }), "");
  EXPECT_EQ(errors_of([] {
              const Activity quiet(false, "quiet", true);
              const Activity to_a_file(true, "to a file");
              work_for(1700);
            }),
            "");
}

}  // namespace
}  // namespace trenza::apps
