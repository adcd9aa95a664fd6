// A delivery as a row of an array.
#pragma once

#include <cstdint>

#include "microarch/fabric.h"

namespace trenza::python {

/// The fields of microarch::Delivery, with signed cycles: differences of arrays may be negative.
struct DeliveryRow {
  explicit DeliveryRow(const microarch::Delivery& delivery)
      : source(delivery.source),
        destination(delivery.destination),
        number(static_cast<std::int64_t>(delivery.number)),
        created(static_cast<std::int64_t>(delivery.created)),
        entered(static_cast<std::int64_t>(delivery.entered)),
        ejected(static_cast<std::int64_t>(delivery.ejected)),
        tag(static_cast<std::int64_t>(delivery.tag)),
        flits(delivery.flits),
        hops(delivery.hops),
        message_class(delivery.message_class) {}

  std::int32_t source;
  std::int32_t destination;
  std::int64_t number;
  std::int64_t created;
  std::int64_t entered;
  std::int64_t ejected;
  std::int64_t tag;
  std::int32_t flits;
  std::int32_t hops;
  std::int32_t message_class;
};

}  // namespace trenza::python
