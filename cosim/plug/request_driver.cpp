#include "cosim/plug/request_driver.h"

#include <algorithm>
#include <cmath>

#include "cosim/plug/slot_contract.h"

namespace trenza::cosim {

namespace {

bool any(const ForeignPort& port) {
  for (int bit = 0; bit < port.bits(); ++bit) {
    if (port.get_bit(bit)) return true;
  }
  return false;
}

}  // namespace

RequestDriver::RequestDriver(const Plug& plug, unsigned start)
    : BlockDriver(plug, start),
      commit_(model().port("commit")),
      request_(model().port("request")),
      turn_(model().port("turn")),
      valid_(model().port("valid")),
      commit_ready_(plug.map.text("commit_when") == "ready"),
      index_alone_(plug.map.has("index") && !plug.map.has("valid")) {
  for (const SlotPort& role : find_slot(plug.map.slot)->ports) {
    const ForeignPort port = model().port(role.role);
    if (!port || role.role == "commit" || role.role == "turn") continue;
    if (role.is_input) {
      inputs_.push_back(port);
    } else {
      outputs_.push_back({role.role, port});
    }
  }
}

/// A turn is below the larger side of the matrix, which is at least the root of the number of requests.
void RequestDriver::set_turn(std::mt19937& random) {
  if (!turn_) return;
  const auto side = static_cast<unsigned>(std::ceil(std::sqrt(request_.bits())));
  turn_.set_bits(random() % side);
}

/// Whether the block shows a decision; only looked at if somebody asks.
bool RequestDriver::decides() const {
  return index_alone_ ||
         std::any_of(outputs_.begin(), outputs_.end(), [](const Output& output) { return any(output.port); });
}

void RequestDriver::drive(std::mt19937& random) {
  // Arbiters can differ only where few or only where many inputs request.
  for (ForeignPort& input : inputs_) set_random(input, random, 1 + random() % 8);
  set_turn(random);
  const bool asked = any(request_);
  if (commit_) commit_.set_bits(commit_ready_ && asked ? 1 : 0);
  model().eval();
  if (!commit_ || commit_ready_) return;
  commit_.set_bits(asked && decides() ? 1 : 0);
  model().eval();
}

bool RequestDriver::counts(const Output& output) const {
  if (output.role != "index") return true;
  return index_alone_ ? any(request_) : valid_.get_bits() != 0;
}

std::vector<ShownOutput> RequestDriver::shown() const {
  std::vector<ShownOutput> all;
  for (const Output& output : outputs_) {
    if (counts(output)) all.emplace_back(output.role, text_of(output.port));
  }
  return all;
}

}  // namespace trenza::cosim
