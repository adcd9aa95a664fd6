#include "traces/timeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr std::uint64_t kCall = 2;  // ns

class Timeline {
 public:
  explicit Timeline(const Program& program)
      : program_(program), next_(program.ranks.size()), now_(program.ranks.size()) {
    for (const RankSteps& rank : program.ranks) times_.emplace_back(rank.steps.size());
  }

  std::vector<std::vector<StepTime>> make() {
    match();
    std::vector<std::uint32_t> ready;
    for (std::uint32_t rank = 0; rank < next_.size(); ++rank) ready.push_back(rank);
    while (!ready.empty()) {
      const std::uint32_t rank = ready.back();
      ready.pop_back();
      run(rank, ready);
    }
    for (std::size_t rank = 0; rank < next_.size(); ++rank) {
      const std::vector<Step>& steps = program_.ranks[rank].steps;
      if (next_[rank] < steps.size())
        throw InputError(program_.place(rank, steps[next_[rank]]),
                         fmt::format("rank {} waits here for a message that is sent only after it", rank));
    }
    return std::move(times_);
  }

 private:
  struct Place {
    std::uint32_t rank;
    std::uint32_t step;
  };

  void match() {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::pair<std::vector<Place>, std::vector<Place>>>
        streams;
    for (std::uint32_t rank = 0; rank < program_.ranks.size(); ++rank) {
      const std::vector<Step>& steps = program_.ranks[rank].steps;
      for (std::uint32_t k = 0; k < steps.size(); ++k) {
        const Step& step = steps[k];
        if (sends_message(step.kind)) streams[{rank, step.peer, step.tag}].first.push_back({rank, k});
        if (receives_message(step.kind)) streams[{step.peer, rank, step.tag}].second.push_back({rank, k});
      }
    }
    for (const auto& [name, stream] : streams) {
      const auto& [sends, recvs] = stream;
      if (sends.size() != recvs.size()) {
        const bool more_sends = sends.size() > recvs.size();
        const Place& alone = more_sends ? sends[recvs.size()] : recvs[sends.size()];
        throw InputError(program_.place(alone.rank, program_.ranks[alone.rank].steps[alone.step]),
                         more_sends ? "this send has no receive" : "this receive has no send");
      }
      for (std::size_t k = 0; k < sends.size(); ++k) {
        join(sends[k], recvs[k]);
        join(recvs[k], sends[k]);
      }
    }
  }

  void join(const Place& one, const Place& other) {
    times_[one.rank][one.step].partner_rank = other.rank;
    times_[one.rank][one.step].partner_step = other.step;
  }

  /// At least. A wait for a send takes none: it ends without its receiver.
  static std::uint64_t duration(const Step& step, const std::vector<Step>& steps) {
    if (step.kind == StepKind::calc) return step.amount;
    return step.kind == StepKind::wait && sends_message(steps[step.extra].kind) ? 0 : kCall;
  }

  /// Runs a rank until it waits for a message that is not sent yet. Ranks that wait for what it sends become ready.
  void run(std::uint32_t rank, std::vector<std::uint32_t>& ready) {
    const std::vector<Step>& steps = program_.ranks[rank].steps;
    for (; next_[rank] < steps.size(); ++next_[rank]) {
      const std::uint32_t k = next_[rank];
      const Step& step = steps[k];
      StepTime& time = times_[rank][k];
      time.begin = now_[rank];
      time.end = time.begin + duration(step, steps);
      const std::uint32_t recv = step.kind == StepKind::recv ? k : step.kind == StepKind::wait ? step.extra : 0;
      if (step.kind == StepKind::recv || (step.kind == StepKind::wait && receives_message(steps[recv].kind))) {
        const StepTime& own = times_[rank][recv];
        if (own.partner_step >= next_[own.partner_rank]) {
          waiting_.insert({{own.partner_rank, own.partner_step}, rank});
          return;
        }
        // Sent in the middle of the call, there 1 ns later.
        const std::uint64_t there = times_[own.partner_rank][own.partner_step].begin + 2;
        time.end = std::max(time.end, there + 1);
      }
      now_[rank] = time.end;
      if (!sends_message(step.kind)) continue;
      const auto found = waiting_.find({rank, k});
      if (found == waiting_.end()) continue;
      if (found->second != rank) ready.push_back(found->second);
      waiting_.erase(found);
    }
  }

  const Program& program_;
  std::vector<std::vector<StepTime>> times_;
  std::vector<std::uint32_t> next_;  ///< by rank: the step to do
  std::vector<std::uint64_t> now_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> waiting_;  ///< ranks, by the send that they wait for
};

}  // namespace

std::vector<std::vector<StepTime>> timeline(const Program& program) { return Timeline(program).make(); }

}  // namespace trenza::traces
