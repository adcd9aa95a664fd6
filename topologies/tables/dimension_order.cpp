#include "topologies/tables/dimension_order.h"

#include <algorithm>
#include <utility>

#include "topologies/tables/grid_coordinates.h"

namespace trenza::topologies {

namespace {

class DimensionOrder final : public EscapeRule {
 public:
  DimensionOrder(const std::vector<int>& sizes, std::vector<bool> wrap) : grid_(sizes), wrap_(std::move(wrap)) {}

  /// In open dimensions the difference has no modulus.
  bool translation_invariant() const override {
    return std::all_of(wrap_.begin(), wrap_.end(), [](bool closed) { return closed; });
  }

  EscapeHop next(NodeId at, NodeId destination, EscapeState /*state*/) const override {
    const int k = grid_.first_apart(at, destination);
    const int delta = grid_.at(destination, k) - grid_.at(at, k);
    bool plus = delta > 0;
    if (wrap_[static_cast<std::size_t>(k)]) {
      const int size = grid_.size(k);
      plus = 2 * (delta < 0 ? delta + size : delta) <= size;
    }
    return {2 * k + (plus ? 0 : 1), 0, 0};
  }

 private:
  GridCoordinates grid_;
  std::vector<bool> wrap_;
};

}  // namespace

std::unique_ptr<EscapeRule> mesh_order(const std::vector<int>& sizes) {
  return std::make_unique<DimensionOrder>(sizes, std::vector<bool>(sizes.size(), false));
}

std::unique_ptr<EscapeRule> torus_order(const std::vector<int>& sizes, const std::vector<bool>& wrap) {
  return std::make_unique<DimensionOrder>(sizes, wrap.empty() ? std::vector<bool>(sizes.size(), true) : wrap);
}

}  // namespace trenza::topologies
