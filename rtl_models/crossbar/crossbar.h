// Crossbar: moves the front flit of the selected input to each output, and takes the hop off a header that leaves by a
// link.
//
// Ports    select[o]             select word of output o
//          flit[i], header[i]    front flit of input i and the header of its packet
//          out_<p>_{valid, vc, flit, header}  links; header with heads only
//          eject_valid[e], eject_flit[e]      ejection ports
// Latency  0 cycles. No state, no reset.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

/// How a crossbar reads the select words of whole packets (words.h). A flit-level router has its own (WormSelect).
struct PacketSelect {
  static constexpr int input(SelectWord word) { return select_input(word); }
  static constexpr int vc(SelectWord word) { return select_vc(word); }
  static constexpr bool escape(SelectWord word, std::uint32_t escape_mask) {
    return ((escape_mask >> select_vc(word)) & 1U) != 0;
  }
};

template <class Select>
class CrossbarOf : public sc_core::sc_module {
 public:
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> select;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> header;
  std::vector<std::unique_ptr<FlitOut>> out;  ///< by network port
  sc_core::sc_vector<sc_core::sc_out<bool>> eject_valid;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> eject_flit;

  /// `relation` must outlive the block; `node` is that of its router. `escape_mask`: bit v if VC v is an escape VC.
  CrossbarOf(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation, topologies::NodeId node,
             int inputs, int ports, int ejectors, std::uint32_t escape_mask);

 protected:
  virtual void cross();
  /// The header after a hop from here to a selected output; 0 for one that has arrived.
  HeaderWord advanced(HeaderWord arrived, int port, SelectWord selected) const;

 private:
  struct HeldLink {
    HeldOutput<bool> valid;
    HeldOutput<std::uint32_t> vc;
    HeldOutput<std::uint64_t> flit;
    HeldOutput<std::uint64_t> header;
  };
  struct HeldEjection {
    HeldOutput<bool> valid;
    HeldOutput<std::uint64_t> flit;
  };

  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
  std::uint32_t escape_mask_;
  int ports_;
  std::vector<HeldLink> links_;
  std::vector<HeldEjection> ejecting_;
};

extern template class CrossbarOf<PacketSelect>;
using Crossbar = CrossbarOf<PacketSelect>;

}  // namespace trenza::rtl_models
