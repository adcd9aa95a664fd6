// The C++ that surrounds what Verilator writes: what a loaded model shows of itself.
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

/// Combinational loops that Verilator found, and evaluates again and again until nothing changes.
enum class ModelLoops : std::uint8_t {
  none,
  settled,    ///< they are evaluated in every evaluation of the model
  unsettled,  ///< Verilator 5.006 can leave them as they are, and code around the model cannot mend it
};

std::vector<ModelPort> ports_of_model(const std::filesystem::path& folder);
ModelLoops loops_of_model(const std::filesystem::path& folder);

/// The functions trenza_model_*, which rtl_model.cpp calls.
std::string model_code(const std::filesystem::path& folder);

/// What stands before Verilator's own library: errors of a model as exceptions, its output for a listener.
extern const char* const kModelRuntime;

}  // namespace trenza::rtl_models
