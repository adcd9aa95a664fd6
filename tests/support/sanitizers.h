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

/// At the head of a TEST or of a SetUp(): a build with sanitizers skips it, for this reason (a literal).
/// scripts/sanitize counts them.
#if defined(TRENZA_HAS_SANITIZERS)
#define TRENZA_NOT_SANITIZED(reason) GTEST_SKIP() << "not with sanitizers: " reason
#else
#define TRENZA_NOT_SANITIZED(reason) static_cast<void>(0)
#endif
