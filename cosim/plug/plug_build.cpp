#include "cosim/plug/plug_build.h"

#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "cosim/plug/foreign_model.h"
#include "cosim/plug/icarus_replay.h"
#include "cosim/plug/model_judge.h"
#include "cosim/plug/plug_error.h"
#include "cosim/plug/reset_check.h"
#include "cosim/plug/router_pins.h"
#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_arbiter.h"
#include "cosim/plug/slot_buffer.h"
#include "cosim/plug/start_check.h"
#include "microarch/output_file.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::cosim {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kProgram = 0777;  // less the umask

/// Increase this number when a check of blocks changes: verdicts of before do not count any more.
constexpr int kChecks = 1;

/// All files of the user that Verilator read, from its list of dependencies.
std::vector<fs::path> files_read(const fs::path& folder) {
  std::istringstream words(rtl_models::read_text(folder / "Vmodel__ver.d"));
  std::vector<fs::path> files;
  std::string word;
  bool after_colon = false;
  while (words >> word) {
    const fs::path path = word;
    if (word == ":") {
      after_colon = true;
    } else if (after_colon && path.filename().string().rfind("verilator", 0) != 0) {
      files.push_back(path.is_absolute() ? path : folder / path);
    }
  }
  return files;
}

rtl_models::Verilation design_of(const PlugRequest& request, Numbers& used) {
  rtl_models::Verilation design;
  design.top = request.map.top;
  for (const MappedParameter& parameter : request.map.parameters) {
    design.parameters.emplace_back(parameter.name, filled_in(parameter.value, request.numbers, parameter.where, used));
  }
  design.arguments = verilator_arguments(request.sources);
  return design;
}

/// The same design, but registers without an initial value start with random values, and what the sources leave unknown
/// is random.
rtl_models::Verilation with_any_start(rtl_models::Verilation design) {
  design.arguments.insert(design.arguments.begin(), {"--x-assign", "unique", "--x-initial", "unique"});
  return design;
}

/// A hash of everything that defines the block: port map, module, parameters, macros and source files. It is the same
/// on every machine.
std::string hash_of(const PlugRequest& request, const rtl_models::Verilation& design,
                    const std::vector<fs::path>& files) {
  std::string content = request.map_text + '\0' + design.top;
  for (const auto& [name, value] : design.parameters) content += fmt::format("\n{}={}", name, value);
  for (const std::string& define : request.sources.defines) content += "\n-D" + define;
  for (const fs::path& file : files)
    content += fmt::format("\n{}\n", file.filename().string()) + rtl_models::read_text(file);
  return fmt::format("{:016x}", rtl_models::hash_of_text(content));
}

/// Whether the block has combinational loops: Verilator warned of one, a source turned this warning off, or the model
/// that Verilator made has one.
bool has_loops(const rtl_models::Verilated& made, const std::vector<fs::path>& files) {
  static const std::regex silenced(R"(lint_off[^\n]*UNOPTFLAT)");
  if (made.loops != rtl_models::ModelLoops::none || made.said.find("UNOPTFLAT") != std::string::npos) return true;
  return std::any_of(files.begin(), files.end(),
                     [](const fs::path& file) { return std::regex_search(rtl_models::read_text(file), silenced); });
}

/// The path of the file `name` in the cache. If the file is not there yet, `make` makes it.
template <class Make>
fs::path cached(const std::string& name, const Make& make) {
  fs::path kept = rtl_models::rtl_cache() / name;
  if (!fs::exists(kept)) fs::rename(make(), kept);
  return kept;
}

/// The path of the plug's shared object in the cache. It is built if it is not there yet.
fs::path object_of(const fs::path& folder, const PlugFile& file) {
  const std::string code = plug_code(file);
  const std::string model = rtl_models::rtl_tools() + file.tools + file.hash;
  const auto name = [](const std::string& content, const char* extension) {
    return fmt::format("plug-{:016x}{}", rtl_models::hash_of_text(content), extension);
  };
  return cached(name(model + code, ".so"), [&] {
    const fs::path unit = cached(name(model, ".o"), [&] { return rtl_models::compile_model(folder); });
    return rtl_models::link_model(folder, unit, code);
  });
}

/// The verdict about a block, from the cache. If it is not there yet, the block is driven, and refused if it fails.
Verdict verdict_of(const JudgedBlock& block) {
  const PlugFile& file = block.plug.file;
  const std::string asked = fmt::format("{}\n{}\n{}\n{}\n{} {}", kChecks, plug_code(file), file.hash,
                                        icarus_version(block.folder), block.icarus_seconds, block.trusted);
  const std::string name = fmt::format("plug-{:016x}.verdict", rtl_models::hash_of_text(asked));
  const fs::path kept = cached(name, [&] {
    check_reset(block.plug);
    check_start(block.plug);
    const Verdict verdict = judge_model(block);
    fs::path made = block.folder / "verdict.txt";
    rtl_models::write_text(made, fmt::format("{}\n{}\n{}\n", verdict.judge.cycles, verdict.judge.name, verdict.remark));
    return made;
  });
  std::istringstream lines(rtl_models::read_text(kept));
  Verdict verdict;
  std::string cycles;
  std::getline(lines, cycles);
  std::getline(lines, verdict.judge.name);
  std::getline(lines, verdict.remark);
  verdict.judge.cycles = std::stoi(cycles);
  return verdict;
}

/// Writes the output whole or not at all. A file that is already there is replaced and not overwritten, because another
/// process may have loaded it.
void put(const fs::path& object, const fs::path& output) {
  const std::string bytes = rtl_models::read_text(object);
  try {
    microarch::OutputFile file(output.string(), microarch::OutputFile::Access::stream, kProgram);
    file.write(bytes.data(), bytes.size());
    file.commit();
  } catch (const microarch::OutputError& error) {
    throw PlugError("-o {}", error.what());
  }
}

}  // namespace

void check_slot(const Plug& plug) {
  if (plug.map.slot == "arbiter") check_arbiter(plug, 0);
  if (plug.map.slot == "allocator") check_allocator(plug, 0, 0);
  if (plug.map.slot == "buffer") check_buffer(plug);
  if (plug.map.slot == "router") check_router(plug);
}

PlugReport build_plug(const PlugRequest& request) {
  const fs::path cache = rtl_models::made_rtl_cache();
  const rtl_models::Workshop workshop(cache);
  const fs::path& folder = workshop.path();
  PlugReport report;
  PlugFile& file = report.file;
  const rtl_models::Verilation design = with_any_start(design_of(request, file.numbers));
  rtl_models::Verilated made = rtl_models::verilate(folder, design);
  const std::vector<fs::path> sources = files_read(folder);
  report.warnings = made.said;
  file.loops = has_loops(made, sources);
  file.name = request.output.filename().string();
  file.slot = request.map.slot;
  file.top = design.top;
  file.hash = hash_of(request, design, sources);
  file.tools = rtl_models::verilator_version(folder) + "; " + rtl_models::rtl_tools();
  file.ports = std::move(made.ports);
  file.map_name = request.map.source;
  file.map_text = request.map_text;
  check_ports(request.map, file.ports);
  check_slot({file, request.map});
  fs::path object = object_of(folder, file);
  file.path = object;
  const Plug plug{file, request.map};
  const Verdict verdict =
      verdict_of({plug, request.sources, design, folder, request.icarus_seconds, file.loops, request.trust_loops});
  file.judge = verdict.judge;
  report.remark = verdict.remark;
  object = object_of(folder, file);
  put(object, request.output);
  file.path = fs::absolute(request.output);
  return report;
}

}  // namespace trenza::cosim
