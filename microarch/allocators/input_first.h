// Separable allocation, input first.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Every input picks one output, of the picks of a crossbar input that VCs share one is kept, and every output chooses one
/// input; traffic in transit wins over injection. (docs/microarchitecture.md, section 8; Dally and Towles, section 19.3;
/// the functions of an allocator are described in allocators.h.)
struct InputFirstAllocator {
  static constexpr PolicyInfo kInfo{"input_first", "inputs pick an output each, then outputs choose"};
  static constexpr bool kPicks = true;
  static constexpr bool kArbiters = true;

  static constexpr int input_arbiters(const AllocatorShape& shape) { return shape.per_port ? shape.ports : 0; }
  static constexpr int input_requesters(const AllocatorShape& shape) { return shape.vcs; }
  /// The input arbiter of an input, or -1; and which of its requesters is granted with (input, output).
  static constexpr int input_arbiter_of(const AllocatorShape& shape, int input) {
    return shape.per_port && input < shape.network_inputs() ? input / shape.vcs : -1;
  }
  static constexpr int input_requester_of(const AllocatorShape& shape, int input, int /*output*/) {
    return input % shape.vcs;
  }

  /// The first half: by output the inputs that may be chosen, where the returned mask has its bit.
  /// keep_vc(port, VCs): which of these VCs of a port keeps its pick, or -1.
  template <class KeepVc>
  static OutputMask reduce(const AllocatorShape& shape, OutputMask requested, RequestMask requests[],
                           const KeepVc& keep_vc) {
    if (shape.per_port && requested != 0) requested = reduce_ports(shape, requested, requests, keep_vc);
    const RequestMask transit = low_bits(shape.network_inputs());
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
      RequestMask& asking = requests[lowest_bit(rest)];
      asking = in_transit_first(asking, transit);
    }
    return requested;
  }

  template <class View, class Matches>
  static void compute(const AllocatorShape& shape, RequestMask asking, const View& view, Matches& matching) {
    std::array<RequestMask, kMaxOutputs> requests;  // by output
    for (int output = 0; output < shape.outputs(); ++output) requests[static_cast<std::size_t>(output)] = 0;
    std::array<std::uint8_t, kMaxInputs> vcs;
    OutputMask requested = 0;
    for (RequestMask rest = asking; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      const Pick choice = view.pick(input);
      if (!choice) continue;
      const auto output = static_cast<std::size_t>(choice.output);
      requests[output] |= RequestMask{1} << input;
      requested |= OutputMask{1} << output;
      vcs[static_cast<std::size_t>(input)] = static_cast<std::uint8_t>(choice.vc);
    }
    requested = reduce(shape, requested, requests.data(), [&](int port, RequestMask of_port) {
      return view.choose(port, of_port, [&](int vc) { return port * shape.vcs + vc; });
    });
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
      const int output = lowest_bit(rest);
      const int winner = view.choose_input(output, requests[static_cast<std::size_t>(output)]);
      matching.add(winner, output, vcs[static_cast<std::size_t>(winner)]);
    }
  }

 private:
  template <class KeepVc>
  static OutputMask reduce_ports(const AllocatorShape& shape, OutputMask requested, RequestMask requests[],
                                 const KeepVc& keep_vc) {
    RequestMask picked = 0;
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) picked |= requests[lowest_bit(rest)];
    for (int port = 0; port < shape.ports; ++port) {
      const int first = port * shape.vcs;
      const RequestMask of_port = picked >> first & low_bits(shape.vcs);
      if (of_port == 0) continue;
      const int kept = keep_vc(port, of_port);
      picked &= ~((kept < 0 ? of_port : of_port & ~(RequestMask{1} << kept)) << first);
    }
    OutputMask left = 0;
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
      const int output = lowest_bit(rest);
      requests[output] &= picked;
      left |= static_cast<OutputMask>(requests[output] != 0) << output;
    }
    return left;
  }
};

}  // namespace trenza::microarch
