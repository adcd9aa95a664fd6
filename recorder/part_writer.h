// Writes a part. It is part of the library that is loaded into MPI programs, so it throws nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "recorder/part_format.h"

namespace trenza::recorder {

class PartWriter {
 public:
  PartWriter() = default;
  ~PartWriter();
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;

  /// Makes the file, which must not exist. Returns 0, or the number of the error (errno).
  int open(const std::string& file, std::int32_t rank, std::int32_t ranks);
  void add(const Event& event, const void* payload = nullptr, std::size_t payload_bytes = 0);
  /// Writes what is left, and the event `end`. Returns 0, or the number of the first error of all writes.
  int close();
  /// The number of the first error, 0 if there was none. What is added after it is lost.
  int error() const { return error_; }

 private:
  void put(const void* bytes, std::size_t count);
  void flush();

  int descriptor_ = -1;
  int error_ = 0;
  std::vector<char> buffer_;
};

}  // namespace trenza::recorder
