#include "rtl_models/area/router_area.h"

#include <fmt/core.h>

#include <sstream>
#include <string_view>

#include "rtl_models/twin/rtl_sources.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

const char* const kLibrary = "library.lib";
constexpr std::string_view kError = "ERROR: ";

std::string yosys_version(const fs::path& folder) {
  need_tool("yosys");
  return run_tool(folder, "yosys -V");
}

/// What Yosys gave up with; else its last line.
std::string complaint(const std::string& said) {
  std::istringstream lines(said);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(kError, 0) == 0) return line.substr(kError.size());
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

RouterArea router_area(const AreaRequest& request) {
  const std::string library = request.target == AreaTarget::liberty ? read_text(request.liberty) : "";
  const fs::path cache = made_rtl_cache();
  const Workshop workshop(cache);
  const fs::path& folder = workshop.path();
  std::vector<std::string> files;
  std::string content = yosys_version(folder) + area_wrapper(request.router) + library;
  for (const RtlSource& source : rtl_sources()) {
    files.push_back(source.name);
    content += source.name + "\n" + source.text;
  }
  files.emplace_back("area.sv");
  const std::string script = area_script(request, files);
  content += script;
  const fs::path kept = cache / fmt::format("area-{:016x}.txt", hash_of_text(content));
  if (fs::exists(kept)) return read_area_report(read_text(kept));
  for (const RtlSource& source : rtl_sources()) write_text(folder / source.name, source.text);
  write_text(folder / "area.sv", area_wrapper(request.router));
  write_text(folder / "area.ys", script);
  if (!library.empty()) write_text(folder / kLibrary, library);
  try {
    run_tool(folder, "yosys area.ys");
  } catch (const ToolFailure& failure) {
    const std::string why = complaint(failure.said);
    if (!library.empty()) {
      throw LibraryError(fmt::format("{}: Yosys cannot map the router to its cells: {}", request.liberty.string(),
                                     replaced(why, kLibrary, request.liberty.string())));
    }
    throw RtlError(fmt::format("Yosys failed: {}", why));
  }
  RouterArea area = read_area_report(read_text(folder / "report"));
  fs::rename(folder / "report", kept);
  return area;
}

}  // namespace trenza::rtl_models
