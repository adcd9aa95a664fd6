#include "rtl_models/matrix_allocator/matrix_allocator.h"

#include <algorithm>

namespace trenza::rtl_models {

using microarch::DrawPurpose;

/// What the block lends its allocator (microarch/allocators/allocators.h).
class MatrixAllocator::View {
 public:
  explicit View(const MatrixAllocator& block) : block_(block) {}

  /// Whether the packet of input a is older than that of b.
  bool operator()(int a, int b) const {
    return microarch::older_than(request_packet(block_.request[at(a)].read()),
                                 request_packet(block_.request[at(b)].read()));
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
    return block_.allocation_.choose_input(block_.arbiters_.data(), output, inputs, block_.output_draw(at(output)),
                                           *this);
  }
  template <class InputOf>
  int choose(int k, microarch::RequestMask requesters, const InputOf& input_of) const {
    return block_.allocation_.choose(block_.arbiters_.data(), k, requesters, input_of, block_.input_draw(at(k)), *this);
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
      picks_(input_class.size()) {
  arbiters_.resize(allocation_.state_bytes());
  allocation_.reset(arbiters_.data());
  for (int o = 0; o < outputs(); ++o)
    output_phases_.push_back(microarch::draw_phase(parameters.seed, DrawPurpose::output_arbiter, router, o));
  for (int k = 0; k < input_arbiters(); ++k)
    input_phases_.push_back(microarch::draw_phase(parameters.seed, DrawPurpose::input_arbiter, router, k));
  SC_HAS_PROCESS(MatrixAllocator);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
}

void MatrixAllocator::allocate() {
  microarch::RequestMask asking = 0;
  bool requested = false;
  for (std::size_t i = 0; i < request.size(); ++i) {
    requested = requested || request[i].read() != 0;
    if (may_ask(i)) asking |= microarch::RequestMask{1} << i;
  }
  microarch::Matching matching;
  allocation_.policy().visit(
      [&](auto allocator) { allocator.compute(allocation_.shape(), asking, View(*this), matching); });
  std::fill(picks_.begin(), picks_.end(), microarch::Pick());
  for (const auto& [input, output, vc] : matching) picks_[static_cast<std::size_t>(input)] = {output, vc};
  for (std::size_t i = 0; i < picks_.size(); ++i) {
    drive(i, picks_[i] ? make_pick(request[i].read(), picks_[i].output, picks_[i].vc) : 0);
  }
  if (!requested) sleep();
}

void MatrixAllocator::edge() {
  if (reset.read()) {
    allocation_.reset(arbiters_.data());
    return;
  }
  for (std::size_t i = 0; i < pick.size(); ++i) {
    const PickWord word = pick[i].read();
    if (word != 0) allocation_.commit(arbiters_.data(), static_cast<int>(i), pick_output(word));
  }
}

}  // namespace trenza::rtl_models
