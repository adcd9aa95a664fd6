// The formats of traces of other tools, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/goal/byte_source.h"
#include "traces/program.h"
#include "traces/text_sink.h"

namespace trenza::traces {

/// What a format leaves open.
struct TraceOptions {
  std::uint64_t flops_per_second = 0;          ///< SimGrid: speed of a processor; 0: not given
  std::uint64_t picoseconds_per_unit = 1'000;  ///< FSIN: unit of computation
  bool moves_receives = false;                 ///< FSIN, when it is written: see blocking_program()
};

/// Opens a file of a trace by its name. Throws std::runtime_error with a reason, without the name.
using OpenTrace = std::function<std::unique_ptr<testbench::ByteSource>(const std::string& file)>;
/// Opens the output for part `number` of a trace.
using OpenSink = std::function<TextSink&(std::uint32_t number)>;

struct TraceFormat {
  std::string_view name;
  std::string_view summary;  ///< one line
  /// How names of its files end, with the point; empty if there is no custom.
  std::vector<std::string_view> endings;
  bool has_file_per_rank = false;  ///< may be read from one file for each rank
  bool is_folder = false;          ///< is written as one file for each rank
  /// Whether a file that begins so is of this format. The first lines of a file, whole.
  bool (*recognises)(const std::vector<std::string_view>& lines) = nullptr;
  /// Reads a trace. Throws InputError. Nothing is opened that neither `files` nor they name.
  Program (*read)(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options) = nullptr;
  /// Writes a program of sends, receives and computation. Throws InputError, with the place, for what the format cannot
  /// hold.
  void (*write)(const Program& program, const TraceOptions& options, const OpenSink& open) = nullptr;
  bool has_list = false;  ///< may be read from a file with the names of its files, one a line, beside which they lie
};

/// All formats but GOAL itself.
const std::vector<TraceFormat>& trace_formats();

/// The format of that name; null if there is none.
const TraceFormat* find_format(std::string_view name);

/// The format of a file, by its first lines, then by the first file that it lists, and then by the end of its name
/// (.zst is left aside); null if it looks like none. Throws InputError if the file cannot be read.
const TraceFormat* recognise_format(const std::string& file, const OpenTrace& open);

// The formats, each in the file of its name.
extern const TraceFormat kFsinFormat;
extern const TraceFormat kDimemasFormat;
extern const TraceFormat kParaverFormat;
extern const TraceFormat kSimgridFormat;
extern const TraceFormat kLiballprofFormat;

/// The file that a list names: it lies beside the list unless its name begins at the root.
std::string listed_file(const std::string& list, std::string_view name);

/// Opens a file for an importer. Throws InputError.
std::unique_ptr<testbench::ByteSource> open_for_import(const std::string& file, const OpenTrace& open);

/// Refuses steps that a writer of sends, receives and computation cannot write: collectives, receives from any source
/// or of any tag. `format`: name for messages.
void check_point_to_point(const Program& program, std::string_view format);

/// Largest tag of formats that keep it in 32 bits.
inline constexpr std::uint64_t kMostTag32 = 0xffff'ffff;
/// Refuses messages with tags above kMostTag32.
void check_tags(const Program& program, std::string_view format);

/// Refuses waits for a receive (and with `of_sends` for a send) while an older one from the same rank with the same tag
/// is open: formats that name requests by rank and tag mean the oldest.
void check_waits(const Program& program, std::string_view format, bool of_sends);

}  // namespace trenza::traces
