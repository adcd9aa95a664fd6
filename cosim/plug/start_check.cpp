#include "cosim/plug/start_check.h"

#include <random>
#include <vector>

#include "cosim/plug/block_driver.h"
#include "cosim/plug/plug_error.h"
#include "microarch/fabric.h"

namespace trenza::cosim {

namespace {

constexpr int kCycles = 600;
constexpr unsigned kOneStart = 2;
constexpr unsigned kOtherStart = 3;

/// How a block is reset, for messages.
std::string reset_text(const MappedReset& reset) {
  if (reset.port.empty()) return "the map has no `reset`";
  return fmt::format("`{}` was active for {} cycle{}", reset.port, reset.cycles, reset.cycles == 1 ? "" : "s");
}

void compare(const Plug& plug, int cycle, const std::vector<ShownOutput>& one, const std::vector<ShownOutput>& other) {
  if (one == other) return;
  std::size_t at = 0;
  while (at < one.size() && at < other.size() && one[at] == other[at]) ++at;
  const auto text = [at](const std::vector<ShownOutput>& all) {
    return at < all.size() ? fmt::format("{} {}", all[at].first, all[at].second) : std::string("nothing");
  };
  const MappedReset& reset = plug.map.reset;
  throw PlugError(
      "{}: {} depends on values that its registers start with: in cycle {} after the reset it shows {} after one start "
      "and "
      "{} after another, and the inputs were the same; {}; expected a reset, or an initial value, of every register on "
      "which an output depends",
      reset.where.empty() ? plug.map.source : reset.where, plug.file.top, cycle, text(one), text(other),
      reset_text(reset));
}

}  // namespace

void check_start(const Plug& plug) {
  try {
    const auto one = make_block_driver(plug, kOneStart);
    const auto other = make_block_driver(plug, kOtherStart);
    one->reset();
    other->reset();
    std::mt19937 random(1);
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      std::mt19937 same = random;
      one->drive(random);
      other->drive(same);
      compare(plug, cycle, one->shown(), other->shown());
      one->tick();
      other->tick();
    }
  } catch (const microarch::InvariantViolation&) {
    return;  // The block stops the simulation; a run will say so.
  }
}

}  // namespace trenza::cosim
