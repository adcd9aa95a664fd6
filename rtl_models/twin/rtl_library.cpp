#include "rtl_models/twin/rtl_library.h"

#include <fmt/format.h>

#include <fstream>

#include "rtl_models/twin/rtl_sources.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw RtlError(fmt::format("cannot write {}", path.string()));
}

}  // namespace

fs::path build_rtl(const RtlModule& module) {
  const fs::path cache = rtl_cache();
  fs::create_directories(cache);
  std::string content = rtl_tools() + "\n" + module.name;
  for (const auto& [name, value] : module.parameters) content += fmt::format("\n{}={}", name, value);
  for (const RtlSource& source : rtl_sources()) content += source.name + "\n" + source.text;
  fs::path built = cache / fmt::format("{}-{:016x}.so", module.name, hash_of_text(content));
  if (fs::exists(built)) return built;
  const BuildLock lock(cache / (built.stem().string() + ".lock"));
  if (fs::exists(built)) return built;
  const Workshop workshop(cache);
  Verilation design{"trenza_" + module.name, module.parameters, {}};
  for (const RtlSource& source : rtl_sources()) {
    write(workshop.path() / source.name, source.text);
    design.arguments.push_back(source.name);
  }
  verilate(workshop.path(), design);
  fs::rename(compile_model(workshop.path()), built);
  return built;
}

}  // namespace trenza::rtl_models
