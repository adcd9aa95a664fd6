// The forward wires of a link as ports and as signals.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>

namespace trenza::rtl_models {

/// Wires of one link end, towards the receiver: `vc`, `flit` and `header` mean something only while `valid`; `header`
/// only with a head.
template <template <class> class Port>
struct FlitWires {
  Port<bool> valid;
  Port<std::uint32_t> vc;
  Port<std::uint64_t> flit;    ///< microarch::FlitWord
  Port<std::uint64_t> header;  ///< topologies::HeaderWord

  explicit FlitWires(const std::string& prefix)
      : valid((prefix + "_valid").c_str()),
        vc((prefix + "_vc").c_str()),
        flit((prefix + "_flit").c_str()),
        header((prefix + "_header").c_str()) {}

  template <class Wires>
  void bind(Wires& wires) {
    valid.bind(wires.valid);
    vc.bind(wires.vc);
    flit.bind(wires.flit);
    header.bind(wires.header);
  }
};

template <class T>
using SignalOf = sc_core::sc_signal<T>;

using FlitIn = FlitWires<sc_core::sc_in>;
using FlitOut = FlitWires<sc_core::sc_out>;
using FlitSignals = FlitWires<SignalOf>;

}  // namespace trenza::rtl_models
