#include "cosim/plug/port_map.h"

#include <fmt/core.h>

#include "cosim/plug/plug_error.h"
#include "microarch/parameters.h"
#include "topologies/nearest_name.h"

namespace trenza::cosim {

Numbers fabric_numbers(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  const int ports = topology.graph().ports();
  return {{"inputs", parameters.inputs(ports)},
          {"outputs", ports + parameters.ejectors},
          {"ports", ports},
          {"vcs", parameters.vcs()},
          {"injectors", parameters.injection_queues()},
          {"ejectors", parameters.ejectors},
          {"classes", parameters.message_classes},
          {"max_flits", parameters.max_packet_flits},
          {"depth", parameters.buffer_flits()}};
}

int index_bits(long count) {
  int bits = 1;
  while ((1L << bits) < count) ++bits;
  return bits;
}

namespace {

std::string number_named(const std::string& name, const Numbers& numbers, const std::string& where, Numbers& used) {
  static const std::string bits = "_bits";
  const bool of_index = name.size() > bits.size() && name.compare(name.size() - bits.size(), bits.size(), bits) == 0;
  const std::string base = of_index ? name.substr(0, name.size() - bits.size()) : name;
  const auto found = numbers.find(base);
  if (found == numbers.end()) {
    std::vector<std::string> names;
    for (const auto& [known, value] : numbers) names.push_back(known);
    const std::string near = topologies::nearest_name(base, names);
    if (numbers.empty()) {
      throw PlugError(
          "{}: `{{{}}}` is a number of a fabric, and no fabric is given; expected --for CONFIG, or "
          "--number {}=N",
          where, name, base);
    }
    throw PlugError("{}: `{{{}}}` is no number of a fabric{}", where, name,
                    near.empty() ? "" : fmt::format("; did you mean `{{{}}}`?", near));
  }
  used[base] = found->second;
  return std::to_string(of_index ? index_bits(found->second) : found->second);
}

}  // namespace

std::string filled_in(const std::string& text, const Numbers& numbers, const std::string& where, Numbers& used) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '{') {
      result += text[at++];
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) throw PlugError("{}: `{}` has a brace that does not close", where, text);
    result += number_named(text.substr(at + 1, end - at - 1), numbers, where, used);
    at = end + 1;
  }
  return result;
}

}  // namespace trenza::cosim
