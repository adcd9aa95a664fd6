// Writes VCD (IEEE 1364 value change dump) with the string variables of GTKWave and Surfer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "microarch/output_file.h"
#include "waves/wave_writer.h"

namespace trenza::waves {

/// Enumerations are written as strings, because VCD has no table of names. White space and other characters that VCD
/// cannot hold in a string are written the way fst2vcd and GTKWave do (blank: \040). The file holds no date: equal runs
/// give equal files.
class VcdWriter : public WaveWriter {
 public:
  /// Throws WaveError if the file cannot be opened.
  explicit VcdWriter(const std::string& file);
  ~VcdWriter() override;
  VcdWriter(const VcdWriter&) = delete;
  VcdWriter& operator=(const VcdWriter&) = delete;

  void begin_scope(const std::string& name) override;
  void end_scope() override;
  VariableId declare(const Variable& variable) override;
  void end_declarations() override;
  void time(std::uint64_t picoseconds) override;
  void number(VariableId variable, std::uint64_t value) override;
  void digits(VariableId variable, std::string_view value) override;
  void text(VariableId variable, std::string_view value) override;
  void close() override;
  void discard() override { output_.reset(); }
  /// A file that could not be written to its end is cut after the last time that is whole.
  std::optional<std::uint64_t> readable_until() const override { return readable_until_; }

 private:
  struct Entry {
    std::string code;
    unsigned bits = 1;
    const std::vector<std::string>* names = nullptr;  ///< already escaped; enumerations only
  };

  void put(std::string_view text);
  void flush();
  void keep_whole_times();
  [[noreturn]] void fail(const std::string& reason) const;

  std::optional<microarch::OutputFile> output_;  ///< none: closed
  bool declared_ = false;
  std::string buffer_;
  std::size_t buffer_begin_ = 0;                                  ///< its place in the file
  std::vector<std::pair<std::size_t, std::uint64_t>> times_;      ///< in the buffer: where the line of a time ends
  std::optional<std::pair<std::size_t, std::uint64_t>> on_disk_;  ///< the last one before the buffer
  std::optional<std::uint64_t> readable_until_;
  std::string escaped_;
  std::vector<Entry> entries_;
  std::map<std::vector<std::string>, std::vector<std::string>> escaped_names_;
};

/// `text` with every character that is not a printable non-blank ASCII character, and quotes, backslash and question
/// mark, as a C escape sequence.
void append_escaped(std::string& to, std::string_view text);

}  // namespace trenza::waves
