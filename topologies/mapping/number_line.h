// Reads lines of whole numbers: the text files of mappings and of communication matrices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "topologies/byte_order_mark.h"

namespace trenza::topologies {

/// The numbers of one line. Blanks, tabs and the characters , : ; separate them; # starts a comment.
class NumberLine {
 public:
  /// `form` is what a line holds, for messages: "process node"; `number` is that of the line, from 1. `path` must
  /// outlive this object.
  NumberLine(const std::string& path, std::int64_t number, std::string_view text, const char* form)
      : path_(path), number_(number), text_(text.substr(0, text.find('#'))), form_(form) {
    if (number == 1) text_ = without_byte_order_mark(text_);
  }

  /// Skips separators.
  bool at_end();
  /// Of the next character, from 0.
  std::size_t offset() const { return at_; }
  /// The next number, from 0 to `most`. Throws MappingError with file, line and column, as expect_end does.
  std::int64_t number(const char* what, std::int64_t most);
  void expect_end(const char* count);

  [[noreturn]] void fail(std::size_t offset, const std::string& reason) const;

 private:
  const std::string& path_;
  std::int64_t number_;
  std::string_view text_;
  const char* form_;
  std::size_t at_ = 0;
};

/// Throws the MappingError of a file as a whole.
[[noreturn]] void fail_mapping_file(const std::string& path, const std::string& reason);

}  // namespace trenza::topologies
