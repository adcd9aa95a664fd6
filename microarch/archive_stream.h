// The source and the sink of the bytes of an archive.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace trenza::microarch {

/// The bytes are wrong. what() says how, without the name of the file.
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(const void* bytes, std::size_t count) = 0;
};

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Reads exactly `count` bytes. Throws ArchiveError if there are fewer.
  virtual void read(void* bytes, std::size_t count) = 0;
};

/// Bytes in memory.
class MemorySink : public ByteSink {
 public:
  void write(const void* bytes, std::size_t count) override { bytes_.append(static_cast<const char*>(bytes), count); }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads bytes that must outlive it.
class MemoryStream : public ByteStream {
 public:
  explicit MemoryStream(const std::string& bytes) : bytes_(bytes) {}
  void read(void* bytes, std::size_t count) override {
    if (count > bytes_.size() - at_) throw ArchiveError("the bytes end too early");
    std::memcpy(bytes, bytes_.data() + at_, count);
    at_ += count;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace trenza::microarch
