#include "apps/snapshot_file.h"

#include <fmt/core.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <new>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

using microarch::ArchiveError;

constexpr std::size_t kBlock = 1 << 17;
constexpr char kMagic[] = {'T', 'R', 'N', 'Z', 'S', 'N', 'A', 'P'};

/// The begin of a file.
struct Header {
  char magic[sizeof kMagic] = {};
  std::uint32_t format = kSnapshotFormat;
  std::uint32_t reserved = 0;
  std::uint64_t bytes = 0;     ///< that follow the header
  std::uint64_t checksum = 0;  ///< of these
  std::uint64_t header_checksum = 0;

  std::uint64_t own_checksum() const {
    microarch::ByteHash hash;
    hash.add(this, offsetof(Header, header_checksum));
    return hash.value();
  }
};
static_assert(sizeof(Header) == 40, "headers have no gaps");

std::FILE* open_to_read(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw ArchiveError("is a directory; expected a snapshot");
  if (!std::filesystem::exists(file, error)) throw ArchiveError("no such file; expected a snapshot");
  std::FILE* const stream = std::fopen(file.c_str(), "rb");
  if (stream == nullptr) throw ArchiveError(fmt::format("cannot be read: {}", std::strerror(errno)));
  return stream;
}

struct CloseFile {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};

}  // namespace

// ---- writing

void SnapshotWriter::FreeContext::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

SnapshotWriter::SnapshotWriter(const std::string& file) : context_(ZSTD_createCCtx()), packed_(ZSTD_CStreamOutSize()) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  plain_.reserve(kBlock);
  guarded([&] { output_.emplace(file, microarch::OutputFile::Access::random); });
  const Header room;
  put(&room, sizeof room);
}

void SnapshotWriter::guarded(const std::function<void()>& body) {
  try {
    body();
  } catch (const microarch::OutputError& error) {
    throw UsageError(fmt::format("--save-at: {}", error.what()));
  }
}

void SnapshotWriter::put(const void* bytes, std::size_t count) {
  guarded([&] { output_->write(bytes, count); });
}

void SnapshotWriter::write(const void* bytes, std::size_t count) {
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const std::size_t step = std::min(count, kBlock - plain_.size());
    plain_.insert(plain_.end(), at, at + step);
    at += step;
    count -= step;
    if (plain_.size() == kBlock) compress(false);
  }
}

void SnapshotWriter::compress(bool ends) {
  ZSTD_inBuffer input{plain_.data(), plain_.size(), 0};
  for (std::size_t left = 1; left != 0;) {
    ZSTD_outBuffer output{packed_.data(), packed_.size(), 0};
    left = ZSTD_compressStream2(context_.get(), &output, &input, ends ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0)
      throw UsageError(fmt::format("--save-at: {} cannot be written: {}", output_->name(), ZSTD_getErrorName(left)));
    put(packed_.data(), output.pos);
    checksum_.add(packed_.data(), output.pos);
    packed_bytes_ += output.pos;
    if (!ends && input.pos == input.size) break;
  }
  plain_.clear();
}

std::uint64_t SnapshotWriter::commit() {
  compress(true);
  Header header;
  std::copy(std::begin(kMagic), std::end(kMagic), header.magic);
  header.bytes = packed_bytes_;
  header.checksum = checksum_.value();
  header.header_checksum = header.own_checksum();
  guarded([&] {
    output_->write_at(0, &header, sizeof header);
    output_->commit(true);
  });
  return sizeof header + packed_bytes_;
}

// ---- reading

void check_snapshot_file(const std::string& file) {
  const std::unique_ptr<std::FILE, CloseFile> stream(open_to_read(file));
  Header header;
  const std::size_t got = std::fread(&header, 1, sizeof header, stream.get());
  if (got < sizeof kMagic || !std::equal(std::begin(kMagic), std::end(kMagic), header.magic))
    throw ArchiveError("is no snapshot; expected a file that --save-at wrote");
  if (got < sizeof header) throw ArchiveError(fmt::format("the snapshot is cut off after {} bytes", got));
  if (header.format != kSnapshotFormat)
    throw ArchiveError(fmt::format("the snapshot is of format {}; expected format {}", header.format, kSnapshotFormat));
  if (header.header_checksum != header.own_checksum())
    throw ArchiveError("the snapshot is damaged: the checksum of its header is wrong");
  microarch::ByteHash checksum;
  std::uint64_t bytes = 0;
  std::vector<char> block(kBlock);
  for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), stream.get())) > 0; bytes += count)
    checksum.add(block.data(), count);
  if (std::ferror(stream.get()) != 0) throw ArchiveError("cannot be read to its end");
  if (bytes < header.bytes)
    throw ArchiveError(fmt::format("the snapshot is cut off: it has {} of {} bytes", bytes + sizeof header,
                                   header.bytes + sizeof header));
  if (bytes > header.bytes || checksum.value() != header.checksum)
    throw ArchiveError("the snapshot is damaged: its checksum is wrong");
}

void SnapshotReader::FreeContext::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

SnapshotReader::SnapshotReader(const std::string& file)
    : stream_(open_to_read(file)), context_(ZSTD_createDCtx()), packed_(kBlock), plain_(kBlock) {
  if (context_ == nullptr) throw std::bad_alloc();
  if (std::fseek(stream_.get(), sizeof(Header), SEEK_SET) != 0) throw ArchiveError("cannot be read");
}

void SnapshotReader::refill() {
  plain_at_ = plain_end_ = 0;
  while (plain_end_ == 0) {
    if (packed_at_ == packed_end_) {
      packed_at_ = 0;
      packed_end_ = std::fread(packed_.data(), 1, packed_.size(), stream_.get());
      if (packed_end_ == 0) throw ArchiveError("the snapshot ends too early");
    }
    ZSTD_inBuffer input{packed_.data(), packed_end_, packed_at_};
    ZSTD_outBuffer output{plain_.data(), plain_.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &output, &input);
    if (ZSTD_isError(result) != 0)
      throw ArchiveError(fmt::format("the snapshot is damaged: {}", ZSTD_getErrorName(result)));
    packed_at_ = input.pos;
    plain_end_ = output.pos;
  }
}

void SnapshotReader::read(void* bytes, std::size_t count) {
  auto* to = static_cast<char*>(bytes);
  while (count > 0) {
    if (plain_at_ == plain_end_) refill();
    const std::size_t step = std::min(count, plain_end_ - plain_at_);
    std::memcpy(to, plain_.data() + plain_at_, step);
    plain_at_ += step;
    to += step;
    count -= step;
  }
}

}  // namespace trenza::apps
