// What an allocation shows its allocator of a router.
#pragma once

#include <cstdint>

#include "microarch/allocation.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The view that an allocator needs (allocators.h). `requests` says who asks for what: pick(input), asks(input),
/// vc_of(input, output). `router` has older(a, b), cycle() and draw(purpose, index); flits(input): what a grant of the
/// input charges. All that it is made of must outlive it.
template <class Mask, class Requests, class Router, class Flits>
class AllocationView {
 public:
  AllocationView(const BasicAllocation<Mask>& allocation, const std::uint8_t* state, const Requests& requests,
                 const Router& router, const Flits& flits)
      : allocation_(allocation), state_(state), requests_(requests), router_(router), flits_(flits) {}

  Pick pick(int input) const { return requests_.pick(input); }
  Mask asks(int input) const { return requests_.asks(input); }
  int vc_of(int input, int output) const { return requests_.vc_of(input, output); }

  int choose_input(int output, const Mask& inputs) const {
    return one_at_most(inputs) ? lowest_bit(inputs) : choose_among_inputs(output, inputs);
  }
  template <class InputOf>
  int choose(int k, const Mask& requesters, const InputOf& input_of) const {
    return one_at_most(requesters) ? lowest_bit(requesters) : choose_among(k, requesters, input_of);
  }

  Mask guarded() const { return allocation_.guarded(state_); }
  bool older(int a, int b) const { return router_.older(a, b); }
  const std::uint8_t* state() const { return state_; }
  std::uint64_t cycle() const { return router_.cycle(); }
  std::uint16_t draw(DrawPurpose purpose, int index) const {
    return router_.draw(allocation_.draws().of(purpose), index);
  }

 private:
  // Out of line: most of the time there is one requester only.
  [[gnu::noinline]] int choose_among_inputs(int output, const Mask& inputs) const {
    return allocation_.choose_input(state_, output, inputs, draw(DrawPurpose::output_arbiter, output), by_age(),
                                    flits_);
  }
  template <class InputOf>
  [[gnu::noinline]] int choose_among(int k, const Mask& requesters, const InputOf& input_of) const {
    return allocation_.choose(state_, k, requesters, input_of, draw(DrawPurpose::input_arbiter, k), by_age(), flits_);
  }
  auto by_age() const {
    return [this](int a, int b) { return router_.older(a, b); };
  }

  const BasicAllocation<Mask>& allocation_;
  const std::uint8_t* state_;
  const Requests& requests_;
  const Router& router_;
  const Flits& flits_;
};

}  // namespace trenza::microarch
