// From SystemVerilog to a shared object: Verilator and the C++ compiler.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/twin/model_code.h"
#include "rtl_models/twin/tools.h"

namespace trenza::rtl_models {

/// The compiler with the user's flags, and the version of what is generated around models: part of every model's hash.
std::string rtl_tools();

/// What Verilator reads.
struct Verilation {
  std::string top;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::string> arguments;  ///< files and options
  bool optimised = true;               ///< false: -O0
};

/// What Verilator made, in the folder in which it ran.
struct Verilated {
  std::string said;  ///< warnings
  std::vector<ModelPort> ports;
  ModelLoops loops = ModelLoops::none;
};

/// Verilates in a folder. The flags -fno-dfg, -fno-gate and -fno-const-bit-op-tree come after every -O, which would
/// turn these optimisations on again. The first two can make Verilator 5.006 silently wrong on false combinational
/// loops, the last on exclusive or and on comparisons joined with negations. Errors: RtlError.
Verilated verilate(const std::filesystem::path& folder, const Verilation& design);

/// The version of the Verilator that has made a model in `folder`. Errors: RtlError.
std::string verilator_version(const std::filesystem::path& folder);

/// Whether this version, as verilator_version() says it, has been compared with Icarus Verilog on 100,000 random
/// expressions under the flags of verilate().
bool is_judged_version(const std::string& verilator);

/// Compiles what verilate() left in a folder into its unit.o. Errors: RtlError.
std::filesystem::path compile_model(const std::filesystem::path& folder);

/// Links a compiled model into model.so in `folder`. `more` is C++ code that becomes part of it, in which SHOWN marks
/// the symbols that can be found from outside. Errors: RtlError.
std::filesystem::path link_model(const std::filesystem::path& folder, const std::filesystem::path& unit,
                                 const std::string& more = "");

}  // namespace trenza::rtl_models
