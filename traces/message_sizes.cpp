#include "traces/message_sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace trenza::traces {

namespace {

using testbench::InputError;

/// A send or a receive, by what must be the same of both; then in the order of the program.
struct Message {
  std::uint32_t from;
  std::uint32_t to;
  std::uint64_t tag;
  std::uint32_t step;

  auto stream() const { return std::tie(from, to, tag); }
  bool operator<(const Message& other) const {
    return std::tie(from, to, tag, step) < std::tie(other.from, other.to, other.tag, other.step);
  }
};

/// The receives that may take one of several messages, by the messages that they look at.
class Wildcards {
 public:
  explicit Wildcards(const Program& program) : any_tag_(program.ranks.size()) {
    for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
      for (const Step& step : program.ranks[rank].steps) {
        if (!is_recv(step)) continue;
        if (step.any_tag) any_tag_[rank] = true;
        if (step.peer == kAnyRank) any_source_.insert({rank, step.tag});
      }
    }
  }

  /// Whether one may take a message with this tag to this rank.
  bool may_take(std::uint32_t to, std::uint64_t tag) const { return any_tag_[to] || any_source_.count({to, tag}) != 0; }

 private:
  std::vector<bool> any_tag_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> any_source_;
};

class Sizes {
 public:
  explicit Sizes(Program& program) : program_(program), greatest_(program.ranks.size()) {}

  void give() {
    collect();
    auto send = sends_.begin();
    for (const Message& recv : receives_) {
      while (send != sends_.end() && send->stream() < recv.stream()) ++send;
      if (send != sends_.end() && send->stream() == recv.stream()) fit(recv, *send++);
    }
    for (std::size_t rank = 0; rank < greatest_.size(); ++rank) {
      for (Step& step : program_.ranks[rank].steps) {
        if (is_recv(step) && step.amount == kAnyRoom) step.amount = greatest_[rank];
      }
    }
  }

 private:
  void collect() {
    const Wildcards wildcards(program_);
    for (std::uint32_t rank = 0; rank < program_.ranks.size(); ++rank) {
      const std::vector<Step>& steps = program_.ranks[rank].steps;
      for (std::uint32_t k = 0; k < steps.size(); ++k) {
        const Step& step = steps[k];
        if (is_send(step)) {
          if (!wildcards.may_take(step.peer, step.tag)) {
            sends_.push_back({rank, step.peer, step.tag, k});
          } else {
            greatest_[step.peer] = std::max(greatest_[step.peer], step.amount);
          }
        } else if (is_recv(step) && !wildcards.may_take(rank, step.tag)) {
          receives_.push_back({step.peer, rank, step.tag, k});
        }
      }
    }
    std::sort(sends_.begin(), sends_.end());
    std::sort(receives_.begin(), receives_.end());
  }

  void fit(const Message& recv, const Message& send) {
    Step& step = program_.ranks[recv.to].steps[recv.step];
    const Step& sent = program_.ranks[send.from].steps[send.step];
    if (sent.amount > step.amount)
      throw InputError(program_.place(recv.to, step),
                       fmt::format("this receive has room for {} bytes, but its message has {} ({})", step.amount,
                                   sent.amount, program_.place(send.from, sent).text()));
    step.amount = sent.amount;
  }

  Program& program_;
  std::vector<std::uint64_t> greatest_;  ///< by rank: bytes of a message to it that a wildcard may take
  std::vector<Message> sends_;
  std::vector<Message> receives_;
};

}  // namespace

void size_receives(Program& program) { Sizes(program).give(); }

}  // namespace trenza::traces
