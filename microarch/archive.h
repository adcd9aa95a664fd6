// A small binary archive: the state of objects as bytes, little-endian and of fixed widths.
//
// A class with state has one list of its fields for both directions:
//
//   template <class Self, class Archive>
//   static void state(Self& self, Archive& archive) {
//     auto& [table, count, cells] = self;  // every member, so that a new one is a compile error here
//     archive(count, cells);               // what is state
//   }
//   void save(ArchiveWriter& archive) const { archive(*this); }
//   void load(ArchiveReader& archive) { archive(*this); }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <queue>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "microarch/archive_stream.h"

namespace trenza::microarch {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "archives are written as memory stands");
static_assert(sizeof(int) == 4 && sizeof(std::size_t) == 8, "archives have fixed widths");

/// 128-bit unsigned integer (an extension of GCC and Clang).
__extension__ typedef unsigned __int128 ArchiveUint128;  // NOLINT(modernize-use-using): __extension__ needs a typedef

namespace archive_detail {

template <class T, class Archive, class = void>
struct HasState : std::false_type {};
template <class T, class Archive>
struct HasState<T, Archive, std::void_t<decltype(T::state(std::declval<T&>(), std::declval<Archive&>()))>>
    : std::true_type {};

/// Values that are their bytes: numbers, enumerations, and structures of them without gaps.
template <class T>
inline constexpr bool kIsBytes = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, ArchiveUint128> ||
                                 (std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);

template <class T, class Archive>
inline constexpr bool kIsRaw = kIsBytes<T> && !HasState<T, Archive>::value && !std::is_same_v<T, bool>;

/// The number of elements that are read at a time. So a wrong length ends at the end of the bytes, before memory runs
/// out.
inline constexpr std::uint64_t kElementsAtATime = 1 << 16;

}  // namespace archive_detail

/// Writes values to a sink.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(ByteSink& sink) : sink_(sink) {}

  template <class... Values>
  void operator()(const Values&... values) {
    (value(values), ...);
  }
  /// `count` values that lie in a row; their number is not written.
  template <class T>
  void array(const T* values, std::size_t count) {
    if constexpr (archive_detail::kIsRaw<T, ArchiveWriter>) {
      sink_.write(values, count * sizeof(T));
    } else {
      for (std::size_t k = 0; k < count; ++k) value(values[k]);
    }
  }
  /// Marks the begin of a part, so that a reader that is out of step notices.
  void mark(const std::string& part) { value(part); }

 private:
  template <class T>
  void value(const T& value) {
    if constexpr (archive_detail::HasState<const T, ArchiveWriter>::value) {
      T::state(value, *this);
    } else {
      static_assert(archive_detail::kIsBytes<T>, "this type has gaps or pointers: give it a state()");
      sink_.write(&value, sizeof value);
    }
  }
  void value(bool value) { this->value(static_cast<std::uint8_t>(value)); }
  void value(const std::string& text) {
    value(static_cast<std::uint64_t>(text.size()));
    sink_.write(text.data(), text.size());
  }
  template <class T>
  void value(const std::vector<T>& vector) {
    value(static_cast<std::uint64_t>(vector.size()));
    array(vector.data(), vector.size());
  }
  void value(const std::vector<bool>& vector) {
    value(static_cast<std::uint64_t>(vector.size()));
    for (const bool bit : vector) value(bit);
  }
  template <class T, std::size_t N>
  void value(const std::array<T, N>& values) {
    array(values.data(), N);
  }
  template <class A, class B>
  void value(const std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class K, class V>
  void value(const std::map<K, V>& map) {
    value(static_cast<std::uint64_t>(map.size()));
    for (const auto& entry : map) value(entry);
  }

  ByteSink& sink_;
};

/// Reads what an ArchiveWriter wrote. Throws ArchiveError when the bytes end too early or are of something else.
class ArchiveReader {
 public:
  explicit ArchiveReader(ByteStream& source) : source_(source) {}

  template <class... Values>
  void operator()(Values&... values) {
    (value(values), ...);
  }
  template <class T>
  void array(T* values, std::size_t count) {
    if constexpr (archive_detail::kIsRaw<T, ArchiveReader>) {
      source_.read(values, count * sizeof(T));
    } else {
      for (std::size_t k = 0; k < count; ++k) value(values[k]);
    }
  }
  void mark(const std::string& part) {
    std::string found;
    if (size() != part.size()) throw ArchiveError("the part `" + part + "` is not where it should be");
    found.resize(part.size());
    source_.read(found.data(), found.size());
    if (found != part) throw ArchiveError("the part `" + part + "` is not where it should be");
  }

 private:
  std::uint64_t size() {
    std::uint64_t count = 0;
    value(count);
    return count;
  }
  /// Calls read(first, count) for pieces of `count` elements, before each of which `container` has grown.
  template <class Container, class Read>
  static void grow(Container& container, std::uint64_t count, const Read& read) {
    container.clear();
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t step =
          count - done < archive_detail::kElementsAtATime ? count - done : archive_detail::kElementsAtATime;
      container.resize(static_cast<std::size_t>(done + step));
      read(static_cast<std::size_t>(done), static_cast<std::size_t>(step));
      done += step;
    }
  }

  template <class T>
  void value(T& value) {
    if constexpr (archive_detail::HasState<T, ArchiveReader>::value) {
      T::state(value, *this);
    } else {
      static_assert(archive_detail::kIsBytes<T>, "this type has gaps or pointers: give it a state()");
      source_.read(&value, sizeof value);
    }
  }
  void value(bool& value) {
    std::uint8_t byte = 0;
    this->value(byte);
    value = byte != 0;
  }
  void value(std::string& text) {
    grow(text, size(), [&](std::size_t first, std::size_t count) { source_.read(text.data() + first, count); });
  }
  template <class T>
  void value(std::vector<T>& vector) {
    grow(vector, size(), [&](std::size_t first, std::size_t count) { array(vector.data() + first, count); });
  }
  void value(std::vector<bool>& vector) {
    grow(vector, size(), [&](std::size_t first, std::size_t count) {
      for (std::size_t k = first; k < first + count; ++k) {
        bool bit = false;
        value(bit);
        vector[k] = bit;
      }
    });
  }
  template <class T, std::size_t N>
  void value(std::array<T, N>& values) {
    array(values.data(), N);
  }
  template <class A, class B>
  void value(std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class K, class V>
  void value(std::map<K, V>& map) {
    map.clear();
    for (std::uint64_t left = size(); left > 0; --left) {
      K key{};
      value(key);
      value(map[key]);
    }
  }

  ByteStream& source_;
};

/// The elements of a priority queue, in order. No two may be equal, so that the order is all there is to save.
template <class T, class Container, class Compare>
void archive_queue(std::priority_queue<T, Container, Compare> queue, ArchiveWriter& archive) {
  archive(static_cast<std::uint64_t>(queue.size()));
  for (; !queue.empty(); queue.pop()) archive(queue.top());
}
template <class T, class Container, class Compare>
void archive_queue(std::priority_queue<T, Container, Compare>& queue, ArchiveReader& archive) {
  queue = {};
  std::uint64_t left = 0;
  for (archive(left); left > 0; --left) {
    T element{};
    archive(element);
    queue.push(std::move(element));
  }
}

}  // namespace trenza::microarch
