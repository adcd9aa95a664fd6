// The bytes of a trace file, plain or compressed with zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace trenza::testbench {

/// Bytes from the begin of a file to its end.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads up to `size` bytes; 0 only at the end. Throws std::runtime_error with a reason (without the name of the
  /// file).
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

/// Opens a file; compression is recognised by its first bytes. Throws std::runtime_error with a reason (without the
/// name of the file) for a file that does not exist or cannot be read, a directory, and other compressions. Reading a
/// zstd file throws when it has expanded to more than 256 MiB and to more than 10,000 times its size.
std::unique_ptr<ByteSource> open_trace_file(const std::string& path);

}  // namespace trenza::testbench
