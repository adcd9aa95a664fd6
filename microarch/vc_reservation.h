// The first step of a pipeline of two: packets reserve output VCs (docs/microarchitecture.md, section 17).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "microarch/allocators/matching.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The reservations of a cycle.
struct Reservations {
  RequestMask made = 0;                ///< inputs
  RequestMask at_destination = 0;      ///< of `made`; they name no output
  RequestMask picked = 0;              ///< inputs that picked a lane, whether they got it or not
  std::array<Pick, kMaxInputs> lanes;  ///< by input, of `picked`
};

/// One arbiter for each output VC, whose requesters are all inputs. Its state is a block of state_bytes() bytes.
class VcReservation {
 public:
  VcReservation(const FabricParameters& parameters, int ports)
      : arbiter_(parameters.arbiter),
        lanes_(ports * parameters.vcs()),
        vcs_(parameters.vcs()),
        inputs_(parameters.inputs(ports)),
        most_flits_(parameters.max_packet_flits),
        bytes_(arbiter_state_bytes(arbiter_, inputs_)) {}

  std::size_t state_bytes() const { return index(lanes_) * bytes_; }
  void reset(std::uint8_t* state) const {
    for (int lane = 0; lane < lanes_; ++lane) reset_arbiter(arbiter_, of_lane(state, lane), inputs_);
  }

  /// What the inputs of `bids` reserve. It has no effect. The view is that of TwoStepAllocation.
  template <class View>
  void compute(RequestMask bids, const std::uint8_t* state, const View& view, Reservations& result) const {
    std::array<RequestMask, kMaxInputs> bidders;  // by lane: no router has more of them than inputs
    RequestMask picked = 0;                       // lanes
    for (; bids != 0; bids &= bids - 1) {
      const int input = lowest_bit(bids);
      const RequestMask bit = RequestMask{1} << input;
      if (view.has_arrived(input)) {
        result.made |= bit;
        result.at_destination |= bit;
        continue;
      }
      const Pick lane = view.pick(input);
      if (!lane) continue;
      result.lanes[index(input)] = lane;
      result.picked |= bit;
      const int at = number(lane);
      if ((picked >> at & 1U) == 0) bidders[index(at)] = 0;
      bidders[index(at)] |= bit;
      picked |= RequestMask{1} << at;
    }
    for (; picked != 0; picked &= picked - 1) {
      const int lane = lowest_bit(picked);
      result.made |= RequestMask{1} << choose(lane, bidders[index(lane)], state, view);
    }
  }

  /// What compute() found has come about. stride(output, input): of an input in the arbiters of the VCs of an output;
  /// flits(input): of its packet.
  template <class Stride, class Flits>
  void commit(std::uint8_t* state, const Reservations& reservations, const Stride& stride, const Flits& flits) const {
    struct Packets {
      const Flits& flits;
      int most_flits;
    };
    for (RequestMask rest = reservations.made & ~reservations.at_destination; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      const Pick& lane = reservations.lanes[index(input)];
      commit_arbiter(arbiter_, of_lane(state, number(lane)), inputs_,
                     ArbiterGrant{input, bidders_of(reservations, number(lane)), stride(lane.output, input)},
                     Packets{flits, most_flits_});
    }
  }

 private:
  int number(const Pick& lane) const { return lane.output * vcs_ + lane.vc; }
  template <class Byte>
  Byte* of_lane(Byte* state, int lane) const {
    return state + index(lane) * bytes_;
  }
  RequestMask bidders_of(const Reservations& reservations, int lane) const {
    RequestMask bidders = 0;
    for (RequestMask rest = reservations.picked; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      bidders |= static_cast<RequestMask>(number(reservations.lanes[index(input)]) == lane) << input;
    }
    return bidders;
  }
  template <class View>
  int choose(int lane, RequestMask bidders, const std::uint8_t* state, const View& view) const {
    if ((bidders & (bidders - 1)) == 0) return lowest_bit(bidders);
    const auto older = [&view](int a, int b) { return view.older(a, b); };
    const auto flits = [&view](int input) { return view.flits(input); };
    return arbitrate(arbiter_, bidders, of_lane(state, lane), inputs_, view.draw(DrawPurpose::output_vc_arbiter, lane),
                     RequesterPackets<decltype(older), decltype(flits)>{older, flits, most_flits_});
  }

  ArbiterPolicy arbiter_;
  int lanes_;
  int vcs_;
  int inputs_;
  int most_flits_;
  std::size_t bytes_;
};

}  // namespace trenza::microarch
