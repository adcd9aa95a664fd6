#include "cosim/plug/replay_stimulus.h"

#include <functional>
#include <random>

#include "cosim/plug/block_driver.h"
#include "cosim/plug/plug_error.h"
#include "microarch/fabric.h"

namespace trenza::cosim {

using rtl_models::ModelPort;

namespace {

constexpr unsigned kSeed = 20230122;

/// A port with the block's own bit order and polarity.
ForeignPort plain_port(rtl_models::RtlObject& object, const ModelPort& port) {
  return {object.port(port.name), false, false};
}

void set(ForeignPort port, const Bits& value) {
  int bit = port.bits();
  for (const char digit : value) port.set_bit(--bit, digit == '1');
}

std::vector<Bits> values_of(rtl_models::RtlObject& object, const std::vector<ModelPort>& ports) {
  std::vector<Bits> values;
  for (const ModelPort& port : ports) values.push_back(text_of(plain_port(object, port)));
  return values;
}

/// Why the simulation ended early; empty if it did not.
std::string run(const std::function<void()>& simulation) {
  try {
    simulation();
  } catch (const BrokenContract& fault) {
    return fault.reason();
  } catch (const microarch::InvariantViolation& fault) {
    return fault.what();
  }
  return "";
}

}  // namespace

Recording record_block(const Plug& plug, int cycles) {
  Recording made;
  Stimulus& stimulus = made.stimulus;
  for (const ModelPort& port : plug.file.ports) {
    if (!port.is_input) {
      stimulus.outputs.push_back(port);
    } else if (port.name != plug.map.clock.port && port.name != plug.map.reset.port) {
      stimulus.inputs.push_back(port);
    }
  }
  const auto driver = make_block_driver(plug);
  rtl_models::RtlObject& object = driver->model().object();
  stimulus.idle = values_of(object, stimulus.inputs);
  std::mt19937 random(kSeed);
  made.replay.end = run([&] {
    driver->reset();
    for (int cycle = 0; cycle < cycles; ++cycle) {
      driver->drive(random);
      stimulus.values.push_back(values_of(object, stimulus.inputs));
      made.replay.shown.push_back(values_of(object, stimulus.outputs));
      driver->tick();
    }
  });
  return made;
}

Replay replay_verilated(const Plug& plug, const Stimulus& stimulus) {
  ForeignModel model(plug, 0);
  rtl_models::RtlObject& object = model.object();
  object.drop_output();
  Replay replay;
  replay.end = run([&] {
    model.reset();
    for (const std::vector<Bits>& values : stimulus.values) {
      for (std::size_t i = 0; i < values.size(); ++i) set(plain_port(object, stimulus.inputs[i]), values[i]);
      model.eval();
      replay.shown.push_back(values_of(object, stimulus.outputs));
      model.tick();
    }
  });
  return replay;
}

}  // namespace trenza::cosim
