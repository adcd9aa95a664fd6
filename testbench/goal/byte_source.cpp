#include "testbench/goal/byte_source.h"

#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace trenza::testbench {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

class PlainSource : public ByteSource {
 public:
  explicit PlainSource(File file) : file_(std::move(file)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::fread(buffer, 1, size, file_.get());
    if (count == 0 && std::ferror(file_.get()) != 0) throw std::runtime_error("the file cannot be read");
    return count;
  }

 private:
  File file_;
};

/// A trace that is compressed expands to some hundred times its size; what expands without end is none.
constexpr std::uint64_t kMostExpansion = 10'000;
constexpr std::uint64_t kAlwaysExpanded = std::uint64_t{256} << 20;

class ZstdSource : public ByteSource {
 public:
  ZstdSource(File file, std::uint64_t compressed_bytes)
      : file_(std::move(file)),
        most_(std::max(kAlwaysExpanded, compressed_bytes * kMostExpansion)),
        stream_(ZSTD_createDStream()),
        compressed_(ZSTD_DStreamInSize()) {
    if (!stream_) throw std::runtime_error("no memory for the zstd decoder");
  }

  std::size_t read(char* buffer, std::size_t size) override {
    ZSTD_outBuffer output{buffer, size, 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size && !is_full_) {
        input_ =
            ZSTD_inBuffer{compressed_.data(), std::fread(compressed_.data(), 1, compressed_.size(), file_.get()), 0};
        if (input_.size == 0) {
          if (std::ferror(file_.get()) != 0) throw std::runtime_error("the file cannot be read");
          if (expected_ != 0) throw std::runtime_error("the zstd file is cut off");
          return 0;
        }
      }
      expected_ = ZSTD_decompressStream(stream_.get(), &output, &input_);
      if (ZSTD_isError(expected_) != 0)
        throw std::runtime_error(std::string("the zstd file is corrupted: ") + ZSTD_getErrorName(expected_));
      is_full_ = output.pos == output.size;  // the decoder may hold more
    }
    expanded_ += output.pos;
    if (expanded_ > most_) {
      throw std::runtime_error("the zstd file expands to more than " + std::to_string(most_ >> 20U) +
                               " MiB, which is more than 256 MiB and than " + std::to_string(kMostExpansion) +
                               " times its size; decompress it to a plain file if it is a trace");
    }
    return output.pos;
  }

 private:
  struct FreeStream {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  File file_;
  std::uint64_t most_;  ///< bytes to which the file may expand
  std::uint64_t expanded_ = 0;
  std::unique_ptr<ZSTD_DStream, FreeStream> stream_;
  std::vector<char> compressed_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  std::size_t expected_ = 0;  ///< 0 at the end of a frame
  bool is_full_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_trace_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw std::runtime_error("there is no such file");
  if (std::filesystem::is_directory(status)) throw std::runtime_error("it is a directory, not a trace");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw std::runtime_error(std::string("the file cannot be opened: ") + std::strerror(errno));

  unsigned char magic[4] = {};
  const std::size_t count = std::fread(magic, 1, sizeof magic, file.get());
  std::rewind(file.get());
  const bool is_zstd = count == 4 && magic[0] == 0x28 && magic[1] == 0xb5 && magic[2] == 0x2f && magic[3] == 0xfd;
  if (is_zstd) {
    const auto bytes = std::filesystem::file_size(path, error);
    return std::make_unique<ZstdSource>(std::move(file), error ? 0 : bytes);
  }
  if (std::filesystem::path(path).extension() == ".zst")
    throw std::runtime_error("the file is corrupted: it is named .zst but does not begin as zstd");
  if (count >= 2 && magic[0] == 0x1f && magic[1] == 0x8b)
    throw std::runtime_error("gzip is not read; decompress the trace or compress it with zstd");
  return std::make_unique<PlainSource>(std::move(file));
}

}  // namespace trenza::testbench
