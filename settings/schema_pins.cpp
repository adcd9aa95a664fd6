#include "settings/schema_rows.h"

namespace trenza::settings {

namespace {

void add_waves(std::vector<Key>& keys) {
  const Condition given{"waves", true, {}, "`waves`"};
  keys.push_back(
      when(given, other("waves.file", KeyKind::text, "",
                        "wave file to write, ending in .fst or .vcd; with `runs` the name of the run is put in")));
  Key scope = other("waves.scope", KeyKind::text, "everything",
                    "what to record: globs over names, separated by commas, for example `r_0_0.in_*, r_1_*`");
  scope.optional = true;
  keys.push_back(when(given, scope));
  Key window =
      other("waves.window", KeyKind::text, "all cycles",
            "`A:B` records cycles A to B - 1; either may be left out; `-N:` records the last N cycles of the run");
  window.optional = true;
  keys.push_back(when(given, window));
}

void add_rtl(std::vector<Key>& keys) {
  const Condition given{"rtl", true, {}, "`rtl`"};
  const auto add = [&](const char* block, const char* what, bool foreign = false) {
    Key key =
        other(std::string("rtl.") + block, KeyKind::names, "none",
              std::string("routers of which ") + what +
                  " simulated in SystemVerilog: `all`, names such as `r_3_2`, rings such as `ring:y0`" +
                  (foreign ? "; or a block of your own (`trenza plug`): `my_block.so`, or `{module, routers}`" : ""));
    if (foreign) key.kind = KeyKind::blocks;
    key.optional = true;
    keys.push_back(when(given, key));
  };
  const auto add_slot = [&](const char* block, const std::string& summary) {
    Key key = other(std::string("rtl.") + block, KeyKind::blocks, "none", summary);
    key.optional = true;
    keys.push_back(when(given, key));
  };
  add("input_buffer", "the input buffers are");
  add("routing_unit", "the routing units (by records) are");
  add("input_unit", "the input units (flit-level routers) are");
  add("output_unit", "the output units (flit-level routers) are");
  add("route_computation", "the route computations (flit-level routers, by records) are");
  add("credit_counter", "the credit counters are");
  add("bubble_control", "the bubble controls are");
  add("vc_allocator", "the VC allocator is", true);
  add("switch_allocator", "the switch allocator is", true);
  add("crossbar", "the crossbar is");
  add("network_interface", "the injection side of the network interface is");
  add("link", "the links that leave are");
  add("router", "everything but the links is", true);
  add_slot("arbiter",
           "blocks of your own (`trenza plug --as arbiter`) as arbiters of the outputs: `my_arbiter.so`, or `{module, "
           "routers}`");
  add_slot("port_arbiter", "the same at crossbar inputs that virtual channels share, with `router.crossbar: per_port`");
  add_slot(
      "matrix_allocator",
      "blocks of your own (`trenza plug --as matrix_allocator`) that match crossbar inputs with outputs, with every "
      "`router.allocator` but input_first: `my_allocator.so`, or `{module, routers}`");
  add_slot("buffer",
           "blocks of your own (`trenza plug --as buffer`) as FIFOs of the input buffers: `my_fifo.so`, or `{module, "
           "routers}`");
  Key shadow = other("rtl.shadow", KeyKind::boolean, "",
                     "compares all that is in SystemVerilog with its model in every cycle; the first mismatch ends the "
                     "run, with its waves");
  shadow.fallback = "off";
  keys.push_back(when(given, shadow));
}

void add_detail(std::vector<Key>& keys) {
  Key pin = other("detail.pin", KeyKind::texts, "none",
                  "routers at pin level inside the tlm view: `r_3_2`, or all of a ring: `ring:yp0`; waves show these");
  pin.optional = true;
  keys.push_back(pin);
  Key rtl =
      other("detail.rtl", KeyKind::texts, "none",
            "routers in SystemVerilog inside the tlm view, named likewise: everything but their links; these come "
            "before `pin`");
  rtl.optional = true;
  keys.push_back(rtl);
}

}  // namespace

void add_pin_keys(std::vector<Key>& keys) {
  add_waves(keys);
  add_rtl(keys);
  add_detail(keys);
}

}  // namespace trenza::settings
