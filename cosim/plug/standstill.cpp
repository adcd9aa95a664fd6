#include "cosim/plug/standstill.h"

#include <fmt/core.h>

#include <utility>

#include "microarch/place_names.h"

namespace trenza::cosim {

using microarch::Cycle;
using microarch::RequestMask;

void report_standstill(std::string& report, const std::string& node, const std::string& slot, const Plug& plug,
                       Cycle cycle, const std::string& what) {
  if (!report.empty()) return;
  report = fmt::format("blocked in cycle {}: r_{}, slot {}, {} ({}): {}", cycle, node, slot, plug.file.name,
                       plug.file.top, what);
}

RefusalWatch::RefusalWatch(const rtl_models::RouterPlace& place, std::string slot, std::shared_ptr<const Plug> plug,
                           StandstillReport report)
    : place_(place),
      slot_(std::move(slot)),
      plug_(std::move(plug)),
      report_(std::move(report)),
      limit_(static_cast<std::uint64_t>(plug_->map.integer("progress_within"))),
      inputs_(static_cast<std::size_t>(place.parameters.inputs(place.ports()))) {}

void RefusalWatch::count(Cycle cycle, RequestMask refused, RequestMask served) {
  for (RequestMask rest = served; rest != 0; rest &= rest - 1)
    inputs_[static_cast<std::size_t>(microarch::lowest_bit(rest))] = {};
  for (RequestMask rest = refused & ~served; rest != 0; rest &= rest - 1) {
    const int number = microarch::lowest_bit(rest);
    Input& input = inputs_[static_cast<std::size_t>(number)];
    if (input.refused++ == 0) input.since = cycle;
    if (input.refused < limit_) continue;
    const std::string name = microarch::input_name(place_.topology, place_.parameters, place_.node, number);
    report_standstill(
        *report_, place_.topology.node_name(place_.node), slot_, *plug_, cycle,
        fmt::format("{} was refused {} times since cycle {}, though what it asked for was free and nobody else got it "
                    "(progress_within: {})",
                    name.substr(name.find(' ') + 1), input.refused, input.since, limit_));
  }
}

}  // namespace trenza::cosim
