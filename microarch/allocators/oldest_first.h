// The allocator by age.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The oldest packets take outputs first: first those of network inputs, then those of injectors.
/// (docs/microarchitecture.md, sections 4.4 and 8; the functions of an allocator are described in allocators.h.)
struct OldestFirstAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{"oldest_first", "the oldest packets take outputs first"};

  template <class Mask, class View>
  static void compute(const AllocatorShape& shape, const Mask& asking, const View& view,
                      BasicMatching<Mask>& matching) {
    const Mask network = low_bits<Mask>(shape.network_inputs());
    Mask outputs = low_bits<Mask>(shape.outputs());
    Mask rows = low_bits<Mask>(shape.rows());
    Mask of_injectors = 0;
    for (Mask rest = shape.transit_guard == 0 ? Mask{0} : asking & ~network; rest != 0; drop_lowest(rest))
      of_injectors |= view.asks(lowest_bit(rest));
    const auto pass = [&](const Mask& inputs, const Mask& of_pass) {
      std::array<int, mask_bits<Mask>()> by_age;
      std::size_t count = 0;
      for (Mask rest = asking & inputs; rest != 0; drop_lowest(rest)) {
        std::size_t place = count++;
        for (; place > 0 && view.older(lowest_bit(rest), by_age[place - 1]); --place) by_age[place] = by_age[place - 1];
        by_age[place] = lowest_bit(rest);
      }
      for (std::size_t k = 0; k < count; ++k) {
        const int input = by_age[k];
        const int row = shape.row_of(input);
        const Mask wanted = has_bit(rows, row) ? view.asks(input) & outputs & of_pass : Mask{0};
        if (wanted == 0) continue;
        const int output = lowest_bit(wanted);
        matching.add(input, output, view.vc_of(input, output), BasicAsked<Mask>{0, 0, has_bit(of_injectors, output)});
        clear_bit(outputs, output);
        clear_bit(rows, row);
      }
    };
    if (shape.transit_guard != 0) pass(~network, view.guarded());
    pass(network, ~Mask{0});
    pass(~network, ~Mask{0});
  }
};

}  // namespace trenza::microarch
