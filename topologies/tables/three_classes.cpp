#include "topologies/tables/three_classes.h"

#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "topologies/ibt/ibt_network.h"
#include "topologies/tables/grid_coordinates.h"

namespace trenza::topologies {

namespace {

constexpr int kBeforeBits = 12;
constexpr int kBypassBits = 12;
constexpr int kAfterBits = 14;
static_assert(kBeforeBits + kBypassBits + kAfterBits <= kEscapeStateBits, "a plan fits the header");

/// Largest magnitude of a two's complement field.
constexpr int limit(int bits) { return (1 << (bits - 1)) - 1; }

EscapeState field(int value, int bits) {
  return static_cast<EscapeState>(static_cast<std::int64_t>(value)) & ((EscapeState{1} << bits) - 1);
}

int signed_field(EscapeState state, int bits) {
  const int raw = static_cast<int>(state & ((EscapeState{1} << bits) - 1));
  const int sign = 1 << (bits - 1);
  return (raw ^ sign) - sign;
}

EscapeState pack(const BypassPlan& plan) {
  return field(plan.before, kBeforeBits) | field(plan.bypass, kBypassBits) << kBeforeBits |
         field(plan.after, kAfterBits) << (kBeforeBits + kBypassBits);
}

BypassPlan unpack(EscapeState state) {
  return {0, signed_field(state, kBeforeBits), signed_field(state >> kBeforeBits, kBypassBits),
          signed_field(state >> (kBeforeBits + kBypassBits), kAfterBits)};
}

int most_bypass_hops(int size, int length) { return (size + 2 * length - 1) / (2 * length); }

int sign(int hops) { return hops > 0 ? 1 : -1; }

bool is_better(const BypassPlan& one, const BypassPlan& other) {
  const auto key = [](const BypassPlan& plan) {
    return std::make_tuple(plan.hops(), plan.length, plan.before, plan.bypass, plan.after);
  };
  return key(one) < key(other);
}

void check_classes(const IbtSpec& spec) {
  check_ibt(spec);
  if (spec.placement != BypassPlacement::interlaced)
    throw TopologyError("escape three_classes is for interlaced bypass links; with all of them use torus_order",
                        "escape");
  for (int k = 0; k < static_cast<int>(spec.sizes.size()); ++k) {
    const int size = spec.sizes[static_cast<std::size_t>(k)];
    if (!spec.closed(k)) throw TopologyError("escape three_classes needs closed dimensions; use torus_order", "escape");
    const bool fits = size / 2 <= limit(kAfterBits) && spec.period() <= limit(kBeforeBits) &&
                      (spec.lengths.empty() || most_bypass_hops(size, spec.lengths.front()) <= limit(kBypassBits));
    if (fits) continue;
    throw TopologyError("escape three_classes: the plans of a dimension of " + std::to_string(size) +
                            " nodes do not fit a header; use torus_order",
                        "escape");
  }
}

class ThreeClasses final : public EscapeRule {
 public:
  explicit ThreeClasses(const IbtSpec& spec)
      : grid_(spec.sizes),
        summed_(spec.bypass_dimensions()),
        period_(spec.period()),
        bypass_port_(2 * grid_.dimensions()) {
    plans_.resize(spec.sizes.size() * static_cast<std::size_t>(period_));
    for (int k = 0; k < grid_.dimensions(); ++k) {
      for (int residue = 0; residue < period_; ++residue) {
        std::vector<EscapeState>& plans = plans_[place(k, residue)];
        plans.push_back(0);
        for (int delta = 1; delta < grid_.size(k); ++delta) plans.push_back(pack(best_plan(spec, residue, k, delta)));
      }
    }
  }

  int vcs() const override { return 2; }
  /// Plans are made from the class of a node and the difference along a dimension.
  bool translation_invariant() const override { return true; }

  EscapeHop next(NodeId at, NodeId destination, EscapeState state) const override {
    const int k = grid_.first_apart(at, destination);
    BypassPlan plan = unpack(state == 0 ? fresh(at, destination, k) : state);
    if (plan.before != 0) {
      const int step = sign(plan.before);
      plan.before -= step;
      return {2 * k + (step > 0 ? 0 : 1), 0, pack(plan)};
    }
    if (plan.bypass != 0) {
      const int step = sign(plan.bypass);
      plan.bypass -= step;
      return {bypass_port_ + (step > 0 ? 0 : 1), 0, pack(plan)};
    }
    const int step = sign(plan.after);
    plan.after -= step;
    return {2 * k + (step > 0 ? 0 : 1), 1, pack(plan)};
  }

 private:
  std::size_t place(int dimension, int residue) const {
    return static_cast<std::size_t>(dimension) * static_cast<std::size_t>(period_) + static_cast<std::size_t>(residue);
  }

  EscapeState fresh(NodeId at, NodeId destination, int k) const {
    int sum = 0;
    for (int i = 0; i < summed_; ++i) sum += grid_.at(at, i);
    const int delta = grid_.at(destination, k) - grid_.at(at, k);
    return plans_[place(k, sum % period_)][static_cast<std::size_t>(delta < 0 ? delta + grid_.size(k) : delta)];
  }

  GridCoordinates grid_;
  int summed_;
  int period_;
  PortId bypass_port_;
  std::vector<std::vector<EscapeState>> plans_;  ///< by dimension and residue, then delta
};

}  // namespace

int BypassPlan::hops() const { return std::abs(before) + std::abs(bypass) + std::abs(after); }

BypassPlan best_plan(const IbtSpec& spec, int residue, int dimension, int delta) {
  const int size = spec.sizes[static_cast<std::size_t>(dimension)];
  BypassPlan best;
  best.after = 2 * delta <= size ? delta : delta - size;
  const std::vector<BypassClass> classes = bypass_classes(spec);
  const int period = spec.period();
  for (int before = 1 - period; before < period && !classes.empty(); ++before) {
    const int there = (residue + before + period) % period;
    const BypassClass& has = classes[static_cast<std::size_t>(there)];
    if (has.dimension != dimension || dimension >= spec.bypass_dimensions()) continue;
    const int most = most_bypass_hops(size, has.length);
    for (int bypass = -most; bypass <= most; ++bypass) {
      if (bypass == 0) continue;
      int after = (delta - before - bypass * has.length) % size;
      if (after < 0) after += size;
      const int length = there / spec.bypass_dimensions() + 1;
      for (const int rest : {after - size, after}) {
        const BypassPlan plan{length, before, bypass, rest};
        if (2 * std::abs(rest) <= size && is_better(plan, best)) best = plan;
      }
    }
  }
  return best;
}

std::unique_ptr<EscapeRule> three_classes(const IbtSpec& spec) {
  check_classes(spec);
  return std::make_unique<ThreeClasses>(spec);
}

}  // namespace trenza::topologies
