// The C++ code around the code that Verilator writes: the functions by which a loaded model is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trenza::rtl_models {

/// A port of the top module, as Verilator understood it.
struct ModelPort {
  std::string name;
  int bits = 0;
  bool is_input = false;
};

/// Whether a model has combinational loops. Verilator evaluates them again and again until nothing changes.
enum class ModelLoops : std::uint8_t {
  none,
  settled,    ///< they are evaluated in every evaluation of the model
  unsettled,  ///< Verilator 5.006 can leave them unevaluated, and code around the model cannot prevent it
};

std::vector<ModelPort> ports_of_model(const std::filesystem::path& folder);
ModelLoops loops_of_model(const std::filesystem::path& folder);

/// The functions trenza_model_*, which rtl_model.cpp calls.
std::string model_code(const std::filesystem::path& folder);

/// The code that is compiled together with Verilator's own library. It turns errors of a model into exceptions and
/// passes its output to a listener.
extern const char* const kModelRuntime;

}  // namespace trenza::rtl_models
