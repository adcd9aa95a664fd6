#include "rtl_models/matrix_allocator/matrix_allocator.h"

#include <algorithm>

namespace trenza::rtl_models {

using microarch::DrawPurpose;

/// What the block lends its allocator (microarch/allocators/allocators.h).
class MatrixAllocator::View {
 public:
  explicit View(const MatrixAllocator& block) : block_(block) {}

  bool older(int a, int b) const {
    return microarch::older_than(request_packet(block_.request[at(a)].read()),
                                 request_packet(block_.request[at(b)].read()));
  }
  auto by_age() const {
    return [this](int a, int b) { return older(a, b); };
  }
  const std::uint8_t* state() const { return block_.arbiters_.data(); }
  microarch::OutputMask guarded() const { return block_.allocation_.guarded(state()); }
  std::uint64_t cycle() const { return block_.cycle.read(); }
  std::uint16_t draw(DrawPurpose purpose, int index) const {
    return block_.draw_at(microarch::draw_phase(block_.seed_, purpose, block_.router_, index));
  }

  microarch::Pick pick(int input) const {
    return microarch::pick_output(block_.shape(), offer(input), input, block_.output_free.read(),
                                  block_.surplus_of(at(input)), block_.draw(at(input)), block_.first_vc(at(input)));
  }
  microarch::OutputMask asks(int input) const {
    return microarch::grantable_outputs(block_.shape(), offer(input), block_.output_free.read(),
                                        block_.surplus_of(at(input)), block_.first_vc(at(input)));
  }
  int vc_of(int input, int output) const {
    return microarch::pick_at(block_.shape(), offer(input), input, output, block_.surplus_of(at(input)),
                              block_.draw(at(input)), block_.first_vc(at(input)));
  }
  int choose_input(int output, microarch::RequestMask inputs) const {
    return block_.allocation_.choose_input(state(), output, inputs, block_.output_draws_.at(cycle(), at(output)),
                                           by_age(), block_.flits());
  }
  template <class InputOf>
  int choose(int k, microarch::RequestMask requesters, const InputOf& input_of) const {
    return block_.allocation_.choose(state(), k, requesters, input_of, block_.row_draws_.at(cycle(), at(k)), by_age(),
                                     block_.flits());
  }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  rtl_models::RouteOffer offer(int input) const { return offer_of(block_.route[at(input)].read()); }
  const MatrixAllocator& block_;
};

MatrixAllocator::MatrixAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                                 const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                 int router)
    : VcAllocator(name, shape, input_class, router, parameters.seed),
      allocation_(parameters, shape.ports),
      seed_(parameters.seed),
      router_(router),
      output_draws_(parameters.seed, router, allocation_.output_draws()),
      row_draws_(parameters.seed, router, allocation_.row_draws()),
      picks_(input_class.size()) {
  arbiters_.resize(allocation_.state_bytes());
  allocation_.reset(arbiters_.data());
  SC_HAS_PROCESS(MatrixAllocator);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
}

microarch::Matching MatrixAllocator::match() const {
  microarch::RequestMask asking = 0;
  for (std::size_t i = 0; i < request.size(); ++i) {
    if (may_ask(i)) asking |= microarch::RequestMask{1} << i;
  }
  microarch::Matching matching;
  allocation_.policy().visit([&](auto allocator) {
    if constexpr (!allocator.kPicks) allocator.compute(allocation_.shape(), asking, View(*this), matching);
  });
  return matching;
}

microarch::OutputMask MatrixAllocator::asks(int input) const {
  return may_ask(static_cast<std::size_t>(input)) ? View(*this).asks(input) : 0;
}

int MatrixAllocator::vc_of(int input, int output) const { return View(*this).vc_of(input, output); }

bool MatrixAllocator::show() {
  std::fill(picks_.begin(), picks_.end(), microarch::Pick());
  for (const microarch::Matching::Pair& pair : matching_)
    picks_[static_cast<std::size_t>(pair.input)] = {pair.output, pair.vc};
  bool requested = false;
  for (std::size_t i = 0; i < picks_.size(); ++i) {
    const RequestWord asked = request[i].read();
    requested = requested || asked != 0;
    drive(i, picks_[i] ? make_pick(asked, picks_[i].output, picks_[i].vc) : 0);
  }
  return requested;
}

void MatrixAllocator::allocate() {
  matching_ = match();
  if (!show()) sleep();
}

void MatrixAllocator::edge() {
  if (reset.read()) {
    allocation_.reset(arbiters_.data());
  } else {
    allocation_.commit(arbiters_.data(), router_, matching_, flits());
  }
}

}  // namespace trenza::rtl_models
