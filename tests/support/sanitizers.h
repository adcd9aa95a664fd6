// Tests that a build with sanitizers leaves out.
#pragma once

#include <gtest/gtest.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRENZA_HAS_SANITIZERS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define TRENZA_HAS_SANITIZERS 1
#endif

namespace trenza::test {
/// Tests of this file are skipped (main.cpp).
bool leave_out(const char* file, const char* reason);
}  // namespace trenza::test

/// A build with sanitizers skips, for this reason (a literal), the TEST or the SetUp() at whose head this stands; or
/// all tests of the file in whose namespace the second one stands. scripts/sanitize counts them.
#if defined(TRENZA_HAS_SANITIZERS)
#define TRENZA_NOT_SANITIZED(reason) GTEST_SKIP() << "not with sanitizers: " reason
#define TRENZA_UNIQUE_2(name, number) name##number
#define TRENZA_UNIQUE(name, number) TRENZA_UNIQUE_2(name, number)
#define TRENZA_FILE_NOT_SANITIZED(reason) \
  [[maybe_unused]] const bool TRENZA_UNIQUE(kLeftOut, __COUNTER__) = ::trenza::test::leave_out(__FILE__, reason)
#else
#define TRENZA_NOT_SANITIZED(reason) static_cast<void>(0)
#define TRENZA_FILE_NOT_SANITIZED(reason) static_assert(true)
#endif
