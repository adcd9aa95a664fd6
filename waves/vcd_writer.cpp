#include "waves/vcd_writer.h"

#include <algorithm>

#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

/// Identifier codes count in base 94 over the printable characters, least significant first and without a zero, so that
/// they are dense.
std::string identifier_code(std::size_t index) {
  constexpr std::size_t kBase = 94;
  std::string code;
  std::size_t rest = index + 1;
  while (rest > 0) {
    --rest;
    code += static_cast<char>('!' + rest % kBase);
    rest /= kBase;
  }
  return code;
}

}  // namespace

void append_escaped(std::string& to, std::string_view text) {
  for (const char symbol : text) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (symbol == '\\' || symbol == '"' || symbol == '\'' || symbol == '?') {
      to += '\\';
      to += symbol;
    } else if (byte > ' ' && byte <= '~') {
      to += symbol;
    } else {
      to += '\\';
      to += static_cast<char>('0' + byte / 64);
      to += static_cast<char>('0' + byte / 8 % 8);
      to += static_cast<char>('0' + byte % 8);
    }
  }
}

VcdWriter::VcdWriter(const std::string& file) {
  try {
    output_.emplace(file);
  } catch (const microarch::OutputError& error) {
    fail(error.what());
  }
  buffer_.reserve(kBufferBytes + 1024);
  put("$version Trenza $end\n$timescale 1ps $end\n");
}

VcdWriter::~VcdWriter() {
  if (!declared_) return;
  try {
    close();
  } catch (const WaveError&) {
    // To learn of errors, call close().
  }
}

void VcdWriter::begin_scope(const std::string& name) { put("$scope module " + name + " $end\n"); }

void VcdWriter::end_scope() { put("$upscope $end\n"); }

VariableId VcdWriter::declare(const Variable& variable) {
  Entry entry;
  entry.code = identifier_code(entries_.size());
  entry.bits = variable.bits;
  if (variable.kind == VariableKind::number) {
    put("$var wire " + std::to_string(variable.bits) + " " + entry.code + " " + variable.name);
    put(variable.bits > 1 ? " [" + std::to_string(variable.bits - 1) + ":0] $end\n" : " $end\n");
  } else {
    put("$var string 1 " + entry.code + " " + variable.name + " $end\n");
  }
  if (variable.kind == VariableKind::enumeration) {
    std::vector<std::string>& escaped = escaped_names_[variable.names];
    if (escaped.empty()) {
      for (const std::string& name : variable.names) append_escaped(escaped.emplace_back(), name);
    }
    entry.names = &escaped;
  }
  entries_.push_back(std::move(entry));
  return static_cast<VariableId>(entries_.size() - 1);
}

void VcdWriter::end_declarations() {
  put("$enddefinitions $end\n");
  flush();
  declared_ = true;
}

void VcdWriter::time(std::uint64_t picoseconds) {
  put("#" + std::to_string(picoseconds));
  put("\n");
  times_.emplace_back(buffer_begin_ + buffer_.size(), picoseconds);
}

void VcdWriter::number(VariableId variable, std::uint64_t value) {
  const Entry& entry = entries_[variable];
  if (entry.names != nullptr) {
    const bool named = value < entry.names->size() && !(*entry.names)[value].empty();
    put("s");
    put(named ? (*entry.names)[value] : std::to_string(value));
    put(" ");
  } else if (entry.bits == 1) {
    put(value != 0 ? "1" : "0");
  } else {
    char digits[66];
    char* first = digits + 65;
    *first = ' ';
    do {
      *--first = static_cast<char>('0' + (value & 1));
      value >>= 1;
    } while (value != 0);
    *--first = 'b';
    put(std::string_view(first, static_cast<std::size_t>(digits + 66 - first)));
  }
  put(entry.code);
  put("\n");
}

void VcdWriter::digits(VariableId variable, std::string_view value) {
  const std::size_t first = std::min(value.find('1'), value.size() - 1);  // zeros before it say nothing
  put("b");
  put(value.substr(first));
  put(" ");
  put(entries_[variable].code);
  put("\n");
}

void VcdWriter::text(VariableId variable, std::string_view value) {
  escaped_ = 's';
  append_escaped(escaped_, value);
  escaped_ += ' ';
  put(escaped_);
  put(entries_[variable].code);
  put("\n");
}

void VcdWriter::put(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void VcdWriter::flush() {
  if (!output_) {
    buffer_.clear();
    return;
  }
  try {
    output_->write(buffer_.data(), buffer_.size());
  } catch (const microarch::OutputError& error) {
    keep_whole_times();
    fail(error.what());
  }
  buffer_begin_ += buffer_.size();
  buffer_.clear();
  if (!times_.empty()) on_disk_ = times_.back();
  times_.clear();
}

/// Cuts the file after the last line of a time that is in it, and closes it. Without one there is no file.
void VcdWriter::keep_whole_times() {
  for (const auto& time : times_) {
    if (time.first <= output_->written()) on_disk_ = time;
  }
  try {
    if (declared_ && on_disk_ && !output_->is_stream()) {
      output_->truncate(on_disk_->first);
      output_->commit();
      readable_until_ = on_disk_->second;
    }
  } catch (const microarch::OutputError&) {
    // The reason of the first failure is told.
  }
  output_.reset();
}

void VcdWriter::fail(const std::string& reason) const { throw WaveError("wave file " + reason); }

void VcdWriter::close() {
  if (!output_) return;
  flush();
  try {
    output_->commit();
  } catch (const microarch::OutputError& error) {
    output_.reset();
    fail(error.what());
  }
  output_.reset();
}

}  // namespace trenza::waves
