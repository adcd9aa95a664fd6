// The allocator by age.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The oldest packets take outputs first: first those of network inputs, then those of injectors. (docs/microarchitecture.md,
/// sections 4.4 and 8; the functions of an allocator are described in allocators.h.)
struct OldestFirstAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{"oldest_first", "the oldest packets take outputs first"};

  template <class View>
  static void compute(const AllocatorShape& shape, RequestMask asking, const View& view, Matching& matching) {
    const RequestMask network = low_bits(shape.network_inputs());
    OutputMask outputs = low_bits(shape.outputs());
    RequestMask rows = low_bits(shape.rows());
    OutputMask of_injectors = 0;
    for (RequestMask rest = shape.transit_guard == 0 ? 0 : asking & ~network; rest != 0; rest &= rest - 1)
      of_injectors |= view.asks(lowest_bit(rest));
    const auto pass = [&](RequestMask inputs, OutputMask of_pass) {
      std::array<int, kMaxInputs> by_age;
      std::size_t count = 0;
      for (RequestMask rest = asking & inputs; rest != 0; rest &= rest - 1) {
        std::size_t place = count++;
        for (; place > 0 && view.older(lowest_bit(rest), by_age[place - 1]); --place) by_age[place] = by_age[place - 1];
        by_age[place] = lowest_bit(rest);
      }
      for (std::size_t k = 0; k < count; ++k) {
        const int input = by_age[k];
        const RequestMask row = RequestMask{1} << shape.row_of(input);
        const OutputMask wanted = (rows & row) != 0 ? view.asks(input) & outputs & of_pass : 0;
        if (wanted == 0) continue;
        const int output = lowest_bit(wanted);
        matching.add(input, output, view.vc_of(input, output), Asked{0, 0, (of_injectors >> output & 1U) != 0});
        outputs &= ~(OutputMask{1} << output);
        rows &= ~row;
      }
    };
    if (shape.transit_guard != 0) pass(~network, view.guarded());
    pass(network, ~OutputMask{0});
    pass(~network, ~OutputMask{0});
  }
};

}  // namespace trenza::microarch
