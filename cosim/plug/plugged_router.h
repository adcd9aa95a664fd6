// A router from outside that takes the place of a router of the fabric.
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
#include "cosim/plug/router_egress.h"
#include "cosim/plug/router_links.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/router/opaque_router.h"

namespace trenza::cosim {

/// Has a network interface of SystemC, because its queues must be seen; the accounts tell what the block from outside
/// holds. Every flit and every credit is checked: a fault throws BrokenContract (plug_error.h). A packet that stays
/// inside for too long is reported. This router never sleeps, so that the block sees every clock edge.
class PluggedRouter : public rtl_models::OpaqueRouter {
 public:
  /// `place.topology` and `observer` must outlive it. Errors: PlugError, rtl_models::RtlError.
  PluggedRouter(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                rtl_models::TerminalObserver& observer, std::shared_ptr<const Plug> plug, StandstillReport report);

 private:
  /// A packet whose head has entered the block and whose tail has not left it.
  struct Packet {
    microarch::FlitWord head = 0;  ///< as it came
    topologies::HeaderWord header = 0;
    int input = 0;  ///< network port by which it came; ports() is the local port
    int vc = 0;     ///< VC by which it came
    int left = 0;   ///< flits that have left
    int output = -1;
    int out_vc = -1;
    microarch::Cycle came = 0;  ///< cycle in which its head came
  };
  /// The account of an input VC: its credits, the flits that have left, and the packets inside.
  struct InputAccount {
    std::deque<bool> tails;            ///< for each flit without a credit yet, oldest first: whether it is a tail
    CreditDebt debt;                   ///< by the block's clock
    std::deque<std::uint64_t> inside;  ///< packets in the block, by payload, in the order in which they came
    microarch::Cycle moved = 0;        ///< when the first of them last sent a flit, or became the first
  };
  /// The packet that is entering by the local port.
  struct Injection {
    int injector = -1;
    int vc = 0;
    int sent = 0;
    microarch::FlitWord head = 0;
    topologies::HeaderWord header = 0;
  };

  bool edge() override;
  void clear() override;
  int ports() const { return place().ports(); }
  std::size_t at(int port, int vc) const { return static_cast<std::size_t>(port * vcs_ + vc); }
  topologies::ArrivalLane lane_of(const Packet& packet) const {
    return packet.input == ports() ? topologies::ArrivalLane() : arrival_lane(packet.input, packet.vc);
  }
  void take_links();
  void drive_links();
  void put(int port, int vc, microarch::FlitWord flit, topologies::HeaderWord header);
  ForeignFlit shown(microarch::FlitWord flit, int vc) const;
  void enter(int port, int vc, microarch::FlitWord flit, topologies::HeaderWord header);
  void inject();
  bool start_injection();
  const rtl_models::Terminal::Packet* next_packet(int injector) const;
  void read_block();
  void leave(int port, const ForeignFlit& flit);
  void open(Packet& packet, int port, const ForeignFlit& flit);
  void take_credits(int port, std::uint64_t given);
  void note_move(const Packet& packet, std::uint64_t payload, bool tail);
  void check_credits();
  void check_standstill();
  void show();
  void show_link(int port);
  void show_terminal();
  template <class... Values>
  [[noreturn]] void broken(fmt::format_string<Values...> what, Values&&... values) const {
    rtl_models::throw_through_kernel(
        broken_router(name(), *plug_, cycle_, fmt::format(what, std::forward<Values>(values)...), packets_.size()));
  }

  rtl_models::NetworkInterface interface_;
  std::shared_ptr<const Plug> plug_;
  ForeignModel model_;
  PortNumbers numbers_;
  RouterLinks links_;
  int vcs_;
  microarch::Cycle credit_within_;
  microarch::Cycle progress_within_;
  StandstillReport report_;
  // State.
  microarch::Cycle cycle_ = 0;                       ///< of the fabric
  microarch::Cycle ticks_ = 0;                       ///< of the block
  std::map<std::uint64_t, Packet> packets_;          ///< by payload
  std::vector<InputAccount> inputs_;                 ///< by port (the local one is the last) and VC
  std::vector<RouterEgress> egress_;                 ///< by port, as inputs_
  std::vector<std::optional<LeavingFlit>> on_link_;  ///< in this cycle, by port
  std::vector<std::optional<std::uint64_t>>
      open_;                        ///< the packet that is leaving and of which more flits follow; by port and VC
  std::vector<int> local_credits_;  ///< by VC
  Injection injection_;
  int next_injector_ = 0;
  std::vector<std::optional<microarch::PacketId>> entered_;  ///< by injector: the last packet that entered
  std::uint32_t pop_injector_ = 0;                           ///< in the next cycle
  std::vector<std::uint32_t> popped_;    ///< by network port: flits that leave the input buffers in the next cycle
  std::vector<std::uint32_t> returned_;  ///< and the credits for them
};

}  // namespace trenza::cosim
