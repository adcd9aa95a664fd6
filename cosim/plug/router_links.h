// What a router from outside sees of its links at a clock edge, whether flits are held back by credits, by ready and
// valid, or by on and off.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/port_numbers.h"
#include "cosim/plug/router_inlet.h"
#include "cosim/plug/router_pins.h"

namespace trenza::cosim {

/// Ports are numbered as in the topology, the local one last. Flits that come wait here until the block takes them.
class RouterLinks {
 public:
  /// `depth`: flits of a VC that a block with credits has room for, in the buffers of the network. `plug`, `model` and
  /// `numbers` must outlive it. Errors: PlugError.
  RouterLinks(const Plug& plug, ForeignModel& model, const PortNumbers& numbers, int ports, int depth);

  void set_place(const topologies::Topology& topology, topologies::NodeId node) { pins_.set_place(topology, node); }
  std::uint64_t payload_mask() const { return pins_.payload_mask(); }
  bool by_credits() const { return pins_.shape().links == LinkKind::credits; }

  /// Nothing is on the links, and nothing waits.
  void clear();
  /// A flit has come.
  void push(int port, int vc, microarch::FlitWord flit) { inlet(port).push(vc, flit); }
  /// Gives the block credits at the next edge: bit v is one for VC v of an output.
  void give_credits(int port, std::uint64_t vcs) { given_[static_cast<std::size_t>(port)] |= vcs; }

  /// Lets the block see its links at an edge. room(port, vc): flits that a VC behind an output has room for, asked for
  /// in links without credits; show(flit, vc): the flit as the block sees it.
  template <class Room, class Show>
  void settle(const Room& room, const Show& show) {
    pins_.clear();
    for (int p = 0; p < ports_; ++p) allow(p, room);
    if (!by_credits()) model_.eval();
    allow_shown_flits();
    for (int p = 0; p < ports_; ++p) {
      const int vc = choose(p);
      if (vc >= 0) pins_.put(numbers_.in(p), show(inlet(p).front(vc), vc));
    }
    model_.eval();
    allow_shown_flits();
  }

  // What happens at this edge, after settle().
  /// VC of the flit that the block is shown at an input; -1: none.
  int shown(int port) const { return shown_[static_cast<std::size_t>(port)]; }
  microarch::FlitWord shown_flit(int port) { return inlet(port).front(shown(port)); }
  /// Whether the block takes the flit that it is shown. A vector of leaves must not depend on the flit, and with it the
  /// answer is always yes.
  bool takes(int port) const;
  /// The flit has been taken.
  void take(int port) { inlet(port).take(); }
  /// Credits that the block gives for an input.
  std::uint64_t credits(int port) const { return by_credits() ? pins_.credits(numbers_.in(port)) : 0; }
  /// One of them counts.
  void credit(int port, int vc) { inlet(port).credit(vc); }
  /// The flit that leaves by an output.
  std::optional<ForeignFlit> leaving(int port) const;
  /// Whether a flit that leaves may be number `index` of its packet.
  bool has_index(const ForeignFlit& flit, int index) const { return pins_.has_index(flit, index); }
  /// What a flit needs to leave, for messages.
  const char* leave_text() const {
    return by_credits() ? "a credit" : "room for it: more than on_off_slack flits after `out_on` has fallen";
  }
  /// Whether one `ready` stands for all VCs: then a flit that is shown need not be taken.
  bool single_ready() const { return pins_.shape().ready == 1; }

 private:
  RouterInlet& inlet(int port) { return inlets_[static_cast<std::size_t>(port)]; }
  template <class Room>
  void allow(int port, const Room& room) {
    const auto p = static_cast<std::size_t>(port);
    if (by_credits()) {
      pins_.put_credits(numbers_.out(port), given_[p]);
      given_[p] = 0;
      return;
    }
    leave_[p] = 0;
    for (int vc = 0; vc < pins_.shape().vcs; ++vc) leave_[p] |= std::uint64_t{room(port, vc) > slack_} << vc;
    pins_.put_leave(numbers_.out(port), leave_[p]);
  }
  void allow_shown_flits();
  int choose(int port);

  ForeignModel& model_;
  const PortNumbers& numbers_;
  RouterPins pins_;
  int ports_;
  int slack_;
  std::vector<RouterInlet> inlets_;
  std::vector<int> shown_;
  std::vector<std::uint64_t> given_;
  std::vector<std::uint64_t> leave_;  ///< by output: VCs in which the block may send at this edge
};

/// The fault of a router from outside: where and when, what, and how many packets were inside.
BrokenContract broken_router(const std::string& router, const Plug& plug, microarch::Cycle cycle,
                             const std::string& what, std::size_t packets);

}  // namespace trenza::cosim
