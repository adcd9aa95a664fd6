#include "settings/mapping_builder.h"

#include <fmt/core.h>

#include <filesystem>

#include "settings/config_error.h"
#include "testbench/input_error.h"
#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_error.h"

namespace trenza::settings {

using topologies::MappingFault;

namespace {

const char* const kMapping = "mapping";

/// The fault of an expression at its own column of the file.
ConfigError expression_error(const Setting& setting, const MappingSource& source, const MappingFault& fault) {
  if (fault.place != MappingFault::Place::expression) return {setting.place, fault.reason};
  if (setting.place.line == 0) return {setting.place, fmt::format("column {}: {}", fault.column, fault.reason)};
  Place place = setting.place;
  place.column += source.begin + static_cast<int>(fault.column) - 1;
  return {place, fault.reason};
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
  } catch (const topologies::MappingError& error) {
    const MappingFault& fault = error.fault();
    if (fault.place != MappingFault::Place::file)
      throw ConfigError(setting.place, fmt::format("{}: {}", fault.name, fault.reason));
    throw testbench::InputError(
        {fault.name, static_cast<std::uint64_t>(fault.line), static_cast<std::uint64_t>(fault.column)}, fault.reason);
  }
}

}  // namespace

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
    } catch (const topologies::MappingError& error) {
      throw expression_error(setting, source, error.fault());
    }
  }
  experiment.mapping.assign(mapping.node_of_process.begin(), mapping.node_of_process.end());
  experiment.process_grid = mapping.process_grid;
}

}  // namespace trenza::settings
