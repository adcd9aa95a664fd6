// Drives one block with random inputs that its slot could give it, without a fabric around it.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/foreign_model.h"

namespace trenza::cosim {

/// An output as the slot reads it: its role and its bits.
using ShownOutput = std::pair<std::string, std::string>;

class BlockDriver {
 public:
  /// `start`: see rtl_models::RtlObject. `plug` must outlive it. What the model prints is dropped.
  BlockDriver(const Plug& plug, unsigned start);
  BlockDriver(const BlockDriver&) = delete;
  BlockDriver& operator=(const BlockDriver&) = delete;
  virtual ~BlockDriver() = default;

  ForeignModel& model() { return model_; }

  /// Resets the block. Errors here and below: BrokenContract, of a block that stops the simulation.
  void reset() { model_.reset(); }
  /// Sets the inputs of a cycle; the outputs follow.
  virtual void drive(std::mt19937& random) = 0;
  /// After drive(): the outputs that the slot reads in this cycle. It does not read the data of a FIFO that is empty.
  virtual std::vector<ShownOutput> shown() const = 0;
  /// Ends the cycle.
  virtual void tick() { model_.tick(); }

 private:
  ForeignModel model_;
};

/// The driver of the plug's slot.
std::unique_ptr<BlockDriver> make_block_driver(const Plug& plug, unsigned start = 0);

/// A port as text, the highest bit first.
std::string text_of(const ForeignPort& port);
/// Random bits; `density` of 8 are set.
void set_random(ForeignPort& port, std::mt19937& random, unsigned density);

}  // namespace trenza::cosim
