// Keeps the last part of a recording in memory, and writes it when it is wanted.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "waves/wave_writer.h"

namespace trenza::waves {

/// A writer that writes its file in close(): the changes of the last `span` picoseconds, and the values at their begin.
/// Without close() there is no file.
class TailWriter : public WaveWriter {
 public:
  TailWriter(std::string file, std::uint64_t span) : file_(std::move(file)), span_(span) {}

  void begin_scope(const std::string& name) override;
  void end_scope() override;
  VariableId declare(const Variable& variable) override;
  void end_declarations() override {}
  void time(std::uint64_t picoseconds) override;
  void number(VariableId variable, std::uint64_t value) override;
  void digits(VariableId variable, std::string_view value) override;
  void text(VariableId variable, std::string_view value) override;
  void close() override;
  void discard() override { frames_.clear(); }
  std::optional<std::uint64_t> readable_until() const override { return readable_until_; }

 private:
  /// The changes at one time.
  struct Frame {
    std::uint64_t time = 0;
    std::vector<std::pair<VariableId, std::uint64_t>> numbers;
    std::vector<std::pair<VariableId, std::string>> texts;
  };

  void forget(const Frame& frame);
  void write_all(WaveWriter& writer) const;
  void write(const Frame& frame, const std::vector<VariableId>& ids, WaveWriter& writer) const;
  void write_text(VariableId variable, const std::string& value, const std::vector<VariableId>& ids,
                  WaveWriter& writer) const;

  std::string file_;
  std::optional<std::uint64_t> readable_until_;
  std::uint64_t span_;
  std::vector<std::function<void(WaveWriter&, std::vector<VariableId>&)>> declarations_;
  VariableId variables_ = 0;
  std::deque<Frame> frames_;
  // By variable: what held before the first frame, and whether there was anything.
  std::vector<std::uint64_t> numbers_;
  std::vector<std::string> texts_;
  enum class Held : std::uint8_t { nothing, number, text };
  std::vector<Held> held_;
  std::vector<bool> wide_;  // its texts are digits
};

}  // namespace trenza::waves
