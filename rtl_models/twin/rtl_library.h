// Verilated models, built on first use, kept in a cache and loaded while the program runs.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/twin/verilation.h"

namespace trenza::rtl_models {

/// Verilator or the compiler failed, or a port is not what its user expects.
struct RtlError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A module of rtl_sources() with values of its parameters.
struct RtlModule {
  std::string name;                                             ///< without the prefix: "vc_allocator"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value, a number or a literal: "96'h4"

  RtlModule& with(const std::string& parameter, long value) {
    parameters.emplace_back(parameter, std::to_string(value));
    return *this;
  }
};

/// The shared object of a module: that in the cache, whose name is a hash of sources, parameters and tools, or a new one.
/// Verilator and the C++ compiler ($CXX, else c++) must be on the path for that. Safe while other processes build the same.
/// Errors: RtlError with the last lines of what the tools said.
std::filesystem::path build_rtl(const RtlModule& module);

}  // namespace trenza::rtl_models
