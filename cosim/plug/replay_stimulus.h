// Random inputs for a block, and what it shows for them.
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
  std::vector<std::vector<Bits>> values;  ///< by cycle, by input
};

/// Outputs before each clock edge.
struct Replay {
  std::vector<std::vector<Bits>> shown;  ///< by cycle, by output
  std::string end;                       ///< why it has fewer cycles than the stimulus; empty if it has all
};

/// The value of a port that the map ties; 0 otherwise.
std::uint64_t tied_value(const PortMap& map, const std::string& port);

/// `width` bits of a number.
Bits bits_of(std::uint64_t value, int width);

/// Random inputs for so many cycles, from a fixed seed. Tied ports have their values.
Stimulus stimulus_of(const Plug& plug, int cycles);

/// What the verilated model shows, until the end or until it fails. It prints nothing.
Replay replay_verilated(const Plug& plug, const Stimulus& stimulus);

}  // namespace trenza::cosim
