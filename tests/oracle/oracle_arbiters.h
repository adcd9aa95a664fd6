// The arbiters of section 8 of docs/microarchitecture.md.
#ifndef ORACLE_ORACLE_ARBITERS_H
#define ORACLE_ORACLE_ARBITERS_H

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "oracle_config.h"
#include "oracle_request.h"
#include "oracle_rows.h"

namespace oracle {
namespace detail {

class ArbiterUnit {
 public:
  using Asking = detail::Asking;

  // No strides: all are 1. `quantum` is M, for deficit.
  ArbiterUnit(Arbiter arbiter, int requesters, std::vector<int> of_requesters = {}, int quantum = 1)
      : kind(arbiter), n(requesters), M(quantum), strides(std::move(of_requesters)), amounts(at(requesters), 0) {
    if (strides.empty()) strides.assign(at(n), 1);
    require(strides.size() == at(n), "a stride for each requester");
    for (int r = 0; r < n; ++r) order.push_back(r);
  }

  // The requester that is chosen. `asking` is in ascending order of the requesters, and not empty. Nothing changes.
  int choose(const Askings& asking, const Draw& draw, int purpose, int index) const {
    require(!asking.empty(), "an arbiter has nobody to choose from");
    switch (kind) {
      case Arbiter::random:
        return asking[draw(purpose, index, asking.size())].requester;
      case Arbiter::round_robin:
        for (int k = 0; k < n; ++k)
          if (asks(asking, (next + k) % n)) return (next + k) % n;
        break;
      case Arbiter::age: {
        Asking oldest = asking.front();
        for (const Asking& a : asking)
          if (a.age < oldest.age) oldest = a;
        return oldest.requester;
      }
      case Arbiter::matrix:
        for (int r : order)
          if (asks(asking, r)) return r;
        break;
      case Arbiter::fixed:
        return asking.front().requester;
      case Arbiter::stride:
      case Arbiter::inverse_weighted: {
        int least = asking.front().requester;
        for (const Asking& a : asking)
          if (amounts[at(a.requester)] < amounts[at(least)]) least = a.requester;
        return least;
      }
      case Arbiter::deficit:
        return scan(asking).pointer;
    }
    throw std::invalid_argument("oracle: unknown arbiter or requester");
  }

  // The choice `w` among `asking` is granted.
  void grant(int w, const Askings& asking) {
    switch (kind) {
      case Arbiter::random:
      case Arbiter::age:
      case Arbiter::fixed:
        return;
      case Arbiter::round_robin:
        next = (w + 1) % n;
        return;
      case Arbiter::matrix:
        order.erase(std::find(order.begin(), order.end(), w));
        order.push_back(w);
        return;
      case Arbiter::stride:
      case Arbiter::inverse_weighted: {
        const int debt = amounts[at(w)];
        for (int& other : amounts) other = std::max(0, other - debt);
        amounts[at(w)] = strides[at(w)] * flits_of(asking, w);
        return;
      }
      case Arbiter::deficit: {
        const Scan done = scan(asking);
        require(done.pointer == w, "granted is not what the scan has chosen");
        amounts = done.deficits;
        next = done.pointer;
        return;
      }
    }
  }
  // For arbiters to which it is all the same who else asked, and with what.
  void grant(int w) { grant(w, {}); }

  int pointer() const { return next; }                       // round_robin, deficit
  const std::vector<int>& list() const { return order; }     // matrix
  const std::vector<int>& debts() const { return amounts; }  // stride; the deficits of deficit

 private:
  struct Scan {
    std::vector<int> deficits;
    int pointer = 0;  // at the requester that is chosen
  };

  static const Asking* find(const Askings& asking, int requester) {
    for (const Asking& a : asking)
      if (a.requester == requester) return &a;
    return nullptr;
  }

  static bool asks(const Askings& asking, int requester) { return find(asking, requester) != nullptr; }

  static int flits_of(const Askings& asking, int requester) {
    const Asking* found = find(asking, requester);
    require(found != nullptr, "granted is who did not ask");
    return found->flits;
  }

  Scan scan(const Askings& asking) const {
    Scan result{amounts, next};
    for (int round = 0; round < 2; ++round)
      for (int k = 0; k < n; ++k) {
        const int r = (next + k) % n;
        int& deficit = result.deficits[at(r)];
        if (!asks(asking, r)) {
          deficit = 0;
        } else if (deficit >= flits_of(asking, r)) {
          deficit -= flits_of(asking, r);
          result.pointer = r;
          return result;
        } else {
          deficit += M;
        }
      }
    throw std::logic_error("oracle: a scan that does not end");
  }

  Arbiter kind;
  int n, M;
  int next = 0;
  std::vector<int> order;
  std::vector<int> strides;
  std::vector<int> amounts;  // debts or deficits
};

// The strides of the inputs in the arbiters of output o of a router.
inline std::vector<int> strides_at(const Config& c, const Numbering& router, int number, int o) {
  std::vector<int> strides(at(router.inputs()), 1);
  for (int i = 0; i < router.inputs(); ++i) {
    const bool in_transit = router.is_network_input(i);
    const int port = in_transit ? router.port_of(i) : router.P, injector = i - router.P * router.V;
    if (c.arbiter == Arbiter::stride) {
      const std::vector<int>& given = in_transit ? c.port_strides : c.injector_strides;
      if (!given.empty()) strides[at(i)] = given.at(at(in_transit ? port : injector));
    }
    if (c.arbiter == Arbiter::inverse_weighted && !c.stride_table.empty()) {
      const int column = std::min(o, router.P);
      strides[at(i)] = c.stride_table.at(at((number * (router.P + 1) + column) * (router.P + 1) + port));
    }
  }
  return strides;
}

using NumberOf = std::function<int(const Request&)>;  // of the requester in an arbiter

struct Chosen {
  Request request;
  std::shared_ptr<const Askings> asking;  // all that the arbiter chose from
};

inline Chosen chosen_by(const ArbiterUnit& arbiter, Requests requests, const NumberOf& number, const Draw& draw,
                        int purpose, int index) {
  std::sort(requests.begin(), requests.end(),
            [&](const Request& a, const Request& b) { return number(a) < number(b); });
  Askings asking;
  for (const Request& r : requests) asking.push_back({number(r), r.age, r.flits});
  const int winner = arbiter.choose(asking, draw, purpose, index);
  return {those(requests, [&](const Request& r) { return number(r) == winner; }).at(0),
          std::make_shared<const Askings>(asking)};
}

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ARBITERS_H
