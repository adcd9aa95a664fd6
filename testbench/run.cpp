#include "testbench/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace trenza::testbench {

namespace {

constexpr std::chrono::milliseconds kProgressInterval{50};
constexpr unsigned kCallsPerClock = 64;  // the clock is read once in so many calls

}  // namespace

Run::Run(microarch::Fabric& fabric, Collector collector, Cycle watchdog_cycles, Cycle end,
         const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint,
         const RecordRequest& records)
    : fabric_(fabric),
      scoreboard_(fabric.topology(), fabric.parameters()),
      collector_(std::move(collector)),
      watchdog_(fabric.topology(), fabric.parameters(), watchdog_cycles),
      end_(end),
      progress_(progress),
      checkpoint_(checkpoint),
      last_progress_(std::chrono::steady_clock::now()) {
  if (records.sources || records.flows) collector_.keep_flows(records.flows);
  if (records.series_cycles > 0) {
    series_ = std::make_unique<ChannelSeries>(fabric.topology(), fabric.parameters(), records.series_cycles);
    fabric_.observe_hops(
        [this](const microarch::Hop& hop) { series_->granted(hop, scoreboard_.flits_of(hop.source, hop.number)); });
    fabric_.observe_flits([this](const microarch::FlitMove& move) { series_->moved(move); });
  }
  if (checkpoint.from != nullptr) {
    (*checkpoint.from)(*this);
    return;
  }
  if (fabric.now() != 0)
    throw microarch::InvariantViolation(
        fmt::format("an experiment starts at cycle 0, the fabric is at cycle {}", fabric.now()));
}

Run::~Run() {
  if (!series_) return;
  fabric_.observe_hops({});
  fabric_.observe_flits({});
}

void Run::offer(const PacketOffer& offer) {
  const std::uint64_t number =
      fabric_.offer(offer.source, offer.destination, offer.flits, offer.tag, offer.message_class);
  const int hops = scoreboard_.offered(offer, number, now());
  collector_.offered(offer.source, offer.flits, hops, now(), offer.destination);
}

bool Run::advance(Cycle limit, double done) {
  if (now() >= checkpoint_.stop_at) return false;
  if (!is_cut_) prepare_advance();
  if (is_stuck()) return false;
  Cycle stop = std::min(limit, collector_.next_boundary());
  if (scoreboard_.inside() != 0) stop = std::min(stop, watchdog_.next_check());
  const Cycle before = now();
  const Cycle saved = checkpoint_.save_at > before ? checkpoint_.save_at : Checkpoint::kNoCycle;
  const Cycle pause = std::min({stop, saved, checkpoint_.stop_at});
  fabric_.advance(pause);
  if (now() <= before || now() > pause)
    throw microarch::InvariantViolation(
        fmt::format("cycle {}: the fabric was to advance to cycle {} at most and stands at {}", before, pause, now()));
  blocked_ = fabric_.blocked();
  is_cut_ = now() < stop && delivered().empty();
  for (const microarch::Delivery& delivery : fabric_.delivered()) {
    scoreboard_.delivered(delivery, now());
    collector_.delivered(delivery);
  }
  if (progress_ && ++calls_ % kCallsPerClock == 0) report_progress(done);
  return true;
}

void Run::prepare_advance() {
  if (collector_.next_boundary() == now()) collector_.boundary(fabric_.counters());
  if (scoreboard_.inside() == 0) {
    watchdog_.check_empty(now());
  } else if (watchdog_.next_check() <= now()) {
    look_for_deadlock();
  }
}

void Run::look_for_deadlock() {
  const auto deadlock = watchdog_.check(
      fabric_.standing(), [this] { return fabric_.waiting(); }, now());
  scoreboard_.check_conservation(fabric_);
  if (!deadlock) return;
  deadlock_ =
      fmt::format("deadlock in cycle {}: {} packets can never move again; {}:\n{}", now(), deadlock->stuck_heads,
                  deadlock->closed ? "they wait for each other in a cycle" : "one waits for what nobody can give",
                  deadlock->report);
}

void Run::report_progress(double done) {
  const auto time = std::chrono::steady_clock::now();
  if (time - last_progress_ < kProgressInterval) return;
  last_progress_ = time;
  if (done < 0 && end_ > 0) done = static_cast<double>(now()) / static_cast<double>(end_);
  progress_(Progress{now(), end_, std::max(done, 0.0)});
}

void Run::finish(Results& results) const {
  scoreboard_.check_conservation(fabric_);
  results.cycles = now();
  results.stalls = fabric_.stalls();
  if (series_) results.series = series_->results(now());
  if (is_deadlocked()) {
    results.outcome = Outcome::deadlock;
    results.report = deadlock_;
  } else if (is_blocked()) {
    results.outcome = Outcome::blocked;
    results.report = blocked_;
  } else if (!watchdog_.starvation().empty()) {
    results.outcome = Outcome::starvation;
    results.report = watchdog_.starvation();
  }
}

}  // namespace trenza::testbench
