// Writes FST, the compressed format of GTKWave, through its fstapi; in builds with TRENZA_HAVE_FST only.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "waves/wave_writer.h"

namespace trenza::waves {

/// Enumerations refer to native tables of names, texts are string variables. Blocks are packed with LZ4. The file holds
/// no date: equal runs give equal files.
class FstWriter : public WaveWriter {
 public:
  /// Throws WaveError if the file cannot be opened, or exists and is not a regular file.
  explicit FstWriter(const std::string& file);
  ~FstWriter() override;
  FstWriter(const FstWriter&) = delete;
  FstWriter& operator=(const FstWriter&) = delete;

  void begin_scope(const std::string& name) override;
  void end_scope() override;
  VariableId declare(const Variable& variable) override;
  void end_declarations() override {}
  void time(std::uint64_t picoseconds) override;
  void number(VariableId variable, std::uint64_t value) override;
  void text(VariableId variable, std::string_view value) override;

  /// Closes the file, then opens it for reading, because fstapi does not report a full disk.
  void close() override;

 private:
  std::uint32_t enum_table(const Variable& variable);

  std::string file_;
  void* context_ = nullptr;
  std::vector<std::pair<std::uint32_t, unsigned>> variables_;  ///< handle, bits
  std::map<std::pair<unsigned, std::vector<std::string>>, std::uint32_t> tables_;
  std::map<std::string, int> table_names_;
  std::size_t pending_bytes_ = 0;  ///< of changes since the last block, about
  std::uint64_t end_time_ = 0;
  bool any_time_ = false;
};

}  // namespace trenza::waves
