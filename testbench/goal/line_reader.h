// Lines of a trace, one after the other, without keeping the text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/goal/byte_source.h"

namespace trenza::testbench {

class LineReader {
 public:
  explicit LineReader(std::unique_ptr<ByteSource> source);

  /// Reads the next line (without its end, LF or CR LF, and without a byte order mark) into line(). False at the end of
  /// the text. Passes on what the source throws.
  bool next();

  /// Valid until the next call of next().
  std::string_view line() const { return line_; }
  /// Number of the line, from 1; 0 before the first.
  std::uint32_t number() const { return number_; }

 private:
  bool fill();

  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< of the text that has not been given out
  std::size_t end_ = 0;
  bool is_finished_ = false;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

}  // namespace trenza::testbench
