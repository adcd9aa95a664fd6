// Writes FST, the compressed format of GTKWave, through its fstapi; in builds with TRENZA_HAVE_FST only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "microarch/output_file.h"
#include "waves/wave_writer.h"

namespace trenza::waves {

/// Enumerations refer to native tables of names, texts are string variables. Blocks are packed with LZ4. The file holds
/// no date: equal runs give equal files.
class FstWriter : public WaveWriter {
 public:
  /// What is no regular file gets a copy of the whole from close(), because the format goes back and forth. Throws
  /// WaveError if the file cannot be written.
  explicit FstWriter(const std::string& file);
  ~FstWriter() override;
  FstWriter(const FstWriter&) = delete;
  FstWriter& operator=(const FstWriter&) = delete;

  void begin_scope(const std::string& name) override;
  void end_scope() override;
  VariableId declare(const Variable& variable) override;
  void end_declarations() override { declared_ = true; }
  void time(std::uint64_t picoseconds) override;
  void number(VariableId variable, std::uint64_t value) override;
  void digits(VariableId variable, std::string_view value) override;
  void text(VariableId variable, std::string_view value) override;

  /// As specified; before the file takes its name it is opened for reading, because fstapi does not report a full disk.
  /// A file that is not whole cannot be read at all and is removed.
  void close() override;
  void discard() override;

 private:
  std::uint32_t enum_table(const Variable& variable);

  std::optional<microarch::OutputFile> output_;
  std::optional<microarch::DraftName> hierarchy_;  ///< fstapi keeps it beside the file while that is written
  bool declared_ = false;
  void* context_ = nullptr;
  std::vector<std::pair<std::uint32_t, unsigned>> variables_;  ///< handle, bits
  std::map<std::pair<unsigned, std::vector<std::string>>, std::uint32_t> tables_;
  std::map<std::string, int> table_names_;
  std::size_t pending_bytes_ = 0;  ///< of changes since the last block, about
  std::uint64_t end_time_ = 0;
  bool any_time_ = false;
};

}  // namespace trenza::waves
