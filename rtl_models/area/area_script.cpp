// The input of Yosys: the router in its wrapper, and the commands.
#include <fmt/core.h>

#include "rtl_models/area/area_blocks.h"
#include "rtl_models/area/router_area.h"

namespace trenza::rtl_models {

namespace {

constexpr const char* kWormRouter = "worm_router";

/// A port of a router, its bits as an expression of the parameters.
struct Port {
  const char* name;
  const char* bits;
};

/// A router as Yosys gets it.
struct WrappedRouter {
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::vector<Port> draws;             ///< bits: places, of 16 bits
  std::vector<const char*> observers;  ///< outputs that nobody reads
  const char* derived;                 ///< what its ports need beside its parameters
};

const WrappedRouter& packet_router() {
  static const WrappedRouter router{
      {{"cycle", "64"},
       {"in_valid", "PORTS"},
       {"in_vc", "PORTS*32"},
       {"in_flit", "PORTS*64"},
       {"in_header", "PORTS*64"},
       {"in_route", "PORTS*64"},
       {"credit_in", "PORTS*32"},
       {"continuing", "PORTS*CLASSES*ESCAPE_VCS*64"},
       {"stride", "(PORTS+1)*(PORTS+QUEUES)*8"},
       {"queued", "SHOWN"},
       {"packet", "SHOWN*32"},
       {"flits", "SHOWN*16"},
       {"eligible", "SHOWN*64"},
       {"first_header", "SHOWN*64"},
       {"first_route", "SHOWN*64"},
       {"turn", "8"}},
      {{"credit_out", "PORTS*32"},
       {"out_valid", "PORTS"},
       {"out_vc", "PORTS*32"},
       {"out_flit", "PORTS*64"},
       {"out_header", "PORTS*64"},
       {"taken", "QUEUES"},
       {"eject_valid", "EJECTORS"},
       {"eject_flit", "EJECTORS*64"}},
      {{"output_draw", "ROUNDS*(PORTS+EJECTORS)"},
       {"input_draw", "ROUNDS*INPUTS"},
       {"selection_draw", "INPUTS"},
       {"vc_draw", "VC_DRAWS"}},
      {"flit", "header", "request", "route", "pick", "reserved", "credits", "credits_taken", "admitted", "select",
       "charge", "pop", "pop_injector", "output_free", "input_busy"},
      "    localparam int QUEUES = CLASSES * INJECTORS,\n"
      "    localparam int VCS = CLASSES * CLASS_VCS,\n"
      "    localparam int INPUTS = PORTS * VCS + QUEUES,\n"
      "    localparam int ROUNDS = ALLOCATOR == \"pim\" ? ALLOCATOR_PARAMETER : 1,\n"
      "    localparam int SHOWN = PIPELINE == \"joint\" ? QUEUES : 2 * QUEUES,\n"
      "    localparam int VC_DRAWS = PIPELINE == \"joint\" ? 1 : PORTS * VCS\n"};
  return router;
}

const WrappedRouter& worm_router() {
  static const WrappedRouter router{
      {{"in_valid", "PORTS"},
       {"in_vc", "PORTS*32"},
       {"in_flit", "PORTS*64"},
       {"in_header", "PORTS*64"},
       {"in_route_ports", "(PORTS+1)*64"},
       {"in_route_vcs", "(PORTS+1)*64"},
       {"to_dateline", "PORTS*16"},
       {"is_dateline", "PORTS"},
       {"same_ring", "(PORTS+1)*PORTS"},
       {"negative", "1"},
       {"credit_in", "PORTS*32"},
       {"stride", "(PORTS+2)*(PORTS+VCS)*8"},
       {"queued", "SHOWN"},
       {"packet", "SHOWN*32"},
       {"flits", "SHOWN*16"},
       {"first_header", "SHOWN*64"},
       {"vc_turn", "16"},
       {"turn", "16"}},
      {{"credit_out", "PORTS*32"},
       {"out_valid", "PORTS"},
       {"out_vc", "PORTS*32"},
       {"out_flit", "PORTS*64"},
       {"out_header", "PORTS*64"},
       {"taken", "VCS"},
       {"first", "VCS*8"},
       {"ejected", "EJECTORS"},
       {"ejected_flit", "EJECTORS*64"}},
      {{"request_draw", "INPUTS"},
       {"vc_output_draw", "VC_ROUNDS*(PORTS+EJECTORS)*VCS"},
       {"vc_input_draw", "VC_ROUNDS*INPUTS"},
       {"output_draw", "ROUNDS*(PORTS+EJECTORS)"},
       {"input_draw", "ROUNDS*INPUTS"}},
      {"sent_valid",      "sent_vc", "sent_flit",   "sent_header", "entering_valid", "entering_vc", "entering_flit",
       "entering_header", "flit",    "header",      "request",     "route_ports",    "route_vcs",   "hold",
       "grant",           "wish",    "credits",     "held",        "allocated",      "released",    "select",
       "charge",          "pop",     "eject_valid", "eject_flit"},
      "    localparam int VCS = CLASSES * CLASS_VCS,\n"
      "    localparam int INPUTS = (PORTS + 1) * VCS,\n"
      "    localparam int SHOWN = INJECTION == \"side_by_side\" ? VCS : CLASSES,\n"
      "    localparam int ROUNDS = ALLOCATOR == \"pim\" ? PARAMETER : 1,\n"
      "    localparam int VC_ROUNDS = VC_ALLOCATOR == \"pim\" ? VC_PARAMETER : 1\n"};
  return router;
}

/// Its parameters, and what follows from them.
std::string parameters_of(const RtlModule& router, const WrappedRouter& wrapped) {
  std::string text;
  for (const auto& [name, value] : router.parameters) {
    const char* const type = value.front() == '"' ? "logic [trenza_pkg::NAME_BITS-1:0]" : "int";
    text += fmt::format("    parameter {} {} = {},\n", type, name, value);
  }
  return text + wrapped.derived;
}

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
  const WrappedRouter& wrapped = router.name == kWormRouter ? worm_router() : packet_router();
  std::string ports = "    input logic clk,\n    input logic reset";
  std::string body;
  for (const Port& port : wrapped.inputs) ports += fmt::format(",\n    input logic [{}-1:0] {}", port.bits, port.name);
  for (const Port& port : wrapped.outputs)
    ports += fmt::format(",\n    output logic [{}-1:0] {}", port.bits, port.name);
  for (const Port& port : wrapped.draws) {
    ports += fmt::format(",\n    input logic [{}*16-1:0] {}_phase", port.bits, port.name);
    body += fmt::format(
        "  logic [{0}*16-1:0] {1};\n  generate\n    for (genvar i = 0; i < {0}; i++) begin : of_{1}\n"
        "      trenza_draw place (.clk, .reset, .phase({1}_phase[i*16+:16]), .draw({1}[i*16+:16]));\n"
        "    end\n  endgenerate\n",
        port.bits, port.name);
  }
  std::string values;
  for (const auto& [name, value] : router.parameters)
    values += fmt::format("{}.{}({})", values.empty() ? "" : ", ", name, value);
  std::string binds;
  for (const char* const observer : wrapped.observers) binds += fmt::format(".{}(), ", observer);
  return fmt::format("module trenza_area #(\n{}) (\n{}\n);\n{}  trenza_{} #({}) router ({}.*);\nendmodule\n",
                     parameters_of(router, wrapped), ports, body, router.name, values, binds);
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
