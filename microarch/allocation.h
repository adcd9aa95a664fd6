// The allocation of outputs to inputs in the routers of a fabric: an allocator, its arbiters, and where their state lies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/draws.h"
#include "microarch/parameters.h"

namespace trenza::microarch {

/// The state of a router's allocation is a block of state_bytes() bytes that a view keeps and lends: the arbiters of the
/// outputs, then those of the inputs; or that of an allocator without arbiters. Nobody else looks into it.
class Allocation {
 public:
  Allocation(const FabricParameters& parameters, int ports)
      : policy_(parameters.allocator),
        arbiter_(parameters.arbiter),
        shape_{ports, parameters.vcs(), parameters.injection_queues(), parameters.ejectors,
               parameters.crossbar.is<PerPort>()} {
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
    });
  }

  const AllocatorShape& shape() const { return shape_; }
  AllocatorPolicy policy() const { return policy_; }
  ArbiterPolicy arbiter() const { return arbiter_; }
  /// Whether every input asks for the one output that its selection picks.
  bool picks() const { return picks_; }
  int input_arbiters() const { return input_arbiters_; }

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
  }
  /// An input was granted an output: the part of commit() that needs no matching.
  void commit_pair(std::uint8_t* state, int input, int output) const {
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) commit_arbiters(allocator, state, input, output);
    });
  }
  /// What the allocator found was granted.
  void commit(std::uint8_t* state, const Matching& matching) const {
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) {
        for (const Matching::Pair& pair : matching) commit_arbiters(allocator, state, pair.input, pair.output);
      } else {
        allocator.commit(state, shape_, matching);
      }
    });
  }

  /// The places of the draws of outputs and of rows (of input arbiters), round by round, as hardware gets them.
  std::vector<DrawPlace> output_draws() const {
    return draws(DrawPurpose::output_arbiter, shape_.outputs(), DrawPurpose::matrix_output, shape_.outputs());
  }
  std::vector<DrawPlace> row_draws() const {
    return draws(DrawPurpose::input_arbiter, input_arbiters_, DrawPurpose::matrix_row, shape_.rows());
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

  /// The choice of the arbiter of an output among `inputs`. older(a, b): of the packets of inputs a and b.
  template <class Older>
  int choose_input(const std::uint8_t* state, int output, RequestMask inputs, std::uint16_t draw,
                   const Older& older) const {
    return arbitrate(arbiter_, inputs, state + of_output(output), shape_.inputs(), draw, older);
  }
  /// The choice of input arbiter k among `requesters`; input_of(requester) is the input whose packet it stands for.
  template <class InputOf, class Older>
  int choose(const std::uint8_t* state, int k, RequestMask requesters, const InputOf& input_of, std::uint16_t draw,
             const Older& older) const {
    return arbitrate(arbiter_, requesters, state + of_input(k), input_requesters_, draw,
                     [&](int a, int b) { return older(input_of(a), input_of(b)); });
  }

 private:
  std::size_t of_output(int output) const { return static_cast<std::size_t>(output) * output_bytes_; }
  std::size_t of_input(int k) const { return of_output(shape_.outputs()) + static_cast<std::size_t>(k) * input_bytes_; }
  std::vector<DrawPlace> draws(DrawPurpose of_arbiters, int arbiters, DrawPurpose of_matrix, int places) const {
    std::vector<DrawPlace> list;
    policy_.visit([&](auto allocator) {
      if constexpr (allocator.kArbiters) {
        for (int k = 0; k < arbiters; ++k) list.push_back({of_arbiters, k});
      } else if constexpr (allocator.kDraws) {
        for (int round = 0; round < allocator.rounds(); ++round) {
          for (int k = 0; k < places; ++k) list.push_back({of_matrix, allocator.draw_index(k, round)});
        }
      }
    });
    return list;
  }
  template <class Allocator>
  void commit_arbiters(Allocator allocator, std::uint8_t* state, int input, int output) const {
    commit_arbiter(arbiter_, state + of_output(output), shape_.inputs(), input);
    const int k = allocator.input_arbiter_of(shape_, input);
    if (k < 0) return;
    commit_arbiter(arbiter_, state + of_input(k), input_requesters_,
                   allocator.input_requester_of(shape_, input, output));
  }

  AllocatorPolicy policy_;
  ArbiterPolicy arbiter_;
  AllocatorShape shape_;
  bool picks_ = true;
  int input_arbiters_ = 0;
  int input_requesters_ = 0;
  std::size_t output_bytes_ = 0;
  std::size_t input_bytes_ = 0;
  std::size_t state_bytes_ = 0;
};

}  // namespace trenza::microarch
