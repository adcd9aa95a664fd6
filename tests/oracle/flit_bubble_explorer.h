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
RingsModel one_ring(int size);

// x and y of 2 x 2 nodes in one direction, where packets can turn from x to y. Channel 2 (x + 2 y) + d leaves (x, y) in
// dimension d. (Rings of two nodes are rings here.)
RingsModel two_by_two();

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
  BubbleExplorer(const RingsModel& of, Order in_order);

  struct Result {
    std::size_t states = 0;  // that were looked at, up to symmetry
    bool stands_still = false;
  };

  // Looks at all states that can be reached, or until one stands still, or more than `most` are found
  // (std::logic_error).
  Result explore(std::size_t most);

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
  std::vector<int> targets_of(int lane) const;

  int room(const Lanes& state, int lane) const { return model.buffer_flits - state[detail::at(lane)].count; }

  bool is_held(const Lanes& state, int lane) const;

  bool may_enter(const Lanes& state, int lane, int packet_flits) const;

  // Whether the head at the front of `lane` may have its k-th target.
  bool may_have(const Lanes& state, int lane, int k) const;

  static bool has_waiting_head(const Lane& lane) { return lane.doing == kIdle && lane.count > 0; }
  int target(const Lanes& state, int lane) const;

  // Whether a flit moves that has its output VC.
  bool moves(const Lanes& state, int lane) const;

  // Whether the flit at the front is ejected, or can follow the head.
  bool has_way(const Lanes& state, int lane) const;

  // Nothing can move, if every head at a front wants to go where it cannot; and not all is empty.
  bool is_stuck(const Lanes& state) const;

  bool can_be_blocked(const Lanes& state, int lane) const;

  // All states one move later. A head that is allocated an output VC crosses at once: nothing else depends on when.
  void move_all(const Lanes& state);

  void send(Lanes state, int lane, Flit flit);

  void cross(Lanes state, int lane, int doing);

  static void push_local(Lane& lane, Flit flit);

  void move_front(Lanes& state, int lane, int doing) const;

  void reach(Lanes& state);

  // Contents of a lane get numbers in the order in which they are met.
  static std::uint32_t packed(const Lane& lane);

  std::uint16_t number_of(const Lane& lane);

  Code encode(const Lanes& state);

  Lanes decode(const Code& code) const;

  // Symmetric states are one. VCs 0 and 1 can change places: then what lanes do has other numbers.
  void find_images();

  std::uint16_t with_vcs_swapped(std::uint16_t number);

  Code canonical(const Code& code);

  std::size_t place_of(const Code& code) const;

  void add(const Code& any);

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
