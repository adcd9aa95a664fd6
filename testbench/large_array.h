// An array that may be larger than the memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "microarch/archive.h"
#include "testbench/array_store.h"

namespace trenza::testbench {

/// Like std::vector, for values that are their bytes. Growing throws what ArrayBlock::grow throws. Code that visits
/// many elements must call store().tick() while it does so.
template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;  // NOLINT(readability-identifier-naming): the names that matchers of containers look for
  using const_iterator = const T*;  // NOLINT(readability-identifier-naming)

  explicit LargeArray(std::shared_ptr<ArrayStore> store) : block_(std::make_unique<ArrayBlock>(std::move(store))) {}
  /// `count` elements whose bytes are 0.
  LargeArray(std::shared_ptr<ArrayStore> store, std::size_t count) : LargeArray(std::move(store)) {
    reserve(count);
    size_ = count;
  }
  LargeArray(std::shared_ptr<ArrayStore> store, std::size_t count, const T& value)
      : LargeArray(std::move(store), count) {
    fill(value);
  }
  LargeArray(const LargeArray& other) : LargeArray(other.block_->store()) {
    reserve(other.size_);
    for (const T& value : other) {
      push_back(value);
      store().tick();
    }
  }
  LargeArray(LargeArray&& other) noexcept = default;
  LargeArray& operator=(const LargeArray&) = delete;
  LargeArray& operator=(LargeArray&& other) noexcept = default;
  ~LargeArray() = default;

  ArrayStore& store() const { return *block_->store(); }
  const std::shared_ptr<ArrayStore>& shared_store() const { return block_->store(); }
  bool is_file() const { return block_->is_file(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  T& operator[](std::size_t k) { return data_[k]; }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

  void push_back(const T& value) {
    if (size_ == capacity_) grow();
    data_[size_++] = value;
  }
  /// Makes room for `count` elements in all.
  void reserve(std::size_t count) {
    if (count > capacity_) take(count * sizeof(T));
  }
  void fill(const T& value) {
    if (!is_file()) return std::fill(begin(), end(), value);
    for (T& element : *this) {
      element = value;
      store().tick();
    }
  }
  /// Forgets all elements and gives their memory or file back.
  void drop() { *this = LargeArray(block_->store()); }

  /// Written as a std::vector is. Reading throws ArchiveError if the length differs.
  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    std::uint64_t count = self.size_;
    archive(count);
    if (count != self.size_) throw microarch::ArchiveError("a part has another length than the trace");
    constexpr std::size_t kAtATime = std::size_t{1} << 16;
    for (std::size_t k = 0; k < self.size_; k += kAtATime) {
      archive.array(self.data_ + k, std::min(kAtATime, self.size_ - k));
      self.store().trim();
    }
  }

 private:
  static constexpr std::size_t kLeastStep = std::size_t{1} << 14;
  static constexpr std::size_t kLargestStep = std::size_t{1} << 26;

  void grow() {
    const std::size_t bytes = block_->bytes();
    take(bytes + std::max(std::clamp(bytes, kLeastStep, kLargestStep), sizeof(T)));
  }
  void take(std::size_t bytes) {
    block_->grow(bytes);
    data_ = static_cast<T*>(block_->data());
    capacity_ = block_->bytes() / sizeof(T);
  }

  std::unique_ptr<ArrayBlock> block_;
  T* data_ = nullptr;  ///< in the block
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace trenza::testbench
