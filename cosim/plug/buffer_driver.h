// Drives a FIFO: a block of the slot `buffer`.
#pragma once

#include <deque>

#include "cosim/plug/block_driver.h"

namespace trenza::cosim {

class BufferDriver : public BlockDriver {
 public:
  explicit BufferDriver(const Plug& plug, unsigned start = 0);

  /// Pushes at random while there is room, and pops what is due: mostly pushes in one hundred cycles, mostly pops in
  /// the next.
  void drive(std::mt19937& random) override;
  std::vector<ShownOutput> shown() const override;
  void tick() override;

 private:
  bool is_due() const;

  ForeignPort push_;
  ForeignPort data_in_;
  ForeignPort pop_;
  ForeignPort data_out_;
  ForeignPort ready_;
  std::vector<std::pair<std::string, ForeignPort>> controls_;  ///< outputs that count in every cycle, by role
  std::size_t depth_;                                          ///< flits that it surely holds
  int write_latency_;
  bool registered_;  ///< `data_out` shows what was popped last
  int cycle_ = 0;
  std::deque<int> pushed_;  ///< the cycles in which the flits inside were pushed
  bool popped_ = false;     ///< something was, so that `data_out` of a registered output has a value
};

}  // namespace trenza::cosim
