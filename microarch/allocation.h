// The allocation of outputs to inputs in the routers of a fabric: an allocator, its arbiters, and where their state lies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"

namespace trenza::microarch {

/// The state of a router's arbiters is a block of state_bytes() bytes that a view keeps and lends: the arbiters of the
/// outputs, then those of the inputs. Nobody else looks into it.
class Allocation {
 public:
  Allocation(const FabricParameters& parameters, int ports)
      : policy_(parameters.allocator),
        arbiter_(parameters.arbiter),
        shape_{ports, parameters.vcs(), parameters.injection_queues(), parameters.ejectors,
               parameters.crossbar.is<PerPort>()} {
    policy_.visit([this](auto allocator) {
      input_arbiters_ = allocator.input_arbiters(shape_);
      input_requesters_ = allocator.input_requesters(shape_);
      picks_ = allocator.kPicks;
    });
    output_bytes_ = arbiter_state_bytes(arbiter_, shape_.inputs());
    input_bytes_ = arbiter_state_bytes(arbiter_, input_requesters_);
  }

  const AllocatorShape& shape() const { return shape_; }
  AllocatorPolicy policy() const { return policy_; }
  ArbiterPolicy arbiter() const { return arbiter_; }
  /// Whether every input asks for the one output that its selection picks.
  bool picks() const { return picks_; }
  int input_arbiters() const { return input_arbiters_; }

  std::size_t state_bytes() const {
    return outputs() * output_bytes_ + static_cast<std::size_t>(input_arbiters_) * input_bytes_;
  }
  /// The state in cycle 0.
  void reset(std::uint8_t* state) const {
    for (int o = 0; o < shape_.outputs(); ++o) reset_arbiter(arbiter_, state + of_output(o), shape_.inputs());
    for (int k = 0; k < input_arbiters_; ++k) reset_arbiter(arbiter_, state + of_input(k), input_requesters_);
  }
  /// An input was granted an output.
  void commit(std::uint8_t* state, int input, int output) const {
    policy_.visit([&](auto allocator) {
      commit_arbiter(arbiter_, state + of_output(output), shape_.inputs(), input);
      const int k = allocator.input_arbiter_of(shape_, input);
      if (k < 0) return;
      commit_arbiter(arbiter_, state + of_input(k), input_requesters_,
                     allocator.input_requester_of(shape_, input, output));
    });
  }

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
  std::size_t outputs() const { return static_cast<std::size_t>(shape_.outputs()); }
  std::size_t of_output(int output) const { return static_cast<std::size_t>(output) * output_bytes_; }
  std::size_t of_input(int k) const { return outputs() * output_bytes_ + static_cast<std::size_t>(k) * input_bytes_; }

  AllocatorPolicy policy_;
  ArbiterPolicy arbiter_;
  AllocatorShape shape_;
  bool picks_ = true;
  int input_arbiters_ = 0;
  int input_requesters_ = 0;
  std::size_t output_bytes_ = 0;
  std::size_t input_bytes_ = 0;
};

}  // namespace trenza::microarch
