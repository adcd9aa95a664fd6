// Separable allocation, output first.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Every input asks for all outputs that it could be granted, every output chooses one input, and every row accepts one
/// of the outputs that chose it: first network inputs, then injectors for what is left. (docs/microarchitecture.md,
/// section 8; Dally and Towles, section 19.3; the functions of an allocator are described in allocators.h.)
struct OutputFirstAllocator {
  static constexpr PolicyInfo kInfo{"output_first", "outputs choose among all that ask for them, then inputs accept"};
  static constexpr bool kPicks = false;
  static constexpr bool kArbiters = true;

  static constexpr int input_arbiters(const AllocatorShape& shape) { return shape.rows(); }
  static constexpr int input_requesters(const AllocatorShape& shape) { return shape.outputs(); }
  static constexpr int input_arbiter_of(const AllocatorShape& shape, int input) { return shape.row_of(input); }
  static constexpr int input_requester_of(const AllocatorShape& /*shape*/, int /*input*/, int output) { return output; }

  /// The input whose packet a requester of the input arbiter of the pair stands for: the only one that is known without
  /// the matching.
  template <class Pair>
  static int packet_of(const AllocatorShape& /*shape*/, const Pair& pair, int /*requester*/) {
    return pair.input;
  }

  template <class Mask, class View>
  static void compute(const AllocatorShape& shape, const Mask& asking, const View& view,
                      BasicMatching<Mask>& matching) {
    constexpr std::size_t kMost = mask_bits<Mask>();
    std::array<Mask, kMost> requests;  // by output that is requested
    Mask requested = 0;
    for (Mask rest = asking; rest != 0; drop_lowest(rest)) {
      const int input = lowest_bit(rest);
      for (Mask outputs = view.asks(input); outputs != 0; drop_lowest(outputs)) {
        const int output = lowest_bit(outputs);
        if (!has_bit(requested, output)) requests[static_cast<std::size_t>(output)] = 0;
        set_bit(requests[static_cast<std::size_t>(output)], input);
        set_bit(requested, output);
      }
    }
    const Mask transit = low_bits<Mask>(shape.network_inputs());
    Mask left = ~Mask{0};  // inputs; of a network row all that ask do so in one pass
    int number = 0;
    const auto pass = [&](const Mask& inputs, const Mask& outputs) {
      std::array<Mask, kMost> chosen_by;  // by row that was chosen: the outputs that chose it
      std::array<Mask, kMost> of_output;
      Mask rows = 0;
      for (Mask rest = requested & outputs; rest != 0; drop_lowest(rest)) {
        const int output = lowest_bit(rest);
        const Mask of_pass = requests[static_cast<std::size_t>(output)] & inputs & left;
        if (of_pass == 0) continue;
        const int input = view.choose_input(output, of_pass);
        const int row = shape.row_of(input);
        matching.note_choice(number, output, input);
        of_output[static_cast<std::size_t>(output)] = of_pass;
        if (!has_bit(rows, row)) chosen_by[static_cast<std::size_t>(row)] = 0;
        set_bit(chosen_by[static_cast<std::size_t>(row)], output);
        set_bit(rows, row);
      }
      for (; rows != 0; drop_lowest(rows)) {
        const int row = lowest_bit(rows);
        const Mask of_row = chosen_by[static_cast<std::size_t>(row)];
        const int output = view.choose(row, of_row, [&](int chosen) { return matching.choice(number, chosen); });
        const int input = matching.choice(number, output);
        const bool injector = (requests[static_cast<std::size_t>(output)] & ~transit) != 0;
        matching.add(input, output, view.vc_of(input, output),
                     BasicAsked<Mask>{of_output[static_cast<std::size_t>(output)], of_row, injector}, number);
        clear_bit(requested, output);
        clear_bit(left, input);
      }
      ++number;
    };
    if (shape.transit_guard != 0) pass(~transit, view.guarded());
    pass(transit, ~Mask{0});
    if (shape.injectors != 0) pass(~transit, ~Mask{0});
  }
};

}  // namespace trenza::microarch
