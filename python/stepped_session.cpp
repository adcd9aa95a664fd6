#include "python/stepped_session.h"

#include <algorithm>
#include <tuple>

namespace trenza::python {

std::size_t SteppedSession::step(long long cycles, const std::function<void()>& look) {
  constexpr long long kBetweenLooks = 1000;  // cycles of a fabric that is not empty
  std::size_t delivered = 0;
  do {
    const long long next = session_.fabric().idle() ? cycles : std::min(cycles, kBetweenLooks);
    delivered += session_.step(next);
    cycles -= next;
    look();
  } while (cycles > 0);
  return delivered;
}

std::vector<DeliveryRow> SteppedSession::take() {
  std::vector<DeliveryRow> rows;
  const int nodes = session_.fabric().topology().graph().nodes();
  const int classes = session_.fabric().parameters().message_classes;
  for (dpi::NodeId node = 0; node < nodes; ++node) {
    for (int message_class = 0; message_class < classes; ++message_class) {
      while (const auto delivery = session_.poll(node, message_class)) rows.emplace_back(*delivery);
    }
  }
  const auto key = [](const DeliveryRow& row) { return std::make_tuple(row.ejected, row.destination); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const DeliveryRow& a, const DeliveryRow& b) { return key(a) < key(b); });
  return rows;
}

}  // namespace trenza::python
