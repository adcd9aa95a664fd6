#include "rtl_models/twin/rtl_model.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

namespace trenza::rtl_models {

namespace {

constexpr int kByte = 8;

template <class Function>
Function symbol(void* library, const char* name) {
  void* const found = dlsym(library, name);
  if (found == nullptr) throw RtlError(fmt::format("{}: not a model of this program", name));
  return reinterpret_cast<Function>(found);
}

/// Verilator keeps narrow ports in 1, 2 or 4 bytes.
std::size_t bytes_of(int bits) {
  std::size_t bytes = 1;
  while (static_cast<int>(bytes) * kByte < bits) bytes *= 2;
  return bytes;
}

/// Keeps a model reachable. Models are never deleted (see RtlModel), and those that are not reachable would count as
/// leaks.
void keep(void* model) {
  static auto* const kept = new std::vector<void*>;
  kept->push_back(model);
}

/// The state of the output of a model: the name that stands before each line, and whether a line is incomplete.
struct Voice {
  std::string name;
  bool in_line = false;
};

void print_lines(void* voice, const char* text, unsigned long size) {
  auto& [name, in_line] = *static_cast<Voice*>(voice);
  std::string shown;
  for (std::string_view rest(text, size); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const bool whole = line.size() < rest.size();
    shown += fmt::format("{}{}{}", in_line ? "" : name + ": ", line, whole ? "\n" : "");
    in_line = !whole;
    rest.remove_prefix(line.size() + (whole ? 1 : 0));
  }
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void print_nothing(void* /*voice*/, const char* /*text*/, unsigned long /*size*/) {}

/// Voices stay as long as the models that use them.
Voice* voice_of(const std::string& name) {
  static auto* const kept = new std::vector<std::unique_ptr<Voice>>;
  for (const auto& voice : *kept) {
    if (voice->name == name) return voice.get();
  }
  kept->push_back(std::make_unique<Voice>(Voice{name}));
  return kept->back().get();
}

}  // namespace

std::uint64_t RtlPort::word() const {
  std::uint64_t value = 0;
  std::memcpy(&value, data, bytes_of(bits));
  return value;
}

void RtlPort::set_word(std::uint64_t value) const { std::memcpy(data, &value, bytes_of(bits)); }

RtlObject::RtlObject(const std::filesystem::path& path, unsigned start) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw RtlError(fmt::format("{}: {}", path.string(), dlerror()));
  model_ = symbol<void* (*)(unsigned)>(library, "trenza_model_create")(start);
  keep(model_);
  listen_ = symbol<void (*)(Listener, void*)>(library, "trenza_model_listen");
  eval_ = symbol<void (*)(void*)>(library, "trenza_model_eval");
  clock_fell_ = reinterpret_cast<void (*)(void*)>(dlsym(library, "trenza_model_clock_fell"));
  port_ = symbol<void* (*)(void*, int, const char**, int*)>(library, "trenza_model_port");
}

void RtlObject::name_output(const std::string& name) const { listen_(print_lines, voice_of(name)); }

void RtlObject::drop_output() const { listen_(print_nothing, nullptr); }

RtlPort RtlObject::port(const std::string& name) const {
  const char* shown = nullptr;
  int bits = 0;
  for (int index = 0;; ++index) {
    void* const data = port_(model_, index, &shown, &bits);
    if (data == nullptr) return {};
    if (name == shown) return {data, bits};
  }
}

RtlModel::RtlModel(const RtlModule& module)
    : name_(module.name), object_(build_rtl(module)), clk_(optional_port("clk")), reset_(optional_port("reset")) {
  eval();  // the first evaluation takes the level of the clock as the previous one
}

RtlPort RtlModel::port(const std::string& name, int bits) const {
  const RtlPort found = optional_port(name);
  if (!found) throw RtlError(fmt::format("trenza_{} has no port {}", name_, name));
  if (found.bits != bits) {
    throw RtlError(fmt::format("trenza_{}: port {} has {} bits, not {}", name_, name, found.bits, bits));
  }
  return found;
}

void RtlModel::tick() {
  if (!object_.clock_fell()) eval();
  clk_.set(true);
  eval();
  clk_.set(false);
}

void RtlModel::reset() {
  reset_.set(true);
  tick();
  reset_.set(false);
}

}  // namespace trenza::rtl_models
