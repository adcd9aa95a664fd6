#include "settings/mapping_path.h"

namespace trenza::settings {

bool is_mapping_path(const std::string& text) {
  const auto dot = text.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : text.substr(dot);
  return text.find('/') != std::string::npos || ending == ".txt" || ending == ".map";
}

}  // namespace trenza::settings
