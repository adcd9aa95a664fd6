#include "cosim/plug/buffer_driver.h"

namespace trenza::cosim {

namespace {

/// Without the number of its places, a FIFO is only known to hold one flit; then `ready` says whether it has room.
std::size_t depth_of(const Plug& plug) {
  constexpr std::size_t kAny = 4096;
  const auto depth = plug.file.numbers.find("depth");
  if (depth != plug.file.numbers.end()) return static_cast<std::size_t>(depth->second);
  return plug.map.has("ready") ? kAny : 1;
}

}  // namespace

BufferDriver::BufferDriver(const Plug& plug, unsigned start)
    : BlockDriver(plug, start),
      push_(model().port("push")),
      data_in_(model().port("data_in")),
      pop_(model().port("pop")),
      data_out_(model().port("data_out")),
      ready_(model().port("ready")),
      depth_(depth_of(plug)),
      write_latency_(plug.map.integer("write_latency")),
      registered_(plug.map.integer("read_latency") > 0) {
  for (const char* const role : {"ready", "valid", "count", "credit"}) {
    if (const ForeignPort port = model().port(role)) controls_.emplace_back(role, port);
  }
}

bool BufferDriver::is_due() const { return !pushed_.empty() && pushed_.front() + write_latency_ <= cycle_; }

void BufferDriver::drive(std::mt19937& random) {
  constexpr int kPhase = 100;
  const unsigned pushes = cycle_ / kPhase % 2 == 0 ? 6 : 2;  // of 8; as many pops in the other phase
  const bool push = random() % 8 < pushes && pushed_.size() < depth_;
  const bool pop = random() % 8 >= pushes && is_due();
  set_random(data_in_, random, 4);
  push_.set_bits(0);
  pop_.set_bits(0);
  model().eval();
  push_.set_bits(push && (!ready_ || ready_.get_bits() != 0) ? 1 : 0);
  pop_.set_bits(pop ? 1 : 0);
  model().eval();
}

std::vector<ShownOutput> BufferDriver::shown() const {
  std::vector<ShownOutput> all;
  for (const auto& [role, port] : controls_) all.emplace_back(role, text_of(port));
  if (registered_ ? popped_ : is_due()) all.emplace_back("data_out", text_of(data_out_));
  return all;
}

void BufferDriver::tick() {
  const bool push = push_.get_bits() != 0;
  const bool pop = pop_.get_bits() != 0;
  BlockDriver::tick();
  if (pop) pushed_.pop_front();
  if (pop) popped_ = true;
  if (push) pushed_.push_back(cycle_);
  ++cycle_;
}

}  // namespace trenza::cosim
