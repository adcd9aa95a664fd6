// The input of Yosys: the router in its wrapper, and the commands.
#include <fmt/core.h>

#include <algorithm>

#include "rtl_models/area/area_blocks.h"
#include "rtl_models/area/router_area.h"

namespace trenza::rtl_models {

namespace {

struct Port {
  const char* name;
  long bits;
};

long parameter(const RtlModule& module, const std::string& name) {
  for (const auto& [key, value] : module.parameters) {
    if (key == name) return std::stol(value);
  }
  throw RtlError(fmt::format("the router has no parameter {}", name));
}

/// RESERVES of trenza_router.
bool reserves(const RtlModule& router) {
  return std::any_of(router.parameters.begin(), router.parameters.end(), [](const auto& parameter) {
    return parameter.first == "PIPELINE" && parameter.second.find("joint") == std::string::npos;
  });
}

/// ROUNDS of trenza_router.
long draw_rounds(const RtlModule& router) {
  for (const auto& [key, value] : router.parameters) {
    if (key == "ALLOCATOR" && value.find("pim") != std::string::npos) return parameter(router, "ALLOCATOR_PARAMETER");
  }
  return 1;
}

/// Ports of trenza_router.
struct RouterPorts {
  explicit RouterPorts(const RtlModule& router) {
    constexpr long kWord = 64;
    constexpr long kHalf = 32;
    constexpr long kLength = 16;
    constexpr long kTurn = 8;
    constexpr long kStride = 8;
    const long ports = parameter(router, "PORTS");
    const long classes = parameter(router, "CLASSES");
    const long queues = classes * parameter(router, "INJECTORS");
    const long shown = (reserves(router) ? 2 : 1) * queues;
    const long ejectors = parameter(router, "EJECTORS");
    const long escapes = ports * classes * parameter(router, "ESCAPE_VCS");
    inputs = {{"cycle", kWord},
              {"in_valid", ports},
              {"in_vc", ports * kHalf},
              {"in_flit", ports * kWord},
              {"in_header", ports * kWord},
              {"in_route", ports * kWord},
              {"credit_in", ports * kHalf},
              {"continuing", escapes * kWord},
              {"stride", (ports + 1) * (ports + queues) * kStride},
              {"queued", shown},
              {"packet", shown * kHalf},
              {"flits", shown * kLength},
              {"eligible", shown * kWord},
              {"first_header", shown * kWord},
              {"first_route", shown * kWord},
              {"turn", kTurn}};
    outputs = {{"credit_out", ports * kHalf}, {"out_valid", ports},
               {"out_vc", ports * kHalf},     {"out_flit", ports * kWord},
               {"out_header", ports * kWord}, {"taken", queues},
               {"eject_valid", ejectors},     {"eject_flit", ejectors * kWord}};
    const long output_vcs = ports * classes * parameter(router, "CLASS_VCS");
    const long all_inputs = output_vcs + queues;
    const long rounds = draw_rounds(router);
    draws = {{"output_draw", rounds * (ports + ejectors)},
             {"input_draw", rounds * all_inputs},
             {"selection_draw", all_inputs},
             {"vc_draw", reserves(router) ? output_vcs : 1}};
  }

  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::vector<Port> draws;  ///< places, of 16 bits
};

constexpr const char* kObservers[] = {"flit",     "header",  "request",       "route",       "pick",
                                      "reserved", "credits", "credits_taken", "admitted",    "select",
                                      "charge",   "pop",     "pop_injector",  "output_free", "input_busy"};

/// Every block as a module of its own, with all its instances, made of bits. Constants, and logic that nothing reads,
/// are removed across the borders of blocks first: cells keep their block as the attribute `submod` while they are all
/// in one module.
std::string blocks_apart() {
  std::string text =
      "proc\nopt_expr\nopt_merge\nopt_dff\nopt_clean\nwreduce\npeepopt\nalumacc\nopt_clean\n"
      "techmap\nopt_expr\nopt_clean\n";
  for (const char* const block : kAreaBlocks)
    text += fmt::format("setattr -mod -set keep_hierarchy 1 =*trenza_{}*\n", block);
  text += "flatten\n";
  for (const char* const block : kAreaBlocks)
    text += fmt::format("setattr -set submod \"{0}\" =*trenza_{0}*/c:*\n", block);
  text += "setattr -mod -unset keep_hierarchy =*\nflatten\nopt_expr\nopt_clean\nopt_mem\nmemory_collect\n";
  text += "setattr -set submod \"memory\" t:$mem_v2\n";
  return text + "submod\nselect -assert-none trenza_area/t:$*\n";
}

std::string map_to(const AreaRequest& request) {
  switch (request.target) {
    case AreaTarget::gates:
      return "abc -g gates\nopt_clean\n";
    case AreaTarget::ice40:
      return "dfflegalize -cell $_DFF_?_ 0 -cell $_DFFE_?P_ 0 -cell $_DFF_?P?_ 0 -cell $_DFFE_?P?P_ 0 "
             "-cell $_SDFF_?P?_ 0 -cell $_SDFFCE_?P?P_ 0 -mince -1 -minsrst -1\n"
             "opt_clean\nabc -lut 4\nopt_clean\n";
    case AreaTarget::liberty:
      return "read_liberty -lib library.lib\ndfflibmap -prepare -liberty library.lib\nopt_clean\n"
             "abc -liberty library.lib\nopt_clean\n";
  }
  return "";
}

/// Flip-flops are still those of Yosys: its search for the longest path knows where to stop.
const char* const kReport =
    "tee -a report log SECTION memory\ntee -a report dump trenza_area_memory/t:$mem_v2\n"
    "tee -a report log SECTION cells\ntee -a report stat\n"
    "tee -a report log SECTION levels\ntee -a report ltp -noff trenza_area_* trenza_area_memory %d\n";

}  // namespace

std::string area_wrapper(const RtlModule& router) {
  const RouterPorts ports(router);
  std::string head = "module trenza_area (\n    input logic clk,\n    input logic reset";
  std::string body;
  std::string binds = ".clk, .reset";
  for (const Port& port : ports.inputs) {
    head += fmt::format(",\n    input logic [{}-1:0] {}", port.bits, port.name);
    binds += fmt::format(", .{}", port.name);
  }
  for (const Port& port : ports.outputs) {
    head += fmt::format(",\n    output logic [{}-1:0] {}", port.bits, port.name);
    binds += fmt::format(", .{}", port.name);
  }
  for (const Port& port : ports.draws) {
    head += fmt::format(",\n    input logic [{}*16-1:0] {}_phase", port.bits, port.name);
    binds += fmt::format(", .{}", port.name);
    body += fmt::format(
        "  logic [{0}*16-1:0] {1};\n  generate\n    for (genvar i = 0; i < {0}; i++) begin : of_{1}\n"
        "      trenza_draw place (.clk, .reset, .phase({1}_phase[i*16+:16]), .draw({1}[i*16+:16]));\n"
        "    end\n  endgenerate\n",
        port.bits, port.name);
  }
  for (const char* const observer : kObservers) binds += fmt::format(", .{}()", observer);
  std::string values;
  for (const auto& [name, value] : router.parameters) {
    values += fmt::format("{}.{}({})", values.empty() ? "" : ", ", name, value);
  }
  return fmt::format("{}\n);\n{}  trenza_router #({}) router ({});\nendmodule\n", head, body, values, binds);
}

std::string area_script(const AreaRequest& request, const std::vector<std::string>& files) {
  std::string text = "read_verilog -sv";
  for (const std::string& file : files) text += " " + file;
  text += "\nhierarchy -check -top trenza_area\n" + blocks_apart() + map_to(request) + kReport;
  if (request.target == AreaTarget::liberty) {
    text +=
        "dfflibmap -map-only -liberty library.lib\nopt_clean\n"
        "tee -a report log SECTION area\ntee -a report stat -liberty library.lib\n";
  }
  // The read of a memory counts no level.
  text += "delete trenza_area/t:trenza_area_memory\nflatten\n";
  return text + "tee -a report log SECTION path\ntee -a report ltp -noff trenza_area\ntee -a report log SECTION end\n";
}

}  // namespace trenza::rtl_models
