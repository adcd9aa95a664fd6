#include "microarch/place_names.h"

#include <fmt/format.h>

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
  return with_class(fmt::format("injector{}", injector), parameters, injector / parameters.injectors);
}

}  // namespace trenza::microarch
