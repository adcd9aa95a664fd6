// Collects text for a sink in larger pieces.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "traces/text_sink.h"

namespace trenza::traces {

/// What readers of the formats take, in bytes.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

class LineWriter {
 public:
  explicit LineWriter(TextSink& sink) : sink_(sink) {}

  template <class... Values>
  void add(fmt::format_string<Values...> format, const Values&... values) {
    const std::size_t before = text_.size();
    fmt::format_to(std::back_inserter(text_), format, values...);
    written_ += text_.size() - before;
    if (text_.size() >= kPiece) flush();
  }
  /// Gives the rest to the sink.
  void flush() {
    sink_.write(text_);
    text_.clear();
  }
  /// Bytes that were added.
  std::uint64_t written() const { return written_; }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  TextSink& sink_;
  std::string text_;
  std::uint64_t written_ = 0;
};

}  // namespace trenza::traces
