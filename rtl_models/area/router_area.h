// The cost of the twin of a router in gates, flip-flops and levels of logic, block by block, as Yosys synthesises it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rtl_models/twin/rtl_library.h"

namespace trenza::rtl_models {

/// The cells that the logic is mapped to.
enum class AreaTarget : std::uint8_t {
  gates,    ///< gates of two inputs, and inverters
  ice40,    ///< LUTs of four inputs, and the flip-flops of an iCE40; no carry chains
  liberty,  ///< the cells of a library file
};

struct AreaRequest {
  RtlModule router;  ///< of router_module() or worm_router_module()
  AreaTarget target = AreaTarget::gates;
  std::filesystem::path liberty;  ///< means something with AreaTarget::liberty only
};

/// A block, in all its instances together, or the whole router.
struct BlockArea {
  std::string block;     ///< as its twin is called; "draw": the LFSRs that the policies of the router read
  long cells = 0;        ///< combinational ones
  long flip_flops = 0;   ///< bits
  long memory_bits = 0;  ///< of the FIFOs of inputs; neither cells nor flip-flops
  int levels = 0;        ///< cells on the longest path from a flip-flop, memory or input to one, or to an output
  double square = 0;     ///< area in units of the library; 0 without one
};

struct RouterArea {
  std::vector<BlockArea> blocks;  ///< those that have anything, in the order of the path of a packet
  BlockArea router;               ///< their sums; its levels are those of the longest path through all of them
};

/// Yosys cannot map a router to the cells of a library. what() begins with the file.
struct LibraryError : RtlError {
  using RtlError::RtlError;
};

/// Synthesises a router. The report of Yosys is kept in rtl_cache(), by a hash of sources, parameters, target and
/// version of Yosys. Takes a minute or more. Errors: LibraryError; RtlError, also where Yosys is missing or the
/// library cannot be read.
RouterArea router_area(const AreaRequest& request);

/// The module `trenza_area`: a router with a trenza_draw at each place, and without the outputs for observers.
std::string area_wrapper(const RtlModule& router);

/// The commands of Yosys that write the report `report`. The sources are `files`, in the folder in which it runs.
std::string area_script(const AreaRequest& request, const std::vector<std::string>& files);

/// Reads the report. Errors: RtlError if a part of it is missing.
RouterArea read_area_report(const std::string& report);

}  // namespace trenza::rtl_models
