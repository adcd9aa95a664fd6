#include "microarch/place_names.h"

#include <fmt/core.h>

#include "microarch/parameters.h"

namespace trenza::microarch {

namespace {

std::string with_class(std::string name, const FabricParameters& parameters, int message_class) {
  if (parameters.message_classes > 1) name += fmt::format("_{}", class_name(message_class));
  return name;
}

}  // namespace

const char* class_name(int message_class) { return message_class == 0 ? "request" : "response"; }

std::string vc_name(const FabricParameters& parameters, int vc) {
  return with_class(fmt::format("vc{}", vc), parameters, parameters.class_of(vc));
}

std::string injector_name(const FabricParameters& parameters, int injector) {
  const int of_class = parameters.by_flits() ? parameters.class_vcs() : parameters.injectors;
  return with_class(fmt::format("injector{}", injector), parameters, injector / of_class);
}

std::string input_name(const topologies::Topology& topology, const FabricParameters& parameters,
                       topologies::NodeId router, int input) {
  const std::string name = topology.node_name(router);
  const int port = input / parameters.vcs();
  const int ports = topology.graph().ports();
  if (port >= ports) {
    return fmt::format("r_{} {}", name, injector_name(parameters, input - ports * parameters.vcs()));
  }
  return fmt::format("r_{} in_{}.{}", name, topologies::input_name(topology, topology.graph().in(router, port)),
                     vc_name(parameters, input % parameters.vcs()));
}

std::string output_name(const topologies::Topology& topology, const FabricParameters& parameters,
                        topologies::NodeId router, int output, int vc) {
  const int ports = topology.graph().ports();
  if (output >= ports) return fmt::format("ejector{}", output - ports);
  std::string name = topologies::output_name(topology, topology.graph().out(router, output));
  if (vc >= 0) name += "." + vc_name(parameters, vc);
  return name;
}

}  // namespace trenza::microarch
