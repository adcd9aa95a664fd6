// Allocation of outputs to inputs in the routers of a fabric: an allocator, its arbiters, and where their state lies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/allocation_spec.h"
#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/draws.h"
#include "microarch/parameters.h"

namespace trenza::microarch {

/// The state of a router's allocation is a block of state_bytes() bytes that a view keeps and lends: the arbiters of
/// the outputs, then those of the inputs, or that of an allocator without arbiters; then, with a guard, the count of
/// each output. Nobody else looks into it.
template <class Mask>
class BasicAllocation {
 public:
  using Pair = typename BasicMatching<Mask>::Pair;

  /// Of the first machine.
  BasicAllocation(const FabricParameters& parameters, int ports)
      : BasicAllocation(allocation_spec(parameters, ports)) {}
  /// Precondition: a mask has room for the inputs and the outputs.
  explicit BasicAllocation(const AllocationSpec& spec)
      : policy_(spec.allocator),
        arbiter_(spec.arbiter),
        shape_(spec.shape),
        most_flits_(spec.most_flits),
        strides_(spec.strides),
        transit_inputs_(spec.transit_inputs),
        draws_(spec.draws) {
    policy_.visit([this](auto allocator) {
      picks_ = allocator.kPicks;
      if constexpr (allocator.kArbiters) {
        input_arbiters_ = allocator.input_arbiters(shape_);
        input_requesters_ = allocator.input_requesters(shape_);
        output_bytes_ = arbiter_state_bytes(arbiter_, shape_.inputs());
        input_bytes_ = arbiter_state_bytes(arbiter_, input_requesters_);
        state_bytes_ = of_input(input_arbiters_);
      } else {
        state_bytes_ = allocator.state_bytes(shape_);
      }
      of_counts_ = state_bytes_;
      if (shape_.transit_guard != 0) state_bytes_ += static_cast<std::size_t>(shape_.outputs());
      remembers_requests_ = allocator.kArbiters && microarch::remembers_requests(arbiter_);
    });
  }

  const AllocatorShape& shape() const { return shape_; }
  AllocatorPolicy policy() const { return policy_; }
  ArbiterPolicy arbiter() const { return arbiter_; }
  /// Whether every input asks for the one output that it, or its selection, picks.
  bool picks() const { return picks_; }
  int input_arbiters() const { return input_arbiters_; }
  const AllocationDraws& draws() const { return draws_; }

  std::size_t state_bytes() const { return state_bytes_; }
  /// The state in cycle 0.
  void reset(std::uint8_t* state) const {
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) {
        for (int o = 0; o < shape_.outputs(); ++o) reset_arbiter(arbiter_, state + of_output(o), shape_.inputs());
        for (int k = 0; k < input_arbiters_; ++k) reset_arbiter(arbiter_, state + of_input(k), input_requesters_);
      } else {
        allocator.reset(state, shape_);
      }
    });
    std::fill(state + of_counts_, state + state_bytes_, std::uint8_t{0});
  }
  /// Whether commit_pair() needs Asked of the pairs.
  bool remembers_requests() const { return remembers_requests_ || shape_.transit_guard != 0; }
  /// Whether the state follows from commit_pair() with what can be told from the picks of the inputs.
  bool follows_picks() const {
    const bool arbiters = policy_.visit([](auto allocator) { return allocator.kArbiters; });
    return state_bytes_ == 0 || picks_ || (arbiters && !remembers_requests());
  }
  /// The outputs at which injectors go first.
  Mask guarded(const std::uint8_t* state) const {
    Mask outputs = 0;
    if (shape_.transit_guard == 0) return outputs;
    for (int o = 0; o < shape_.outputs(); ++o) set_bit(outputs, o, *count_of(state, o) == shape_.transit_guard);
    return outputs;
  }

  /// Adds to `matching` what the allocator finds for the inputs `asking` of a view (allocators.h).
  template <class View>
  void compute(const Mask& asking, const View& view, BasicMatching<Mask>& matching) const {
    if (asking == 0) return;
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kPicks) {
        if (one_at_most(asking)) return allocator.compute_alone(shape_, lowest_bit(asking), view, matching);
      }
      allocator.compute(shape_, asking, view, matching);
    });
  }

  /// An input was granted an output: the part of commit() that needs no matching. flits(input): of the packet that was
  /// at its front; `router`: the number of the router.
  template <class Flits>
  void commit_pair(std::uint8_t* state, int router, const Pair& pair, const Flits& flits) const {
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) {
        const auto packet_of = [&](int requester) { return allocator.packet_of(shape_, pair, requester); };
        commit_arbiters(allocator, state, router, pair, flits, packet_of);
      }
    });
    count(state, pair);
  }
  /// What the allocator found was granted.
  template <class Flits>
  void commit(std::uint8_t* state, int router, const BasicMatching<Mask>& matching, const Flits& flits) const {
    if (state_bytes_ == 0) return;
    policy_.visit([&](auto allocator) {
      if constexpr (!allocator.kArbiters) {
        allocator.commit(state, shape_, matching);
      } else {
        for (const Pair& pair : matching) {
          const auto packet_of = [&](int requester) {
            if constexpr (allocator.kPicks) return allocator.packet_of(shape_, pair, requester);
            return matching.choice(pair.round, requester);
          };
          commit_arbiters(allocator, state, router, pair, flits, packet_of);
        }
      }
    });
    for (const Pair& pair : matching) count(state, pair);
  }

  /// The places of the draws of outputs and of rows (of input arbiters), round by round, as hardware gets them.
  std::vector<DrawPlace> output_draws() const {
    return places(draws_.output_arbiter, shape_.outputs(), draws_.matrix_output, shape_.outputs());
  }
  std::vector<DrawPlace> row_draws() const {
    return places(draws_.input_arbiter, input_arbiters_, draws_.matrix_row, shape_.rows());
  }
  /// Rounds of draws.
  int draw_rounds() const {
    return policy_.visit([](auto allocator) {
      if constexpr (!allocator.kArbiters) {
        if constexpr (allocator.kDraws) return allocator.rounds();
      }
      return 1;
    });
  }
  /// The number of a cycle as far as allocators look at it in hardware: modulo the larger side of the matrix.
  int turn(std::uint64_t cycle) const { return static_cast<int>(cycle % static_cast<std::uint64_t>(turns())); }
  int turns() const { return std::max(shape_.rows(), shape_.outputs()); }

  /// The choice of the arbiter of an output among `inputs`. older(a, b), flits(a): of the packets of inputs.
  template <class Older, class Flits>
  int choose_input(const std::uint8_t* state, int output, const Mask& inputs, std::uint16_t draw, const Older& older,
                   const Flits& flits) const {
    return arbitrate(arbiter_, inputs, state + of_output(output), shape_.inputs(), draw,
                     RequesterPackets<const Older&, const Flits&>{older, flits, most_flits_});
  }
  /// The choice of input arbiter k among `requesters`; input_of(requester) is the input whose packet it stands for.
  template <class InputOf, class Older, class Flits>
  int choose(const std::uint8_t* state, int k, const Mask& requesters, const InputOf& input_of, std::uint16_t draw,
             const Older& older, const Flits& flits) const {
    const auto older_of = [&](int a, int b) { return older(input_of(a), input_of(b)); };
    const auto flits_of = [&](int a) { return flits(input_of(a)); };
    return arbitrate(arbiter_, requesters, state + of_input(k), input_requesters_, draw,
                     RequesterPackets<decltype(older_of), decltype(flits_of)>{older_of, flits_of, most_flits_});
  }
  /// The stride of an input in the arbiter of an output.
  int stride(int router, int output, int input) const {
    if (input < transit_inputs_) return strides_.of_port(router, output, input / shape_.vcs);
    return strides_.of_injector(router, output, input - transit_inputs_);
  }

 private:
  std::size_t of_output(int output) const { return static_cast<std::size_t>(output) * output_bytes_; }
  std::size_t of_input(int k) const { return of_output(shape_.outputs()) + static_cast<std::size_t>(k) * input_bytes_; }
  std::vector<DrawPlace> places(DrawPurpose of_arbiters, int arbiters, DrawPurpose of_matrix, int of_round) const {
    std::vector<DrawPlace> list;
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) {
        for (int k = 0; k < arbiters; ++k) list.push_back({of_arbiters, k});
      } else if constexpr (allocator.kDraws) {
        for (int round = 0; round < allocator.rounds(); ++round) {
          for (int k = 0; k < of_round; ++k) list.push_back({of_matrix, allocator.draw_index(shape_, k, round)});
        }
      }
    });
    return list;
  }
  const std::uint8_t* count_of(const std::uint8_t* state, int output) const { return state + of_counts_ + output; }
  /// Counts a grant of an output for which an injector asked.
  void count(std::uint8_t* state, const Pair& pair) const {
    if (shape_.transit_guard == 0 || !pair.asked.injector) return;
    std::uint8_t& count = state[of_counts_ + pair.output];
    if (pair.input >= shape_.network_inputs()) {
      count = 0;
    } else if (count < shape_.transit_guard) {
      ++count;
    }
  }
  template <class Flits>
  void commit_one(std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant, const Flits& flits) const {
    struct Packets {
      const Flits& flits;
      int most_flits;
    };
    commit_arbiter(arbiter_, state, requesters, grant, Packets{flits, most_flits_});
  }
  /// packet_of(requester): the input whose packet a requester of the input arbiter stands for.
  template <class Allocator, class Flits, class PacketOf>
  void commit_arbiters(Allocator allocator, std::uint8_t* state, int router, const Pair& pair, const Flits& flits,
                       const PacketOf& packet_of) const {
    const int input = pair.input;
    const int output = pair.output;
    commit_one(state + of_output(output), shape_.inputs(),
               {input, pair.asked.of_output | bit_of<Mask>(input), stride(router, output, input)}, flits);
    const int k = allocator.input_arbiter_of(shape_, input);
    if (k < 0) return;
    const int requester = allocator.input_requester_of(shape_, input, output);
    commit_one(state + of_input(k), input_requesters_, {requester, pair.asked.of_row | bit_of<Mask>(requester), 1},
               [&](int other) { return flits(packet_of(other)); });
  }

  AllocatorPolicy policy_;
  ArbiterPolicy arbiter_;
  AllocatorShape shape_;
  int most_flits_;
  Strides strides_;
  int transit_inputs_;
  AllocationDraws draws_;
  bool picks_ = true;
  bool remembers_requests_ = false;
  int input_arbiters_ = 0;
  int input_requesters_ = 0;
  std::size_t output_bytes_ = 0;
  std::size_t input_bytes_ = 0;
  std::size_t of_counts_ = 0;
  std::size_t state_bytes_ = 0;
};
using Allocation = BasicAllocation<RequestMask>;

}  // namespace trenza::microarch
