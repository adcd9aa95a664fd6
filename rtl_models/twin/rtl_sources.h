// The SystemVerilog twins of the blocks, as text: the program carries what it verilates.
#pragma once

#include <string>
#include <vector>

namespace trenza::rtl_models {

struct RtlSource {
  std::string name;  ///< of the file: "vc_allocator.sv"
  std::string text;
};

/// All modules, in a fixed order.
const std::vector<RtlSource>& rtl_sources();

}  // namespace trenza::rtl_models
