#ifdef TRENZA_HAVE_FST

#include "waves/fst_writer.h"

#include <fstapi.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

/// fstapi links the changes of each variable through one buffer, in which it jumps about when it writes a block. Small
/// blocks keep it within the caches, but each of them costs something for each variable, so the block grows with their
/// number: so many bytes for each.
constexpr std::size_t kBlockBytesPerVariable = 160;

std::string binary(std::uint64_t value, unsigned bits) {
  std::string digits(bits, '0');
  for (unsigned i = 0; i < bits; ++i) {
    if ((value >> (bits - 1 - i) & 1) != 0) digits[i] = '1';
  }
  return digits;
}

/// Whether the blocks of a file follow each other to its very end. fstapi does not report a full disk.
bool is_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code code;
  const std::uint64_t bytes = std::filesystem::file_size(path, code);
  constexpr std::uint64_t kLengthBytes = 8;
  std::uint64_t at = 0;
  while (!code && at < bytes) {
    std::array<char, 1 + kLengthBytes> head{};  // a type, and the length of what follows it
    file.seekg(static_cast<std::streamoff>(at));
    if (!file.read(head.data(), static_cast<std::streamsize>(head.size()))) return false;
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < head.size(); ++i) length = length << 8U | static_cast<unsigned char>(head[i]);
    if (length < kLengthBytes || length > bytes - at - 1) return false;
    at += 1 + length;
  }
  return !code && bytes > 0;
}

/// Why no more can be written to the end of a file.
std::string reason_of(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) return std::strerror(errno);
  const std::string block(std::size_t{1} << 16, '\0');
  errno = 0;
  std::fwrite(block.data(), 1, block.size(), file);
  std::fflush(file);
  const int error = errno;
  std::fclose(file);
  return error != 0 ? std::strerror(error) : "the file was not complete";
}

}  // namespace

FstWriter::FstWriter(const std::string& file) {
  try {
    output_.emplace(file, microarch::OutputFile::Access::random);
  } catch (const microarch::OutputError& error) {
    throw WaveError(std::string("wave file ") + error.what());
  }
  hierarchy_.emplace(output_->draft() + ".hier");
  errno = 0;
  context_ = fstWriterCreate(output_->draft().c_str(), 1);
  if (context_ == nullptr) throw WaveError("wave file " + file + " cannot be written: " + std::strerror(errno));
  fstWriterSetPackType(context_, FST_WR_PT_LZ4);
  fstWriterSetTimescaleFromString(context_, "1ps");
  fstWriterSetDate(context_, "");
  fstWriterSetVersion(context_, "Trenza");
}

FstWriter::~FstWriter() {
  if (!declared_) {
    FstWriter::discard();
    return;
  }
  try {
    close();
  } catch (const WaveError&) {
    // To learn of errors, call close().
  }
}

void FstWriter::discard() {
  if (context_ != nullptr) fstWriterClose(context_);
  context_ = nullptr;
  output_.reset();
  hierarchy_.reset();
}

void FstWriter::begin_scope(const std::string& name) {
  fstWriterSetScope(context_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstWriter::end_scope() { fstWriterSetUpscope(context_); }

std::uint32_t FstWriter::enum_table(const Variable& variable) {
  std::uint32_t& handle = tables_[{variable.bits, variable.names}];
  if (handle != 0) return handle;
  std::vector<std::string> values;
  std::vector<const char*> value_pointers;
  std::vector<const char*> name_pointers;
  const std::uint64_t last_value = ~std::uint64_t{0} >> (64 - variable.bits);
  for (std::size_t i = 0; i < variable.names.size() && i <= last_value; ++i) {
    // A table cannot hold an empty name.
    if (variable.names[i].empty()) continue;
    values.push_back(binary(i, variable.bits));
    name_pointers.push_back(variable.names[i].c_str());
  }
  if (values.empty()) return 0;
  for (const std::string& value : values) value_pointers.push_back(value.c_str());
  // Tables are known to viewers by name, so two tables must not share one.
  const int count = ++table_names_[variable.name];
  const std::string table_name = count > 1 ? variable.name + "_" + std::to_string(count) : variable.name;
  handle = fstWriterCreateEnumTable(context_, table_name.c_str(), static_cast<std::uint32_t>(values.size()),
                                    variable.bits, name_pointers.data(), value_pointers.data());
  return handle;
}

VariableId FstWriter::declare(const Variable& variable) {
  fstHandle handle = 0;
  if (variable.kind == VariableKind::text) {
    handle = fstWriterCreateVar(context_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, variable.name.c_str(), 0);
  } else {
    const std::uint32_t table = variable.kind == VariableKind::enumeration ? enum_table(variable) : 0;
    if (table != 0) fstWriterEmitEnumTableRef(context_, table);
    const std::string name =
        variable.bits > 1 ? variable.name + " [" + std::to_string(variable.bits - 1) + ":0]" : variable.name;
    handle = fstWriterCreateVar(context_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, variable.bits, name.c_str(), 0);
  }
  variables_.emplace_back(handle, variable.bits);
  return static_cast<VariableId>(variables_.size() - 1);
}

void FstWriter::time(std::uint64_t picoseconds) {
  if (any_time_ && picoseconds == end_time_) return;
  if (pending_bytes_ >= kBlockBytesPerVariable * variables_.size()) {
    pending_bytes_ = 0;
    fstWriterFlushContext(context_);
  }
  any_time_ = true;
  end_time_ = picoseconds;
  fstWriterEmitTimeChange(context_, picoseconds);
}

void FstWriter::number(VariableId variable, std::uint64_t value) {
  const auto [handle, bits] = variables_[variable];
  pending_bytes_ += bits;
  if (bits == 1) {
    fstWriterEmitValueChange(context_, handle, value != 0 ? "1" : "0");
  } else if (bits <= 32) {
    fstWriterEmitValueChange32(context_, handle, bits, static_cast<std::uint32_t>(value));
  } else {
    fstWriterEmitValueChange64(context_, handle, bits, value);
  }
}

void FstWriter::digits(VariableId variable, std::string_view value) {
  pending_bytes_ += value.size();
  fstWriterEmitValueChange(context_, variables_[variable].first, value.data());
}

void FstWriter::text(VariableId variable, std::string_view value) {
  pending_bytes_ += value.size();
  fstWriterEmitVariableLengthValueChange(context_, variables_[variable].first, value.data(),
                                         static_cast<std::uint32_t>(value.size()));
}

void FstWriter::close() {
  if (context_ == nullptr) return;
  void* const context = context_;
  context_ = nullptr;
  fstWriterClose(context);
  const std::string& draft = output_->draft();
  void* const reader = fstReaderOpen(draft.c_str());
  const bool complete = is_whole(draft) && reader != nullptr && fstReaderGetVarCount(reader) == variables_.size() &&
                        (!any_time_ || fstReaderGetEndTime(reader) == end_time_);
  if (reader != nullptr) fstReaderClose(reader);
  std::string fault;
  try {
    if (complete) output_->commit();
  } catch (const microarch::OutputError& error) {
    fault = error.what();
  }
  if (!complete) fault = output_->name() + " cannot be written: " + reason_of(draft);
  discard();
  if (!fault.empty()) throw WaveError("wave file " + fault);
}

}  // namespace trenza::waves

#endif  // TRENZA_HAVE_FST
