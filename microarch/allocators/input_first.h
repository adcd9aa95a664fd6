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

  static constexpr int input_arbiters(const AllocatorShape& shape) {
    return shape.shares_rows() ? shape.network_rows() : 0;
  }
  static constexpr int input_requesters(const AllocatorShape& shape) { return shape.vcs; }
  /// The input arbiter of an input, or -1; and which of its requesters is granted with (input, output).
  static constexpr int input_arbiter_of(const AllocatorShape& shape, int input) {
    return shape.shares_rows() && input < shape.network_inputs() ? shape.row_of(input) : -1;
  }
  static constexpr int input_requester_of(const AllocatorShape& shape, int input, int /*output*/) {
    return input % shape.vcs;
  }

  /// The input whose packet a requester of the input arbiter of the pair stands for.
  static int packet_of(const AllocatorShape& shape, const Matching::Pair& pair, int requester) {
    return pair.input - pair.input % shape.vcs + requester;
  }

  /// The first half: by output the inputs that may be chosen, where the returned mask has its bit. At outputs in `guarded`
  /// injectors go first. keep_vc(row, VCs): which of these VCs of a network row keeps its pick, or -1.
  template <class KeepVc>
  static OutputMask reduce(const AllocatorShape& shape, OutputMask requested, RequestMask requests[],
                           OutputMask guarded, const KeepVc& keep_vc) {
    if (shape.shares_rows() && requested != 0) requested = reduce_rows(shape, requested, requests, keep_vc);
    const RequestMask transit = low_bits(shape.network_inputs());
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
      const int output = lowest_bit(rest);
      RequestMask& asking = requests[output];
      asking = (guarded >> output & 1U) != 0 ? injectors_first(asking, transit) : in_transit_first(asking, transit);
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
    OutputMask of_injectors = 0;
    for (OutputMask rest = shape.transit_guard == 0 ? 0 : requested; rest != 0; rest &= rest - 1) {
      const RequestMask asking_for = requests[static_cast<std::size_t>(lowest_bit(rest))];
      if (asking_for >> shape.network_inputs() != 0) of_injectors |= rest & (~rest + 1);
    }
    std::array<RequestMask, kMaxInputs> of_rows;  // where VCs share rows
    const OutputMask guarded = shape.transit_guard == 0 ? 0 : view.guarded();
    requested = reduce(shape, requested, requests.data(), guarded, [&](int row, RequestMask of_row) {
      of_rows[static_cast<std::size_t>(row)] = of_row;
      return view.choose(row, of_row, [&](int vc) { return row / shape.port_rows * shape.vcs + vc; });
    });
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
      const int output = lowest_bit(rest);
      const int winner = view.choose_input(output, requests[static_cast<std::size_t>(output)]);
      const int row = input_arbiter_of(shape, winner);
      matching.add(winner, output, vcs[static_cast<std::size_t>(winner)],
                   Asked{requests[static_cast<std::size_t>(output)],
                         row < 0 ? 0 : of_rows[static_cast<std::size_t>(row)], (of_injectors >> output & 1U) != 0});
    }
  }

 private:
  template <class KeepVc>
  static OutputMask reduce_rows(const AllocatorShape& shape, OutputMask requested, RequestMask requests[],
                                const KeepVc& keep_vc) {
    RequestMask picked = 0;
    for (OutputMask rest = requested; rest != 0; rest &= rest - 1) picked |= requests[lowest_bit(rest)];
    for (int row = 0; row < shape.network_rows(); ++row) {
      const int first = row / shape.port_rows * shape.vcs;
      const RequestMask of_row = picked >> first & shape.vcs_of(row);
      if (of_row == 0) continue;
      const int kept = keep_vc(row, of_row);
      picked &= ~((kept < 0 ? of_row : of_row & ~(RequestMask{1} << kept)) << first);
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
