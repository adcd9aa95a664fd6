#include "microarch/machine_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <limits>

#include "tests/support/sanitizers.h"

namespace trenza::microarch {
namespace {

TEST(MachineMemory, KnowsTheMachineAndItsLimits) {
  TRENZA_NOT_SANITIZED("it limits the memory");
  const std::uint64_t available = available_memory();
  EXPECT_GT(available, 1U << 20U);
  rlimit limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_DATA, &limit), 0);
  const rlimit before = limit;
  limit.rlim_cur = 64U << 20U;
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &limit), 0);
  EXPECT_LE(available_memory(), 64U << 20U);
  setrlimit(RLIMIT_DATA, &before);
}

TEST(MachineMemory, ProductsDoNotOverflow) {
  EXPECT_EQ(saturating_product(3, 5), 15U);
  EXPECT_EQ(saturating_product(std::uint64_t{1} << 40U, std::uint64_t{1} << 40U),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(MachineMemory, IsShownInUnitsThatFit) {
  EXPECT_EQ(memory_text(24U << 20U), "24 MiB");
  EXPECT_EQ(memory_text((std::uint64_t{30} << 30U) + (102U << 20U)), "30.1 GiB");
}

}  // namespace
}  // namespace trenza::microarch
