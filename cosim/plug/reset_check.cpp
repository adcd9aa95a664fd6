#include "cosim/plug/reset_check.h"

#include <fmt/core.h>

#include <random>
#include <vector>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/request_driver.h"
#include "microarch/fabric.h"

namespace trenza::cosim {

namespace {

constexpr int kRounds = 200;
constexpr int kOwnCycles = 6;  // of each round
constexpr int kDrift = 4;

using Random = std::mt19937;

/// A block, `in_reset`: held in reset from now on.
class Subject {
 public:
  Subject(const Plug& plug, bool in_reset) : driver_(plug) {
    driver_.reset();
    if (!in_reset) return;
    for (int cycle = 0; cycle < plug.map.reset.cycles; ++cycle) driver_.tick();  // resets it if the polarity is wrong
    driver_.model().hold_reset();
  }

  void drive(Random& random) { driver_.drive(random); }
  void tick() { driver_.tick(); }
  std::vector<ShownOutput> outputs() const { return driver_.shown(); }

 private:
  RequestDriver driver_;
};

void run(Subject& subject, Random& random, int cycles) {
  for (int cycle = 0; cycle < cycles; ++cycle) {
    subject.drive(random);
    subject.tick();
  }
}

/// Whether the outputs depend on earlier inputs. Two copies of the block get different inputs for different numbers of
/// cycles, then the same inputs for longer than the latency from request to grant. Their outputs are compared after
/// that.
bool depends_on_history(const Plug& plug, bool in_reset) {
  Subject first(plug, in_reset);
  Subject second(plug, in_reset);
  Random own_first(1);
  Random own_second(2);
  Random common(3);
  const int latency = plug.map.integer("latency");
  for (int round = 0; round < kRounds; ++round) {
    run(first, own_first, kOwnCycles);
    run(second, own_second, kOwnCycles + 1 + round % kDrift);
    for (int cycle = 0; cycle <= latency; ++cycle) {
      Random same = common;
      first.drive(same);
      second.drive(common);
      if (cycle == latency && first.outputs() != second.outputs()) return true;
      first.tick();
      second.tick();
    }
  }
  return false;
}

/// Whether a block in reset and one out of reset ever show different outputs for the same inputs.
bool differs_in_reset(const Plug& plug) {
  Subject in(plug, true);
  Subject out(plug, false);
  Random random(4);
  for (int cycle = 0; cycle < kRounds * kOwnCycles; ++cycle) {
    Random same = random;
    in.drive(same);
    out.drive(random);
    if (in.outputs() != out.outputs()) return true;
    in.tick();
    out.tick();
  }
  return false;
}

}  // namespace

void check_reset(const Plug& plug) {
  const MappedReset& reset = plug.map.reset;
  const bool looked_at = plug.map.slot == "arbiter" || plug.map.slot == "allocator";
  if (!looked_at || reset.port.empty() || plug.map.clock.port.empty()) return;
  try {
    if (!depends_on_history(plug, false)) {
      if (!depends_on_history(plug, true)) return;
      throw PlugError(
          "{}: with random inputs the outputs of {} depend on what was before only while `{}` is active {}, so the "
          "block would stand in reset for the whole run: the polarity is probably wrong; expected `active: {}`",
          reset.where, plug.file.top, reset.port, reset.active_low ? "low" : "high", reset.active_low ? "high" : "low");
    }
    if (differs_in_reset(plug)) return;
  } catch (const microarch::InvariantViolation&) {
    return;  // The block does not accept random inputs; a run will check it.
  }
  throw PlugError(
      "{}: with random inputs `{}` changes no output of {}, though they depend on what was before: its polarity or its "
      "name is probably wrong; expected the reset of the block, or no `reset` and a value "
      "below `tie`",
      reset.where, reset.port, plug.file.top);
}

}  // namespace trenza::cosim
