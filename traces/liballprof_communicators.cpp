#include "traces/liballprof_communicators.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr unsigned kTagBits = 32;

bool is_message(const Step& step) { return is_send(step) || is_recv(step); }

}  // namespace

std::uint32_t LiballprofCommunicators::use(const std::string& handle, std::uint64_t size, std::uint32_t own,
                                           std::uint32_t rank, const testbench::FilePosition& place) {
  // Alone, as in MPI_COMM_SELF, each rank has a communicator of its own under the same handle.
  const Name name{handle, size, size == 1 ? rank : 0};
  const auto [found, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back({size, {}, place, 0});
  const auto [member, is_first] = all_[found->second].members.emplace(own, rank);
  if (member->second != rank)
    throw InputError(place, fmt::format("rank {} of this communicator is process {} here and process {} in another "
                                        "file: one handle names two communicators of {} ranks",
                                        own, rank, member->second, size));
  return found->second;
}

bool LiballprofCommunicators::has_all_in_order(const Communicator& one) const {
  return one.size == ranks_ && std::all_of(one.members.begin(), one.members.end(),
                                           [](const auto& pair) { return pair.first == pair.second; });
}

void LiballprofCommunicators::number_communicators(Program& program) {
  // Communicator 0 of the program is the one of all ranks in order that most ranks use. Where handles are addresses,
  // each process has one of its own for it: those that one rank alone uses are taken to be the same, in their order.
  std::vector<std::uint32_t> own_handles(ranks_);
  std::map<std::uint32_t, std::vector<std::uint32_t>> shared;  // by what is the same: numbers here
  for (std::uint32_t k = 0; k < all_.size(); ++k) {
    const Communicator& one = all_[k];
    if (!has_all_in_order(one)) continue;
    const bool is_lonely = one.members.size() == 1 && ranks_ > 1;
    const std::uint32_t key =
        is_lonely ? own_handles[one.members.begin()->second]++ : static_cast<std::uint32_t>(ranks_) + k;
    shared[key].push_back(k);
  }
  const auto users = [this](const std::vector<std::uint32_t>& handles) {
    std::size_t count = 0;
    for (const std::uint32_t k : handles) count += all_[k].members.size();
    return count;
  };
  const auto world = std::max_element(shared.begin(), shared.end(),
                                      [&](const auto& a, const auto& b) { return users(a.second) < users(b.second); });
  for (auto group = shared.begin(); group != shared.end(); ++group) {
    if (group == world) continue;
    std::vector<std::uint32_t> members(ranks_);
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) members[rank] = rank;
    for (const std::uint32_t k : group->second)
      all_[k].number = static_cast<std::uint32_t>(program.communicators.size());
    program.communicators.push_back(std::move(members));
  }
  for (Communicator& one : all_) {
    if (has_all_in_order(one)) continue;
    if (one.members.size() != one.size)
      throw InputError(
          one.place, fmt::format("only {} of the {} ranks of this communicator use it", one.members.size(), one.size));
    one.number = static_cast<std::uint32_t>(program.communicators.size());
    program.communicators.emplace_back();
    for (const auto& [number, rank] : one.members) program.communicators.back().push_back(rank);
  }
}

void LiballprofCommunicators::check_any_tag(const Program& program) const {
  const auto world_rank = [&](const Step& step) {
    const std::uint32_t number = all_[step.comm].number;
    return number == 0 ? step.peer : program.communicators[number][step.peer];
  };
  // In GOAL a receive of any tag takes messages of every communicator.
  std::map<std::uint32_t, std::uint32_t> takers;  // rank, number in the program
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (is_message(step) && step.any_tag) takers.emplace(rank, all_[step.comm].number);
    }
  }
  if (takers.empty()) return;
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (!is_message(step)) continue;
      const auto taker = takers.find(is_send(step) ? world_rank(step) : rank);
      if (taker != takers.end() && taker->second != all_[step.comm].number)
        throw InputError(program.place(rank, step),
                         fmt::format("rank {} receives messages of any tag and gets messages in two communicators, "
                                     "which GOAL cannot tell apart",
                                     taker->first));
    }
  }
}

void LiballprofCommunicators::settle(Program& program) {
  number_communicators(program);
  check_any_tag(program);
  for (RankSteps& rank : program.ranks) {
    for (Step& step : rank.steps) {
      if (is_collective(step.kind)) {
        step.comm = all_[step.comm].number;
      } else if (is_message(step)) {
        const std::uint32_t number = all_[step.comm].number;
        if (number != 0 && step.peer != kAnyRank) step.peer = program.communicators[number][step.peer];
        if (!step.any_tag) step.tag += std::uint64_t{number} << kTagBits;
        step.comm = 0;
      }
    }
  }
}

}  // namespace trenza::traces
