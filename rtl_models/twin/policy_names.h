// The names by which the twins know policies: those of the configuration.
#pragma once

#include "microarch/parameters.h"

namespace trenza::rtl_models {

constexpr const char* name_of(microarch::ArbiterPolicy policy) {
  switch (policy) {
    case microarch::ArbiterPolicy::random:
      return "random";
    case microarch::ArbiterPolicy::round_robin:
      return "round_robin";
    case microarch::ArbiterPolicy::age:
      return "age";
  }
  return "";
}

constexpr const char* name_of(microarch::SelectionPolicy policy) {
  switch (policy) {
    case microarch::SelectionPolicy::most_credits:
      return "most_credits";
    case microarch::SelectionPolicy::dimension_order:
      return "dimension_order";
    case microarch::SelectionPolicy::random:
      return "random";
  }
  return "";
}

}  // namespace trenza::rtl_models
