#include "settings/mapping_builder.h"

#include <fmt/core.h>

#include <charconv>
#include <filesystem>
#include <stdexcept>

#include "settings/config_error.h"
#include "topologies/mapping/mapping.h"
#include "topologies/topology_error.h"

namespace trenza::settings {

namespace {

const char* const kMapping = "mapping";

/// The fault of an expression at its own column of the file. Messages of expressions begin `mapping "TEXT": column N: `.
ConfigError expression_fault(const Setting& setting, const MappingSource& source, std::string message) {
  Place place = setting.place;
  const std::string start = fmt::format("mapping \"{}\": column ", source.text);
  if (message.compare(0, start.size(), start) != 0) return {place, message};
  int column = 0;
  const char* const number = message.data() + start.size();
  const char* const end = std::from_chars(number, message.data() + message.size(), column).ptr;
  if (place.line > 0) {
    place.column += source.begin + column - 1;
    message.erase(0, static_cast<std::size_t>(end - message.data()) + 2);  // ": "
  } else {
    message.erase(0, start.size() - std::string("column ").size());
  }
  return {place, message};
}

std::string mapping_file(const Setting& setting, const MappingSource& source, const std::string& file) {
  std::filesystem::path path = source.text;
  if (path.is_relative() && setting.layer != Layer::option) path = std::filesystem::path(file).parent_path() / path;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw ConfigError(setting.place,
                      fmt::format("there is no file {}; expected one with a line `process node` for each "
                                  "process, relative to the configuration",
                                  path.string()));
  }
  if (std::filesystem::is_directory(path, error))
    throw ConfigError(setting.place, fmt::format("{} is a directory; expected a file", path.string()));
  return path.string();
}

topologies::Mapping read_file(const Setting& setting, const MappingSource& source, const std::string& file,
                              topologies::NodeId nodes) {
  const std::string path = mapping_file(setting, source, file);
  try {
    return topologies::read_mapping(path, nodes, source.grid);
  } catch (const topologies::TopologyError& error) {
    const std::string message = error.what();
    if (message.compare(0, path.size(), path) == 0) throw testbench::InputError(message);  // it names its own line
    const std::string prefix = "mapping ";                                                 // the place says it
    throw ConfigError(setting.place,
                      message.compare(0, prefix.size(), prefix) == 0 ? message.substr(prefix.size()) : message);
  }
}

}  // namespace

bool is_mapping_path(const std::string& text) {
  const auto dot = text.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : text.substr(dot);
  return text.find('/') != std::string::npos || ending == ".txt" || ending == ".map";
}

void build_mapping(const Settings& settings, const std::string& file, const topologies::Topology& topology,
                   testbench::Experiment& experiment) {
  const Setting& setting = settings.at(kMapping);
  const auto& source = settings.get<MappingSource>(kMapping);
  if (!source.is_file && source.text == "id") return;
  topologies::Mapping mapping;
  if (source.is_file) {
    mapping = read_file(setting, source, file, topology.graph().nodes());
  } else {
    try {
      mapping = topologies::parse_mapping(source.text, topology.sizes());
    } catch (const topologies::TopologyError& error) {
      throw expression_fault(setting, source, error.what());
    }
  }
  experiment.mapping.assign(mapping.node_of_process.begin(), mapping.node_of_process.end());
  experiment.process_grid = mapping.process_grid;
}

}  // namespace trenza::settings
