#include "cosim/plug/slot_arbiter.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "rtl_models/common/kernel_fault.h"

namespace trenza::cosim {

using microarch::ArbiterPolicy;
using microarch::Cycle;
using microarch::RequestMask;

namespace {

constexpr int kWidestWait = 32;

/// The policy that a map declares; any one if it declares none.
ArbiterPolicy policy_of(const PortMap& map) {
  const std::string& name = map.text("policy");
  return name == kNoPolicy ? ArbiterPolicy() : ArbiterPolicy(name);
}

RequestMask one(int requester) { return RequestMask{1} << requester; }

void check_settings(const PortMap& map) {
  if (map.has("grant") == map.has("index")) {
    throw PlugError("{}: ports: {}; expected `grant` or `index`", map.source,
                    map.has("grant") ? "both are given" : "neither is given");
  }
  check_latency(map);
  if (map.text("shadow") != "exact") return;
  const std::string& policy = map.text("policy");
  const std::string exact = fmt::format("{}: shadow: exact", map.source);
  if (policy == kNoPolicy) {
    const std::vector<std::string> policies = declared_policies();
    std::string names;
    for (const std::string& name : policies) {
      const bool last = name == policies.back();
      names += fmt::format("{}{}", names.empty() ? "" : last ? " or " : ", ", name);
    }
    throw PlugError("{} needs a policy; expected `policy` as {}", exact, names);
  }
  if (map.integer("latency") > 0) throw PlugError(exact + " is for blocks of latency 0");
  if (policy == "random" && !map.has("draw")) throw PlugError(exact + " with policy random needs the port `draw`");
  if (policy == "age" && !map.has("packet")) throw PlugError(exact + " with policy age needs the port `packet`");
}

}  // namespace

std::vector<std::string> declared_policies() {
  std::vector<std::string> names;
  for (const auto& info : ArbiterPolicy::kAll) {
    if (!microarch::counts_flits(info.name)) names.emplace_back(info.name);
  }
  return names;
}

int requesters_of(const Plug& plug) { return width_of(plug, "request"); }

void check_arbiter(const Plug& plug, int requesters) {
  check_settings(plug.map);
  const int width = requesters_of(plug);
  if (width > microarch::kMaxInputs)
    throw PlugError("{}: {} requesters; expected {} at most", plug.file.name, width, microarch::kMaxInputs);
  if (requesters > 0) {
    check_width(plug, "request", requesters, fmt::format("one for each of the {} requesters here", requesters));
  }
  check_width(plug, "grant", width, "one for each bit of `request`");
  for (const char* const control : {"valid", "commit"}) check_width(plug, control, 1, "a control");
  check_width(plug, "draw", kDrawBits, "the width of a draw");
  check_width(plug, "packet", kPacketBits * width, "32 for each bit of `request`");
  const int waited = width_of(plug, "waited");
  if (waited % width != 0 || waited / width > kWidestWait) {
    check_width(plug, "waited", width * std::min(kWidestWait, std::max(1, waited / width)),
                "the same number for each bit of `request`, 32 at most");
  }
}

ArbiterSlot::ArbiterSlot(std::shared_ptr<const Plug> plug, std::string place, int requesters)
    : RequestSlot(std::move(plug), std::move(place), 0),
      requesters_(requesters),
      grant_port_(model_.port("grant")),
      index_(model_.port("index")),
      valid_(model_.port("valid")),
      waited_port_(model_.port("waited")),
      work_conserving_(plug_->map.is_on("work_conserving")),
      arbiter_(policy_of(plug_->map), requesters),
      waited_(static_cast<std::size_t>(requesters)) {
  check_arbiter(*plug_, requesters);
}

void ArbiterSlot::reset() {
  request_.set_bits(0);
  reset_block(0);
  std::fill(waited_.begin(), waited_.end(), 0);
  arbiter_.reset();
  grant_ = 0;
  winner_ = expected_ = -1;
}

RequestMask ArbiterSlot::read_grant() const {
  if (grant_port_) return grant_port_.get_bits();
  const bool valid = valid_ ? valid_.get_bits() != 0 : due() != 0;
  const std::uint64_t index = index_.get_number(0, std::min(index_.bits(), 64));
  if (!valid) return 0;
  // An index that is no requester is shown as all ones. check() reports it when the cycle ends.
  return index < static_cast<std::uint64_t>(requesters_) ? one(static_cast<int>(index)) : ~RequestMask{0};
}

void ArbiterSlot::drive(const Inputs& inputs) {
  request_.set_bits(requests_);
  if (draw_) draw_.set_bits(inputs.draw);
  for (std::size_t i = 0; packet_ && i < waited_.size(); ++i) packet_.set_number(inputs.packets[i], i, kPacketBits);
  if (waited_port_) {
    const int width = waited_port_.bits() / requesters_;
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - width);
    for (std::size_t i = 0; i < waited_.size(); ++i) waited_port_.set_number(std::min(waited_[i], most), i, width);
  }
}

int ArbiterSlot::compute(RequestMask requests, const Inputs& inputs) {
  requests_ = requests;
  drawn_ = inputs.draw;
  drive(inputs);
  eval(requests != 0);
  grant_ = read_grant();
  const RequestMask usable = grant_ & requests & due();
  winner_ = usable != 0 ? microarch::lowest_bit(usable) : -1;
  expected_ = -1;
  if (exact_ && requests != 0) {
    const auto older = [&](int a, int b) { return microarch::older_than(inputs.packets[a], inputs.packets[b]); };
    const auto one_flit = [](int /*requester*/) { return 1; };
    expected_ = arbiter_.compute(requests, inputs.draw,
                                 microarch::RequesterPackets<decltype(older), decltype(one_flit)>{older, one_flit, 1});
  }
  return winner_;
}

void ArbiterSlot::broken(Cycle cycle, const std::string& what) const {
  const int digits = requesters_;
  std::string text = fmt::format("{}, {} ({}): cycle {}: {}: request {:0{}b}, grant {:0{}b}", place_, plug_->file.name,
                                 plug_->file.top, cycle, what, requests_, digits, grant_, digits);
  if (latency_ > 0) text += fmt::format(", request of cycle {} {:0{}b}", cycle - latency_, due(), digits);
  if (draw_) text += fmt::format(", draw {}", drawn_);
  rtl_models::throw_through_kernel(BrokenContract(text + " (highest requester first)"));
}

void ArbiterSlot::check(Cycle cycle) {
  if (index_ && grant_ == ~RequestMask{0})
    broken(cycle, fmt::format("the index {} is no requester", index_.get_number(0, std::min(index_.bits(), 64))));
  if ((grant_ & (grant_ - 1)) != 0) broken(cycle, "the grant is not one-hot");
  if ((grant_ & ~due()) != 0) broken(cycle, fmt::format("a grant to one who did not ask{}", when()));
  if (work_conserving_ && due() != 0 && grant_ == 0) {
    broken(cycle, latency_ == 0 ? "no grant, though there are requests and it is declared work conserving"
                                : fmt::format("the grant is late: nothing for the requests of{}", when()));
  }
  if (exact_ && winner_ != expected_) {
    broken(cycle, fmt::format("not the decision of the policy {}: expected {:0{}b}", plug_->map.text("policy"),
                              expected_ < 0 ? 0 : one(expected_), requesters_));
  }
}

void ArbiterSlot::age(bool taken) {
  for (std::size_t i = 0; i < waited_.size(); ++i) {
    const auto requester = static_cast<int>(i);
    const bool waits = ((requests_ >> i) & 1U) != 0 && !(taken && requester == winner_);
    waited_[i] = waits ? waited_[i] + 1 : 0;
  }
  if (taken) arbiter_.commit({winner_, requests_, 1}, microarch::EqualPackets{});
}

void ArbiterSlot::finish(Cycle cycle, bool taken) {
  check(cycle);
  clock(taken, [&] {
    const RequestMask before = grant_;
    grant_ = read_grant();
    if (grant_ != before)
      broken(cycle, fmt::format("commit changes the grant, which was {:0{}b}", before, requesters_));
  });
  age(taken);
}

}  // namespace trenza::cosim
