// The account of the ejection ports of a node in a flit-level machine: flits on their way out, and the packets that
// they make up. Plain state without ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

/// Flits of several packets may be interleaved. Flits of a packet that arrive out of order are invariant violations.
class EjectionAccount {
 public:
  /// `name`: in messages; `delay` in cycles, at least 1.
  EjectionAccount(std::string name, int ejectors, int delay);

  /// A packet of which the tail has left.
  struct Departure {
    int ejector = 0;
    PacketId packet = 0;
    int flits = 0;
    int hops = 0;
  };
  /// The edge that ends a cycle: takes the flit of each ejection port in that cycle, 0 if there is none. The packets of
  /// which the tail came `delay` cycles before are in departures() then.
  template <class FlitOf>
  void edge(const FlitOf& flit_of) {
    edge(flit_of, [](std::size_t /*e*/, FlitWord own) { return own; });
  }
  /// The same for a block with registers of its own: leaving_of(e, own) is the flit that leaves them, 0 if there is
  /// none; `own`: the one that should.
  template <class FlitOf, class LeavingOf>
  void edge(const FlitOf& flit_of, const LeavingOf& leaving_of) {
    departures_.clear();
    for (std::size_t e = 0; e < ports_.size(); ++e) {
      FlitWord& slot = ports_[e].line[next_];
      const FlitWord own = slot;
      slot = flit_of(e);
      under_way_ += (slot != 0 ? 1 : 0) - (own != 0 ? 1 : 0);
      if (const FlitWord leaving = leaving_of(e, own); leaving != 0) receive(e, leaving);
    }
    next_ = next_ + 1 == static_cast<std::size_t>(delay_) ? 0 : next_ + 1;
  }
  const std::vector<Departure>& departures() const { return departures_; }
  /// Whether flits are on their way out.
  bool is_busy() const { return under_way_ > 0; }
  void clear();

  /// Calls visit(packet, hops) for the heads that have left the crossbar, and whose tails have not left.
  template <class Visit>
  void for_each_head(const Visit& visit) const {
    for (const Port& port : ports_) {
      for (const FlitWord word : port.line) {
        if (word != 0 && microarch::is_head(word)) visit(microarch::packet_of(word), microarch::hops_of(word));
      }
      for (const Partial& partial : port.partial) visit(partial.packet, partial.hops);
    }
  }

 private:
  struct Partial {
    PacketId packet = 0;
    int expected = 0;  // position of the next flit
    int hops = 0;
  };
  struct Port {
    std::vector<FlitWord> line;
    std::vector<Partial> partial;
  };

  void receive(std::size_t ejector, FlitWord word);

  std::string name_;
  int delay_;
  std::vector<Port> ports_;
  std::size_t next_ = 0;
  int under_way_ = 0;
  std::vector<Departure> departures_;
};

}  // namespace trenza::rtl_models
