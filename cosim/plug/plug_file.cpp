#include "cosim/plug/plug_file.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <map>
#include <sstream>

#include "cosim/plug/plug_error.h"

namespace trenza::cosim {

namespace {

/// Increase this number when the manifest, the meaning of a map or the way models are built changes.
constexpr int kPlugAbi = 3;
constexpr const char* kManifest = "trenza_plug_manifest";
constexpr const char* kMap = "trenza_plug_map";

/// Text of any content as a C++ array.
std::string array_of(const char* name, const std::string& text) {
  std::string code = fmt::format("SHOWN const unsigned char {}[] = {{", name);
  for (const char letter : text) code += fmt::format("{},", static_cast<unsigned>(static_cast<unsigned char>(letter)));
  return code + "0};\n";
}

std::string manifest_of(const PlugFile& file) {
  std::string text = fmt::format("abi {}\nslot {}\ntop {}\nhash {}\ntools {}\nmap {}\n", kPlugAbi, file.slot, file.top,
                                 file.hash, file.tools, file.map_name);
  for (const auto& [name, value] : file.numbers) text += fmt::format("number {} {}\n", name, value);
  if (!file.judge.name.empty())
    text += fmt::format("{} {} {}\n", file.loops ? "loops" : "judge", file.judge.cycles, file.judge.name);
  for (const rtl_models::ModelPort& port : file.ports) {
    text += fmt::format("{} {} {}\n", port.is_input ? "input" : "output", port.name, port.bits);
  }
  return text;
}

void take_line(const std::string& key, std::istringstream& rest, PlugFile& file) {
  const auto remainder = [&rest] {
    std::string text;
    std::getline(rest >> std::ws, text);
    return text;
  };
  static const std::map<std::string, std::string PlugFile::*> texts{{"slot", &PlugFile::slot},
                                                                    {"top", &PlugFile::top},
                                                                    {"hash", &PlugFile::hash},
                                                                    {"tools", &PlugFile::tools},
                                                                    {"map", &PlugFile::map_name}};
  if (const auto text = texts.find(key); text != texts.end()) {
    file.*text->second = remainder();
  } else if (key == "number") {
    std::string name;
    rest >> name;
    rest >> file.numbers[name];
  } else if (key == "loops" || key == "judge") {
    file.loops = key == "loops";
    rest >> file.judge.cycles;
    file.judge.name = remainder();
  } else if (key == "input" || key == "output") {
    rtl_models::ModelPort port;
    rest >> port.name >> port.bits;
    port.is_input = key == "input";
    file.ports.push_back(port);
  }
}

}  // namespace

std::string plug_code(const PlugFile& file) {
  return array_of(kManifest, manifest_of(file)) + array_of(kMap, file.map_text);
}

PlugFile open_plug(const std::string& name, const std::filesystem::path& path) {
  PlugFile file;
  file.path = std::filesystem::absolute(path);
  file.name = name;
  if (!std::filesystem::exists(path))
    throw PlugError("{}: no such file; expected what `trenza plug` made", path.string());
  void* const library = dlopen(file.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw PlugError("{}: not a shared object: {}", name, dlerror());
  const auto* const manifest = static_cast<const char*>(dlsym(library, kManifest));
  const auto* const map = static_cast<const char*>(dlsym(library, kMap));
  if (manifest == nullptr || map == nullptr) throw PlugError("{}: not made by `trenza plug`", name);
  file.map_text = map;
  std::istringstream lines(manifest);
  std::string line;
  int abi = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "abi") words >> abi;
    take_line(key, words, file);
  }
  if (abi != kPlugAbi) {
    throw PlugError("{}: made by another version of Trenza (format {}, expected {}); build it anew with `trenza plug`",
                    name, abi, kPlugAbi);
  }
  return file;
}

void check_numbers(const PlugFile& file, const Numbers& numbers, const std::string& place) {
  for (const auto& [name, value] : file.numbers) {
    const auto found = numbers.find(name);
    if (found == numbers.end() || found->second == value) continue;
    throw PlugError(
        "{} was built for {} {}, and {} has {}; build it for this network: trenza plug ... --for "
        "CONFIG",
        file.name, value, name, place, found->second);
  }
}

}  // namespace trenza::cosim
