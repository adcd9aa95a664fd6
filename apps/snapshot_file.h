// The file around a snapshot: compressed, with a checksum, there as a whole or not at all. Format: docs/snapshots.md.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "microarch/archive_stream.h"
#include "microarch/byte_hash.h"
#include "microarch/output_file.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace trenza::apps {

/// Changes whenever what is written changes.
inline constexpr std::uint32_t kSnapshotFormat = 2;

/// Writes a file that appears with commit() (microarch/output_file.h). Without a commit nothing is left.
class SnapshotWriter : public microarch::ByteSink {
 public:
  /// Throws UsageError if the file cannot be written; so do write() and commit().
  explicit SnapshotWriter(const std::string& file);

  void write(const void* bytes, std::size_t count) override;
  /// Returns the size of the file. To be called once, at the end.
  std::uint64_t commit();

 private:
  void compress(bool ends);
  void put(const void* bytes, std::size_t count);
  /// Turns errors of the file into UsageErrors.
  static void guarded(const std::function<void()>& body);
  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::optional<microarch::OutputFile> output_;
  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
  std::vector<char> plain_;  ///< not compressed yet
  std::vector<char> packed_;
  microarch::ByteHash checksum_;
  std::uint64_t packed_bytes_ = 0;
};

/// Checks form, size and checksum of a file. Throws microarch::ArchiveError with the reason.
void check_snapshot_file(const std::string& file);

/// Reads the bytes that were given to a SnapshotWriter. Throws microarch::ArchiveError.
class SnapshotReader : public microarch::ByteStream {
 public:
  explicit SnapshotReader(const std::string& file);

  void read(void* bytes, std::size_t count) override;

 private:
  void refill();
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  struct CloseFile {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  std::unique_ptr<std::FILE, CloseFile> stream_;
  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
  std::vector<char> packed_;
  std::size_t packed_at_ = 0;
  std::size_t packed_end_ = 0;
  std::vector<char> plain_;
  std::size_t plain_at_ = 0;
  std::size_t plain_end_ = 0;
};

}  // namespace trenza::apps
