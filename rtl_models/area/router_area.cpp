#include "rtl_models/area/router_area.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "microarch/byte_hash.h"
#include "rtl_models/twin/rtl_sources.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

const char* const kLibrary = "library.lib";

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw RtlError(fmt::format("{} cannot be read", path.string()));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw RtlError(fmt::format("cannot write {}", path.string()));
}

/// A folder for one synthesis, taken away at the end.
class SynthesisFolder {
 public:
  explicit SynthesisFolder(const fs::path& cache) : path_(cache / fmt::format("area-{}", getpid())) {
    fs::create_directories(path_);
  }
  SynthesisFolder(const SynthesisFolder&) = delete;
  SynthesisFolder& operator=(const SynthesisFolder&) = delete;
  ~SynthesisFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  void write(const std::string& name, const std::string& text) const { write_text(path_ / name, text); }
  std::string read(const std::string& name) const { return read_text(path_ / name); }
  /// Runs a command there; what it says is the file `log`. Returns whether it succeeded.
  bool run(const std::string& command) const {
    const std::string line = fmt::format("exec >'{0}/log' 2>&1; cd '{0}' && {1}", path_.string(), command);
    return std::system(line.c_str()) == 0;
  }

 private:
  fs::path path_;
};

std::string yosys_version(const SynthesisFolder& folder) {
  if (!folder.run("yosys -V")) {
    throw RtlError("yosys is not here or does not run; it is in the Debian package yosys");
  }
  return folder.read("log");
}

/// The line with which Yosys gave up; else its last one.
std::string complaint(const std::string& said) {
  std::istringstream lines(said);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("ERROR: ", 0) == 0) return line;
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

RouterArea router_area(const AreaRequest& request) {
  const std::string library = request.target == AreaTarget::liberty ? read_text(request.liberty) : "";
  const fs::path cache = rtl_cache();
  fs::create_directories(cache);
  const SynthesisFolder folder(fs::absolute(cache));
  std::vector<std::string> files;
  std::string content = yosys_version(folder) + area_wrapper(request.router) + library;
  for (const RtlSource& source : rtl_sources()) {
    files.push_back(source.name);
    content += source.name + "\n" + source.text;
  }
  files.emplace_back("area.sv");
  const std::string script = area_script(request, files);
  content += script;
  microarch::ByteHash hash;
  hash.add(content.data(), content.size());
  const fs::path kept = cache / fmt::format("area-{:016x}.txt", hash.value());
  if (fs::exists(kept)) return read_area_report(read_text(kept));
  for (const RtlSource& source : rtl_sources()) folder.write(source.name, source.text);
  folder.write("area.sv", area_wrapper(request.router));
  folder.write("area.ys", script);
  if (!library.empty()) folder.write(kLibrary, library);
  if (!folder.run("yosys area.ys")) throw RtlError(fmt::format("yosys failed: {}", complaint(folder.read("log"))));
  const std::string report = folder.read("report");
  RouterArea area = read_area_report(report);
  folder.write("whole", report);
  fs::rename(fs::absolute(cache) / fmt::format("area-{}", getpid()) / "whole", kept);
  return area;
}

}  // namespace trenza::rtl_models
