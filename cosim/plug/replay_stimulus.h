// Inputs of a block, cycle by cycle, and what it shows for them.
#pragma once

#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

/// Bits as text, highest first.
using Bits = std::string;

struct Stimulus {
  std::vector<rtl_models::ModelPort> inputs;  ///< without clock and reset
  std::vector<rtl_models::ModelPort> outputs;
  std::vector<Bits> idle;                 ///< during the reset, by input
  std::vector<std::vector<Bits>> values;  ///< by cycle, by input
};

/// Outputs before each clock edge.
struct Replay {
  std::vector<std::vector<Bits>> shown;  ///< by cycle, by output
  std::string end;                       ///< why it has fewer cycles than the stimulus; empty if it has all
};

/// A stimulus and what the verilated model showed when it was made.
struct Recording {
  Stimulus stimulus;
  Replay replay;
};

/// Drives the block for so many cycles with random inputs that its slot could give, from a fixed seed, or until the
/// block fails. Its registers start at 0.
Recording record_block(const Plug& plug, int cycles);

/// What another model of the block shows for the inputs of a recording, until the end or until it fails. It prints
/// nothing.
Replay replay_verilated(const Plug& plug, const Stimulus& stimulus);

}  // namespace trenza::cosim
