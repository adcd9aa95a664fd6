// A fabric that Python steps.
#pragma once

#include <functional>
#include <vector>

#include "dpi/fabric_session.h"
#include "python/delivery_row.h"
#include "settings/configuration.h"

namespace trenza::python {

/// dpi::FabricSession whose long steps can be broken off, and which hands out its deliveries as rows.
class SteppedSession {
 public:
  /// The fabric of the only run. Throws CallError or CanDeadlock.
  explicit SteppedSession(const settings::Configuration& configuration) : session_(configuration) {}

  dpi::FabricSession& session() { return session_; }
  const dpi::FabricSession& session() const { return session_; }

  /// Simulates so many cycles. Returns the number of deliveries. Calls `look` now and then, which may throw: the fabric
  /// is then between two cycles and can go on. Throws what FabricSession::step does.
  std::size_t step(long long cycles, const std::function<void()>& look);

  /// Takes the deliveries of all nodes that were not taken yet, in order of ejection, destination and message class.
  std::vector<DeliveryRow> take();

 private:
  dpi::FabricSession session_;
};

}  // namespace trenza::python
