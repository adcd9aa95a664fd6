#include "apps/activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace trenza::apps {
namespace {

/// What `body` writes to standard error, which is a terminal.
template <typename Body>
std::string on_terminal(const Body& body) {
  int master = -1;
  int slave = -1;
  EXPECT_EQ(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
  const int before = dup(STDERR_FILENO);
  dup2(slave, STDERR_FILENO);
  body();
  EXPECT_EQ(write(slave, "$", 1), 1);
  dup2(before, STDERR_FILENO);
  close(before);
  close(slave);
  std::string text;
  for (char letter = 0; read(master, &letter, 1) == 1 && letter != '$';) text += letter;
  close(master);
  return text;
}

TEST(Activity, SpeaksWithinTwoSecondsAndClearsItsLine) {
  const std::string text = on_terminal([] {
    Activity activity(true, "proves something");
    activity.done(0.42);
    std::this_thread::sleep_for(std::chrono::milliseconds(1900));
  });
  EXPECT_THAT(text, testing::HasSubstr("trenza: proves something 42 % 0:01"));
  EXPECT_THAT(text, testing::EndsWith("\r\033[K"));
}

TEST(Activity, SaysNothingOfWhatIsQuickOrQuiet) {
  EXPECT_EQ(on_terminal([] { const Activity activity(true, "a moment"); }), "");
  EXPECT_EQ(on_terminal([] {
              const Activity activity(false, "quiet");
              std::this_thread::sleep_for(std::chrono::milliseconds(1700));
            }),
            "");
}

}  // namespace
}  // namespace trenza::apps
