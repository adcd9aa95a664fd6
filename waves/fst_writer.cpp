#ifdef TRENZA_HAVE_FST

#include "waves/fst_writer.h"

#include <fstapi.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

/// fstapi links the changes of each variable through one buffer, in which it jumps about when it writes a block. Blocks
/// of this many bytes keep it within the caches.
constexpr std::size_t kBlockBytes = std::size_t{1} << 22;

std::string binary(std::uint64_t value, unsigned bits) {
  std::string digits(bits, '0');
  for (unsigned i = 0; i < bits; ++i) {
    if ((value >> (bits - 1 - i) & 1) != 0) digits[i] = '1';
  }
  return digits;
}

/// fstapi removes what has the name of its file. That must neither be a device nor turn a link into a file.
std::string file_to_replace(const std::string& file) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(file, code);
  if (!std::filesystem::exists(status)) return file;
  if (!std::filesystem::is_regular_file(status)) {
    throw WaveError("cannot open wave file '" + file + "': it exists and is not a regular file");
  }
  const std::filesystem::path target = std::filesystem::canonical(file, code);
  return code || !std::filesystem::is_symlink(file) ? file : target.string();
}

}  // namespace

FstWriter::FstWriter(const std::string& file) : file_(file_to_replace(file)) {
  errno = 0;
  context_ = fstWriterCreate(file_.c_str(), 1);
  if (context_ == nullptr) throw WaveError("cannot open wave file '" + file + "': " + std::strerror(errno));
  fstWriterSetPackType(context_, FST_WR_PT_LZ4);
  fstWriterSetTimescaleFromString(context_, "1ps");
  fstWriterSetDate(context_, "");
  fstWriterSetVersion(context_, "Trenza");
}

FstWriter::~FstWriter() {
  try {
    close();
  } catch (const WaveError&) {
    // To learn of errors, call close().
  }
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
  if (pending_bytes_ >= kBlockBytes) {
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

void FstWriter::text(VariableId variable, std::string_view value) {
  pending_bytes_ += value.size();
  fstWriterEmitVariableLengthValueChange(context_, variables_[variable].first, value.data(),
                                         static_cast<std::uint32_t>(value.size()));
}

void FstWriter::close() {
  if (context_ == nullptr) return;
  void* const context = context_;
  context_ = nullptr;
  errno = 0;
  fstWriterClose(context);
  const std::string reason = errno != 0 ? std::strerror(errno) : "the file is not complete";
  void* const reader = fstReaderOpen(file_.c_str());
  const bool complete = reader != nullptr && fstReaderGetVarCount(reader) == variables_.size() &&
                        (!any_time_ || fstReaderGetEndTime(reader) == end_time_);
  if (reader != nullptr) fstReaderClose(reader);
  if (!complete) throw WaveError("cannot write wave file '" + file_ + "': " + reason);
}

}  // namespace trenza::waves

#endif  // TRENZA_HAVE_FST
