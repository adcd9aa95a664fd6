#include "traces/numbered_collectives.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr std::array<StepKind, kMostBlockingNumber + 1> kNumberedKinds{
    StepKind::barrier,        StepKind::bcast,          StepKind::gather,    StepKind::gather,
    StepKind::scatter,        StepKind::scatter,        StepKind::allgather, StepKind::allgather,
    StepKind::alltoall,       StepKind::alltoallv,      StepKind::reduce,    StepKind::allreduce,
    StepKind::reduce_scatter, StepKind::reduce_scatter, StepKind::scan,      StepKind::alltoallv};

/// The records of one collective, by member.
using MemberRecords = std::vector<const MemberRecord*>;

class Settler {
 public:
  Settler(Program& program, const CommunicatorTable& communicators)
      : program_(program), communicators_(communicators) {}

  void settle(const MemberRecords& instance) {
    const Step& first = step(*instance.front());
    const auto is_alike = [&](const MemberRecord* record) { return step(*record).kind == first.kind; };
    if (!std::all_of(instance.begin(), instance.end(), is_alike)) return;  // join_collectives() says what is wrong
    const auto may_be_scan = [](const MemberRecord* record) { return record->may_be_scan; };
    if (instance.size() > 1 && std::all_of(instance.begin(), instance.end(), may_be_scan)) {
      for (const MemberRecord* const record : instance) {
        step(*record).kind = StepKind::scan;
        step(*record).extra = 0;
      }
    }
    if (!has_root(first.kind)) return;
    const std::uint32_t root = root_of(instance);
    for (const MemberRecord* const record : instance) {
      if (root != kAnyRank) step(*record).peer = root;
    }
  }

 private:
  Step& step(const MemberRecord& record) const { return program_.ranks[record.rank].steps[record.step]; }

  [[noreturn]] void fail(const MemberRecord& record, const std::string& message) const {
    testbench::FilePosition place = program_.place(record.rank, step(record));
    place.column = record.column;
    throw InputError(place, message);
  }

  std::uint32_t root_of(const MemberRecords& instance) const {
    const MemberRecord& first = *instance.front();
    const std::uint32_t comm = step(first).comm;
    if (program_.members(comm) == 1) return 0;
    const auto is_acting = [](const MemberRecord* record) { return record->is_acting_root; };
    if (std::count_if(instance.begin(), instance.end(), is_acting) == 1) {
      const MemberRecord& root = **std::find_if(instance.begin(), instance.end(), is_acting);
      return communicators_.member(comm, root.rank).value_or(kAnyRank);
    }
    const auto other = std::find_if(instance.begin(), instance.end(),
                                    [&](const MemberRecord* record) { return record->root != first.root; });
    if (first.root == kAnyRank) return kAnyRank;
    if (other == instance.end()) {
      if (const auto member = communicators_.member(comm, first.root)) return *member;
      if (first.root >= program_.members(comm)) fail(first, "the root is no member of the communicator");
      return first.root;
    }
    const MemberRecord* root = nullptr;
    for (const MemberRecord* const record : instance) {
      if (record->root > 1 || (record->root == 1 && root != nullptr))
        fail(**other, fmt::format("the root of this {} is {} here and {} on rank {}", step_name(step(first).kind),
                                  (*other)->root, first.root, first.rank));
      if (record->root == 1) root = record;
    }
    return communicators_.member(comm, root->rank).value_or(kAnyRank);
  }

  Program& program_;
  const CommunicatorTable& communicators_;
};

}  // namespace

std::optional<StepKind> numbered_collective(std::uint64_t number) {
  if (number > kMostBlockingNumber) return std::nullopt;
  return kNumberedKinds[number];
}

bool may_be(std::uint64_t number, StepKind kind) {
  return numbered_collective(number) == kind || (number == kScanOrReduceScatter && kind == StepKind::scan);
}

bool acts_as_root(StepKind kind, std::uint64_t sent, std::uint64_t received) {
  if (kind == StepKind::bcast || kind == StepKind::scatter) return sent > 0;
  return has_root(kind) && received > 0;
}

std::uint64_t collective_bytes(StepKind kind, std::uint64_t sent, std::uint64_t received, std::size_t members) {
  switch (kind) {
    case StepKind::barrier:
      return 0;
    case StepKind::allgather:
    case StepKind::alltoall:
      return sent > 0 ? sent : received / members;
    case StepKind::gather:
    case StepKind::alltoallv:
    case StepKind::reduce_scatter:
      return sent;
    case StepKind::scatter:
      return received;
    default:
      return std::max(sent, received);
  }
}

void settle_collectives(Program& program, const CommunicatorTable& communicators,
                        const std::vector<MemberRecord>& records) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;       // by rank and communicator
  std::map<std::pair<std::uint32_t, std::uint32_t>, MemberRecords> instances;  // by communicator, the k-th
  for (const MemberRecord& record : records) {
    const std::uint32_t comm = program.ranks[record.rank].steps[record.step].comm;
    instances[{comm, next[{record.rank, comm}]++}].push_back(&record);
  }
  Settler settler(program, communicators);
  for (const auto& [number, instance] : instances) settler.settle(instance);
}

}  // namespace trenza::traces
