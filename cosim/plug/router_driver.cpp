#include "cosim/plug/router_driver.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::cosim {

namespace {

constexpr int kMostFlits = 4;
constexpr int kCenter = 1;  // coordinates of the place where the block stands

int places_of(const Plug& plug) {
  const auto depth = plug.file.numbers.find("depth");
  const int network = depth == plug.file.numbers.end() ? 1 : static_cast<int>(depth->second);
  return std::min(network, plug.map.integer("local_depth"));
}

}  // namespace

RouterDriver::RouterDriver(const Plug& plug, unsigned start)
    : BlockDriver(plug, start),
      pins_(plug, model()),
      by_side_(plug.map.text("inputs") == "side"),
      depth_(places_of(plug)) {
  const char* const names[] = {"xp", "xm", "yp", "ym", "zp", "zm", "bp", "bm"};
  const auto vcs = static_cast<std::size_t>(pins_.shape().vcs);
  const auto add = [&](int number, int axis, int step) {
    if (number < 0 || number >= pins_.shape().ports) return;
    Side side;
    side.number = number;
    side.axis = axis;
    side.step = step;
    side.room.assign(vcs, depth_);
    side.owed.assign(vcs, 0);
    sides_.push_back(side);
  };
  add(plug.map.integer("local"), -1, 0);
  int axis = 0;
  for (const char* const name : names) {
    add(plug.map.integer(name), axis / 2, axis % 2 == 0 ? 1 : -1);
    ++axis;
  }
  for (const char* const own : {"own_x", "own_y", "own_z"}) {
    if (ForeignPort port = model().port(own)) port.set_number(kCenter, 0, port.bits());
  }
}

/// A port by which a packet may leave under dimension order: straight on, in a later dimension, or to the terminal.
/// Packets from the terminal may leave anywhere, and only they take bypass channels.
const RouterDriver::Side& RouterDriver::exit_of(const Side& entry, std::mt19937& random) const {
  const int moves = by_side_ ? -entry.step : entry.step;
  std::vector<const Side*> exits;
  for (const Side& side : sides_) {
    const bool straight = side.axis == entry.axis && side.step == moves;
    const bool turns = side.axis > entry.axis && (entry.axis == -1 || (entry.axis < 3 && side.axis < 3));
    if (side.axis == -1 ? entry.axis != -1 : straight || turns) exits.push_back(&side);
  }
  return exits.empty() ? entry : *exits[random() % exits.size()];
}

void RouterDriver::set_route(ForeignFlit& flit, const Side& exit) const {
  flit.route = exit.number;
  flit.vcs = (std::uint64_t{1} << pins_.shape().vcs) - 1;
  flit.escape_ports = std::uint64_t{1} << exit.number;
  flit.adaptive_ports = flit.escape_ports;
  flit.adaptive_vcs = flit.vcs;
  flit.destination = 0;
  flit.x = flit.y = flit.z = kCenter;
  (exit.axis == 1 ? flit.y : exit.axis == 2 ? flit.z : flit.x) += exit.step;
}

void RouterDriver::begin_packet(Side& side, std::mt19937& random) {
  const int vc = static_cast<int>(random() % static_cast<unsigned>(pins_.shape().vcs));
  const Side& exit = exit_of(side, random);
  const int flits = 1 + static_cast<int>(random() % static_cast<unsigned>(std::min(depth_, kMostFlits)));
  if (random() % 8 < 4) return;
  if (pins_.shape().links == LinkKind::credits && side.room[static_cast<std::size_t>(vc)] < flits) return;
  side.flits = flits;
  side.next = ForeignFlit();
  side.next.vc = vc;
  side.next.length = flits;
  side.next.payload = ++packets_;
  set_route(side.next, exit);
}

/// The sender of an input and the receiver of an output.
void RouterDriver::allow(Side& side, std::mt19937& random) {
  const auto mask = static_cast<std::uint64_t>(random()) | random();  // three of four
  if (pins_.shape().links != LinkKind::credits) {
    pins_.put_leave(side.number, mask & ((std::uint64_t{1} << pins_.shape().vcs) - 1));
    return;
  }
  std::uint64_t given = 0;
  for (std::size_t vc = 0; vc < side.owed.size(); ++vc) {
    if (side.owed[vc] == 0 || ((mask >> vc) & 1U) == 0) continue;
    --side.owed[vc];
    given |= std::uint64_t{1} << vc;
  }
  pins_.put_credits(side.number, given);
}

bool RouterDriver::may_send(const Side& side) const {
  if (pins_.shape().links == LinkKind::credits || pins_.shape().ready == 1) return true;
  return ((pins_.takes(side.number) >> side.next.vc) & 1U) != 0;
}

void RouterDriver::drive(std::mt19937& random) {
  pins_.clear();
  for (Side& side : sides_) allow(side, random);
  model().eval();
  for (Side& side : sides_) {
    if (side.flits == 0) begin_packet(side, random);
    side.offered = side.flits > 0 && may_send(side);
    if (!side.offered) continue;
    side.next.head = side.next.index == 0;
    side.next.tail = side.next.index + 1 == side.flits;
    pins_.put(side.number, side.next);
  }
  model().eval();
}

std::vector<ShownOutput> RouterDriver::shown() const {
  std::vector<ShownOutput> all;
  for (const Side& side : sides_) {
    const auto add = [&](const char* role, const std::string& text) {
      all.emplace_back(fmt::format("{}_{}", role, side.number), text);
    };
    const bool credits = pins_.shape().links == LinkKind::credits;
    if (credits || pins_.shape().ready != 1 || side.offered)
      add(credits ? "in_credit" : "in_ready",
          std::to_string(credits ? pins_.credits(side.number) : pins_.takes(side.number)));
    add("out_valid", pins_.leaves(side.number) ? "1" : "0");
    if (!pins_.leaves(side.number)) continue;
    const ForeignFlit flit = pins_.get(side.number);
    add("out_flit", fmt::format("{}{}vc {}, payload {:x}, number {}", flit.head ? "head, " : "",
                                flit.tail ? "tail, " : "", flit.vc, flit.payload, flit.index));
  }
  return all;
}

void RouterDriver::tick() {
  const bool credits = pins_.shape().links == LinkKind::credits;
  for (Side& side : sides_) {
    const auto vc = static_cast<std::size_t>(side.next.vc);
    if (side.offered && (credits || ((pins_.takes(side.number) >> vc) & 1U) != 0)) {
      if (credits) --side.room[vc];
      if (++side.next.index == side.flits) side.flits = 0;
    }
    if (!credits) continue;
    const std::uint64_t given = pins_.credits(side.number);
    for (std::size_t v = 0; v < side.room.size(); ++v) side.room[v] += static_cast<int>((given >> v) & 1U);
    if (!pins_.leaves(side.number)) continue;
    const auto out = static_cast<std::size_t>(pins_.get(side.number).vc);
    if (out < side.owed.size()) ++side.owed[out];
  }
  BlockDriver::tick();
}

}  // namespace trenza::cosim
