// Answers to requests: a second source of packets, driven by what is delivered.
#pragma once

#include <vector>

#include "testbench/packet_offer.h"

namespace trenza::testbench {

/// Every delivered packet of class 0 is answered by one of class 1, from its destination to its source, in the cycle
/// after its ejection. Packets of class 1 are not answered.
class Replies {
 public:
  /// `flits` of each reply; 0: no replies.
  explicit Replies(int flits) : flits_(flits) {}

  /// Appends the replies to `delivered`, which was ejected in the cycle before, in its order. A reply has the tag of
  /// its request.
  void take(const std::vector<microarch::Delivery>& delivered, std::vector<PacketOffer>& offers) const {
    if (flits_ == 0) return;
    for (const microarch::Delivery& request : delivered) {
      if (request.message_class != 0) continue;
      offers.push_back(PacketOffer{request.destination, request.source, flits_, request.tag, 1});
    }
  }

 private:
  int flits_;
};

}  // namespace trenza::testbench
