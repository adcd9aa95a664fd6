#include "cosim/plug/router_pins.h"

#include <fmt/format.h>

#include <algorithm>

#include "cosim/plug/plug_error.h"

namespace trenza::cosim {

namespace {

constexpr int kLeastPayloadBits = 8;

}  // namespace

std::uint64_t RouterPins::Group::field(int port, int at, int bits) const {
  const ForeignPort& from = packed ? packed : single[static_cast<std::size_t>(port)];
  const int offset = (packed ? port * width : 0) + at;
  std::uint64_t value = 0;
  for (int bit = 0; bit < bits; ++bit) {
    value |= from.get_number(static_cast<std::size_t>(offset + bit), 1) << bit;
  }
  return value;
}

void RouterPins::Group::set_field(int port, int at, int bits, std::uint64_t value) {
  ForeignPort& to = packed ? packed : single[static_cast<std::size_t>(port)];
  const int offset = (packed ? port * width : 0) + at;
  for (int bit = 0; bit < bits; ++bit) to.set_number((value >> bit) & 1U, static_cast<std::size_t>(offset + bit), 1);
}

RouterPins::Group RouterPins::group(const Plug& plug, const ForeignModel& model, const std::string& role,
                                    bool required) const {
  Group group;
  group.packed = model.port(role);
  if (group.packed) {
    if (group.packed.bits() % ports_ != 0) {
      check_width(plug, role, (group.packed.bits() / ports_ + 1) * ports_, fmt::format("the same for {} ports", ports_));
    }
    group.width = group.packed.bits() / ports_;
    return group;
  }
  for (int port = 0; port < ports_; ++port) {
    const std::string name = fmt::format("{}_{}", role, port);
    group.single.push_back(model.port(name));
    if (!group.single.back()) {
      if (!required && port == 0) return {};
      throw PlugError(fmt::format("{}: ports.{}: is missing; expected `{}`, or one for each of {} ports", map_.source, name,
                                  role, ports_));
    }
    if (port > 0) check_width(plug, name, group.single.front().bits(), fmt::format("as {}_0", role));
  }
  group.width = group.single.front().bits();
  return group;
}

RouterPins::RouterPins(const Plug& plug, ForeignModel& model)
    : map_(plug.map),
      payload_bits_(map_.integer("payload_bits")),
      route_bits_(map_.integer("route_bits")),
      destination_bits_(map_.integer("destination_bits")),
      coordinate_bits_(map_.integer("coordinate_bits")),
      length_bits_(map_.integer("length_bits")) {
  const ForeignPort all = model.port("in_valid");
  if (all) {
    ports_ = all.bits();
  } else {
    while (ports_ < kMostRouterPorts && map_.has(fmt::format("in_valid_{}", ports_))) ++ports_;
  }
  if (ports_ == 0) {
    throw PlugError(fmt::format("{}: ports: there is no `in_valid`, and no `in_valid_0`; expected one of them", map_.source));
  }
  in_valid_ = group(plug, model, "in_valid", true);
  in_flit_ = group(plug, model, "in_flit", true);
  in_vc_ = group(plug, model, "in_vc", false);
  in_credit_ = group(plug, model, "in_credit", true);
  out_valid_ = group(plug, model, "out_valid", true);
  out_flit_ = group(plug, model, "out_flit", true);
  out_vc_ = group(plug, model, "out_vc", false);
  out_credit_ = group(plug, model, "out_credit", true);
  vcs_ = in_credit_.width;
  vc_bits_ = index_bits(vcs_);
  check();
}

void RouterPins::check() const {
  const auto refuse = [this](const std::string& what) { throw PlugError(fmt::format("{}: {}", map_.source, what)); };
  if (out_credit_.width != vcs_) {
    refuse(fmt::format("`out_credit` has {} bits for each port and `in_credit` {}; expected one for each virtual channel",
                       out_credit_.width, vcs_));
  }
  if (out_flit_.width != in_flit_.width) {
    refuse(fmt::format("flits of `out_flit` have {} bits and those of `in_flit` {}; expected the same", out_flit_.width,
                       in_flit_.width));
  }
  if (vcs_ > 1 && in_vc_.width == 0 && map_.integer("vc_at") < 0) {
    refuse(fmt::format("{} virtual channels, and no flit says which is its; expected `vc_at`, or ports `in_vc` and `out_vc`",
                       vcs_));
  }
  if ((in_vc_.width == 0) != (out_vc_.width == 0)) refuse("only one of `in_vc` and `out_vc`; expected both or none");
  if (in_vc_.width > 0 && (in_vc_.width < vc_bits_ || out_vc_.width < vc_bits_)) {
    refuse(fmt::format("`in_vc` or `out_vc` is too narrow; expected {} bits for each port", vc_bits_));
  }
  if (payload_bits_ < kLeastPayloadBits) refuse(fmt::format("payload_bits: expected {} or more", kLeastPayloadBits));
  const auto inside = [&](const std::string& name, int bits, bool required) {
    const int at = map_.integer(name);
    if (at < 0 && required) refuse(fmt::format("{}: is missing; expected its place in the flit", name));
    if (at < 0 || at + bits <= in_flit_.width) return;
    refuse(fmt::format("{}: bits {} to {} are outside the flit; expected places from 0 to {}", name, at, at + bits - 1,
                       in_flit_.width - 1));
  };
  inside("head_at", 1, true);
  inside("tail_at", 1, true);
  inside("payload_at", payload_bits_, true);
  inside("vc_at", vc_bits_, false);
  inside("route_at", route_bits_, false);
  inside("destination_at", destination_bits_, false);
  inside("x_at", coordinate_bits_, false);
  inside("y_at", coordinate_bits_, false);
  inside("length_at", length_bits_, false);
}

void RouterPins::clear() {
  for (int port = 0; port < ports_; ++port) {
    in_valid_.set(port, 0);
    out_credit_.set(port, 0);
  }
}

void RouterPins::put_field(int port, const std::string& name, int bits, std::uint64_t value) {
  const int at = map_.integer(name);
  if (at >= 0) in_flit_.set_field(port, at, bits, value);
}

void RouterPins::put(int port, const ForeignFlit& flit) {
  in_valid_.set(port, 1);
  const auto vc = static_cast<std::uint64_t>(flit.vc);
  if (in_vc_.width > 0) in_vc_.set(port, vc);
  put_field(port, "head_at", 1, flit.head ? 1 : 0);
  put_field(port, "tail_at", 1, flit.tail ? 1 : 0);
  put_field(port, "vc_at", vc_bits_, vc);
  put_field(port, "payload_at", payload_bits_, flit.payload);
  put_field(port, "route_at", route_bits_, static_cast<std::uint64_t>(flit.route));
  put_field(port, "destination_at", destination_bits_, static_cast<std::uint64_t>(flit.destination));
  put_field(port, "x_at", coordinate_bits_, static_cast<std::uint64_t>(flit.x));
  put_field(port, "y_at", coordinate_bits_, static_cast<std::uint64_t>(flit.y));
  put_field(port, "length_at", length_bits_, static_cast<std::uint64_t>(flit.length));
}

ForeignFlit RouterPins::get(int port) const {
  ForeignFlit flit;
  flit.head = out_flit_.field(port, map_.integer("head_at"), 1) != 0;
  flit.tail = out_flit_.field(port, map_.integer("tail_at"), 1) != 0;
  flit.payload = out_flit_.field(port, map_.integer("payload_at"), payload_bits_);
  if (out_vc_.width > 0) {
    flit.vc = static_cast<int>(out_vc_.get(port));
  } else if (vcs_ > 1) {
    flit.vc = static_cast<int>(out_flit_.field(port, map_.integer("vc_at"), vc_bits_));
  }
  return flit;
}

std::vector<int> port_numbers(const Plug& plug, const topologies::Topology& topology, int ports) {
  const PortMap& map = plug.map;
  std::vector<int> numbers;
  std::vector<std::string> names;
  for (int p = 0; p < topology.graph().ports(); ++p) names.push_back(topology.port_name(p));
  names.emplace_back("local");
  for (const std::string& name : names) {
    const auto found = map.settings.find(name);
    const int number = found == map.settings.end() ? -1 : std::stoi(found->second);
    if (number < 0 || number >= ports) {
      throw PlugError(fmt::format("{}: {}: {}; expected the number of that port in the block, 0 to {}: {} has it", map.source,
                                  name, number < 0 ? "is missing" : fmt::format("there is no port {}", number), ports - 1,
                                  topology.name()));
    }
    const auto same = std::find(numbers.begin(), numbers.end(), number);
    if (same != numbers.end()) {
      throw PlugError(fmt::format("{}: {}: port {} is `{}` already", map.source, name, number,
                                  names[static_cast<std::size_t>(same - numbers.begin())]));
    }
    numbers.push_back(number);
  }
  return numbers;
}

void check_router(const Plug& plug) {
  const PortMap& map = plug.map;
  if (map.clock.port.empty()) throw PlugError(fmt::format("{}: a router has a clock; expected `clock`", map.source));
  ForeignModel model(plug);
  RouterPins pins(plug, model);
}

}  // namespace trenza::cosim
