#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/plugged_blocks.h"
#include "cosim/plug/slot_allocator.h"

namespace trenza::cosim {

namespace {

using rtl_models::PickWord;

rtl_models::RouterPorts& router_around(const sc_core::sc_object& block) {
  auto* const router = dynamic_cast<rtl_models::RouterPorts*>(block.get_parent_object());
  if (router == nullptr) throw microarch::InvariantViolation("a VC allocator from outside that is in no router");
  return *router;
}

int columns_of(const microarch::SelectionShape& shape) { return shape.ports * shape.vcs() + shape.ejectors; }

class PluggedVcAllocator : public rtl_models::VcAllocator, private rtl_models::ProbeSource {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};

  PluggedVcAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                     const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                     const std::shared_ptr<const Plug>& plug, StandstillReport report)
      : VcAllocator(name, shape, input_class, place.node, place.parameters.seed),
        router_(router_around(*this)),
        slot_(plug, this->name(), static_cast<int>(input_class.size()), columns_of(shape)),
        watch_(place, "vc_allocator", plug, std::move(report)),
        requests_(input_class.size()) {
    inputs_.draws.resize(static_cast<std::size_t>(columns_of(shape)));
    inputs_.packets.resize(input_class.size());
    SC_HAS_PROCESS(PluggedVcAllocator);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
    show_in_waves(*this, "plug_vc_allocator", *this);
  }

  void bind_clock(sc_core::sc_in<bool>& clock, sc_core::sc_in<bool>& with_reset) override {
    clk.bind(clock);
    reset.bind(with_reset);
  }

 private:
  std::uint64_t candidates(std::size_t input) const {
    if (!may_ask(input)) return 0;
    const topologies::RouteChoice choice = rtl_models::unpack_route(route[input].read());
    if (choice.arrived) return microarch::ejectors_of(shape(), output_free.read()) << (shape().ports * shape().vcs());
    const auto surplus = surplus_of(input);
    std::uint64_t columns = 0;
    microarch::best_tier(shape(), choice, first_vc(input), surplus, [&](topologies::Tier tier) {
      const auto free = static_cast<std::uint32_t>(output_free.read());
      microarch::for_each_lane(shape(), tier, free, first_vc(input), [&](int port, int vc, bool escape) {
        if (surplus(port, vc, escape) >= 0) columns |= std::uint64_t{1} << (port * shape().vcs() + vc);
      });
      return columns != 0;
    });
    return columns;
  }

  void allocate() override {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      requests_[i] = candidates(i);
      inputs_.packets[i] = rtl_models::request_packet(request[i].read());
    }
    for (std::size_t c = 0; c < inputs_.draws.size(); ++c) inputs_.draws[c] = draw(c % requests_.size());
    const std::vector<int>& matching = slot_.compute(requests_, inputs_);
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      PickWord word = 0;
      const int given = matching[i];
      const int network = shape().ports * shape().vcs();
      if (given >= network) {
        word = rtl_models::make_pick(request[i].read(), shape().ports + given - network, 0);
      } else if (given >= 0) {
        word = rtl_models::make_pick(request[i].read(), given / shape().vcs(), given % shape().vcs());
      }
      drive(i, word);
    }
  }

  /// Whether the switch allocator has granted the pick that this input shows in this cycle.
  bool granted(std::size_t input) const {
    const PickWord word = pick[input].read();
    if (word == 0) return false;
    const auto output = static_cast<std::size_t>(rtl_models::pick_output(word));
    return router_.select[output].read() == rtl_models::make_select(static_cast<int>(input), rtl_models::pick_vc(word));
  }

  bool taken() const {
    bool taken = false;
    for (std::size_t i = 0; i < requests_.size() && !taken; ++i) taken = granted(i);
    return taken;
  }

  void edge() {
    if (reset.read()) {
      slot_.reset();
      watch_.reset();
      return;
    }
    watch_.count(cycle.read(), slot_.refused_rows(), slot_.served_rows());
    slot_.finish(cycle.read(), taken());
  }

  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    slot_.list_ports(scope, this, probes);
  }
  void show_probes() override { slot_.show_ports(taken()); }

  const rtl_models::RouterPorts& router_;
  AllocatorSlot slot_;
  RefusalWatch watch_;
  Matrix requests_;
  AllocatorSlot::Inputs inputs_;
};

}  // namespace

std::unique_ptr<rtl_models::VcAllocator> make_plugged_vc_allocator(
    const char* name, const rtl_models::RouterPlace& place, const microarch::SelectionShape& shape,
    const std::vector<int>& input_class, const std::shared_ptr<const Plug>& plug, const StandstillReport& report) {
  return std::make_unique<PluggedVcAllocator>(name, place, shape, input_class, plug, report);
}

}  // namespace trenza::cosim
