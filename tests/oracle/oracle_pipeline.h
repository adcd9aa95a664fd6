// The allocations of section 17 of docs/microarchitecture.md: output VCs in the first step, and the crossbar in the
// second one, where certain and speculative requests have an allocator each. Who bids and who asks is in oracle.h.
#ifndef ORACLE_ORACLE_PIPELINE_H
#define ORACLE_ORACLE_PIPELINE_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "oracle_allocation.h"
#include "oracle_arbiters.h"
#include "oracle_config.h"
#include "oracle_request.h"
#include "oracle_rows.h"

namespace oracle {
namespace detail {

// The first step of one router: at most one input gets each output VC.
class VcAllocation {
 public:
  VcAllocation(const Config& c, int ports, int vcs, int number) : numbering(c, ports, vcs) {
    if (c.pipeline == Pipeline::joint) return;
    for (int p = 0; p < ports; ++p)
      arbiters.insert(
          arbiters.end(), at(vcs),
          ArbiterUnit(c.arbiter, numbering.inputs(), strides_at(c, numbering, number, p), c.max_packet_flits));
  }

  // The bids that get what they picked. Nothing changes.
  Requests allocate(const Requests& bids, const Draw& draw) const {
    const NumberOf input = [](const Request& r) { return r.input; };
    Requests given;
    for (int place = 0; place < static_cast<int>(arbiters.size()); ++place) {
      const Requests here = those(bids, [&](const Request& r) { return place_of(r) == place; });
      if (here.empty()) continue;
      Chosen chosen = chosen_by(arbiters[at(place)], here, input, draw, 6, place);
      chosen.request.at_output = chosen.asking;
      given.push_back(chosen.request);
    }
    return given;
  }

  void update(const Requests& given) {
    for (const Request& g : given) arbiters[at(place_of(g))].grant(g.input, *g.at_output);
  }

  const ArbiterUnit& arbiter(int p, int v) const { return arbiters[at(p * numbering.V + v)]; }

 private:
  int place_of(const Request& r) const { return r.output * numbering.V + r.vc; }

  Numbering numbering;
  std::vector<ArbiterUnit> arbiters;  // of output VCs
};

// The second step of one router; or, of `joint`, all of its allocation: then all requests are certain.
class SwitchAllocation {
 public:
  struct Pairs {
    Requests certain, speculative;
  };

  SwitchAllocation(const Config& c, int ports, int vcs, int number)
      : mask(c.mask), certain(c, ports, vcs, number), speculative(c, ports, vcs, number) {}

  // The pairs that are not dropped. Nothing changes.
  Pairs allocate(const Pairs& requests, const Draw& draw, std::uint64_t cycle) const {
    Pairs result;
    result.certain = certain.allocate(requests.certain, draw, cycle);
    const Requests& stronger = mask == Mask::grants ? result.certain : requests.certain;
    const Condition is_left = [&](const Request& pair) {
      return std::none_of(stronger.begin(), stronger.end(), [&](const Request& r) {
        return r.output == pair.output || certain.row(r.input) == certain.row(pair.input);
      });
    };
    result.speculative = those(speculative.allocate(requests.speculative, draw, cycle), is_left);
    return result;
  }

  // After the cycle, with what was granted in it.
  void update(const Pairs& granted) {
    certain.update(granted.certain);
    speculative.update(granted.speculative);
  }

  const Allocation& of_certain() const { return certain; }
  const Allocation& of_speculative() const { return speculative; }

 private:
  Mask mask;
  Allocation certain, speculative;
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_PIPELINE_H
