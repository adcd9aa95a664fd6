// Drives a block that decides about requests: of the slots `arbiter` and `allocator`.
#pragma once

#include "cosim/plug/block_driver.h"

namespace trenza::cosim {

class RequestDriver : public BlockDriver {
 public:
  explicit RequestDriver(const Plug& plug, unsigned start = 0);

  /// Random requests, few in some cycles and many in others, and `commit` as the slot drives it. What is drawn is all
  /// that the inputs depend on besides the outputs.
  void drive(std::mt19937& random) override;
  std::vector<ShownOutput> shown() const override;

 private:
  struct Output {
    std::string role;
    ForeignPort port;
  };

  void set_turn(std::mt19937& random);
  bool decides() const;
  bool counts(const Output& output) const;

  ForeignPort commit_;
  ForeignPort request_;
  ForeignPort turn_;
  ForeignPort valid_;
  bool commit_ready_;
  bool index_alone_;  ///< `index` without `valid` counts whenever there is a request
  std::vector<ForeignPort> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace trenza::cosim
