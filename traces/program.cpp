#include "traces/program.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace trenza::traces {

namespace {

using testbench::InputError;

/// One collective, as the members that have been seen tell it.
struct Instance {
  StepKind kind = StepKind::barrier;
  std::uint32_t root = kAnyRank;
  std::uint32_t members = 0;  ///< that have been seen
  std::uint64_t amount = 0;
  std::size_t rank = 0;  ///< the first member, and the place of its step
  std::size_t step = 0;
};

void join(const Program& program, std::size_t rank, std::size_t k, Instance& instance) {
  const Step& step = program.ranks[rank].steps[k];
  if (instance.members == 0) {
    instance.kind = step.kind;
    instance.rank = rank;
    instance.step = k;
  }
  const auto fail = [&](const std::string& what) {
    const Step& first = program.ranks[instance.rank].steps[instance.step];
    throw InputError(program.place(rank, step),
                     fmt::format("{} (rank {}, {})", what, instance.rank, program.place(instance.rank, first).text()));
  };
  if (step.kind != instance.kind)
    fail(fmt::format("rank {} calls {} where another rank of the communicator calls {}", rank, step_name(step.kind),
                     step_name(instance.kind)));
  if (has_root(step.kind) && step.peer != kAnyRank) {
    if (instance.root != kAnyRank && instance.root != step.peer)
      fail(fmt::format("the root of this {} is {} here and {} on another rank", step_name(step.kind), step.peer,
                       instance.root));
    instance.root = step.peer;
  }
  instance.amount = std::max(instance.amount, step.amount);
  ++instance.members;
}

/// Calls visit(rank, step number, instance) for each collective of the communicators in `wanted`.
template <class Visit>
void visit_collectives(Program& program, std::vector<std::vector<Instance>>& instances, const Visit& visit) {
  std::vector<std::size_t> next(program.communicators.size());
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    auto& steps = program.ranks[rank].steps;
    std::vector<std::uint32_t> used;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (!is_collective(steps[k].kind)) continue;
      const std::uint32_t comm = steps[k].comm;
      if (next[comm] == 0) used.push_back(comm);
      if (next[comm] == instances[comm].size()) instances[comm].emplace_back();
      visit(rank, k, instances[comm][next[comm]++]);
    }
    for (const std::uint32_t comm : used) next[comm] = 0;
  }
}

}  // namespace

std::string_view step_name(StepKind kind) {
  static constexpr std::array<std::string_view, 17> kNames{
      "calc",   "send",    "recv",      "send",      "recv",     "wait", "barrier",   "bcast",         "reduce",
      "gather", "scatter", "allreduce", "allgather", "alltoall", "scan", "alltoallv", "reduce_scatter"};
  return kNames[static_cast<std::size_t>(kind)];
}

void join_collectives(Program& program) {
  std::vector<std::vector<Instance>> instances(program.communicators.size());
  std::vector<std::vector<std::uint32_t>> sorted = program.communicators;
  for (auto& members : sorted) std::sort(members.begin(), members.end());
  visit_collectives(program, instances, [&](std::size_t rank, std::size_t k, Instance& instance) {
    const Step& step = program.ranks[rank].steps[k];
    // Each rank looks once into each communicator, at its first collective there.
    if (step.comm != 0 && &instance == instances[step.comm].data() &&
        !std::binary_search(sorted[step.comm].begin(), sorted[step.comm].end(), static_cast<std::uint32_t>(rank))) {
      throw InputError(program.place(rank, step),
                       fmt::format("rank {} is no member of the communicator of this {}", rank, step_name(step.kind)));
    }
    join(program, rank, k, instance);
  });
  for (std::uint32_t comm = 0; comm < instances.size(); ++comm) {
    for (const Instance& instance : instances[comm]) {
      const Step& step = program.ranks[instance.rank].steps[instance.step];
      const std::size_t members = program.members(comm);
      if (instance.members != members)
        throw InputError(program.place(instance.rank, step),
                         fmt::format("only {} of the {} members of the communicator call this {}", instance.members,
                                     members, step_name(step.kind)));
      if (has_root(step.kind) && instance.root == kAnyRank)
        throw InputError(program.place(instance.rank, step),
                         fmt::format("no rank says that it is the root of this {}", step_name(step.kind)));
      if (has_root(step.kind) && instance.root >= members)
        throw InputError(program.place(instance.rank, step),
                         fmt::format("the root of this {} is {}, but the communicator has {} members",
                                     step_name(step.kind), instance.root, members));
    }
  }
  visit_collectives(program, instances, [&](std::size_t rank, std::size_t k, const Instance& instance) {
    Step& step = program.ranks[rank].steps[k];
    if (has_root(step.kind)) step.peer = instance.root;
    if (!has_sizes(step.kind)) step.amount = instance.amount;
  });
}

}  // namespace trenza::traces
