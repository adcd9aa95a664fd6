#include "testbench/large_array.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "testbench/input_error.h"
#include "testbench/large_sort.h"
#include "tests/support/random_draws.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::shared_ptr<ArrayStore> store_of(std::size_t memory) { return std::make_shared<ArrayStore>(memory); }

/// Temporary files lie in `folder` as long as the object lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder) {
    const char* before = std::getenv("TMPDIR");
    if (before != nullptr) before_ = before;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_) {
      setenv("TMPDIR", before_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(LargeArray, KeepsWhatIsInItWhenItMovesToAFile) {
  const auto store = store_of(1 * kMiB);
  LargeArray<std::uint32_t> array(store);
  EXPECT_TRUE(array.empty());
  bool was_in_memory = false;
  for (std::uint32_t k = 0; k < 1'000'000; ++k) {
    array.push_back(k * 7919);
    was_in_memory = was_in_memory || !array.is_file();
    EXPECT_LE(store->memory_bytes(), 1 * kMiB);
  }
  EXPECT_TRUE(was_in_memory);
  EXPECT_TRUE(array.is_file());
  EXPECT_EQ(store->memory_bytes(), 0U);
  EXPECT_GE(store->file_bytes(), 4'000'000U);
  ASSERT_EQ(array.size(), 1'000'000U);
  for (std::uint32_t k = 0; k < 1'000'000; ++k) ASSERT_EQ(array[k], k * 7919);
  array.drop();
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(store->file_bytes(), 0U);
}

TEST(LargeArray, SmallArraysStayInMemory) {
  const auto store = store_of(1 * kMiB);
  const LargeArray<std::uint64_t> small(store, 1000, 5);
  EXPECT_FALSE(small.is_file());
  EXPECT_THAT(small, testing::Each(5U));
  const LargeArray<std::uint64_t> large(store, 200'000);
  EXPECT_TRUE(large.is_file()) << "there is no room for it any more";
  EXPECT_THAT(large, testing::Each(0U));
  EXPECT_FALSE(small.is_file());
}

TEST(LargeArray, Copies) {
  for (const std::size_t memory : {std::size_t{0}, 64 * kMiB}) {
    LargeArray<std::uint32_t> array(store_of(memory), 5000);
    std::iota(array.begin(), array.end(), 3);
    const LargeArray<std::uint32_t> copy = array;
    array[17] = 0;
    EXPECT_EQ(copy.size(), 5000U);
    EXPECT_EQ(copy[17], 20U);
    EXPECT_EQ(copy.is_file(), memory == 0);
  }
}

/// An element of several words, so that few of them are much memory.
struct Wide {
  std::array<std::uint64_t, 32> words{};
};

TEST(LargeArray, PagesOfFilesAreGivenBack) {
  const auto store = store_of(0);
  const auto resident = [] {  // of files, in bytes
    std::ifstream statistics("/proc/self/statm");
    std::size_t pages = 0;
    for (int k = 0; k < 3; ++k) statistics >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  };
  const std::size_t before = resident();
  std::size_t most = 0;
  LargeArray<Wide> array(store);
  constexpr std::uint64_t kCount = 256 * kMiB / sizeof(Wide);
  constexpr std::uint64_t kLook = 8 * kMiB / sizeof(Wide);
  for (std::uint64_t k = 0; k < kCount; ++k) {
    Wide wide;
    wide.words.front() = wide.words.back() = k;
    array.push_back(wide);
    store->tick();
    if (k % kLook == 0) most = std::max(most, resident());
  }
  for (std::uint64_t k = 0; k < kCount; ++k) {
    ASSERT_EQ(array[k].words.front(), k);
    ASSERT_EQ(array[k].words.back(), k);
    store->tick();
    if (k % kLook == 0) most = std::max(most, resident());
  }
  EXPECT_LT(most - before, 180 * kMiB);
}

TEST(LargeArray, LeavesNothingBehind) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("trenza_{}_left", getpid());
  std::filesystem::create_directory(folder);
  {
    const TemporaryFolder temporary(folder);
    const LargeArray<int> array(store_of(0), 100'000, 1);
    EXPECT_TRUE(array.is_file());
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "the file has a name";
  }
  std::filesystem::remove_all(folder);
}

TEST(LargeArray, AFolderThatDoesNotExist) {
  const TemporaryFolder temporary("/no/such/folder");
  try {
    const LargeArray<int> array(store_of(0), 100);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "the trace is large and needs temporary files, but none can be made in /no/such/folder (TMPDIR): No "
                 "such file or directory");
  }
}

/// Makes files of more than 1 MiB impossible, and then one. Ends the process.
void fill_the_disk() {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{kMiB, kMiB};
  setrlimit(RLIMIT_FSIZE, &limit);
  LargeArray<char> array(store_of(0));
  try {
    for (;;) array.push_back('x');
  } catch (const InputError& error) {
    std::fputs(error.what(), stderr);
    std::_Exit(array.size() <= kMiB && array[array.size() - 1] == 'x' ? 2 : 1);
  }
}

TEST(LargeArray, ADiskWithoutRoomIsAnError) {
  EXPECT_EXIT(fill_the_disk(), testing::ExitedWithCode(2), "has no room for [0-9]+ MiB more: File too large");
}

struct Numbered {
  std::uint64_t key;
  std::uint32_t number;
};

TEST(LargeSort, SortsInPieces) {
  test::Draws draws(3);
  for (const std::size_t count : {0, 1, 99, 100, 101, 12'345}) {
    LargeArray<Numbered> array(store_of(0));
    for (std::size_t k = 0; k < count; ++k)
      array.push_back({static_cast<std::uint64_t>(draws.below(500)), static_cast<std::uint32_t>(k)});
    std::vector<Numbered> expected(array.begin(), array.end());
    const auto less = [](const Numbered& a, const Numbered& b) {
      return a.key != b.key ? a.key < b.key : a.number < b.number;
    };
    std::sort(expected.begin(), expected.end(), less);
    sort_large(array, less, 100);
    ASSERT_EQ(array.size(), count);
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(array[k].key, expected[k].key);
      ASSERT_EQ(array[k].number, expected[k].number);
    }
  }
}

TEST(LargeArray, ItsStateIsThatOfAVector) {
  std::vector<std::uint32_t> vector(200'000);
  std::iota(vector.begin(), vector.end(), 1);
  LargeArray<std::uint32_t> array(store_of(0));
  for (const std::uint32_t value : vector) array.push_back(value);
  microarch::MemorySink of_vector;
  microarch::ArchiveWriter{of_vector}(vector);
  microarch::MemorySink of_array;
  microarch::ArchiveWriter{of_array}(array);
  EXPECT_TRUE(of_array.bytes() == of_vector.bytes());

  LargeArray<std::uint32_t> loaded(store_of(0), 200'000);
  microarch::MemoryStream stream(of_vector.bytes());
  microarch::ArchiveReader{stream}(loaded);
  EXPECT_TRUE(stream.at_end());
  EXPECT_TRUE(std::equal(loaded.begin(), loaded.end(), vector.begin(), vector.end()));

  LargeArray<std::uint32_t> shorter(store_of(0), 199'999);
  microarch::MemoryStream again(of_vector.bytes());
  EXPECT_THROW(microarch::ArchiveReader{again}(shorter), microarch::ArchiveError);
}

}  // namespace
}  // namespace trenza::testbench
