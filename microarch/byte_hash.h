// A hash of bytes that come in pieces. It guards against accidents, not against malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "microarch/hash.h"

namespace trenza::microarch {

/// The same for the same bytes, however they are cut. Words of 8 bytes, little-endian, and the number of bytes.
class ByteHash {
 public:
  void add(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const char*>(bytes);
    total_ += count;
    while (count > 0) {
      const std::size_t step = count < kWord - filled_ ? count : kWord - filled_;
      std::memcpy(word_ + filled_, at, step);
      filled_ += step;
      at += step;
      count -= step;
      if (filled_ == kWord) take();
    }
  }

  std::uint64_t value() const {
    ByteHash last = *this;
    if (last.filled_ > 0) {
      std::memset(last.word_ + last.filled_, 0, kWord - last.filled_);
      last.take();
    }
    return hash_step(last.hash_, total_);
  }

 private:
  static constexpr std::size_t kWord = sizeof(std::uint64_t);

  void take() {
    std::uint64_t word = 0;
    std::memcpy(&word, word_, kWord);
    hash_ = hash_step(hash_, word);
    filled_ = 0;
  }

  std::uint64_t hash_ = hash();
  std::uint64_t total_ = 0;
  char word_[kWord] = {};
  std::size_t filled_ = 0;
};

}  // namespace trenza::microarch
