// Verilated models, built on first use, kept in a cache and loaded while the program runs.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/twin/verilation.h"

namespace trenza::rtl_models {

/// A module of rtl_sources() with values of its parameters.
struct RtlModule {
  std::string name;                                             ///< without the prefix: "vc_allocator"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, a literal: 4, 96'h4, "age"
  bool keeps_loops =
      false;  ///< long loops stay loops in the model, where they would make too much code: large allocators

  RtlModule& with(const std::string& parameter, long value) {
    parameters.emplace_back(parameter, std::to_string(value));
    return *this;
  }
  /// A parameter that is the name of a policy.
  RtlModule& with(const std::string& parameter, const std::string& policy) {
    parameters.emplace_back(parameter, '"' + policy + '"');
    return *this;
  }
};

/// The shared object of a module, from the cache, where its name has a hash of sources, parameters and tools. If it is
/// not there, it is built: Verilator and the C++ compiler ($CXX, else c++) must be on the path for that. Other
/// processes may build the same module at the same time. A file in the folder $TRENZA_RTL_SOURCES replaces the source
/// of the same name ("vc_pick.sv"), so that a change of a twin can be tried without a new build of this program.
/// Errors: RtlError with the last lines of what the tools said.
std::filesystem::path build_rtl(const RtlModule& module);

}  // namespace trenza::rtl_models
