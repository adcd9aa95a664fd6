#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/plugged_blocks.h"
#include "cosim/plug/slot_allocator.h"
#include "microarch/index.h"
#include "rtl_models/matrix_allocator/matrix_allocator.h"

namespace trenza::cosim {

namespace {

using microarch::index;
using rtl_models::MatrixAllocator;

class PluggedMatrixAllocator : public MatrixAllocator, private rtl_models::ProbeSource {
 public:
  PluggedMatrixAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                         const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                         const std::shared_ptr<const Plug>& plug, StandstillReport report)
      : MatrixAllocator(name, place.parameters, shape, input_class, place.node),
        slot_(plug, this->name(), numbers().rows(), numbers().outputs(), allocation().draw_rounds()),
        watch_(place, "matrix_allocator", plug, std::move(report)),
        requests_(index(numbers().rows())),
        asked_(input_class.size()),
        vc_pointers_(microarch::VcPointers::bytes(numbers())) {
    inputs_.draws.resize(output_draws().places());
    inputs_.row_draws.resize(row_draws().places());
    inputs_.packets.resize(requests_.size());
    show_in_waves(*this, "plug_matrix_allocator", *this);
  }

 private:
  const microarch::AllocatorShape& numbers() const { return allocation().shape(); }

  /// Sets what the block sees in this cycle.
  void set_inputs() {
    const std::uint64_t now = cycle.read();
    for (std::size_t k = 0; k < inputs_.draws.size(); ++k) inputs_.draws[k] = output_draws().at(now, k);
    for (std::size_t k = 0; k < inputs_.row_draws.size(); ++k) inputs_.row_draws[k] = row_draws().at(now, k);
    inputs_.guarded = allocation().guarded(arbiters_.data());
    inputs_.turn = allocation().turn(now);
    std::fill(requests_.begin(), requests_.end(), 0);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      asked_[i] = asks(static_cast<int>(i));
      if (asked_[i] == 0) continue;
      const std::size_t row = index(numbers().row_of(static_cast<int>(i)));
      const microarch::PacketId packet = rtl_models::request_packet(request[i].read());
      if (requests_[row] == 0 || microarch::older_than(packet, inputs_.packets[row])) inputs_.packets[row] = packet;
      requests_[row] |= asked_[i];
    }
  }

  /// The input of a row that is granted an output.
  int input_of(int row, int output) const {
    if (!numbers().shares_rows() || row >= numbers().network_rows()) return numbers().first_input_of(row);
    const int first = row / numbers().port_rows * numbers().vcs;
    microarch::RequestMask asking = 0;
    for (int vc = 0; vc < numbers().vcs; ++vc) {
      const bool asks_for_it = (asked_[index(first + vc)] >> output & 1U) != 0;
      if (asks_for_it && numbers().row_of(first + vc) == row) asking |= microarch::RequestMask{1} << vc;
    }
    return first + microarch::next_bit(asking, vc_pointers_[index(row)]);
  }

  void allocate() override {
    set_inputs();
    const std::vector<int>& matching = slot_.compute(requests_, inputs_);
    if (slot_.is_exact()) {
      matching_ = match();
      std::vector<int> expected(requests_.size(), -1);
      for (const microarch::Matching::Pair& pair : matching_)
        expected[index(numbers().row_of(pair.input))] = pair.output;
      slot_.expect(std::move(expected));
    } else {
      matching_.clear();
      for (std::size_t row = 0; row < matching.size(); ++row) {
        if (matching[row] < 0) continue;
        const int input = input_of(static_cast<int>(row), matching[row]);
        matching_.add(input, matching[row], vc_of(input, matching[row]));
      }
    }
    show();
  }

  void edge() override {
    if (reset.read()) {
      slot_.reset();
      watch_.reset();
      std::fill(vc_pointers_.begin(), vc_pointers_.end(), std::uint8_t{0});
      MatrixAllocator::edge();
      return;
    }
    const std::uint64_t refused = slot_.refused_rows();
    const std::uint64_t served = slot_.served_rows();
    microarch::RequestMask refused_inputs = 0;
    microarch::RequestMask served_inputs = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (asked_[i] != 0) refused_inputs |= (refused >> numbers().row_of(static_cast<int>(i)) & 1U) << i;
    }
    for (const microarch::Matching::Pair& pair : matching_) served_inputs |= microarch::RequestMask{1} << pair.input;
    watch_.count(cycle.read(), refused_inputs, served_inputs);
    slot_.finish(cycle.read(), served != 0);
    if (slot_.is_exact()) {
      MatrixAllocator::edge();
    } else {
      microarch::VcPointers::commit(vc_pointers_.data(), numbers(), matching_);
    }
  }

  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    slot_.list_ports(scope, this, probes);
  }
  void show_probes() override { slot_.show_ports(slot_.served_rows() != 0); }

  AllocatorSlot slot_;
  RefusalWatch watch_;
  Matrix requests_;                           // by row
  std::vector<microarch::OutputMask> asked_;  // by input
  std::vector<std::uint8_t> vc_pointers_;     // of a block that is not exact
  AllocatorSlot::Inputs inputs_;
};

}  // namespace

std::unique_ptr<rtl_models::VcAllocator> make_plugged_matrix_allocator(
    const char* name, const rtl_models::RouterPlace& place, const microarch::SelectionShape& shape,
    const std::vector<int>& input_class, const std::shared_ptr<const Plug>& plug, const StandstillReport& report) {
  return std::make_unique<PluggedMatrixAllocator>(name, place, shape, input_class, plug, report);
}

}  // namespace trenza::cosim
