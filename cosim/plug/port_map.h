// The content of a port map: how a block from outside fits into its slot. apps/plug/port_map_reader.h reads it from
// YAML.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::cosim {

/// Numbers of a fabric by their names: "inputs", "vcs".
using Numbers = std::map<std::string, long>;

/// A port of the block that stands for a role of the slot.
struct MappedPort {
  std::string port;
  bool msb_first = false;   ///< element 0 is the leftmost one
  bool active_low = false;  ///< all bits are inverted
  std::string where;        ///< "FILE:LINE:COLUMN: ports.request", for messages
};

struct MappedClock {
  std::string port;  ///< empty: the block has none
  bool falling = false;
  std::string where;
};

struct MappedReset {
  std::string port;  ///< empty: the block has none
  bool active_low = false;
  bool async = false;
  int cycles = 1;  ///< rising edges in reset
  int idle = 0;    ///< rising edges after it, before anything comes
  std::string where;
};

/// An input that is held at a value.
struct TiedPort {
  std::string port;
  std::uint64_t value = 0;
  std::string where;
};

/// A parameter of the module; the value may have numbers of the fabric in it: "{inputs}".
struct MappedParameter {
  std::string name;
  std::string value;
  std::string where;
};

struct PortMap {
  std::string source;  ///< the file, for messages
  std::string slot;
  std::string place;      ///< the name by which the slot was asked for: "vc_allocator" of the slot "allocator"
  std::string top;        ///< the module; empty if the map does not name it
  std::string top_where;  ///< where the map names it
  std::vector<MappedParameter> parameters;
  MappedClock clock;
  MappedReset reset;
  std::map<std::string, MappedPort> ports;  ///< by role
  std::vector<TiedPort> ties;
  std::map<std::string, std::string> settings;  ///< all of the slot's, with their defaults

  bool has(const std::string& role) const { return ports.find(role) != ports.end(); }
  /// Preconditions: the setting is one of the slot's and of this kind.
  int integer(const std::string& setting) const { return std::stoi(settings.at(setting)); }
  bool is_on(const std::string& setting) const { return settings.at(setting) == "on"; }
  const std::string& text(const std::string& setting) const { return settings.at(setting); }
};

/// The numbers that a port map can name, of the routers of a fabric. `requesters` is not among them: it depends on
/// where the block stands.
Numbers fabric_numbers(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

/// Returns `text` with every "{name}" replaced by its number, and every "{name_bits}" by the number of bits of an index
/// below it. Adds the names that it finds to `used`. Errors: PlugError with `where` for a name that does not exist.
std::string filled_in(const std::string& text, const Numbers& numbers, const std::string& where, Numbers& used);

/// Bits of an index below `count`; 1 at least.
int index_bits(long count);

}  // namespace trenza::cosim
