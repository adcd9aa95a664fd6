// What an allocator of section 8 of docs/microarchitecture.md is given: requests, and draws.
#ifndef ORACLE_ORACLE_REQUEST_H
#define ORACLE_ORACLE_REQUEST_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <vector>

namespace oracle {
namespace detail {

using Age = std::tuple<std::uint64_t, int, std::uint64_t>;  // section 4.4: creation cycle, source, number

// Section 3: the draw of (purpose, index) of this router in this cycle, modulo n.
using Draw = std::function<std::size_t(int purpose, int index, std::size_t n)>;

// A requester of an arbiter, with the age and the length of its packet.
struct Asking {
  int requester;
  Age age;
  int flits = 1;
};
using Askings = std::vector<Asking>;

// Input `input` asks for output `output`, there for VC `vc` (0 for an ejection port).
struct Request {
  int input, output, vc;
  Age age;  // of its packet
  int flits = 1;
  // Once it is granted:
  int step = 0;                 // the round (islip, pim) or the diagonal (wavefront) of its pass
  int pass = 0;                 // 0 is that of the guard
  bool injector_asked = false;  // for the output
  std::shared_ptr<const Askings> at_output = nullptr, at_row = nullptr;  // what the arbiters that chose it chose from
};

using Requests = std::vector<Request>;
using Condition = std::function<bool(const Request&)>;

inline Requests those(const Requests& requests, const Condition& condition) {
  Requests result;
  for (const Request& r : requests)
    if (condition(r)) result.push_back(r);
  return result;
}

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_REQUEST_H
