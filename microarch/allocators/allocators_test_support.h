// A router whose inputs ask as a test says, as allocators see it.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/allocation.h"
#include "microarch/hash.h"
#include "microarch/index.h"
#include "microarch/parameters.h"

namespace trenza::microarch::test_support {

inline int one_flit(int /*input*/) { return 1; }

template <class Mask>
class BasicAskingRouter {
 public:
  BasicAskingRouter(const FabricParameters& parameters, int ports)
      : allocation_(parameters, ports),
        state_(allocation_.state_bytes()),
        asks_(index(shape().inputs())),
        ages_(asks_.size()) {
    allocation_.reset(state_.data());
  }

  const AllocatorShape& shape() const { return allocation_.shape(); }
  void ask(int input, const Mask& outputs) { asks_[index(input)] = outputs; }
  /// Packets that were created earlier are older; all are of the same age at first.
  void set_age(int input, std::uint64_t created) { ages_[index(input)] = created; }
  /// Other draws than before.
  void set_draws(std::uint64_t seed) { seed_ = seed; }

  BasicMatching<Mask> match() const {
    Mask asking = 0;
    for (std::size_t i = 0; i < asks_.size(); ++i) set_bit(asking, static_cast<int>(i), asks_[i] != 0);
    BasicMatching<Mask> matching;
    allocation_.policy().visit([&](auto allocator) { allocator.compute(shape(), asking, *this, matching); });
    return matching;
  }
  void grant(const BasicMatching<Mask>& matching) {
    allocation_.commit(state_.data(), 0, matching, one_flit);
    ++cycle_;
  }
  const std::vector<std::uint8_t>& bytes() const { return state_; }

  // As allocators see it: a header with several outputs picks a drawn one.
  Pick pick(int input) const {
    return asks(input) == 0 ? Pick() : Pick{drawn_bit(asks(input), draw(DrawPurpose::selection, input)), 0};
  }
  const Mask& asks(int input) const { return asks_[index(input)]; }
  int vc_of(int /*input*/, int /*output*/) const { return 0; }
  bool older(int a, int b) const { return ages_[index(a)] < ages_[index(b)]; }
  Mask guarded() const { return allocation_.guarded(state()); }
  const std::uint8_t* state() const { return state_.data(); }
  std::uint64_t cycle() const { return cycle_; }
  std::uint16_t draw(DrawPurpose purpose, int place) const {
    return static_cast<std::uint16_t>(hash(seed_, purpose, place, cycle_));
  }
  auto by_age() const {
    return [this](int a, int b) { return older(a, b); };
  }
  int choose_input(int output, const Mask& inputs) const {
    return allocation_.choose_input(state(), output, inputs, draw(DrawPurpose::output_arbiter, output), by_age(),
                                    one_flit);
  }
  template <class InputOf>
  int choose(int k, const Mask& requesters, const InputOf& input_of) const {
    return allocation_.choose(state(), k, requesters, input_of, draw(DrawPurpose::input_arbiter, k), by_age(),
                              one_flit);
  }

 private:
  BasicAllocation<Mask> allocation_;
  std::vector<std::uint8_t> state_;
  std::vector<Mask> asks_;
  std::vector<std::uint64_t> ages_;
  std::uint64_t seed_ = 0;
  std::uint64_t cycle_ = 0;
};
using AskingRouter = BasicAskingRouter<RequestMask>;

}  // namespace trenza::microarch::test_support
