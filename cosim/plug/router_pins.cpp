#include "cosim/plug/router_pins.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/port_numbers.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"

namespace trenza::cosim {

std::uint64_t RouterPins::Group::field(int port, int at, int bits) const {
  const ForeignPort& from = packed ? packed : single[static_cast<std::size_t>(port)];
  const int offset = (packed ? port * width : 0) + at;
  std::uint64_t value = 0;
  for (int bit = 0; bit < bits; ++bit) value |= std::uint64_t{from.get_bit(offset + bit)} << bit;
  return value;
}

void RouterPins::Group::set_field(int port, int at, int bits, std::uint64_t value) {
  ForeignPort& to = packed ? packed : single[static_cast<std::size_t>(port)];
  const int offset = (packed ? port * width : 0) + at;
  for (int bit = 0; bit < bits; ++bit) to.set_bit(offset + bit, ((value >> bit) & 1U) != 0);
}

namespace {

constexpr int kLeastPayloadBits = 8;

class Checker {
 public:
  explicit Checker(const Plug& plug) : plug_(plug), map_(plug.map) {}

  RouterShape shape() {
    if (map_.clock.port.empty()) refuse("a router has a clock; expected `clock`");
    count_ports();
    RouterShape shape;
    shape.ports = ports_;
    require("in_valid", 1);
    require("out_valid", 1);
    shape.flit = group("in_flit");
    require("out_flit", shape.flit);
    read_links(shape);
    shape.in_vc = optional("in_vc");
    shape.out_vc = optional("out_vc");
    check_vc(shape);
    check_fields(shape);
    check_place();
    return shape;
  }

 private:
  template <class... Values>
  [[noreturn]] void refuse(fmt::format_string<Values...> what, Values&&... values) const {
    throw PlugError("{}: {}", map_.source, fmt::format(what, std::forward<Values>(values)...));
  }
  static std::string of_port(const std::string& role, int port) { return fmt::format("{}_{}", role, port); }
  void count_ports() {
    ports_ = width_of(plug_, "in_valid");
    while (!map_.has("in_valid") && ports_ < kMostRouterPorts && map_.has(of_port("in_valid", ports_))) ++ports_;
    if (ports_ == 0) refuse("ports: there is no `in_valid`, and no `in_valid_0`; expected one of them");
  }
  /// Bits of each port.
  int group(const std::string& role) const {
    if (map_.has(role)) {
      const int all = width_of(plug_, role);
      check_width(plug_, role, (all + ports_ - 1) / ports_ * ports_, fmt::format("the same for {} ports", ports_));
      return all / ports_;
    }
    const int width = width_of(plug_, of_port(role, 0));
    for (int port = 0; port < ports_; ++port) {
      if (!map_.has(of_port(role, port))) {
        refuse("ports: there is no `{}`; expected `{}`, or one for each of the {} ports", of_port(role, port), role,
               ports_);
      }
      check_width(plug_, of_port(role, port), width, fmt::format("as {}", of_port(role, 0)));
    }
    return width;
  }
  int optional(const std::string& role) const { return map_.has(role) || map_.has(of_port(role, 0)) ? group(role) : 0; }
  void require(const std::string& role, int width) const {
    const int found = group(role);
    if (found != width) refuse("ports.{}: {} bits for each port; expected {}", role, found, width);
  }
  void read_links(RouterShape& shape) const {
    const std::string& links = map_.text("links");
    const std::vector<std::pair<std::string, std::string>> roles = {
        {"credits", "credit"}, {"ready_valid", "ready"}, {"on_off", "on"}};
    for (const auto& [kind, role] : roles) {
      for (const std::string& of : {"in_" + role, "out_" + role}) {
        if (kind != links && (map_.has(of) || map_.has(of_port(of, 0))))
          refuse("ports.{}: is of `links: {}`; the links are `{}`", of, kind, links);
      }
    }
    for (const auto& [kind, role] : roles) {
      if (kind != links) continue;
      shape.vcs = group("in_" + role);
      require("out_" + role, shape.vcs);
    }
    const int vcs = map_.integer("vcs");
    shape.links = links == "credits" ? LinkKind::credits : links == "on_off" ? LinkKind::on_off : LinkKind::ready_valid;
    if (shape.links == LinkKind::ready_valid) shape.ready = shape.vcs;
    if (vcs == 0 || vcs == shape.vcs) return;
    if (shape.ready != 1) refuse("vcs: {}, and the links have {}; expected no value, or that", vcs, shape.vcs);
    shape.vcs = vcs;
  }
  void check_place() const {
    for (const char* const role : {"own_node", "own_x", "own_y", "own_z"}) {
      constexpr int kMostBits = 32;
      const int bits = width_of(plug_, role);
      if (bits > kMostBits) refuse("ports.{}: {} bits; expected {} or fewer", role, bits, kMostBits);
    }
  }
  void check_vc(const RouterShape& shape) const {
    const int bits = index_bits(shape.vcs);
    if (shape.vcs > 1 && shape.in_vc == 0 && map_.integer("vc_at") < 0) {
      refuse(
          "{} virtual channels, and no flit says which is its; expected `vc_at`, or ports `in_vc` and "
          "`out_vc`",
          shape.vcs);
    }
    if ((shape.in_vc == 0) != (shape.out_vc == 0)) refuse("ports: one of `in_vc` and `out_vc`; expected both or none");
    if (shape.in_vc > 0 && (shape.in_vc < bits || shape.out_vc < bits))
      refuse("ports: `in_vc` or `out_vc` is too narrow; expected {} bits for each port", bits);
  }
  void check_fields(const RouterShape& shape) const {
    if (map_.integer("payload_bits") < kLeastPayloadBits)
      refuse("payload_bits: expected {} or more", kLeastPayloadBits);
    check_field("head_at", 1, true, shape);
    check_field("tail_at", 1, true, shape);
    check_field("payload_at", map_.integer("payload_bits"), true, shape);
    check_field("vc_at", index_bits(shape.vcs), false, shape);
    check_field("route_at", map_.integer("route_bits"), false, shape);
    check_field("destination_at", map_.integer("destination_bits"), false, shape);
    check_field("x_at", map_.integer("coordinate_bits"), false, shape);
    check_field("y_at", map_.integer("coordinate_bits"), false, shape);
    check_field("z_at", map_.integer("coordinate_bits"), false, shape);
    check_field("vcs_at", shape.vcs, false, shape);
    check_field("escape_ports_at", shape.ports, false, shape);
    check_field("adaptive_ports_at", shape.ports, false, shape);
    check_field("adaptive_vcs_at", shape.vcs, false, shape);
    check_field("length_at", map_.integer("length_bits"), false, shape);
    check_field("index_at", map_.integer("index_bits"), false, shape);
  }
  void check_field(const std::string& name, int bits, bool required, const RouterShape& shape) const {
    const int at = map_.integer(name);
    if (at < 0 && required) refuse("{}: is missing; expected its lowest bit in the flit", name);
    if (at < 0 || at + bits <= shape.flit) return;
    refuse("{}: bits {} to {} are outside the flit; expected bits from 0 to {}", name, at, at + bits - 1,
           shape.flit - 1);
  }

  const Plug& plug_;
  const PortMap& map_;
  int ports_ = 0;
};

}  // namespace

RouterShape check_router(const Plug& plug) { return Checker(plug).shape(); }

namespace {

void check_links_in(const Plug& plug, const RouterShape& shape, const topologies::Topology& topology,
                    const microarch::FabricParameters& parameters) {
  const int slack = plug.map.integer("on_off_slack");
  if (shape.links == LinkKind::on_off && slack >= parameters.buffer_flits()) {
    throw PlugError(
        "{}: on_off_slack: {}, and the buffers of {} hold {} flits: there would never be leave to send; "
        "expected less",
        plug.map.source, slack, topology.name(), parameters.buffer_flits());
  }
}

}  // namespace

void check_router_in(const Plug& plug, const topologies::Topology& topology,
                     const microarch::FabricParameters& parameters) {
  const RouterShape shape = check_router(plug);
  if (shape.vcs != parameters.vcs()) {
    throw PlugError("{}: has {} virtual channels; expected {}, as the routers of {}", plug.file.name, shape.vcs,
                    parameters.vcs(), topology.name());
  }
  const PortNumbers numbers(plug, topology);
  check_links_in(plug, shape, topology, parameters);
}

namespace {

/// The first three coordinates of a node; 0 in dimensions that there are not.
std::array<int, 3> coordinates_of(const topologies::Topology& topology, topologies::NodeId node) {
  const std::vector<int> all = topology.coordinates(node);
  std::array<int, 3> first{};
  std::copy_n(all.begin(), std::min(all.size(), first.size()), first.begin());
  return first;
}

}  // namespace

RouterPins::Group RouterPins::group(const ForeignModel& model, const std::string& role, int width) const {
  Group group;
  group.width = width;
  if (width == 0) return group;
  group.packed = model.port(role);
  for (int port = 0; !group.packed && port < shape_.ports; ++port) {
    group.single.push_back(model.port(fmt::format("{}_{}", role, port)));
  }
  return group;
}

RouterPins::RouterPins(const Plug& plug, ForeignModel& model)
    : map_(plug.map),
      shape_(check_router(plug)),
      vc_bits_(index_bits(shape_.vcs)),
      payload_bits_(map_.integer("payload_bits")),
      route_bits_(map_.integer("route_bits")),
      destination_bits_(map_.integer("destination_bits")),
      coordinate_bits_(map_.integer("coordinate_bits")),
      length_bits_(map_.integer("length_bits")),
      index_bits_(map_.integer("index_bits")),
      head_only_(map_.is_on("head_only")),
      in_valid_(group(model, "in_valid", 1)),
      in_flit_(group(model, "in_flit", shape_.flit)),
      in_vc_(group(model, "in_vc", shape_.in_vc)),
      in_credit_(group(model, "in_credit", of_kind(LinkKind::credits, shape_.vcs))),
      out_valid_(group(model, "out_valid", 1)),
      out_flit_(group(model, "out_flit", shape_.flit)),
      out_vc_(group(model, "out_vc", shape_.out_vc)),
      out_credit_(group(model, "out_credit", of_kind(LinkKind::credits, shape_.vcs))),
      in_ready_(group(model, "in_ready", shape_.ready)),
      out_ready_(group(model, "out_ready", shape_.ready)),
      in_on_(group(model, "in_on", of_kind(LinkKind::on_off, shape_.vcs))),
      out_on_(group(model, "out_on", of_kind(LinkKind::on_off, shape_.vcs))),
      own_node_(model.port("own_node")),
      own_x_(model.port("own_x")),
      own_y_(model.port("own_y")),
      own_z_(model.port("own_z")) {}

void ForeignFlit::set_address(const topologies::Topology& topology, topologies::NodeId node) {
  const std::array<int, 3> at = coordinates_of(topology, node);
  destination = node;
  x = at[0];
  y = at[1];
  z = at[2];
}

void RouterPins::set_place(const topologies::Topology& topology, topologies::NodeId node) {
  const auto put = [](ForeignPort& port, int value) {
    for (int bit = 0; port && bit < port.bits(); ++bit) port.set_bit(bit, ((value >> bit) & 1) != 0);
  };
  const std::array<int, 3> at = coordinates_of(topology, node);
  put(own_node_, node);
  put(own_x_, at[0]);
  put(own_y_, at[1]);
  put(own_z_, at[2]);
}

void RouterPins::clear() {
  for (int port = 0; port < shape_.ports; ++port) {
    in_valid_.set(port, 0);
    if (shape_.links == LinkKind::credits) {
      out_credit_.set(port, 0);
    } else {
      put_leave(port, 0);
    }
  }
}

void RouterPins::put_leave(int port, std::uint64_t vcs) {
  if (shape_.links == LinkKind::on_off) {
    out_on_.set(port, vcs);
  } else {
    out_ready_.set(port, shape_.ready == 1 ? static_cast<std::uint64_t>(vcs != 0) : vcs);
  }
}

std::uint64_t RouterPins::takes(int port) const {
  if (shape_.links == LinkKind::on_off) return in_on_.get(port);
  const std::uint64_t ready = in_ready_.get(port);
  return shape_.ready == 1 && ready != 0 ? (std::uint64_t{1} << shape_.vcs) - 1 : ready;
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
  put_field(port, "index_at", index_bits_, static_cast<std::uint64_t>(flit.index));
  put_route(port, flit);
}

void RouterPins::put_route(int port, const ForeignFlit& flit) {
  const bool shown = flit.head || !head_only_;
  std::uint64_t noise = microarch::mix64(flit.payload) ^ static_cast<std::uint64_t>(flit.index);
  const auto put = [&](const char* name, int bits, std::uint64_t value) {
    noise = microarch::mix64(noise);
    put_field(port, name, bits, shown ? value : noise);
  };
  put("route_at", route_bits_, static_cast<std::uint64_t>(flit.route));
  put("destination_at", destination_bits_, static_cast<std::uint64_t>(flit.destination));
  put("x_at", coordinate_bits_, static_cast<std::uint64_t>(flit.x));
  put("y_at", coordinate_bits_, static_cast<std::uint64_t>(flit.y));
  put("z_at", coordinate_bits_, static_cast<std::uint64_t>(flit.z));
  put("vcs_at", shape_.vcs, flit.vcs);
  put("escape_ports_at", shape_.ports, flit.escape_ports);
  put("adaptive_ports_at", shape_.ports, flit.adaptive_ports);
  put("adaptive_vcs_at", shape_.vcs, flit.adaptive_vcs);
  put("length_at", length_bits_, static_cast<std::uint64_t>(flit.length));
}

bool RouterPins::has_index(const ForeignFlit& flit, int index) const {
  const std::uint64_t mask = (std::uint64_t{1} << index_bits_) - 1;
  return map_.integer("index_at") < 0 || ((static_cast<std::uint64_t>(flit.index ^ index)) & mask) == 0;
}

ForeignFlit RouterPins::get(int port) const {
  ForeignFlit flit;
  flit.head = out_flit_.field(port, map_.integer("head_at"), 1) != 0;
  flit.tail = out_flit_.field(port, map_.integer("tail_at"), 1) != 0;
  flit.payload = out_flit_.field(port, map_.integer("payload_at"), payload_bits_);
  if (map_.integer("index_at") >= 0)
    flit.index = static_cast<int>(out_flit_.field(port, map_.integer("index_at"), index_bits_));
  if (out_vc_.width > 0) {
    flit.vc = static_cast<int>(out_vc_.get(port));
  } else if (shape_.vcs > 1) {
    flit.vc = static_cast<int>(out_flit_.field(port, map_.integer("vc_at"), vc_bits_));
  }
  return flit;
}

}  // namespace trenza::cosim
