#include "cosim/plug/slot_contract.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::cosim {

const std::vector<SlotContract>& slot_contracts() {
  static const std::vector<SlotContract> contracts{arbiter_contract(), allocator_contract(), buffer_contract(),
                                                   router_contract()};
  return contracts;
}

const SlotContract* find_slot(const std::string& name) {
  for (const SlotContract& contract : slot_contracts()) {
    const auto& aliases = contract.aliases;
    if (contract.name == name || std::find(aliases.begin(), aliases.end(), name) != aliases.end()) return &contract;
  }
  return nullptr;
}

std::vector<std::string> slot_names() {
  std::vector<std::string> names;
  for (const SlotContract& contract : slot_contracts()) {
    names.push_back(contract.name);
    names.insert(names.end(), contract.aliases.begin(), contract.aliases.end());
  }
  return names;
}

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string values_of(const SlotSetting& setting) {
  return setting.choices.empty() ? fmt::format("{}..{}", setting.minimum, setting.maximum) : joined(setting.choices);
}

}  // namespace

std::string describe_slot(const SlotContract& contract) {
  std::string text = fmt::format("Slot {}\n\n{}\n\n{}\n\nPorts (below `ports` in the map)\n", contract.name,
                                 contract.summary, contract.keys);
  for (const SlotPort& port : contract.ports) {
    if (!port.listed) continue;
    text += fmt::format("  {:<12} {:<7} {:<9} {:<24} {}\n", port.role, port.is_input ? "input" : "output",
                        port.required ? "required" : "optional", port.width, port.meaning);
  }
  text += "\nSettings\n";
  for (const SlotSetting& setting : contract.settings) {
    text += fmt::format("  {:<16} {:<32} default {:<10} {}\n", setting.key, values_of(setting), setting.fallback,
                        setting.meaning);
  }
  text += fmt::format(
      "\nNumbers of a fabric (for parameters: \"{{{}}}\"; with _bits behind the name: bits of an index)\n  {}\n",
      contract.numbers.front(), joined(contract.numbers));
  text += fmt::format("\nTiming\n{}\n", contract.timing);
  text += fmt::format("\nTemplate in SystemVerilog\n\n{}\nTemplate of its port map\n\n{}", contract.module_template,
                      contract.map_template);
  return text;
}

}  // namespace trenza::cosim
