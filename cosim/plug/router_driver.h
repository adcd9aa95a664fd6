// Drives a whole router: a block of the slot `router`.
#pragma once

#include <vector>

#include "cosim/plug/block_driver.h"
#include "cosim/plug/router_pins.h"

namespace trenza::cosim {

/// Stands for the neighbours of the block: sends packets as far as its credits or leaves go, takes what leaves, and
/// gives credits back after a while.
class RouterDriver : public BlockDriver {
 public:
  explicit RouterDriver(const Plug& plug, unsigned start = 0);

  void drive(std::mt19937& random) override;
  std::vector<ShownOutput> shown() const override;
  void tick() override;

 private:
  /// A port of the block, by its number.
  struct Side {
    int number = 0;
    int axis = -1;               ///< 0: x, 1: y, 2: z, 3: bypass channels; -1: the local port
    int step = 0;                ///< 1 or -1: where flits go that leave by it
    int flits = 0;               ///< of the packet that comes in; 0: none
    ForeignFlit next = {};       ///< its next flit
    bool offered = false;        ///< this flit is at the pins
    std::vector<int> room = {};  ///< by VC: credits of the sender
    std::vector<int> owed = {};  ///< by VC: credits that the block is to get
  };

  void begin_packet(Side& side, std::mt19937& random);
  const Side& exit_of(const Side& entry, std::mt19937& random) const;
  void set_route(ForeignFlit& flit, const Side& exit) const;
  bool may_send(const Side& side) const;
  void allow(Side& side, std::mt19937& random);

  RouterPins pins_;
  bool by_side_;  ///< an input is named after the side it is on, not after the direction of its traffic
  int depth_;     ///< flits of a VC that the block surely has room for
  std::vector<Side> sides_;
  std::uint64_t packets_ = 0;
};

}  // namespace trenza::cosim
