// The guard of section 8 of docs/microarchitecture.md: how often traffic in transit goes before injectors.
#ifndef ORACLE_ORACLE_GUARD_H
#define ORACLE_ORACLE_GUARD_H

#include <algorithm>
#include <set>
#include <vector>

#include "oracle_config.h"
#include "oracle_request.h"
#include "oracle_rows.h"

namespace oracle {
namespace detail {

class Guard {
 public:
  Guard(const Config& c, const Numbering& router)
      : limit(c.transit_guard), numbering(router), counts(at(router.outputs()), 0) {}

  // The outputs that are guarded in a cycle with these requests.
  std::set<int> guarded(const Requests& requests) const {
    std::set<int> result;
    if (limit == 0) return result;
    for (int o : asked_by_injectors(requests))
      if (count(o) == limit) result.insert(o);
    return result;
  }

  // Marks what is granted: whether an injector asked for the output.
  void mark(const Requests& requests, Requests& granted) const {
    if (limit == 0) return;
    const std::set<int> asked = asked_by_injectors(requests);
    for (Request& g : granted) g.injector_asked = asked.count(g.output) != 0;
  }

  void grant(const Request& g) {
    if (!g.injector_asked) return;
    int& of_output = counts[at(g.output)];
    of_output = numbering.is_network_input(g.input) ? std::min(of_output + 1, limit) : 0;
  }

  int count(int o) const { return counts[at(o)]; }

 private:
  std::set<int> asked_by_injectors(const Requests& requests) const {
    std::set<int> result;
    for (const Request& r : requests)
      if (!numbering.is_network_input(r.input)) result.insert(r.output);
    return result;
  }

  int limit;  // W; 0: no guard
  Numbering numbering;
  std::vector<int> counts;
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_GUARD_H
