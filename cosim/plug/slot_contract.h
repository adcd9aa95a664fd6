// The slots of a router that a block from outside can fill: the ports that the block may have, and the settings of its
// port map. One table drives the reading of port maps, their errors, and what `trenza plug --describe` prints.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trenza::cosim {

/// A role that a port of the block can have in its slot.
struct SlotPort {
  std::string role;  ///< its key in a port map, below `ports`
  bool is_input = true;
  bool required = false;
  std::string width;  ///< for people: "requesters"
  std::string meaning;
  bool listed = true;  ///< false: one of a series, of which --describe prints the first
};

/// A key of a port map besides those that all maps have.
struct SlotSetting {
  /// One of some words; without a default it is the first.
  SlotSetting(std::string name, std::vector<std::string> words, std::string what, std::string otherwise = "")
      : key(std::move(name)), choices(std::move(words)), fallback(std::move(otherwise)), meaning(std::move(what)) {
    if (fallback.empty()) fallback = choices.front();
  }
  SlotSetting(std::string name, int least, int most, std::string otherwise, std::string what)
      : key(std::move(name)), minimum(least), maximum(most), fallback(std::move(otherwise)), meaning(std::move(what)) {}

  std::string key;
  std::vector<std::string> choices;  ///< empty: an integer from `minimum` to `maximum`
  int minimum = 0;
  int maximum = 0;
  std::string fallback;
  std::string meaning;
};

struct SlotContract {
  std::string name;
  std::vector<std::string> aliases;  ///< further names for --as
  std::string summary;
  std::string keys;  ///< keys of the section `rtl` that take such a block
  std::vector<SlotPort> ports;
  std::vector<SlotSetting> settings;
  std::vector<std::string> numbers;  ///< of a fabric, which parameters can name: "requesters"
  std::string timing;
  std::string module_template;  ///< SystemVerilog that fulfils the contract
  std::string map_template;     ///< its port map
};

/// All slots.
const std::vector<SlotContract>& slot_contracts();

/// By name or alias; nullptr if there is none.
const SlotContract* find_slot(const std::string& name);

/// Names and aliases, for messages.
std::vector<std::string> slot_names();

/// Words of a setting that is on or off.
inline const std::vector<std::string> kOnOff{"on", "off"};

// Settings of a block that decides about requests.
inline const SlotSetting kRequestLatency{"latency", 0, 8, "0", "cycles from request to grant"};
inline const SlotSetting kCommitWhen{"commit_when", {"granted", "ready"}, "when `commit` is high"};
inline const SlotSetting kRequestProgress{
    "progress_within", 1, 1'000'000, "1000",
    "cycles in which a request is refused though nobody else is granted; as many end the run"};

/// A page for people: ports, settings, timing, templates.
std::string describe_slot(const SlotContract& contract);

// One function per slot, in slot_<name>_contract.cpp.
SlotContract arbiter_contract();
SlotContract allocator_contract();
SlotContract buffer_contract();
SlotContract router_contract();

}  // namespace trenza::cosim
