// Section 8.3 of the page, checked by looking at every state that a small machine can reach. This is a model of rings
// alone, with nothing of the simulator: a state is what stands in each ring VC, who holds it, and what sources still
// have to send into it. One flit moves at a time, at any moment, so that whatever the delays, arbiters and allocators
// of a machine are, its states are among those of the model. Credits are home at once: a machine with credits under
// way sees less room, as if the others moved later.
//
// A packet decides where to go when its head is at the front: it is ejected, goes on in its ring, or turns into another
// ring. It may go round for ever, which real packets do not; so the model can only stand still more often.
#ifndef ORACLE_FLIT_BUBBLE_EXPLORER_H
#define ORACLE_FLIT_BUBBLE_EXPLORER_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle_config.h"

namespace oracle {
namespace flit {

// Channels in rings. What comes at the end of a channel can go on in its ring, or turn into other channels.
struct RingsModel {
  std::vector<int> next;                   // of each channel
  std::vector<std::vector<int>> turns;     // of each channel: the channels in other rings at its end
  std::vector<std::vector<int>> symmetry;  // permutations of channels that change nothing, the identity first
  int vcs = 1;
  int buffer_flits = 2;           // at most 4
  std::vector<int> packet_flits;  // the lengths that packets can have, at most 4
  int bubble_flits = 1;           // entering needs this much more than the packet
};

// A ring of `size` channels.
inline RingsModel one_ring(int size) {
  RingsModel model;
  model.turns.resize(detail::at(size));
  for (int c = 0; c < size; ++c) model.next.push_back((c + 1) % size);
  for (int shift = 0; shift < size; ++shift) {
    model.symmetry.emplace_back();
    for (int c = 0; c < size; ++c) model.symmetry.back().push_back((c + shift) % size);
  }
  return model;
}

// x and y of 2 x 2 nodes in one direction, where packets can turn from x to y. Channel 2 (x + 2 y) + d leaves (x, y) in
// dimension d. (Rings of two nodes are rings here.)
inline RingsModel two_by_two() {
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

// In which order things happen.
//
// `flits_first`: what has its way already (a flit that has its output VC and room there, or that is ejected) moves
// before anything else is decided. This leaves out states, but none that stands still: such a move cannot be taken from
// it, as only the holder sends into an output VC; it takes nothing from others; so in a run to a state that stands
// still it happens, and can as well happen first.
enum class Order { any, flits_first };

class BubbleExplorer {
 public:
  // At most 16 ring VCs.
  BubbleExplorer(const RingsModel& of, Order in_order)
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

  struct Result {
    std::size_t states = 0;  // that were looked at, up to symmetry
    bool stands_still = false;
  };

  // Looks at all states that can be reached, or until one stands still, or more than `most` are found
  // (std::logic_error).
  Result explore(std::size_t most) {
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

 private:
  static constexpr std::size_t kMostLanes = 16;
  static constexpr std::uint32_t kNone = 0xffffffffU;
  // Of a ring VC as an input: what its front packet does.
  static constexpr int kIdle = 0, kEjecting = 1, kFirstTarget = 2;

  // A flit: how many come after it in its packet, and whether it is the head.
  struct Flit {
    int rest = 0;
    bool is_head = false;
  };
  struct Lane {
    int count = 0;
    std::array<Flit, 4> flits;
    int doing = kIdle;
    int local = 0;  // flits of a packet in progress that its source has not sent

    Flit pop() {
      const Flit front = flits[0];
      for (int i = 1; i < count; ++i) flits[detail::at(i - 1)] = flits[detail::at(i)];
      --count;
      return front;
    }
    void push(Flit flit) { flits[detail::at(count++)] = flit; }
  };
  using Lanes = std::vector<Lane>;
  using Code = std::array<std::uint16_t, kMostLanes>;  // of each lane the number of its contents

  int channel_of(int lane) const { return lane / model.vcs; }
  int vc_of(int lane) const { return lane % model.vcs; }

  // Where the front packet of a lane can go: its ring first, VC by VC.
  std::vector<int> targets_of(int lane) const {
    std::vector<int> all;
    const int c = channel_of(lane);
    for (int u = 0; u < model.vcs; ++u) all.push_back(model.next[detail::at(c)] * model.vcs + u);
    for (int turn : model.turns[detail::at(c)])
      for (int u = 0; u < model.vcs; ++u) all.push_back(turn * model.vcs + u);
    return all;
  }

  int room(const Lanes& state, int lane) const { return model.buffer_flits - state[detail::at(lane)].count; }

  bool is_held(const Lanes& state, int lane) const {
    if (state[detail::at(lane)].local > 0) return true;
    for (const auto& holder : holders[detail::at(lane)])
      if (state[detail::at(holder.first)].doing == holder.second) return true;
    return false;
  }

  bool may_enter(const Lanes& state, int lane, int packet_flits) const {
    return room(state, lane) >= packet_flits + model.bubble_flits && !is_held(state, lane);
  }

  // Whether the head at the front of `lane` may have its k-th target.
  bool may_have(const Lanes& state, int lane, int k) const {
    const int to = targets[detail::at(lane)][detail::at(k)];
    const bool continues = k < model.vcs && vc_of(to) == vc_of(lane);
    if (continues) return room(state, to) >= 1 && !is_held(state, to);
    return may_enter(state, to, state[detail::at(lane)].flits[0].rest + 1);
  }

  static bool has_waiting_head(const Lane& lane) { return lane.doing == kIdle && lane.count > 0; }
  int target(const Lanes& state, int lane) const {
    return targets[detail::at(lane)][detail::at(state[detail::at(lane)].doing - kFirstTarget)];
  }

  // Whether a flit moves that has its output VC.
  bool moves(const Lanes& state, int lane) const {
    const Lane& here = state[detail::at(lane)];
    return (here.local > 0 && room(state, lane) > 0) || has_way(state, lane);
  }

  // Whether the flit at the front is ejected, or can follow the head.
  bool has_way(const Lanes& state, int lane) const {
    const Lane& here = state[detail::at(lane)];
    if (here.count == 0 || here.doing == kIdle) return false;
    return here.doing == kEjecting || room(state, target(state, lane)) > 0;
  }

  // Nothing can move, if every head at a front wants to go where it cannot; and not all is empty.
  bool is_stuck(const Lanes& state) const {
    bool is_empty = true;
    for (int lane = 0; lane < lanes; ++lane) {
      const Lane& here = state[detail::at(lane)];
      is_empty = is_empty && here.count == 0 && here.local == 0;
      if (moves(state, lane)) return false;
      if (has_waiting_head(here) && !can_be_blocked(state, lane)) return false;
    }
    return !is_empty;
  }

  bool can_be_blocked(const Lanes& state, int lane) const {
    const int count = static_cast<int>(targets[detail::at(lane)].size());
    for (int first = 0; first < count; first += model.vcs) {
      bool is_blocked = true;
      for (int k = first; k < first + model.vcs; ++k) is_blocked = is_blocked && !may_have(state, lane, k);
      if (is_blocked) return true;
    }
    return false;
  }

  // All states one move later. A head that is allocated an output VC crosses at once: nothing else depends on when.
  void move_all(const Lanes& state) {
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

  void send(Lanes state, int lane, Flit flit) {
    push_local(state[detail::at(lane)], flit);
    reach(state);
  }

  void cross(Lanes state, int lane, int doing) {
    move_front(state, lane, doing);
    reach(state);
  }

  static void push_local(Lane& lane, Flit flit) {
    lane.push(flit);
    lane.local = flit.rest;
  }

  void move_front(Lanes& state, int lane, int doing) const {
    Lane& from = state[detail::at(lane)];
    const Flit flit = from.pop();
    if (doing != kEjecting) state[detail::at(targets[detail::at(lane)][detail::at(doing - kFirstTarget)])].push(flit);
    from.doing = flit.rest == 0 ? kIdle : doing;
  }

  void reach(Lanes& state) {
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

  // Contents of a lane get numbers in the order in which they are met.
  static std::uint32_t packed(const Lane& lane) {
    auto bits = static_cast<std::uint32_t>(lane.count);
    for (int i = 0; i < lane.count; ++i) {
      const Flit& flit = lane.flits[detail::at(i)];
      bits = bits << 3U | static_cast<std::uint32_t>(flit.rest) << 1U | (flit.is_head ? 1U : 0U);
    }
    return (bits << 4U | static_cast<std::uint32_t>(lane.doing)) << 2U | static_cast<std::uint32_t>(lane.local);
  }

  std::uint16_t number_of(const Lane& lane) {
    const auto known = numbers.emplace(packed(lane), static_cast<std::uint16_t>(contents.size()));
    if (known.second) {
      contents.push_back(lane);
      detail::require(contents.size() < 0xffffU, "too many contents of a lane");
    }
    return known.first->second;
  }

  Code encode(const Lanes& state) {
    Code code{};
    for (int lane = 0; lane < lanes; ++lane) code[detail::at(lane)] = number_of(state[detail::at(lane)]);
    return code;
  }

  Lanes decode(const Code& code) const {
    Lanes state;
    state.reserve(detail::at(lanes));
    for (int lane = 0; lane < lanes; ++lane) state.push_back(contents[code[detail::at(lane)]]);
    return state;
  }

  // Symmetric states are one. VCs 0 and 1 can change places: then what lanes do has other numbers.
  void find_images() {
    for (const std::vector<int>& channels : model.symmetry)
      for (int swap = 0; swap < (model.vcs == 2 ? 2 : 1); ++swap) {
        std::vector<int> image;
        for (int lane = 0; lane < lanes; ++lane)
          image.push_back(channels[detail::at(channel_of(lane))] * model.vcs + (vc_of(lane) ^ swap));
        images.emplace_back(image, swap == 1);
      }
  }

  std::uint16_t with_vcs_swapped(std::uint16_t number) {
    while (swapped.size() <= number) swapped.push_back(kNone);
    if (swapped[number] == kNone) {
      Lane lane = contents[number];
      if (lane.doing >= kFirstTarget) lane.doing = kFirstTarget + ((lane.doing - kFirstTarget) ^ 1);
      swapped[number] = number_of(lane);
    }
    return static_cast<std::uint16_t>(swapped[number]);
  }

  Code canonical(const Code& code) {
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

  std::size_t place_of(const Code& code) const {
    std::uint64_t h = 0;
    for (std::uint16_t number : code) h = detail::mix64((h ^ number) + 0x9e3779b97f4a7c15ULL);
    std::size_t place = h & (table.size() - 1);
    while (table[place] != kNone && found[table[place]] != code) place = (place + 1) & (table.size() - 1);
    return place;
  }

  void add(const Code& any) {
    const Code code = canonical(any);
    const std::size_t place = place_of(code);
    if (table[place] != kNone) return;
    table[place] = static_cast<std::uint32_t>(found.size());
    found.push_back(code);
    if (2 * found.size() < table.size()) return;
    table.assign(2 * table.size(), kNone);
    for (std::size_t i = 0; i < found.size(); ++i) table[place_of(found[i])] = static_cast<std::uint32_t>(i);
  }

  const RingsModel model;
  const Order order;
  const int lanes;
  std::vector<std::vector<int>> targets;                  // [lane]
  std::vector<std::vector<std::pair<int, int>>> holders;  // [lane]: lanes that hold it if they do this
  std::vector<std::pair<std::vector<int>, bool>> images;  // where each lane goes, and whether VCs change places
  std::unordered_map<std::uint32_t, std::uint16_t> numbers;
  std::vector<Lane> contents;
  std::vector<std::uint32_t> swapped;  // [number]
  std::vector<Code> found;             // states
  std::vector<std::uint32_t> table;    // of hashes: number of the state
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_BUBBLE_EXPLORER_H
