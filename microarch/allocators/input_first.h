// Separable allocation, input first.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Every input picks one output, of the picks of a crossbar input that VCs share one is kept, and every output chooses
/// one input; traffic in transit wins over injection. With shape.picks_by_arbiter an arbiter of each input picks.
/// (docs/microarchitecture.md, section 8; docs/microarchitecture-flit.md, section 6; Dally and Towles, section 19.3;
/// the functions of an allocator are described in allocators.h.)
struct InputFirstAllocator {
  static constexpr PolicyInfo kInfo{"input_first", "inputs pick an output each, then outputs choose"};
  static constexpr bool kPicks = true;
  static constexpr bool kArbiters = true;

  static constexpr int input_arbiters(const AllocatorShape& shape) {
    if (shape.picks_by_arbiter) return shape.inputs();
    return shape.shares_rows() ? shape.network_rows() : 0;
  }
  static constexpr int input_requesters(const AllocatorShape& shape) {
    return shape.picks_by_arbiter ? shape.outputs() : shape.vcs;
  }
  /// The input arbiter of an input, or -1; and which of its requesters is granted with (input, output).
  static constexpr int input_arbiter_of(const AllocatorShape& shape, int input) {
    if (shape.picks_by_arbiter) return input;
    return shape.shares_rows() && input < shape.network_inputs() ? shape.row_of(input) : -1;
  }
  static constexpr int input_requester_of(const AllocatorShape& shape, int input, int output) {
    return shape.picks_by_arbiter ? output : input % shape.vcs;
  }

  /// The input whose packet a requester of the input arbiter of the pair stands for.
  template <class Pair>
  static int packet_of(const AllocatorShape& shape, const Pair& pair, int requester) {
    return shape.picks_by_arbiter ? pair.input : pair.input - pair.input % shape.vcs + requester;
  }

  /// The first half: by output the inputs that may be chosen, where the returned mask has its bit. At outputs in
  /// `guarded` injectors go first. keep_vc(row, first, VCs): which of these VCs of a network row keeps its pick, or -1;
  /// VC v of its port is input first + v.
  template <class Mask, class KeepVc>
  static Mask reduce(const AllocatorShape& shape, Mask requested, Mask requests[], const Mask& guarded,
                     const KeepVc& keep_vc) {
    if (shape.shares_rows() && requested != 0) requested = reduce_rows(shape, requested, requests, keep_vc);
    const Mask transit = low_bits<Mask>(shape.network_inputs());
    for (Mask rest = shape.injectors == 0 ? Mask{0} : requested; rest != 0; drop_lowest(rest)) {
      const int output = lowest_bit(rest);
      Mask& asking = requests[output];
      asking = has_bit(guarded, output) ? injectors_first(asking, transit) : in_transit_first(asking, transit);
    }
    return requested;
  }

  template <class Mask, class View, class Matches>
  static void compute(const AllocatorShape& shape, const Mask& asking, const View& view, Matches& matching) {
    constexpr std::size_t kMost = mask_bits<Mask>();
    std::array<Mask, kMost> requests;  // by output that is requested
    std::array<Mask, kMost> of_row;    // by input that its arbiter chose: the requesters of the arbiter
    std::array<std::uint8_t, kMost> vcs;
    if constexpr (!kIsWide<Mask>) {  // few words: faster than to look for the first request of each
      for (int output = 0; output < shape.outputs(); ++output) requests[static_cast<std::size_t>(output)] = 0;
    }
    Mask requested = 0;
    for (Mask rest = asking; rest != 0; drop_lowest(rest)) {
      const int input = lowest_bit(rest);
      const Pick choice = shape.picks_by_arbiter ? pick_by_arbiter(view, input, of_row[static_cast<std::size_t>(input)])
                                                 : view.pick(input);
      if (!choice) continue;
      const auto output = static_cast<std::size_t>(choice.output);
      if (kIsWide<Mask> && !has_bit(requested, choice.output)) requests[output] = 0;
      set_bit(requests[output], input);
      set_bit(requested, choice.output);
      vcs[static_cast<std::size_t>(input)] = static_cast<std::uint8_t>(choice.vc);
    }
    Mask of_injectors = 0;
    for (Mask rest = shape.transit_guard == 0 ? Mask{0} : requested; rest != 0; drop_lowest(rest)) {
      const int output = lowest_bit(rest);
      set_bit(of_injectors, output, requests[static_cast<std::size_t>(output)] >> shape.network_inputs() != 0);
    }
    const Mask guarded = shape.transit_guard == 0 ? Mask{0} : Mask{view.guarded()};
    requested = reduce(shape, requested, requests.data(), guarded, [&](int row, int first, const Mask& vcs_of_row) {
      const int kept = view.choose(row, vcs_of_row, [first](int vc) { return first + vc; });
      of_row[static_cast<std::size_t>(first + kept)] = vcs_of_row;
      return kept;
    });
    for (Mask rest = requested; rest != 0; drop_lowest(rest)) {
      const int output = lowest_bit(rest);
      const int winner = view.choose_input(output, requests[static_cast<std::size_t>(output)]);
      const bool arbitrated = shape.picks_by_arbiter || (shape.shares_rows() && winner < shape.network_inputs());
      matching.add(winner, output, vcs[static_cast<std::size_t>(winner)],
                   BasicAsked<Mask>{requests[static_cast<std::size_t>(output)],
                                    arbitrated ? of_row[static_cast<std::size_t>(winner)] : Mask{0},
                                    has_bit(of_injectors, output)});
    }
  }

  /// The same if only `input` asks: it gets what it picks.
  template <class Mask, class View>
  static void compute_alone(const AllocatorShape& shape, int input, const View& view, BasicMatching<Mask>& matching) {
    Mask of_row = 0;
    const Pick choice = shape.picks_by_arbiter ? pick_by_arbiter(view, input, of_row) : view.pick(input);
    if (!choice) return;
    const bool injector = input >= shape.network_inputs();
    if (shape.shares_rows() && !injector) of_row = bit_of<Mask>(input % shape.vcs);
    matching.add(input, choice.output, choice.vc, BasicAsked<Mask>{bit_of<Mask>(input), of_row, injector});
  }

 private:
  /// The choice of the arbiter of an input. Sets `asked` to its requesters.
  template <class View, class Mask>
  static Pick pick_by_arbiter(const View& view, int input, Mask& asked) {
    asked = view.asks(input);
    if (asked == 0) return {};
    const int output = view.choose(input, asked, [input](int /*output*/) { return input; });
    return {output, view.vc_of(input, output)};
  }

  template <class Mask, class KeepVc>
  static Mask reduce_rows(const AllocatorShape& shape, const Mask& requested, Mask requests[], const KeepVc& keep_vc) {
    Mask picked = 0;
    for (Mask rest = requested; rest != 0; drop_lowest(rest)) picked |= requests[lowest_bit(rest)];
    int first = 0;
    for (int port = 0; port < shape.ports; ++port, first += shape.vcs) {
      const Mask of_port = picked >> first & low_bits<Mask>(shape.vcs);
      for (int k = 0; k < shape.port_rows && of_port != 0; ++k) {
        const Mask of_row = of_port & shape.vcs_of(k);
        if (of_row == 0) continue;
        const int kept = keep_vc(port * shape.port_rows + k, first, of_row);
        picked &= ~((kept < 0 ? of_row : of_row & ~bit_of<Mask>(kept)) << first);
      }
    }
    Mask left = 0;
    for (Mask rest = requested; rest != 0; drop_lowest(rest)) {
      const int output = lowest_bit(rest);
      requests[output] &= picked;
      set_bit(left, output, requests[output] != 0);
    }
    return left;
  }
};

}  // namespace trenza::microarch
