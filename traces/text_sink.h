// Where the text of a trace goes.
#pragma once

#include <string>
#include <string_view>

namespace trenza::traces {

class TextSink {
 public:
  virtual ~TextSink() = default;
  /// Takes the next bytes. What it throws ends the writing.
  virtual void write(std::string_view text) = 0;
};

/// Keeps the text.
class StringSink : public TextSink {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace trenza::traces
