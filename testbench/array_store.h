// Storage of the large arrays of a trace: in memory while their total is small, else in temporary files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trenza::testbench {

class ArrayBlock;

/// Counts the bytes of all arrays of one trace, which share this object. It must be used by one thread only. Child
/// processes need one of their own.
class ArrayStore {
 public:
  static constexpr std::size_t kDefaultMemory = std::size_t{256} << 20;

  /// Arrays that would take more than `memory` bytes together lie in files.
  explicit ArrayStore(std::size_t memory = kDefaultMemory) : memory_(memory) {}
  ~ArrayStore();
  ArrayStore(const ArrayStore&) = delete;
  ArrayStore& operator=(const ArrayStore&) = delete;

  /// Must be called regularly while arrays are used, about once for each element. It keeps the resident part of the
  /// files small.
  void tick() {
    if (!files_.empty() && ++ticks_ % kTicks == 0) trim();
  }
  /// The same, at once.
  void trim();

  /// Bytes of all arrays in memory, and in files.
  std::size_t memory_bytes() const { return memory_used_; }
  std::size_t file_bytes() const;

 private:
  friend class ArrayBlock;
  static constexpr std::uint64_t kTicks = 512;
  /// Resident pages of files above which all are given back. They stay in the page cache while there is room.
  static constexpr std::size_t kResidentBytes = std::size_t{128} << 20;

  void add_file(ArrayBlock* block);
  /// Resident bytes of all mapped files of this process; the largest number if that is not known.
  std::size_t resident_bytes() const;

  std::size_t memory_;
  std::size_t memory_used_ = 0;
  std::vector<ArrayBlock*> files_;
  std::uint64_t ticks_ = 0;
  int statistics_ = -1;                ///< descriptor
  std::size_t resident_at_first_ = 0;  ///< program and libraries
};

/// The bytes of one array, 0 at first. They move to a file when the store demands it.
class ArrayBlock {
 public:
  explicit ArrayBlock(std::shared_ptr<ArrayStore> store) : store_(std::move(store)) {}
  ~ArrayBlock();
  ArrayBlock(const ArrayBlock&) = delete;
  ArrayBlock& operator=(const ArrayBlock&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  bool is_file() const { return file_ >= 0; }
  const std::shared_ptr<ArrayStore>& store() const { return store_; }

  /// Makes it `bytes` large or a little more, and keeps the contents. Its address may change. Throws InputError if a
  /// file is needed and cannot be made or has no room, std::bad_alloc if there is no memory.
  void grow(std::size_t bytes);
  /// Gives the resident pages of a file back to the system; what is in them stays.
  void release() const;

 private:
  void move_to_file(std::size_t bytes);
  void map(std::size_t bytes);

  std::shared_ptr<ArrayStore> store_;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  int file_ = -1;  ///< descriptor of a file without a name
};

}  // namespace trenza::testbench
