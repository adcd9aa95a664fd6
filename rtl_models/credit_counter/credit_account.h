// The account of the credits of one network output. Plain state without ports; the credit counter and routers whose
// inside cannot be seen keep it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/words.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::rtl_models {

/// Under- and overflow are invariant violations.
class CreditAccount {
 public:
  /// `name`: in messages. `initial[v]`: credits of VC v after clear().
  CreditAccount(std::string name, std::vector<int> initial);

  /// The credits of each VC of a fabric after reset.
  static std::vector<int> initial_of(const microarch::FabricParameters& parameters);

  int count(int vc) const { return count_[static_cast<std::size_t>(vc)]; }
  std::size_t vcs() const { return count_.size(); }
  /// The VCs that got a credit back at the last edge.
  std::uint32_t returned() const { return returned_; }
  /// Sets a count. It must be as after clear().
  void fill(int vc, int count) { count_[static_cast<std::size_t>(vc)] = count; }

  void clear() {
    count_ = initial_;
    returned_ = 0;
  }
  /// One edge: takes what is charged, adds what comes back (bit v: one credit of VC v). Returns the VCs it touched.
  std::uint32_t edge(ChargeWord charged, std::uint32_t returned) {
    std::uint32_t touched = returned;
    if (charged != 0) {
      count_[static_cast<std::size_t>(charge_vc(charged))] -= charge_credits(charged);
      touched |= 1U << charge_vc(charged);
    }
    give_back(touched, returned);
    return touched;
  }
  /// The same where reservations take the credits: `taken` has a port for each VC.
  template <class Taken>
  [[gnu::noinline]] std::uint32_t edge_with_reservations(const Taken& taken, std::uint32_t returned) {
    std::uint32_t touched = returned;
    for (std::size_t vc = 0; vc < taken.size(); ++vc) {
      const std::uint32_t credits = taken[vc].read();
      if (credits == 0) continue;
      count_[vc] -= static_cast<int>(credits);
      touched |= 1U << vc;
    }
    give_back(touched, returned);
    return touched;
  }

 private:
  void give_back(std::uint32_t touched, std::uint32_t returned) {
    returned_ = returned;
    for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
      count_[vc] += static_cast<int>((returned >> vc) & 1U);
      if (count_[vc] < 0 || count_[vc] > initial_[vc]) violation(vc);
    }
  }
  [[noreturn]] void violation(std::size_t vc) const;

  std::string name_;
  std::vector<int> initial_;
  std::vector<int> count_;
  std::uint32_t returned_ = 0;
};

}  // namespace trenza::rtl_models
