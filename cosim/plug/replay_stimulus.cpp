#include "cosim/plug/replay_stimulus.h"

#include <algorithm>
#include <random>

#include "cosim/plug/foreign_model.h"
#include "cosim/plug/plug_error.h"
#include "microarch/fabric.h"
#include "rtl_models/twin/widths.h"

namespace trenza::cosim {

using rtl_models::ModelPort;

namespace {

constexpr unsigned kSeed = 20230122;

/// Null: the map does not tie it.
const TiedPort* tie_of(const PortMap& map, const std::string& port) {
  const auto found =
      std::find_if(map.ties.begin(), map.ties.end(), [&](const TiedPort& tie) { return tie.port == port; });
  return found == map.ties.end() ? nullptr : &*found;
}

/// Sparse, medium and dense inputs in turn, because arbiters can differ only where few or only where many inputs
/// request.
Bits random_bits(int width, int cycle, std::mt19937& random) {
  constexpr int kPhase = 50;
  constexpr unsigned kShare[] = {2, 4, 7};  // of 8
  const unsigned share = kShare[static_cast<std::size_t>(cycle / kPhase % 3)];
  Bits bits;
  for (int bit = 0; bit < width; ++bit) bits += random() % 8 < share ? '1' : '0';
  return bits;
}

/// A port with the block's own bit order and polarity.
ForeignPort plain_port(rtl_models::RtlObject& object, const ModelPort& port) {
  return {object.port(port.name), false, false};
}

void set(ForeignPort port, const Bits& value) {
  int bit = port.bits();
  for (const char digit : value) port.set_bit(--bit, digit == '1');
}

Bits value_of(const ForeignPort& port) {
  Bits bits;
  for (int bit = port.bits() - 1; bit >= 0; --bit) bits += port.get_bit(bit) ? '1' : '0';
  return bits;
}

}  // namespace

std::uint64_t tied_value(const PortMap& map, const std::string& port) {
  const TiedPort* const tie = tie_of(map, port);
  return tie == nullptr ? 0 : tie->value;
}

Bits bits_of(std::uint64_t value, int width) {
  Bits bits(static_cast<std::size_t>(width), '0');
  for (int bit = 0; bit < width && bit < rtl_models::kWordBits; ++bit) {
    if (((value >> bit) & 1U) != 0) bits[static_cast<std::size_t>(width - 1 - bit)] = '1';
  }
  return bits;
}

Stimulus stimulus_of(const Plug& plug, int cycles) {
  const PortMap& map = plug.map;
  Stimulus stimulus;
  for (const ModelPort& port : plug.file.ports) {
    if (!port.is_input) {
      stimulus.outputs.push_back(port);
    } else if (port.name != map.clock.port && port.name != map.reset.port) {
      stimulus.inputs.push_back(port);
    }
  }
  std::mt19937 random(kSeed);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    std::vector<Bits> values;
    for (const ModelPort& port : stimulus.inputs) {
      const TiedPort* const tie = tie_of(map, port.name);
      values.push_back(tie != nullptr ? bits_of(tie->value, port.bits) : random_bits(port.bits, cycle, random));
    }
    stimulus.values.push_back(values);
  }
  return stimulus;
}

Replay replay_verilated(const Plug& plug, const Stimulus& stimulus) {
  ForeignModel model(plug);
  rtl_models::RtlObject& object = model.object();
  object.drop_output();
  Replay replay;
  try {
    model.reset();
    for (const std::vector<Bits>& values : stimulus.values) {
      for (std::size_t i = 0; i < values.size(); ++i) set(plain_port(object, stimulus.inputs[i]), values[i]);
      model.eval();
      std::vector<Bits> outputs;
      for (const ModelPort& output : stimulus.outputs) outputs.push_back(value_of(plain_port(object, output)));
      replay.shown.push_back(outputs);
      model.tick();
    }
  } catch (const BrokenContract& fault) {
    replay.end = fault.reason();
  } catch (const microarch::InvariantViolation& fault) {
    replay.end = fault.what();
  }
  return replay;
}

}  // namespace trenza::cosim
