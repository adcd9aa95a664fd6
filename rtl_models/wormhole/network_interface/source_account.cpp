#include "rtl_models/wormhole/network_interface/source_account.h"

#include <fmt/core.h>

#include <utility>

#include "microarch/fabric.h"
#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;
using microarch::PortVcMask;

SourceAccount::SourceAccount(std::string name, const microarch::FabricParameters& parameters)
    : name_(std::move(name)),
      rule_(parameters),
      depth_(parameters.buffer_flits()),
      atomic_(parameters.wormhole.atomic()),
      queues_(index(parameters.message_classes)),
      lanes_(index(parameters.vcs())) {
  clear();
}

void SourceAccount::clear() {
  state_ = rule_.initial();
  for (auto& queue : queues_) queue.clear();
  for (Lane& lane : lanes_) lane = {{}, 0, depth_};
  returned_ = 0;
  note_queues();
}

void SourceAccount::note_queues() {
  for (std::size_t c = 0; c < queues_.size(); ++c) views_.at(c) = static_cast<std::uint32_t>(queues_[c].size());
}

void SourceAccount::offer(int message_class, const Packet& packet) {
  queues_[index(message_class)].push_back(packet);
  note_queues();
}

SourceAccount::Decision SourceAccount::decide() const {
  Decision decision;
  decision.rule = state_;
  PortVcMask busy = 0;
  PortVcMask credited = 0;
  PortVcMask usable = 0;
  for (std::size_t vc = 0; vc < lanes_.size(); ++vc) {
    const Lane& lane = lanes_[vc];
    const PortVcMask bit = PortVcMask{1} << vc;
    if (lane.credits > 0) credited |= bit;
    if (is_busy(lane)) {
      busy |= bit;
    } else if (lane.credits >= (atomic_ ? depth_ : 1)) {
      usable |= bit;
    }
  }
  std::array<std::size_t, 2> begun{};  // packets, by class
  std::vector<const Packet*> packets(lanes_.size(), nullptr);
  const auto has = [&](int c) { return queues_[index(c)].size() > begun.at(index(c)); };
  const auto take = [&](int c, int vc) {
    packets[index(vc)] = &queues_[index(c)][begun.at(index(c))++];
    decision.begun.push_back({c, vc});
    busy |= PortVcMask{1} << vc;
  };
  rule_.begin(decision.rule, usable, busy, has, take);
  decision.vc = rule_.send(decision.rule, busy & credited);
  if (decision.vc < 0) return decision;
  const Lane& lane = lanes_[index(decision.vc)];
  const bool begins = packets[index(decision.vc)] != nullptr;
  const Packet& packet = begins ? *packets[index(decision.vc)] : lane.packet;
  decision.flit = microarch::make_flit(packet.packet, packet.flits, begins ? 0 : lane.position);
  decision.header = packet.header;
  return decision;
}

bool SourceAccount::edge(const Decision& decision, std::uint32_t returned) {
  const bool any = returned != 0 || decision.vc >= 0 || !decision.begun.empty();
  for (const auto& [message_class, vc] : decision.begun) {
    std::deque<Packet>& queue = queues_[index(message_class)];
    lanes_[index(vc)].packet = queue.front();
    lanes_[index(vc)].position = 0;
    queue.pop_front();
  }
  state_ = decision.rule;
  if (decision.vc >= 0) {
    ++lanes_[index(decision.vc)].position;
    --lanes_[index(decision.vc)].credits;
  }
  returned_ = returned;
  for (std::uint32_t rest = returned; rest != 0; rest &= rest - 1) {
    const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
    if (++lanes_[vc].credits > depth_)
      throw microarch::InvariantViolation(
          fmt::format("{}.vc{}: {} credits of {}", name_, vc, lanes_[vc].credits, depth_));
  }
  note_queues();
  return any;
}

}  // namespace trenza::rtl_models
