#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/plugged_blocks.h"
#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_arbiter.h"

namespace trenza::cosim {

namespace {

using rtl_models::SwitchAllocator;

class PluggedSwitchAllocator : public SwitchAllocator, private rtl_models::ProbeSource {
 public:
  PluggedSwitchAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                         const ArbiterPlugs& plugs, const StandstillReport& report)
      : SwitchAllocator(name, place.parameters, place.ports(), place.node),
        topology_(place.topology),
        node_(place.node),
        vcs_(place.parameters.vcs()),
        shares_rows_(plugs.whole && plugs.whole->map.text("rows") == "ports"),
        row_asked_(static_cast<std::size_t>(router_shape().network_rows())),
        output_taken_(select.size()),
        row_taken_(row_asked_.size()),
        matrix_(rows()) {
    const std::string block = this->name();
    for (std::size_t o = 0; plugs.outputs && o < select.size(); ++o) {
      const int output = static_cast<int>(o) - place.ports();
      const std::string label =
          output < 0 ? place.topology.port_name(static_cast<int>(o)) : fmt::format("ejection {}", output);
      at_outputs_.emplace_back(plugs.outputs, fmt::format("{}, arbiter of output {}", block, label),
                               static_cast<int>(pick.size()));
    }
    if (plugs.whole) {
      whole_ = std::make_unique<AllocatorSlot>(plugs.whole, block, static_cast<int>(rows()),
                                               static_cast<int>(select.size()));
      matrix_inputs_.draws.resize(select.size());
      matrix_inputs_.packets.resize(rows());
    }
    if (plugs.outputs) outputs_watch_ = std::make_unique<RefusalWatch>(place, "arbiter", plugs.outputs, report);
    if (plugs.whole) outputs_watch_ = std::make_unique<RefusalWatch>(place, "switch_allocator", plugs.whole, report);
    if (plugs.ports) ports_watch_ = std::make_unique<RefusalWatch>(place, "port_arbiter", plugs.ports, report);
    const int port_rows = router_shape().port_rows;
    for (int row = 0; plugs.ports && row < router_shape().network_rows(); ++row) {
      const std::string port = place.topology.port_name(row / port_rows);
      const std::string number = port_rows == 1 ? "" : fmt::format(", crossbar input {}", row % port_rows);
      at_rows_.emplace_back(plugs.ports, fmt::format("{}, arbiter of port {}{}", block, port, number), vcs_);
    }
    show_in_waves(*this, "plug", *this);
  }

 private:
  const microarch::AllocatorShape& router_shape() const { return grants().allocation().shape(); }

  /// The packets of `count` inputs from `first` on; null if the slot does not look at them.
  const microarch::PacketId* packets(const ArbiterSlot& slot, int first, std::size_t count) {
    if (!slot.wants_packets()) return nullptr;
    packets_.resize(count);
    for (std::size_t i = 0; i < count; ++i) packets_[i] = packet_of(first + static_cast<int>(i));
    return packets_.data();
  }

  /// The row of an input in the matrix, and the number of rows.
  std::size_t row_of(std::size_t input) const {
    return shares_rows_ ? static_cast<std::size_t>(router_shape().row_of(static_cast<int>(input))) : input;
  }
  std::size_t rows() const { return row_of(pick.size() - 1) + 1; }

  /// Turns the requests of each output into a matrix with a row for each input, and the matching into winners.
  void allocate(const std::vector<std::uint64_t>& requests, std::vector<int>& winners) {
    std::fill(matrix_.begin(), matrix_.end(), 0);
    asking_ = 0;
    for (std::size_t i = 0; i < pick.size(); ++i) {
      std::uint64_t columns = 0;
      for (std::size_t o = 0; o < requests.size(); ++o) columns |= ((requests[o] >> i) & 1U) << o;
      if (columns == 0) continue;
      asking_ |= microarch::RequestMask{1} << i;
      matrix_[row_of(i)] |= columns;
      matrix_inputs_.packets[row_of(i)] = packet_of(static_cast<int>(i));
    }
    for (std::size_t o = 0; o < winners.size(); ++o) matrix_inputs_.draws[o] = output_draw(o);
    const std::vector<int>& matching = whole_->compute(matrix_, matrix_inputs_);
    if (whole_->is_exact()) {
      SwitchAllocator::decide(requests, winners);
      std::vector<int> expected(matrix_.size(), -1);
      for (std::size_t o = 0; o < winners.size(); ++o) {
        if (winners[o] >= 0) expected[row_of(static_cast<std::size_t>(winners[o]))] = static_cast<int>(o);
      }
      whole_->expect(std::move(expected));
    }
    std::fill(winners.begin(), winners.end(), -1);
    for (std::size_t i = 0; i < pick.size(); ++i) {
      const int given = matching[row_of(i)];
      if (given < 0) continue;
      const auto output = static_cast<std::size_t>(given);
      if (((requests[output] >> i) & 1U) != 0) winners[output] = static_cast<int>(i);
    }
  }

  void decide(const std::vector<std::uint64_t>& requests, std::vector<int>& winners) override {
    if (whole_) {
      allocate(requests, winners);
    } else if (at_outputs_.empty()) {
      SwitchAllocator::decide(requests, winners);
    } else {
      for (std::size_t o = 0; o < requests.size(); ++o) {
        ArbiterSlot& slot = at_outputs_[o];
        winners[o] = slot.compute(requests[o], {output_draw(o), packets(slot, 0, pick.size())});
      }
    }
    std::fill(row_taken_.begin(), row_taken_.end(), false);
    winning_ = 0;
    for (std::size_t o = 0; o < winners.size(); ++o) {
      output_taken_[o] = winners[o] >= 0;
      if (winners[o] >= 0) winning_ |= microarch::RequestMask{1} << winners[o];
      if (winners[o] >= 0 && winners[o] < router_shape().network_inputs())
        row_taken_[static_cast<std::size_t>(router_shape().row_of(winners[o]))] = true;
    }
  }

  /// What the arbiter of a network row sees in this cycle.
  ArbiterSlot::Inputs inputs_of(const ArbiterSlot& slot, std::size_t row) {
    const int port = static_cast<int>(row) / router_shape().port_rows;
    return {row_draw(row), packets(slot, port * vcs_, static_cast<std::size_t>(vcs_))};
  }

  int keep_vc(int row, std::uint64_t requests) override {
    if (at_rows_.empty()) return SwitchAllocator::keep_vc(row, requests);
    const auto at = static_cast<std::size_t>(row);
    row_asked_[at] = true;
    ArbiterSlot& slot = at_rows_[at];
    return slot.compute(requests, inputs_of(slot, at));
  }

  void arbitrate() override {
    std::fill(row_asked_.begin(), row_asked_.end(), false);
    SwitchAllocator::arbitrate();
    for (std::size_t row = 0; row < at_rows_.size(); ++row) {
      if (!row_asked_[row]) at_rows_[row].compute(0, inputs_of(at_rows_[row], row));
    }
  }

  void watch_outputs() {
    microarch::RequestMask refused = 0;
    for (const ArbiterSlot& slot : at_outputs_) refused |= slot.refused();
    const std::uint64_t rows = whole_ ? whole_->refused_rows() : 0;
    for (std::size_t i = 0; whole_ && i < pick.size(); ++i) refused |= (asking_ >> i & rows >> row_of(i) & 1U) << i;
    outputs_watch_->count(cycle.read(), refused, winning_);
  }

  void watch_ports() {
    microarch::RequestMask refused = 0;
    microarch::RequestMask kept = 0;
    for (std::size_t row = 0; row < at_rows_.size(); ++row) {
      const ArbiterSlot& slot = at_rows_[row];
      const int first = static_cast<int>(row) / router_shape().port_rows * vcs_;
      refused |= slot.refused() << first;
      if (slot.winner() >= 0) kept |= microarch::RequestMask{1} << (first + slot.winner());
    }
    ports_watch_->count(cycle.read(), refused, kept);
  }

  bool edge() override {
    const std::uint64_t now = cycle.read();
    if (outputs_watch_) watch_outputs();
    if (ports_watch_) watch_ports();
    for (std::size_t o = 0; o < at_outputs_.size(); ++o) at_outputs_[o].finish(now, output_taken_[o]);
    for (std::size_t row = 0; row < at_rows_.size(); ++row) at_rows_[row].finish(now, row_taken_[row]);
    if (whole_) whole_->finish(now, any_taken());
    SwitchAllocator::edge();
    arbitrate_again();
    return true;
  }

  bool any_taken() const { return std::find(output_taken_.begin(), output_taken_.end(), true) != output_taken_.end(); }

  /// Where the arbiter of an output stands in waves: at the output.
  std::string output_scope(int output) const {
    const int ports = topology_.graph().ports();
    if (output >= ports) return fmt::format("ejector{}", output - ports);
    if (!topology_.graph().has_out(node_, output)) return "out_" + topology_.port_name(output);
    return "out_" + topologies::output_name(topology_, topology_.graph().out(node_, output));
  }
  std::string row_scope(int row) const {
    const int rows = router_shape().port_rows;
    const int port = row / rows;
    const std::string scope = "in_" + (topology_.graph().has_in(node_, port)
                                           ? topologies::input_name(topology_, topology_.graph().in(node_, port))
                                           : topology_.port_name(port));
    return rows == 1 ? scope : fmt::format("{}.input{}", scope, row % rows);
  }

  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    for (std::size_t o = 0; o < at_outputs_.size(); ++o)
      at_outputs_[o].list_ports(fmt::format("{}_arbiter.{}", scope, output_scope(static_cast<int>(o))), this, probes);
    for (std::size_t row = 0; row < at_rows_.size(); ++row)
      at_rows_[row].list_ports(fmt::format("{}_port_arbiter.{}", scope, row_scope(static_cast<int>(row))), this,
                               probes);
    if (whole_) whole_->list_ports(scope + "_switch_allocator", this, probes);
  }

  void show_probes() override {
    for (std::size_t o = 0; o < at_outputs_.size(); ++o) at_outputs_[o].show_ports(output_taken_[o]);
    for (std::size_t row = 0; row < at_rows_.size(); ++row) at_rows_[row].show_ports(row_taken_[row]);
    if (whole_) whole_->show_ports(any_taken());
  }

  void clear() override {
    for (ArbiterSlot& slot : at_outputs_) slot.reset();
    for (ArbiterSlot& slot : at_rows_) slot.reset();
    if (whole_) whole_->reset();
    if (outputs_watch_) outputs_watch_->reset();
    if (ports_watch_) ports_watch_->reset();
    SwitchAllocator::clear();
    arbitrate_again();
  }

  const topologies::Topology& topology_;
  topologies::NodeId node_;
  int vcs_;
  std::vector<ArbiterSlot> at_outputs_;
  std::vector<ArbiterSlot> at_rows_;
  std::unique_ptr<AllocatorSlot> whole_;
  std::unique_ptr<RefusalWatch> outputs_watch_;  // of the output arbiters, or of the whole
  std::unique_ptr<RefusalWatch> ports_watch_;
  bool shares_rows_ = false;  ///< of the matrix
  std::vector<bool> row_asked_;
  microarch::RequestMask asking_ = 0;   // inputs whose requests the whole allocator has seen
  microarch::RequestMask winning_ = 0;  // inputs
  std::vector<bool> output_taken_;
  std::vector<bool> row_taken_;
  std::vector<microarch::PacketId> packets_;  // scratch
  Matrix matrix_;
  AllocatorSlot::Inputs matrix_inputs_;
};

}  // namespace

std::unique_ptr<SwitchAllocator> make_plugged_switch_allocator(const char* name, const rtl_models::RouterPlace& place,
                                                               const ArbiterPlugs& plugs,
                                                               const StandstillReport& report) {
  return std::make_unique<PluggedSwitchAllocator>(name, place, plugs, report);
}

}  // namespace trenza::cosim
