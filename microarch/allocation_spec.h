// What an allocation is made of.
#pragma once

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "microarch/strides.h"

namespace trenza::microarch {

/// The purposes of the draws of an allocation (docs/microarchitecture.md, section 3). Allocators name those of the
/// first machine; of() says which they are here.
struct AllocationDraws {
  DrawPurpose output_arbiter = DrawPurpose::output_arbiter;
  DrawPurpose input_arbiter = DrawPurpose::input_arbiter;
  DrawPurpose matrix_output = DrawPurpose::matrix_output;
  DrawPurpose matrix_row = DrawPurpose::matrix_row;

  constexpr DrawPurpose of(DrawPurpose purpose) const {
    switch (purpose) {
      case DrawPurpose::output_arbiter:
        return output_arbiter;
      case DrawPurpose::input_arbiter:
        return input_arbiter;
      case DrawPurpose::matrix_output:
        return matrix_output;
      case DrawPurpose::matrix_row:
        return matrix_row;
      default:
        return purpose;
    }
  }
};

struct AllocationSpec {
  AllocatorPolicy allocator;
  ArbiterPolicy arbiter;
  AllocatorShape shape;
  int most_flits = 1;      ///< of a packet
  Strides strides;         ///< of the arbiters of outputs
  int transit_inputs = 0;  ///< the inputs below have the stride of their network port, the others that of an injector
  AllocationDraws draws;
};

/// That of a router of the first machine with `ports` network ports.
inline AllocationSpec allocation_spec(const FabricParameters& parameters, int ports) {
  AllocationSpec spec;
  spec.allocator = parameters.allocator;
  spec.arbiter = parameters.arbiter;
  spec.shape.ports = ports;
  spec.shape.vcs = parameters.vcs();
  spec.shape.injectors = parameters.injection_queues();
  spec.shape.ejectors = parameters.ejectors;
  spec.shape.port_rows = parameters.crossbar_inputs();
  spec.shape.transit_guard = parameters.transit_guard;
  spec.most_flits = parameters.max_packet_flits;
  spec.strides = parameters.strides;
  spec.transit_inputs = spec.shape.network_inputs();
  return spec;
}

}  // namespace trenza::microarch
