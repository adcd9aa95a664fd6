// Separable allocation, output first.
#pragma once

#include <array>

#include "microarch/allocators/matching.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Every input asks for all outputs that it could be granted, every output chooses one input, and every row accepts one of
/// the outputs that chose it: first network inputs, then injectors for what is left. (docs/microarchitecture.md, section
/// 8; Dally and Towles, section 19.3; the functions of an allocator are described in allocators.h.)
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
  static int packet_of(const AllocatorShape& /*shape*/, const Matching::Pair& pair, int /*requester*/) {
    return pair.input;
  }

  template <class View>
  static void compute(const AllocatorShape& shape, RequestMask asking, const View& view, Matching& matching) {
    std::array<RequestMask, kMaxOutputs> requests{};
    for (RequestMask rest = asking; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      for (OutputMask outputs = view.asks(input); outputs != 0; outputs &= outputs - 1)
        requests[static_cast<std::size_t>(lowest_bit(outputs))] |= RequestMask{1} << input;
    }
    const RequestMask transit = low_bits(shape.network_inputs());
    RequestMask left = ~RequestMask{0};  // inputs; of a network row all that ask do so in one pass
    int number = 0;
    const auto pass = [&](RequestMask inputs, OutputMask outputs) {
      std::array<OutputMask, kMaxInputs> chosen_by{};  // by row: the outputs that chose it
      std::array<RequestMask, kMaxOutputs> of_output;
      RequestMask rows = 0;
      for (int output = 0; output < shape.outputs(); ++output) {
        const RequestMask of_pass = requests[static_cast<std::size_t>(output)] & inputs & left;
        if (of_pass == 0 || (outputs >> output & 1U) == 0) continue;
        const int input = view.choose_input(output, of_pass);
        const int row = shape.row_of(input);
        matching.note_choice(number, output, input);
        of_output[static_cast<std::size_t>(output)] = of_pass;
        chosen_by[static_cast<std::size_t>(row)] |= OutputMask{1} << output;
        rows |= RequestMask{1} << row;
      }
      for (; rows != 0; rows &= rows - 1) {
        const int row = lowest_bit(rows);
        const OutputMask of_row = chosen_by[static_cast<std::size_t>(row)];
        const int output = view.choose(row, of_row, [&](int chosen) { return matching.choice(number, chosen); });
        const int input = matching.choice(number, output);
        RequestMask& asking_for = requests[static_cast<std::size_t>(output)];
        matching.add(input, output, view.vc_of(input, output),
                     Asked{of_output[static_cast<std::size_t>(output)], of_row, (asking_for & ~transit) != 0}, number);
        asking_for = 0;
        left &= ~(RequestMask{1} << input);
      }
      ++number;
    };
    if (shape.transit_guard != 0) pass(~transit, view.guarded());
    pass(transit, ~OutputMask{0});
    pass(~transit, ~OutputMask{0});
  }
};

}  // namespace trenza::microarch
