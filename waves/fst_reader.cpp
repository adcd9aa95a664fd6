#ifdef TRENZA_HAVE_FST

#include <fstapi.h>

#include <memory>
#include <utility>
#include <vector>

#include "waves/wave_error.h"
#include "waves/wave_reader.h"

namespace trenza::waves {
namespace {

/// Value, as binary digits, to name.
using EnumTable = std::map<std::string, std::string>;

struct Reading {
  std::map<fstHandle, WaveTrace*> traces;
  std::map<fstHandle, const EnumTable*> tables;
};

void on_change(void* data, std::uint64_t time, fstHandle handle, const unsigned char* value, std::uint32_t length) {
  const Reading& reading = *static_cast<const Reading*>(data);
  const std::string text(reinterpret_cast<const char*>(value), length);
  WaveTrace& trace = *reading.traces.at(handle);
  if (trace.kind == VariableKind::text) {
    add_change(trace, time, text);
    return;
  }
  const auto table = reading.tables.find(handle);
  if (table != reading.tables.end()) {
    const auto name = table->second->find(text);
    if (name != table->second->end()) {
      add_change(trace, time, name->second);
      return;
    }
  }
  std::string number = number_text(text, trace.bits);
  // Before the first change FST holds "x", which is what a trace without changes says too.
  if (trace.changes.empty() && number == "x") return;
  add_change(trace, time, std::move(number));
}

void on_fixed_change(void* data, std::uint64_t time, fstHandle handle, const unsigned char* value) {
  on_change(data, time, handle, value,
            static_cast<std::uint32_t>(std::char_traits<char>::length(reinterpret_cast<const char*>(value))));
}

EnumTable parse_table(const char* description) {
  EnumTable table;
  fstETab* const parsed = fstUtilityExtractEnumTableFromString(description);
  if (parsed == nullptr) return table;
  for (std::uint32_t i = 0; i < parsed->elem_count; ++i) table[parsed->val_arr[i]] = parsed->literal_arr[i];
  fstUtilityFreeEnumTable(parsed);
  return table;
}

void read_declarations(void* context, WaveContents& contents, Reading& reading,
                       std::map<std::uint64_t, EnumTable>& tables) {
  std::vector<std::string> scopes;
  const EnumTable* next_table = nullptr;
  while (const fstHier* const item = fstReaderIterateHier(context)) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.emplace_back(item->u.scope.name);
    } else if (item->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_ATTRBEGIN && item->u.attr.typ == FST_AT_MISC &&
               item->u.attr.subtype == FST_MT_ENUMTABLE) {
      // The attribute with a name defines a table, the one without refers to it.
      if (item->u.attr.name_length > 0) {
        tables[item->u.attr.arg] = parse_table(item->u.attr.name);
      } else {
        next_table = &tables[item->u.attr.arg];
      }
    } else if (item->htyp == FST_HT_VAR) {
      std::string path;
      for (const std::string& scope : scopes) path += scope + ".";
      const std::string name(item->u.var.name, item->u.var.name_length);
      path += name.substr(0, name.find(' '));
      WaveTrace& trace = contents.traces[path];
      if (item->u.var.typ == FST_VT_GEN_STRING) {
        trace.kind = VariableKind::text;
      } else {
        trace.kind = next_table != nullptr ? VariableKind::enumeration : VariableKind::number;
        trace.bits = item->u.var.length;
      }
      reading.traces[item->u.var.handle] = &trace;
      if (next_table != nullptr) reading.tables[item->u.var.handle] = next_table;
      next_table = nullptr;
    }
  }
}

}  // namespace

WaveContents read_fst(const std::string& file) {
  const std::unique_ptr<void, void (*)(void*)> context(fstReaderOpen(file.c_str()), fstReaderClose);
  if (context == nullptr) throw WaveError("cannot read wave file '" + file + "': absent, not FST, or never closed");
  if (fstReaderGetTimescale(context.get()) != -12)
    throw WaveError("wave file '" + file + "': the time unit is not 1 ps");
  WaveContents contents;
  Reading reading;
  std::map<std::uint64_t, EnumTable> tables;
  read_declarations(context.get(), contents, reading, tables);
  contents.begin = fstReaderGetStartTime(context.get());
  contents.end = fstReaderGetEndTime(context.get());
  fstReaderSetFacProcessMaskAll(context.get());
  fstReaderIterBlocks2(context.get(), on_fixed_change, on_change, &reading, nullptr);
  return contents;
}

}  // namespace trenza::waves

#endif  // TRENZA_HAVE_FST
