#include "apps/plug/tool_fault.h"

#include <fmt/core.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "rtl_models/twin/tools.h"

namespace trenza::apps {

namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// A path as short as it can be from here.
std::string short_path(const std::string& file) {
  std::error_code error;
  const std::string near = std::filesystem::proximate(file, error).string();
  return !error && near.size() < file.size() ? near : file;
}

/// Of the first error with a place.
std::string placed_fault(const std::string& said) {
  static const std::regex placed(R"(%Error[^:]*: (\S+)(:\d+:\d+: .+))");
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_match(line, found, placed)) return short_path(found[1]) + found[2].str() + " (Verilator)";
  }
  return "";
}

/// Of a parameter of the map that the module does not have.
std::string parameter_fault(const std::string& said, const cosim::PlugRequest& request) {
  static const std::regex unknown(R"(not found in the design: *([A-Za-z_]\w*))");
  std::smatch found;
  if (!std::regex_search(said, found, unknown)) return "";
  for (const cosim::MappedParameter& parameter : request.map.parameters) {
    if (parameter.name != found[1]) continue;
    return fmt::format("{}: module `{}` has no parameter of this name; expected one of its parameters", parameter.where,
                       request.map.top);
  }
  return "";
}

}  // namespace

std::string tool_fault(const std::string& said, const cosim::PlugRequest& request) {
  if (has(said, "--top-module") && has(said, "was not found in design")) {
    const std::string& where = request.map.top_where;
    return fmt::format("{}: no file has a module `{}`; expected the name of the block",
                       where.empty() ? request.sources.files[0] : where, request.map.top);
  }
  if (std::string fault = parameter_fault(said, request); !fault.empty()) return fault;
  if (std::string fault = placed_fault(said); !fault.empty()) return fault;
  return fmt::format("trenza: plug {}: {}", request.map.top, rtl_models::complaint_of(said));
}

}  // namespace trenza::apps
