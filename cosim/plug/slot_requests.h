// What the slots share whose blocks decide about requests: the requests of a block with latency, and its commit.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/foreign_model.h"
#include "cosim/plug/plug_error.h"

namespace trenza::cosim {

inline constexpr int kDrawBits = 16;
inline constexpr int kPacketBits = 32;

/// Throws PlugError if the latency does not go with the clock.
inline void check_latency(const PortMap& map) {
  if (!map.clock.port.empty() || map.integer("latency") == 0) return;
  throw PlugError("{}:1:1: clock: missing; a block without it has no latency, expected latency 0", map.source);
}

/// `Requests`: all requests of a cycle.
template <class Requests>
class RequestSlot {
 public:
  /// Adds the ports of the block to those of waves; `source` calls show_ports().
  void list_ports(const std::string& scope, rtl_models::ProbeSource* source, std::vector<rtl_models::Probe>& probes) {
    model_.list_ports(scope, source, probes);
  }
  /// Shows the ports as they will be at the end of the cycle. `taken`: as finish() will be told.
  void show_ports(bool taken) {
    const bool commits = commit_ && !commit_ready_ && taken;
    if (commits) set_commit(true);
    model_.show_ports();
    if (commits) set_commit(false);
  }

 protected:
  /// `none`: no requests.
  RequestSlot(std::shared_ptr<const Plug> plug, std::string place, const Requests& none)
      : plug_(std::move(plug)),
        place_(std::move(place)),
        model_(*plug_),
        request_(model_.port("request")),
        draw_(model_.port("draw")),
        packet_(model_.port("packet")),
        latency_(static_cast<std::size_t>(plug_->map.integer("latency"))),
        exact_(plug_->map.text("shadow") == "exact"),
        requests_(none),
        commit_(model_.port("commit")),
        commit_ready_(plug_->map.text("commit_when") == "ready") {}

  /// The requests that the block answers in this cycle.
  const Requests& due() const { return history_.empty() ? requests_ : history_.front(); }
  /// When they were made: "", " 2 cycles before".
  std::string when() const {
    return latency_ == 0 ? "" : fmt::format(" {} cycle{} before", latency_, latency_ == 1 ? "" : "s");
  }

  /// With the request ports at rest.
  void reset_block(const Requests& none) {
    if (commit_) commit_.set_bits(0);
    model_.reset();
    requests_ = none;
    history_.assign(latency_, none);
  }
  /// With the other inputs set. `any`: there is a request.
  void eval(bool any) {
    if (commit_ && commit_ready_) commit_.set_bits(any ? 1 : 0);
    model_.eval();
  }
  /// Ends the cycle. check_shown() is called while commit says that the decision is taken, which must not change it.
  template <class Check>
  void clock(bool taken, const Check& check_shown) {
    if (commit_ && !commit_ready_) {
      set_commit(taken);
      check_shown();
    }
    model_.tick();
    if (commit_) commit_.set_bits(0);
    if (latency_ == 0) return;
    history_.pop_front();
    history_.push_back(requests_);
  }

  std::shared_ptr<const Plug> plug_;
  std::string place_;
  ForeignModel model_;
  ForeignPort request_;
  ForeignPort draw_;
  ForeignPort packet_;
  std::size_t latency_;
  bool exact_;         ///< every decision is compared with one of Trenza's
  Requests requests_;  ///< of this cycle

 private:
  void set_commit(bool taken) {
    commit_.set_bits(taken ? 1 : 0);
    model_.eval();
  }

  ForeignPort commit_;
  bool commit_ready_;
  std::deque<Requests> history_;  ///< of the last `latency_` cycles, oldest first
};

}  // namespace trenza::cosim
