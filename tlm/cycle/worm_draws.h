// The draws of the routers of a flit-level machine in the present cycle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "microarch/draws.h"
#include "microarch/wormhole/worm_shape.h"

namespace trenza::tlm {

/// Phases of the places that draw often are kept; those of `pim` are computed.
class WormDraws {
 public:
  WormDraws(std::uint64_t seed, const microarch::WormShape& shape, std::size_t routers)
      : seed_(seed), sequence_(microarch::DrawSequence::instance()) {
    using microarch::DrawPurpose;
    keep(DrawPurpose::output_arbiter, shape.outputs(), routers);
    keep(DrawPurpose::input_arbiter, shape.inputs(), routers);
    keep(DrawPurpose::vc_request, shape.inputs(), routers);
    keep(DrawPurpose::vc_allocator_output, shape.output_vcs(), routers);
    keep(DrawPurpose::vc_allocator_input, shape.inputs(), routers);
  }

  void set_cycle(microarch::Cycle cycle) { offset_ = microarch::DrawSequence::offset(cycle); }

  std::uint16_t draw(std::uint32_t router, microarch::DrawPurpose purpose, int index) const {
    const Table& table = tables_[static_cast<std::size_t>(purpose)];
    const microarch::DrawPhase phase = table.width > 0
                                           ? table.phases[router * table.width + static_cast<std::size_t>(index)]
                                           : microarch::draw_phase(seed_, purpose, static_cast<int>(router), index);
    return sequence_.at(offset_, phase);
  }

 private:
  struct Table {
    std::size_t width = 0;
    std::vector<microarch::DrawPhase> phases;
  };
  static constexpr std::size_t kPurposes = 16;

  void keep(microarch::DrawPurpose purpose, int places, std::size_t routers) {
    Table& table = tables_[static_cast<std::size_t>(purpose)];
    table.width = static_cast<std::size_t>(places);
    table.phases.reserve(routers * table.width);
    for (std::size_t router = 0; router < routers; ++router) {
      for (int index = 0; index < places; ++index)
        table.phases.push_back(microarch::draw_phase(seed_, purpose, static_cast<int>(router), index));
    }
  }

  std::uint64_t seed_;
  const microarch::DrawSequence& sequence_;
  std::uint32_t offset_ = 0;
  std::array<Table, kPurposes> tables_;
};

}  // namespace trenza::tlm
