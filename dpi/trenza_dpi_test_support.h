// The calls of the test bench, in C++.
#pragma once

#include <memory>
#include <string>

#include "dpi/trenza_dpi.h"

namespace trenza::dpi::test_support {

struct Close {
  void operator()(void* fabric) const { trenza_close(fabric); }
};
using Handle = std::unique_ptr<void, Close>;

inline Handle open(const std::string& file, const std::string& overrides = "") {
  return Handle(trenza_open(file.c_str(), overrides.c_str()));
}

struct Packet {
  int source = -1, flits = 0, hops = 0;
  long long tag = 0, created = 0, entered = 0, ejected = 0;
};

inline int poll(void* fabric, int node, int message_class, Packet& packet) {
  return trenza_poll(fabric, node, message_class, &packet.source, &packet.flits, &packet.tag, &packet.hops,
                     &packet.created, &packet.entered, &packet.ejected);
}

}  // namespace trenza::dpi::test_support
