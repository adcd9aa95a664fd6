#include "topologies/machine_kind.h"

#include <utility>

#include "topologies/directions.h"
#include "topologies/kinds.h"

namespace trenza::topologies {

namespace {

/// "tpu(4x4x8)", "tofu(2x2x2, open=y)".
std::string name_of(const TopologySpec& spec, const Parameter& main) {
  std::string name = spec.kind + "(";
  name += main.type == ParameterType::text ? spec.text(main.name) : size_text(spec.integers(main.name));
  std::string open;
  if (spec.has("wrap")) {
    const std::vector<bool>& wrap = spec.booleans("wrap");
    for (std::size_t k = 0; k < wrap.size() && k < static_cast<std::size_t>(kMaxDimensions); ++k) {
      if (!wrap[k]) open += dimension_letter(static_cast<int>(k));
    }
  }
  return name + (open.empty() ? ")" : ", open=" + open + ")");
}

}  // namespace

TopologyKind machine_kind(std::string name, std::string summary, std::vector<Parameter> parameters,
                          std::function<TorusShape(const TopologySpec&)> shape) {
  TopologyKind kind;
  kind.name = std::move(name);
  kind.summary = std::move(summary);
  kind.main = parameters.front().name;
  kind.parameters = std::move(parameters);
  const Parameter main = kind.parameters.front();
  kind.network = [shape, main](const TopologySpec& spec) { return torus_wiring(name_of(spec, main), shape(spec)); };
  kind.make = [shape = std::move(shape), main](const TopologySpec& spec) {
    return make_twisted_torus(name_of(spec, main), shape(spec));
  };
  return kind;
}

}  // namespace trenza::topologies
