#include "waves/tail_writer.h"

#include "waves/wave_error.h"
#include "waves/wave_file.h"

namespace trenza::waves {

void TailWriter::begin_scope(const std::string& name) {
  declarations_.emplace_back(
      [name](WaveWriter& writer, std::vector<VariableId>& /*ids*/) { writer.begin_scope(name); });
}

void TailWriter::end_scope() {
  declarations_.emplace_back([](WaveWriter& writer, std::vector<VariableId>& /*ids*/) { writer.end_scope(); });
}

VariableId TailWriter::declare(const Variable& variable) {
  declarations_.emplace_back(
      [variable](WaveWriter& writer, std::vector<VariableId>& ids) { ids.push_back(writer.declare(variable)); });
  numbers_.push_back(0);
  texts_.emplace_back();
  held_.push_back(Held::nothing);
  wide_.push_back(false);
  return variables_++;
}

void TailWriter::time(std::uint64_t picoseconds) {
  while (!frames_.empty() && frames_.front().time + span_ < picoseconds) {
    forget(frames_.front());
    frames_.pop_front();
  }
  frames_.push_back({picoseconds, {}, {}});
}

void TailWriter::number(VariableId variable, std::uint64_t value) {
  frames_.back().numbers.emplace_back(variable, value);
}

void TailWriter::digits(VariableId variable, std::string_view value) {
  wide_[variable] = true;
  text(variable, value);
}

void TailWriter::text(VariableId variable, std::string_view value) {
  frames_.back().texts.emplace_back(variable, value);
}

void TailWriter::forget(const Frame& frame) {
  for (const auto& [variable, value] : frame.numbers) {
    numbers_[variable] = value;
    held_[variable] = Held::number;
  }
  for (const auto& [variable, value] : frame.texts) {
    texts_[variable] = value;
    held_[variable] = Held::text;
  }
}

void TailWriter::write(const Frame& frame, const std::vector<VariableId>& ids, WaveWriter& writer) const {
  for (const auto& [variable, value] : frame.numbers) writer.number(ids[variable], value);
  for (const auto& [variable, value] : frame.texts) write_text(variable, value, ids, writer);
}

void TailWriter::write_text(VariableId variable, const std::string& value, const std::vector<VariableId>& ids,
                            WaveWriter& writer) const {
  if (wide_[variable]) {
    writer.digits(ids[variable], value);
  } else {
    writer.text(ids[variable], value);
  }
}

void TailWriter::close() {
  const auto writer = open_wave_writer(file_);
  try {
    write_all(*writer);
  } catch (const WaveError&) {
    readable_until_ = writer->readable_until();
    throw;
  }
}

void TailWriter::write_all(WaveWriter& writer) const {
  std::vector<VariableId> ids;
  for (const auto& declare : declarations_) declare(writer, ids);
  writer.end_declarations();
  bool first = true;
  for (const Frame& frame : frames_) {
    writer.time(frame.time);
    for (VariableId variable = 0; first && variable < variables_; ++variable) {
      if (held_[variable] == Held::number) writer.number(ids[variable], numbers_[variable]);
      if (held_[variable] == Held::text) write_text(variable, texts_[variable], ids, writer);
    }
    first = false;
    write(frame, ids, writer);
  }
  writer.close();
}

}  // namespace trenza::waves
