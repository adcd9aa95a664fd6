// The bounded queue in front of the injectors of a node and class.
#pragma once

#include <deque>

#include "tlm/terminals/packet_transport.h"

namespace trenza::tlm {

/// Takes messages packet by packet, in order. A packet stays in the queue from when it is taken until its first grant.
class InjectionQueue {
 public:
  /// `capacity` in packets, at least 1. Messages are counted as delayed in `statistics`.
  InjectionQueue(PacketTransport& transport, const MessageSizes& sizes, NodeId node, Leg leg, int capacity,
                 ClassStatistics& statistics)
      : transport_(transport), sizes_(sizes), node_(node), leg_(leg), capacity_(capacity), statistics_(statistics) {}

  /// Sends the message of this queue's leg. Returns whether all its packets were taken at once; else it waits. Messages
  /// within the node are always taken.
  bool push(Transaction& transaction);

  /// Takes what has room now. Returns a message whose last packet was taken, nullptr if there is none: ask again.
  Transaction* refill();

  bool waiting() const { return !waiting_.empty(); }

 private:
  bool take(Transaction& transaction);

  PacketTransport& transport_;
  const MessageSizes& sizes_;
  NodeId node_;
  Leg leg_;
  int capacity_;
  ClassStatistics& statistics_;
  std::deque<Transaction*> waiting_;
};

}  // namespace trenza::tlm
