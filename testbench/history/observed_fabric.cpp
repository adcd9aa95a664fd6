#include "testbench/history/observed_fabric.h"

#include "microarch/parameters.h"

namespace trenza::testbench {

ObservedFabric::ObservedFabric(microarch::Fabric& fabric, FabricObserver& observer)
    : fabric_(fabric), observer_(observer), tells_grants_(observer.wants_grants()) {
  if (!tells_grants_) return;
  fabric_.observe_hops([this](const microarch::Hop& hop) {
    observer_.granted(hop);
    if (hop_observer_) hop_observer_(hop);
  });
  fabric_.observe_tails([this](const microarch::Hop& hop) { observer_.tail_crossed(hop); });
}

ObservedFabric::~ObservedFabric() {
  if (tells_waits_) tell_waits(false);
  if (!tells_grants_) return;
  fabric_.observe_hops({});
  fabric_.observe_tails({});
}

void ObservedFabric::observe_hops(const microarch::HopObserver& observer) {
  if (tells_grants_) {
    hop_observer_ = observer;
  } else {
    fabric_.observe_hops(observer);
  }
}

std::uint64_t ObservedFabric::offer(NodeId source, NodeId destination, int flits, std::uint64_t tag,
                                    int message_class) {
  const std::uint64_t number = fabric_.offer(source, destination, flits, tag, message_class);
  observer_.offered({{source, number}, destination, flits, message_class, fabric_.now()});
  return number;
}

/// By flits, what input VCs do says more than who waits.
void ObservedFabric::tell_waits(bool wanted) {
  tells_waits_ = wanted;
  if (!parameters().by_flits()) {
    if (!wanted) return fabric_.observe_waits({});
    return fabric_.observe_waits(
        [this](Cycle cycle, const microarch::HeadsAt& heads_at) { observer_.waits(cycle, heads_at); });
  }
  if (!wanted) return fabric_.observe_inputs({});
  fabric_.observe_inputs({[this](NodeId router) { return observer_.wants_inputs(router); },
                          [this](Cycle cycle, NodeId router, const std::vector<microarch::InputCycle>& inputs) {
                            observer_.inputs_do(cycle, router, inputs);
                          }});
}

void ObservedFabric::advance(Cycle limit) {
  if (observer_.wants_waits() != tells_waits_) tell_waits(!tells_waits_);
  fabric_.advance(limit);
  for (const microarch::Delivery& delivery : fabric_.delivered()) observer_.delivered(delivery);
  if (!observer_.wants_more()) throw ObservationEnd();
}

}  // namespace trenza::testbench
