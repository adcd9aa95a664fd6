#include "rtl_models/twin/rtl_library.h"

#include <fmt/core.h>

#include <cstdlib>
#include <vector>

#include "rtl_models/twin/rtl_sources.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

/// Rounds of the longest loop that is unrolled where long ones are not.
const char* const kLongestUnrolledLoop = "16";

/// The modules. A file of the same name in $TRENZA_RTL_SOURCES replaces a module.
std::vector<RtlSource> present_sources() {
  std::vector<RtlSource> sources = rtl_sources();
  const char* const folder = std::getenv("TRENZA_RTL_SOURCES");
  if (folder == nullptr) return sources;
  for (RtlSource& source : sources) {
    const fs::path mine = fs::path(folder) / source.name;
    if (fs::exists(mine)) source.text = read_text(mine);
  }
  return sources;
}

}  // namespace

fs::path build_rtl(const RtlModule& module) {
  const fs::path cache = made_rtl_cache();
  std::string content = rtl_tools() + "\n" + module.name;
  for (const auto& [name, value] : module.parameters) content += fmt::format("\n{}={}", name, value);
  if (module.keeps_loops) content += "\n" + std::string(kLongestUnrolledLoop);
  const std::vector<RtlSource> sources = present_sources();
  for (const RtlSource& source : sources) content += source.name + "\n" + source.text;
  fs::path built = cache / fmt::format("{}-{:016x}.so", module.name, hash_of_text(content));
  if (fs::exists(built)) return built;
  const BuildLock lock(cache / (built.stem().string() + ".lock"));
  if (fs::exists(built)) return built;
  const Workshop workshop(cache);
  Verilation design{"trenza_" + module.name, module.parameters, {}, true};
  for (const RtlSource& source : sources) {
    write_text(workshop.path() / source.name, source.text);
    design.arguments.push_back(source.name);
  }
  if (module.keeps_loops) design.arguments.insert(design.arguments.end(), {"--unroll-count", kLongestUnrolledLoop});
  verilate(workshop.path(), design);
  fs::rename(link_model(workshop.path(), compile_model(workshop.path())), built);
  return built;
}

}  // namespace trenza::rtl_models
