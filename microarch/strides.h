// The strides of the arbiters `stride` and `inverse_weighted` (docs/microarchitecture.md, section 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trenza::microarch {

/// Strides of all routers of a fabric.
class StrideTable {
 public:
  /// `strides`: router by router, output by output (network ports, then one for all ejection ports), source by source
  /// (network ports, then one for all injectors). Precondition: a multiple of (ports + 1)^2, each 1..255.
  StrideTable(int ports, std::vector<std::uint8_t> strides) : ports_(ports), strides_(std::move(strides)) {}

  /// The number of strides of a router.
  static constexpr std::size_t of_router(int ports) {
    return (static_cast<std::size_t>(ports) + 1) * (static_cast<std::size_t>(ports) + 1);
  }
  int ports() const { return ports_; }
  std::size_t routers() const { return strides_.size() / of_router(ports_); }
  const std::vector<std::uint8_t>& strides() const { return strides_; }
  /// Numbers of `ports` and more stand for ejection and injection.
  int at(int router, int output, int source) const {
    const int row = output < ports_ ? output : ports_;
    const int column = source < ports_ ? source : ports_;
    return strides_[static_cast<std::size_t>(router) * of_router(ports_) +
                    static_cast<std::size_t>(row * (ports_ + 1) + column)];
  }

 private:
  int ports_;
  std::vector<std::uint8_t> strides_;
};

/// The strides of the inputs at the arbiters of outputs: lists that all routers share, or a table. 1..255 each.
struct Strides {
  std::vector<std::uint8_t> ports;           ///< by network port; 1 for those that are missing
  std::vector<std::uint8_t> injectors;       ///< by injector of a node, class by class; likewise
  std::shared_ptr<const StrideTable> table;  ///< if there is one, it says all

  /// Of network port `port` at an output of a router.
  int of_port(int router, int output, int port) const {
    if (table != nullptr) return table->at(router, output, port);
    return of_list(ports, port);
  }
  int of_injector(int router, int output, int injector) const {
    if (table != nullptr) return table->at(router, output, table->ports());
    return of_list(injectors, injector);
  }

 private:
  static int of_list(const std::vector<std::uint8_t>& list, int place) {
    const auto at = static_cast<std::size_t>(place);
    return at < list.size() ? list[at] : 1;
  }
};

}  // namespace trenza::microarch
