// Every state of rings.
#include "tests/oracle/flit_bubble_explorer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace oracle {
namespace flit {

RingsModel one_ring(int size) {
  RingsModel model;
  model.turns.resize(detail::at(size));
  for (int c = 0; c < size; ++c) model.next.push_back((c + 1) % size);
  for (int shift = 0; shift < size; ++shift) {
    model.symmetry.emplace_back();
    for (int c = 0; c < size; ++c) model.symmetry.back().push_back((c + shift) % size);
  }
  return model;
}

RingsModel two_by_two() {
  RingsModel model;
  const auto channel = [](int x, int y, int d) { return 2 * (x + 2 * y) + d; };
  for (int y : {0, 1})
    for (int x : {0, 1}) {
      model.next.push_back(channel(1 - x, y, 0));
      model.turns.push_back({channel(1 - x, y, 1)});
      model.next.push_back(channel(x, 1 - y, 1));
      model.turns.emplace_back();
    }
  for (int move : {0, 1, 2, 3}) {
    model.symmetry.emplace_back();
    for (int c = 0; c < 8; ++c) model.symmetry.back().push_back(2 * (c / 2 ^ move) + c % 2);
  }
  return model;
}

BubbleExplorer::BubbleExplorer(const RingsModel& of, Order in_order)
    : model(of), order(in_order), lanes(static_cast<int>(of.next.size()) * of.vcs) {
  detail::refuse(lanes > static_cast<int>(kMostLanes) || model.buffer_flits > 4, "too large a model");
  for (int lane = 0; lane < lanes; ++lane) {
    targets.push_back(targets_of(lane));
    for (std::size_t k = 0; k < targets.back().size(); ++k) {
      const auto to = detail::at(targets.back()[k]);
      if (holders.size() <= to) holders.resize(to + 1);
      holders[to].emplace_back(lane, kFirstTarget + static_cast<int>(k));
    }
  }
  holders.resize(detail::at(lanes));
  find_images();
}

BubbleExplorer::Result BubbleExplorer::explore(std::size_t most) {
  table.assign(1U << 16U, kNone);
  found.clear();
  Lanes empty(detail::at(lanes));
  add(encode(empty));
  Result result;
  std::size_t next = 0;
  while (next < found.size()) {  // `found` grows meanwhile
    detail::require(found.size() <= most, "more states than there should be");
    const Lanes state = decode(found[next++]);
    result.states = found.size();
    result.stands_still = is_stuck(state);
    if (result.stands_still) return result;
    move_all(state);
  }
  return result;
}

std::vector<int> BubbleExplorer::targets_of(int lane) const {
  std::vector<int> all;
  const int c = channel_of(lane);
  for (int u = 0; u < model.vcs; ++u) all.push_back(model.next[detail::at(c)] * model.vcs + u);
  for (int turn : model.turns[detail::at(c)])
    for (int u = 0; u < model.vcs; ++u) all.push_back(turn * model.vcs + u);
  return all;
}

bool BubbleExplorer::is_held(const Lanes& state, int lane) const {
  if (state[detail::at(lane)].local > 0) return true;
  for (const auto& holder : holders[detail::at(lane)])
    if (state[detail::at(holder.first)].doing == holder.second) return true;
  return false;
}

bool BubbleExplorer::may_enter(const Lanes& state, int lane, int packet_flits) const {
  return room(state, lane) >= packet_flits + model.bubble_flits && !is_held(state, lane);
}

bool BubbleExplorer::may_have(const Lanes& state, int lane, int k) const {
  const int to = targets[detail::at(lane)][detail::at(k)];
  const bool continues = k < model.vcs && vc_of(to) == vc_of(lane);
  if (continues) return room(state, to) >= 1 && !is_held(state, to);
  return may_enter(state, to, state[detail::at(lane)].flits[0].rest + 1);
}

int BubbleExplorer::target(const Lanes& state, int lane) const {
  return targets[detail::at(lane)][detail::at(state[detail::at(lane)].doing - kFirstTarget)];
}

bool BubbleExplorer::moves(const Lanes& state, int lane) const {
  const Lane& here = state[detail::at(lane)];
  return (here.local > 0 && room(state, lane) > 0) || has_way(state, lane);
}

bool BubbleExplorer::has_way(const Lanes& state, int lane) const {
  const Lane& here = state[detail::at(lane)];
  if (here.count == 0 || here.doing == kIdle) return false;
  return here.doing == kEjecting || room(state, target(state, lane)) > 0;
}

bool BubbleExplorer::is_stuck(const Lanes& state) const {
  bool is_empty = true;
  for (int lane = 0; lane < lanes; ++lane) {
    const Lane& here = state[detail::at(lane)];
    is_empty = is_empty && here.count == 0 && here.local == 0;
    if (moves(state, lane)) return false;
    if (has_waiting_head(here) && !can_be_blocked(state, lane)) return false;
  }
  return !is_empty;
}

bool BubbleExplorer::can_be_blocked(const Lanes& state, int lane) const {
  const int count = static_cast<int>(targets[detail::at(lane)].size());
  for (int first = 0; first < count; first += model.vcs) {
    bool is_blocked = true;
    for (int k = first; k < first + model.vcs; ++k) is_blocked = is_blocked && !may_have(state, lane, k);
    if (is_blocked) return true;
  }
  return false;
}

void BubbleExplorer::move_all(const Lanes& state) {
  for (int lane = 0; lane < lanes; ++lane) {
    const Lane& here = state[detail::at(lane)];
    for (int flits : model.packet_flits)
      if (may_enter(state, lane, flits)) send(state, lane, {flits - 1, true});
    if (here.local > 0 && room(state, lane) > 0) send(state, lane, {here.local - 1, false});
    if (has_waiting_head(here)) {
      cross(state, lane, kEjecting);
      for (int k = 0; k < static_cast<int>(targets[detail::at(lane)].size()); ++k)
        if (may_have(state, lane, k)) cross(state, lane, kFirstTarget + k);
    } else if (has_way(state, lane)) {
      cross(state, lane, here.doing);
    }
  }
}

void BubbleExplorer::send(Lanes state, int lane, Flit flit) {
  push_local(state[detail::at(lane)], flit);
  reach(state);
}

void BubbleExplorer::cross(Lanes state, int lane, int doing) {
  move_front(state, lane, doing);
  reach(state);
}

void BubbleExplorer::push_local(Lane& lane, Flit flit) {
  lane.push(flit);
  lane.local = flit.rest;
}

void BubbleExplorer::move_front(Lanes& state, int lane, int doing) const {
  Lane& from = state[detail::at(lane)];
  const Flit flit = from.pop();
  if (doing != kEjecting) state[detail::at(targets[detail::at(lane)][detail::at(doing - kFirstTarget)])].push(flit);
  from.doing = flit.rest == 0 ? kIdle : doing;
}

void BubbleExplorer::reach(Lanes& state) {
  for (int lane = 0; order == Order::flits_first && lane < lanes; ++lane) {
    Lane& here = state[detail::at(lane)];
    if (!moves(state, lane)) continue;
    if (here.local > 0 && room(state, lane) > 0)
      push_local(here, {here.local - 1, false});
    else
      move_front(state, lane, here.doing);
    lane = -1;  // from the beginning
  }
  add(encode(state));
}

std::uint32_t BubbleExplorer::packed(const Lane& lane) {
  auto bits = static_cast<std::uint32_t>(lane.count);
  for (int i = 0; i < lane.count; ++i) {
    const Flit& flit = lane.flits[detail::at(i)];
    bits = bits << 3U | static_cast<std::uint32_t>(flit.rest) << 1U | (flit.is_head ? 1U : 0U);
  }
  return (bits << 4U | static_cast<std::uint32_t>(lane.doing)) << 2U | static_cast<std::uint32_t>(lane.local);
}

std::uint16_t BubbleExplorer::number_of(const Lane& lane) {
  const auto known = numbers.emplace(packed(lane), static_cast<std::uint16_t>(contents.size()));
  if (known.second) {
    contents.push_back(lane);
    detail::require(contents.size() < 0xffffU, "too many contents of a lane");
  }
  return known.first->second;
}

BubbleExplorer::Code BubbleExplorer::encode(const Lanes& state) {
  Code code{};
  for (int lane = 0; lane < lanes; ++lane) code[detail::at(lane)] = number_of(state[detail::at(lane)]);
  return code;
}

BubbleExplorer::Lanes BubbleExplorer::decode(const Code& code) const {
  Lanes state;
  state.reserve(detail::at(lanes));
  for (int lane = 0; lane < lanes; ++lane) state.push_back(contents[code[detail::at(lane)]]);
  return state;
}

void BubbleExplorer::find_images() {
  for (const std::vector<int>& channels : model.symmetry)
    for (int swap = 0; swap < (model.vcs == 2 ? 2 : 1); ++swap) {
      std::vector<int> image;
      for (int lane = 0; lane < lanes; ++lane)
        image.push_back(channels[detail::at(channel_of(lane))] * model.vcs + (vc_of(lane) ^ swap));
      images.emplace_back(image, swap == 1);
    }
}

std::uint16_t BubbleExplorer::with_vcs_swapped(std::uint16_t number) {
  while (swapped.size() <= number) swapped.push_back(kNone);
  if (swapped[number] == kNone) {
    Lane lane = contents[number];
    if (lane.doing >= kFirstTarget) lane.doing = kFirstTarget + ((lane.doing - kFirstTarget) ^ 1);
    swapped[number] = number_of(lane);
  }
  return static_cast<std::uint16_t>(swapped[number]);
}

BubbleExplorer::Code BubbleExplorer::canonical(const Code& code) {
  Code least = code, mirror{};
  if (model.vcs == 2)
    for (int lane = 0; lane < lanes; ++lane) mirror[detail::at(lane)] = with_vcs_swapped(code[detail::at(lane)]);
  for (const auto& image : images) {
    Code other{};
    for (int lane = 0; lane < lanes; ++lane)
      other[detail::at(image.first[detail::at(lane)])] = (image.second ? mirror : code)[detail::at(lane)];
    least = std::min(least, other);
  }
  return least;
}

std::size_t BubbleExplorer::place_of(const Code& code) const {
  std::uint64_t h = 0;
  for (std::uint16_t number : code) h = detail::mix64((h ^ number) + 0x9e3779b97f4a7c15ULL);
  std::size_t place = h & (table.size() - 1);
  while (table[place] != kNone && found[table[place]] != code) place = (place + 1) & (table.size() - 1);
  return place;
}

void BubbleExplorer::add(const Code& any) {
  const Code code = canonical(any);
  const std::size_t place = place_of(code);
  if (table[place] != kNone) return;
  table[place] = static_cast<std::uint32_t>(found.size());
  found.push_back(code);
  if (2 * found.size() < table.size()) return;
  table.assign(2 * table.size(), kNone);
  for (std::size_t i = 0; i < found.size(); ++i) table[place_of(found[i])] = static_cast<std::uint32_t>(i);
}

}  // namespace flit
}  // namespace oracle
