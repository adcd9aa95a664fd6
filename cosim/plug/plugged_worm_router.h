// A router from outside that takes the place of a flit-level router.
#pragma once

#include <fmt/core.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/credit_debt.h"
#include "cosim/plug/port_numbers.h"
#include "cosim/plug/router_links.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/wormhole/network_interface/delay_line.h"
#include "rtl_models/wormhole/router/worm_router_ports.h"

namespace trenza::cosim {

/// Flits go on in the cycle after the one in which they leave the block; nothing is collected. Has a source and
/// ejection accounts of its own. Every flit and every credit is checked: a fault throws BrokenContract (plug_error.h).
/// A packet that stays inside for too long is reported. The block sees every clock edge until all is quiet and the
/// whole fabric empty.
///
/// A flit counts as stored from its arrival until it is on a link. Packets of an input VC may overtake each other
/// behind the buffers of the block (in queues at its outputs). The account of the input unit is one of queues: what is
/// overtaken counts as gone from there.
class PluggedWormRouter : public rtl_models::Clocked<rtl_models::WormRouterPorts> {
 public:
  /// `place.topology` and `observer` must outlive it. Errors: PlugError, rtl_models::RtlError.
  PluggedWormRouter(const sc_core::sc_module_name& name, const rtl_models::WormPlace& place,
                    rtl_models::TerminalObserver& observer, std::shared_ptr<const Plug> plug, StandstillReport report);

  int owed_credits(int port, int vc) const override { return inputs_[at(port, vc)].owed; }
  int local_flits_in_flight(int vc) const override;
  int local_credits_in_flight(int vc) const override;

 private:
  /// Flits of an input VC that a block can hold beyond what their credits cover.
  static constexpr int kMostBeyondCredits = 256;

  /// A packet whose head has come to the router, and whose tail has not left the block.
  struct Packet {
    microarch::FlitWord head = 0;  ///< as it came
    topologies::HeaderWord header = 0;
    rtl_models::WormRoute route;
    int input = 0;  ///< port by which it came
    int vc = 0;
    int entered = 0;  ///< flits that the block has taken
    int left = 0;     ///< flits that have left it
    int output = -1;
    int out_vc = -1;
    microarch::Cycle came = 0;
  };
  /// A flit that has left the block and goes on the link.
  struct Departure {
    microarch::FlitWord flit = 0;  ///< as it came
    topologies::HeaderWord header = 0;
    int input = 0;
    int vc = 0;
    int out_vc = 0;
    bool escape = false;
  };
  struct Input {
    int owed = 0;    ///< flits that came, and whose credits have not gone back
    int unpaid = 0;  ///< flits that the block has taken, and whose credits it has not given
    CreditDebt debt;
    std::deque<std::uint64_t> inside;        ///< packets of which flits may still leave the block, by payload
    microarch::Cycle moved = 0;              ///< when the first of them last sent a flit, or became the first
    std::deque<microarch::FlitWord> stored;  ///< heads of the packets in the account
    int crossed = 0;                         ///< flits of the first of them that have gone from there
  };
  struct Injected {
    int vc = -1;  ///< -1: nothing
    microarch::FlitWord flit = 0;
    topologies::HeaderWord header = 0;
  };

  bool edge() override;
  void clear() override;
  std::size_t at(int port, int vc) const { return static_cast<std::size_t>(port * shape().vcs + vc); }
  int local() const { return shape().ports; }
  int inputs() const { return shape().input_ports(); }
  // The cycle that ends.
  void end_cycle();
  void take_source();
  void take(int port, int vc, microarch::FlitWord flit, topologies::HeaderWord header);
  void cross(const Departure& departure, int output);
  rtl_models::LaneWord lane_of(const Departure& departure, int output) const;
  void retire_first(int port, int vc);
  // The edge of the block.
  ForeignFlit shown(microarch::FlitWord flit, int vc) const;
  void read_block();
  void take_credits(int port);
  void note_taken(int port, int vc);
  void give_back(int port, int vc) { returned_[static_cast<std::size_t>(port)] |= 1U << vc; }
  int room(int port, int vc) const;
  void leave(int port, const ForeignFlit& flit);
  void open(Packet& packet, int port, const ForeignFlit& flit);
  void check_credits();
  void check_standstill();
  // What the fabric sees.
  void show();
  void choose_departures();
  void show_input(int port);
  void show_output(int output);
  void show_link(int port);
  void show_held();
  bool is_busy() const;
  void stay_awake(bool busy);
  template <class... Values>
  [[noreturn]] void broken(fmt::format_string<Values...> what, Values&&... values) const {
    rtl_models::throw_through_kernel(
        broken_router(name(), *plug_, cycle_, fmt::format(what, std::forward<Values>(values)...), packets_.size()));
  }

  const rtl_models::WormPlace place_;
  std::shared_ptr<const Plug> plug_;
  ForeignModel model_;
  PortNumbers numbers_;
  RouterLinks links_;
  microarch::Cycle credit_within_;
  microarch::Cycle progress_within_;
  StandstillReport report_;
  // Accounts; nothing where there is no channel.
  std::vector<std::optional<rtl_models::InputUnitAccount>> stored_;  ///< by input port
  std::vector<std::optional<rtl_models::CreditAccount>> counters_;   ///< by network port
  rtl_models::WormGrantAccount granted_;
  rtl_models::WormTerminal terminal_;
  rtl_models::DelayLine<Injected> injection_;
  rtl_models::DelayLine<std::uint32_t> injection_credits_;
  // State.
  microarch::Cycle cycle_ = 0;               ///< of the fabric
  microarch::Cycle ticks_ = 0;               ///< of the block
  std::map<std::uint64_t, Packet> packets_;  ///< by payload
  std::vector<Input> inputs_;                ///< by input VC
  std::vector<std::optional<std::uint64_t>>
      open_;                                       ///< by output VC: the packet that is leaving, and more of it follows
  std::vector<std::deque<Departure>> leaving_;     ///< by output: flits that are not on the link yet
  std::vector<std::optional<Departure>> on_link_;  ///< by output, in this cycle
  std::vector<int> crosses_;                       ///< by input VC: output of its departure in this cycle; -1: none
  std::vector<std::uint32_t> returned_;            ///< by input port: credits that go back in this cycle
  bool happened_ = true;                           ///< something, in the cycle that has ended
  bool busy_ = true;
  bool awake_ = true;  ///< counted among the awake blocks
};

}  // namespace trenza::cosim
