#include "rtl_models/twin/model_code.h"

#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "rtl_models/twin/tools.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

/// Throws an exception when a model does not settle or ends the simulation, where Verilator would abort or go on. What
/// a model prints never goes to the standard output, because that may be a document.
const char* const kModelRuntime = R"(#include <cstdio>
#include <stdexcept>
#include <string>
namespace {
void (*listener)(void*, const char*, unsigned long) = nullptr;
void* listening = nullptr;
ssize_t hear(void*, const char* text, std::size_t size) {
  if (listener != nullptr) listener(listening, text, size);
  else std::fwrite(text, 1, size, stderr);
  return static_cast<ssize_t>(size);
}
FILE* trenza_stdout() {
  static FILE* const stream = [] {
    cookie_io_functions_t functions{};
    functions.write = hear;
    FILE* const made = fopencookie(nullptr, "w", functions);
    if (made == nullptr) return stderr;
    setvbuf(made, nullptr, _IONBF, 0);
    return made;
  }();
  return stream;
}
}
extern "C" __attribute__((visibility("default")))
void trenza_model_listen(void (*function)(void*, const char*, unsigned long), void* argument) {
  listener = function;
  listening = argument;
}
#undef stdout
#define stdout trenza_stdout()
#define VL_PRINTF(...) fprintf(trenza_stdout(), __VA_ARGS__)
#define VL_USER_FATAL 1
#define VL_USER_STOP 1
#define VL_USER_FINISH 1
#include "verilated.cpp"
#include "verilated_threads.cpp"
void vl_fatal(const char* file, int line, const char*, const char* text) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + text);
}
void vl_stop(const char* file, int line, const char* place) { vl_fatal(file, line, place, "the model called $stop"); }
void vl_finish(const char* file, int line, const char* place) { vl_fatal(file, line, place, "the model called $finish"); }
)";

namespace {

/// The code of a function that tells a model with one clock, without an evaluation, that its clock was low. Empty if
/// the model has other triggers, or if Verilator stores them in a way that is not known here.
std::string clock_fell(const std::string& root_header) {
  static const std::string kPrevious = "__Vtrigrprev__";
  const std::size_t found = root_header.find(kPrevious);
  const bool only = found != std::string::npos && root_header.find(kPrevious, found + 1) == std::string::npos;
  if (!only || root_header.find(kPrevious + "TOP__clk;") != found) return "";
  return fmt::format("SHOWN void trenza_model_clock_fell(void* model) {{ top(model)->rootp->{}TOP__clk = 0; }}\n",
                     kPrevious);
}

std::string model_sources(const fs::path& folder) {
  std::string all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const bool model = entry.path().filename().string().rfind("Vmodel", 0) == 0;
    if (model && entry.path().extension() == ".cpp") all += read_text(entry.path());
  }
  return all;
}

/// The numbers of the triggers of the active region that fire at the start of the simulation.
std::vector<std::string> first_triggers(const std::string& sources) {
  static const std::string kStart = "vlSelf->__VactDidInit = 1U;";
  static const std::regex trigger(R"(__VactTriggered\.at\((\d+)U\) = 1U;)");
  const std::size_t start = sources.find(kStart);
  if (start == std::string::npos) return {};
  const std::string block = sources.substr(start, sources.find('}', start) - start);
  std::vector<std::string> numbers;
  for (auto at = std::sregex_iterator(block.begin(), block.end(), trigger); at != std::sregex_iterator(); ++at)
    numbers.push_back((*at)[1]);
  return numbers;
}

/// Whether a trigger fires when a signal of a loop changes. This is known from the text that the model would print
/// about it.
bool is_loop_trigger(const std::string& sources, const std::string& number) {
  const std::string name = fmt::format("'act' region trigger index {} is active: @(", number);
  const std::size_t start = sources.find(name);
  if (start == std::string::npos) return false;
  const std::string events = sources.substr(start + name.size(), sources.find('"', start) - start - name.size());
  std::istringstream words(std::regex_replace(events, std::regex(" or "), "\n"));
  for (std::string event; std::getline(words, event);) {
    if (event.rfind("[hybrid]", 0) != 0) return false;
  }
  return true;
}

}  // namespace

std::vector<ModelPort> ports_of_model(const fs::path& folder) {
  const std::string header = read_text(folder / "Vmodel.h");
  std::vector<ModelPort> ports;
  static const std::regex port(R"(VL_(IN|OUT|INOUT)(8|16|64|W)?\(&(\w+),(\d+),(\d+))");
  for (auto found = std::sregex_iterator(header.begin(), header.end(), port); found != std::sregex_iterator();
       ++found) {
    ports.push_back(
        {(*found)[3].str(), std::stoi((*found)[4].str()) - std::stoi((*found)[5].str()) + 1, (*found)[1] != "OUT"});
  }
  return ports;
}

ModelLoops loops_of_model(const fs::path& folder) {
  const std::string sources = model_sources(folder);
  if (sources.find("@([hybrid]") == std::string::npos) return ModelLoops::none;
  const std::vector<std::string> first = first_triggers(sources);
  const bool mended = !first.empty() && std::all_of(first.begin(), first.end(), [&](const std::string& number) {
    return is_loop_trigger(sources, number);
  });
  return mended ? ModelLoops::settled : ModelLoops::unsettled;
}

/// Verilator 5.006 can leave a loop unevaluated, with all optimisations and without any: when a signal of a loop
/// changes with the inputs, the region of inputs, which has only a part of the loop's logic, marks the change as seen.
/// The active region, which has all of it, then sees no change. Therefore each evaluation fires the triggers of the
/// loops as at the start of the simulation.
std::string model_code(const fs::path& folder) {
  std::string table;
  for (const ModelPort& port : ports_of_model(folder)) {
    table += fmt::format("  if (index-- == 0) {{ *name = \"{0}\"; *bits = {1}; return &top(model)->{0}; }}\n",
                         port.name, port.bits);
  }
  const std::string fire =
      loops_of_model(folder) == ModelLoops::settled ? "top(model)->rootp->__VactDidInit = 0; " : "";
  return fmt::format(R"(#include "Vmodel.h"
#include "Vmodel___024root.h"
#include <verilated.h>
namespace {{
Vmodel* top(void* model) {{ return static_cast<Vmodel*>(model); }}
VerilatedContext* context() {{
  static VerilatedContext* const only = new VerilatedContext;
  return only;
}}
}}
#define SHOWN extern "C" __attribute__((visibility("default")))
SHOWN void* trenza_model_create(unsigned start) {{
  context()->randReset(start == 0 ? 0 : 2);
  if (start != 0) context()->randSeed(static_cast<int>(start));
  return new Vmodel(context(), "TOP");
}}
SHOWN void trenza_model_eval(void* model) {{ {}top(model)->eval(); }}
SHOWN void* trenza_model_port(void* model, int index, const char** name, int* bits) {{
{}  return nullptr;
}}
{})",
                     fire, table, clock_fell(read_text(folder / "Vmodel___024root.h")));
}

}  // namespace trenza::rtl_models
