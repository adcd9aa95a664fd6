#include "microarch/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "microarch/byte_hash.h"
#include "microarch/fabric.h"

namespace trenza::microarch {
namespace {

enum class Colour : std::uint8_t { red = 1, blue = 7 };

/// This structure has gaps, so it needs a list of its fields.
struct Gaps {
  std::uint8_t small = 0;
  std::uint64_t large = 0;
  bool yes = false;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [small, large, yes] = self;
    archive(small, large, yes);
  }
  bool operator==(const Gaps& other) const { return small == other.small && large == other.large && yes == other.yes; }
};

struct NoGaps {
  std::uint32_t a = 0;
  std::int16_t b = 0;
  std::uint16_t c = 0;
};

template <class... Values>
std::string written(const Values&... values) {
  MemorySink sink;
  ArchiveWriter archive(sink);
  archive(values...);
  return sink.bytes();
}

template <class T>
T back(const T& value) {
  const std::string bytes = written(value);
  MemoryStream stream(bytes);
  ArchiveReader archive(stream);
  T result{};
  archive(result);
  EXPECT_TRUE(stream.at_end());
  return result;
}

TEST(Archive, IsLittleEndianAndOfFixedWidths) {
  EXPECT_EQ(written(std::uint32_t{0x01020304}), std::string("\x04\x03\x02\x01", 4));
  EXPECT_EQ(written(-2), std::string("\xfe\xff\xff\xff", 4));
  EXPECT_EQ(written(true, Colour::blue), std::string("\x01\x07", 2));
  EXPECT_EQ(written(std::string("ab")), std::string("\x02\0\0\0\0\0\0\0ab", 10));
  EXPECT_EQ(written(std::vector<std::uint16_t>{1, 2}), std::string("\x02\0\0\0\0\0\0\0\x01\0\x02\0", 12));
  EXPECT_EQ(written(Gaps{1, 2, true}), std::string("\x01\x02\0\0\0\0\0\0\0\x01", 10)) << "without the gaps";
  EXPECT_EQ(written(NoGaps{1, 2, 3}).size(), 8U);
}

TEST(Archive, ReadsBackWhatItWrote) {
  EXPECT_EQ(back(std::numeric_limits<std::int64_t>::min()), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(back(std::string("a\0b", 3)), std::string("a\0b", 3));
  EXPECT_EQ(back(Colour::red), Colour::red);
  const ArchiveUint128 wide = (ArchiveUint128{5} << 100) + 3;
  EXPECT_TRUE(back(wide) == wide);
  const std::vector<bool> bits{true, false, false, true};
  EXPECT_EQ(back(bits), bits);
  const std::vector<Gaps> gaps{{1, 2, true}, {3, ~std::uint64_t{0}, false}};
  EXPECT_EQ(back(gaps), gaps);
  const std::map<std::uint64_t, std::array<std::uint32_t, 2>> map{{9, {1, 2}}, {4, {3, 4}}};
  EXPECT_EQ(back(map), map);
  const std::vector<std::pair<std::uint32_t, Colour>> pairs{{4, Colour::red}, {5, Colour::blue}};
  EXPECT_EQ(back(pairs), pairs);
  const std::vector<std::uint64_t> many(200'000, 7);
  EXPECT_EQ(back(many), many) << "in pieces";
  EXPECT_TRUE(back(std::vector<Gaps>{}).empty());
}

TEST(Archive, KeepsEveryFieldOfADelivery) {
  const Delivery delivery{1, 2, 3, 4, 5, 6, 7, 8, 9, 1};
  EXPECT_EQ(written(back(delivery)), written(delivery));
  EXPECT_EQ(written(delivery).size(), 2 * 4 + 8 + 2 * 4 + 4 * 8 + 4U);
}

TEST(Archive, KeepsAPriorityQueue) {
  std::priority_queue<int, std::vector<int>, std::greater<>> queue;
  for (const int value : {5, 1, 4, 9, 2}) queue.push(value);
  MemorySink sink;
  ArchiveWriter writer(sink);
  archive_queue(queue, writer);
  EXPECT_EQ(queue.size(), 5U) << "saving takes nothing away";
  MemoryStream stream(sink.bytes());
  ArchiveReader reader(stream);
  decltype(queue) other;
  other.push(77);
  archive_queue(other, reader);
  for (const int value : {1, 2, 4, 5, 9}) {
    EXPECT_EQ(other.top(), value);
    other.pop();
  }
  EXPECT_TRUE(other.empty());
}

TEST(Archive, RefusesBytesThatEndTooEarly) {
  const std::string bytes = written(std::vector<std::uint32_t>{1, 2, 3});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string cut = bytes.substr(0, length);
    MemoryStream stream(cut);
    ArchiveReader archive(stream);
    std::vector<std::uint32_t> vector;
    EXPECT_THROW(archive(vector), ArchiveError) << length;
  }
}

TEST(Archive, AWrongLengthTakesNoMemory) {
  const std::string bytes = written(~std::uint64_t{0});
  MemoryStream stream(bytes);
  ArchiveReader archive(stream);
  std::vector<std::uint64_t> vector;
  EXPECT_THROW(archive(vector), ArchiveError);
  EXPECT_LT(vector.capacity(), 1U << 20);
}

TEST(Archive, MarksNoticeWhoIsOutOfStep) {
  MemorySink sink;
  ArchiveWriter writer(sink);
  writer.mark("one");
  writer(std::uint64_t{3});
  writer.mark("two");
  const auto read = [&](const char* first, bool skips) {
    MemoryStream stream(sink.bytes());
    ArchiveReader archive(stream);
    archive.mark(first);
    std::uint64_t value = 0;
    if (!skips) archive(value);
    archive.mark("two");
  };
  EXPECT_NO_THROW(read("one", false));
  EXPECT_THROW(read("two", false), ArchiveError);
  EXPECT_THROW(read("one", true), ArchiveError);
}

TEST(ByteHash, DoesNotDependOnPieces) {
  std::string bytes;
  for (int k = 0; k < 1000; ++k) bytes += static_cast<char>(k * 37);
  ByteHash whole;
  whole.add(bytes.data(), bytes.size());
  for (const std::size_t piece : {1U, 3U, 8U, 13U, 999U}) {
    ByteHash parts;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      parts.add(bytes.data() + at, std::min(piece, bytes.size() - at));
    EXPECT_EQ(parts.value(), whole.value()) << piece;
  }
}

TEST(ByteHash, SeesEveryBitAndTheLength) {
  std::string bytes(21, '\0');
  const auto value = [](const std::string& text) {
    ByteHash hash;
    hash.add(text.data(), text.size());
    return hash.value();
  };
  const std::uint64_t before = value(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string other = bytes;
    other[at] = 1;
    EXPECT_NE(value(other), before) << at;
  }
  EXPECT_NE(value(bytes + std::string(1, '\0')), before);
  EXPECT_NE(value(bytes.substr(1)), before);
  EXPECT_NE(value(""), before);
}

}  // namespace
}  // namespace trenza::microarch
