#include "cosim/block_shadow.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace trenza::cosim {

namespace {

constexpr std::size_t kOthersNamed = 8;  // further ports that differ, in a message

void add_once(std::vector<microarch::PacketId>& packets, std::optional<microarch::PacketId> packet) {
  if (packet && std::find(packets.begin(), packets.end(), *packet) == packets.end()) packets.push_back(*packet);
}

}  // namespace

BlockShadow::BlockShadow(const sc_core::sc_module_name& name, const sc_core::sc_module& block, const RouterWords& words,
                         const Build& build)
    : sc_core::sc_module(name), block_(block), words_(words) {
  build(*this);
}

BlockShadow::Place BlockShadow::place(const std::string& name, Element element, int index) const {
  if (element == Element::none) return {name, ""};
  return {fmt::format("{}[{}]", name, index), words_.name(element, index)};
}

void BlockShadow::link_input(const std::string& prefix, rtl_models::FlitIn& model, rtl_models::FlitIn& block) {
  input(prefix + "_valid", model.valid, block.valid, WordKind::flag);
  const auto valid = [&block] { return block.valid.read(); };
  input(prefix + "_vc", model.vc, block.vc, WordKind::number, Element::none, 0, valid);
  input(prefix + "_flit", model.flit, block.flit, WordKind::flit, Element::none, 0, valid);
  input(prefix + "_header", model.header, block.header, WordKind::header, Element::none, 0, valid);
}

void BlockShadow::link_output(const std::string& prefix, rtl_models::FlitOut& model, const rtl_models::FlitOut& block) {
  const auto valid = [&block] { return block.valid.read(); };
  const auto head = [&block] { return block.valid.read() && microarch::is_head(block.flit.read()); };
  output(prefix + "_valid", model.valid, block.valid, WordKind::flag);
  output(prefix + "_vc", model.vc, block.vc, WordKind::number, valid);
  output(prefix + "_flit", model.flit, block.flit, WordKind::flit, valid);
  output(prefix + "_header", model.header, block.header, WordKind::header, head);
}

void BlockShadow::add_input(Input input) {
  const auto smaller =
      std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& other) { return other.bytes < input.bytes; });
  inputs_.insert(smaller, std::move(input));
}

bool BlockShadow::differs() const {
  return std::any_of(outputs_.begin(), outputs_.end(), [](const Output& output) { return output.differs(); });
}

/// Ports at which there is something, vectors in one line.
std::string BlockShadow::inputs_text() const {
  std::string text;
  std::string line_of;
  for (const Input& input : inputs_) {
    const std::uint64_t word = input.value();
    if (word == 0) continue;
    const std::string& port = input.place.port;
    const std::string vector = port.substr(0, port.find('['));
    if (vector != line_of) text += fmt::format("\n    {}:", vector);
    if (vector == line_of) text += ";";
    line_of = vector;
    if (!input.place.element.empty()) text += fmt::format(" [{}]", input.place.element);
    text += " " + words_.text(input.kind, word);
  }
  return text.empty() ? " none" : text;
}

std::vector<microarch::PacketId> BlockShadow::packets(const std::vector<const Output*>& found) const {
  std::vector<microarch::PacketId> packets;
  for (const Output* const one : found) {
    add_once(packets, packet_in(one->kind, one->model()));
    add_once(packets, packet_in(one->kind, one->block()));
  }
  if (!packets.empty()) return packets;
  for (const Input& input : inputs_) add_once(packets, packet_in(input.kind, input.value()));
  return packets;
}

BlockShadow::Difference BlockShadow::difference() const {
  std::vector<const Output*> found;
  for (const Output& output : outputs_) {
    if (output.differs()) found.push_back(&output);
  }
  const Output& first = *found.front();
  std::string text = first.place.port;
  if (!first.place.element.empty()) text += fmt::format(" ({})", first.place.element);
  text += fmt::format("\n  model:   {} ({:#x})\n  block:   {} ({:#x})", words_.text(first.kind, first.model()),
                      first.model(), words_.text(first.kind, first.block()), first.block());
  for (std::size_t k = 1; k < std::min(found.size(), kOthersNamed + 1); ++k) {
    text += fmt::format("{}{}", k == 1 ? "\n  differ as well: " : ", ", found[k]->place.port);
  }
  if (found.size() > kOthersNamed + 1) text += fmt::format(" and {} more", found.size() - 1 - kOthersNamed);
  text += "\n  inputs:" + inputs_text();
  return {first.place.port, text, packets(found)};
}

}  // namespace trenza::cosim
