// The slot `arbiter`: one block from outside that chooses among requesters, checked in every cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/slot_requests.h"
#include "microarch/arbiters/single_arbiter.h"
#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "microarch/request_mask.h"

namespace trenza::cosim {

/// The `policy` of a block that decides as none of Trenza's.
inline constexpr const char* kNoPolicy = "other";

/// Throws PlugError if the ports of the block do not fit each other, or not this number of requesters (0: any).
void check_arbiter(const Plug& plug, int requesters);

/// The policies that a block can be compared with: those that need no more than it is shown, which is not the length of
/// packets.
std::vector<std::string> declared_policies();

/// Requesters of the block, by the width of its request port.
int requesters_of(const Plug& plug);

class ArbiterSlot : private RequestSlot<microarch::RequestMask> {
 public:
  /// `place`: where it stands, for messages. Errors: PlugError, rtl_models::RtlError.
  ArbiterSlot(std::shared_ptr<const Plug> plug, std::string place, int requesters);

  /// What the block sees in this cycle besides the requests.
  struct Inputs {
    std::uint16_t draw = 0;
    const microarch::PacketId* packets = nullptr;  ///< of each requester; may be null if wants_packets() is false
  };

  /// The winner of the last compute(), or -1.
  int winner() const { return winner_; }
  /// If nobody won: the requesters that asked in time and still ask.
  microarch::RequestMask refused() const { return winner_ < 0 ? requests_ & due() : 0; }

  bool wants_packets() const { return packet_ || arbiter_.policy().is<microarch::AgeArbiter>(); }

  using RequestSlot::list_ports;
  using RequestSlot::show_ports;

  void reset();
  /// Sets the requests of this cycle. May be called several times in a cycle; the last call counts. Returns the winner,
  /// or -1. The winner is one of the requesters even if the block breaks its contract.
  int compute(microarch::RequestMask requests, const Inputs& inputs);
  /// Ends the cycle: checks what the block has shown and clocks it. `taken`: the result of the last compute() is used.
  /// Throws BrokenContract (plug_error.h).
  void finish(microarch::Cycle cycle, bool taken);

 private:
  microarch::RequestMask read_grant() const;
  void drive(const Inputs& inputs);
  void check(microarch::Cycle cycle);
  void age(bool taken);
  [[noreturn]] void broken(microarch::Cycle cycle, const std::string& what) const;

  int requesters_;
  ForeignPort grant_port_;
  ForeignPort index_;
  ForeignPort valid_;
  ForeignPort waited_port_;
  bool work_conserving_;
  microarch::SingleArbiter arbiter_;  // of the policy that the block declares
  // Of this cycle.
  microarch::RequestMask grant_ = 0;
  int winner_ = -1;
  std::uint16_t drawn_ = 0;
  int expected_ = -1;                  // by the policy
  std::vector<std::uint64_t> waited_;  // before
};

}  // namespace trenza::cosim
