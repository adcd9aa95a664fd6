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
  if (is_new) all_.push_back({size, {}, place, 0, {}});
  const auto [caller, is_first] = all_[found->second].callers.emplace(rank, own);
  if (caller->second != own)
    throw InputError(place, fmt::format("process {} is rank {} of this communicator here and rank {} in another line: "
                                        "one handle names two communicators of {} ranks",
                                        rank, own, caller->second, size));
  return found->second;
}

void LiballprofCommunicators::split(std::uint32_t parent, std::uint32_t own, std::uint32_t rank, std::int64_t color,
                                    std::int64_t key) {
  if (all_[parent].size == ranks_) splits_[rank].push_back({color, key, own});
}

std::uint32_t LiballprofCommunicators::number(const Communicator& one, std::uint32_t rank) const {
  return one.parts.empty() ? one.number : one.parts.at(rank);
}

/// In the order of the communicator; none if a member never calls, or two callers have one place.
LiballprofCommunicators::Members LiballprofCommunicators::members_by_calls(const Communicator& one) const {
  std::map<std::uint32_t, std::uint32_t> places;
  for (const auto& [rank, own] : one.callers) places.emplace(own, rank);
  Members members;
  if (places.size() != one.size || one.callers.size() != one.size) return members;
  for (const auto& [own, rank] : places) members.push_back(rank);
  return members;
}

/// By color, in the order of keys; none if not all ranks have so many splits.
std::map<std::int64_t, LiballprofCommunicators::Members> LiballprofCommunicators::parts_of_split(
    std::size_t split) const {
  std::map<std::int64_t, Members> parts;
  if (std::any_of(splits_.begin(), splits_.end(), [&](const auto& own) { return own.size() <= split; })) return parts;
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) parts[splits_[rank][split].color].push_back(rank);
  for (auto& [color, members] : parts) {
    std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Split& one = splits_[a][split];
      const Split& other = splits_[b][split];
      return one.key != other.key ? one.key < other.key : one.own < other.own;
    });
  }
  return parts;
}

/// Finds the split of all ranks whose parts have the size and the places that the callers state.
void LiballprofCommunicators::number_by_splits(Communicator& one, Program& program) const {
  std::map<std::int64_t, Members> found;
  for (std::size_t split = 0; split < splits_.front().size(); ++split) {
    std::map<std::int64_t, Members> parts = parts_of_split(split);
    const bool fits = !parts.empty() && std::all_of(one.callers.begin(), one.callers.end(), [&](const auto& caller) {
      const Members& members = parts.at(splits_[caller.first][split].color);
      return members.size() == one.size && members[caller.second] == caller.first;
    });
    if (!fits) continue;
    if (!found.empty() && found != parts)
      throw InputError(one.place,
                       "several calls of MPI_Comm_split may have made this communicator, so its members are "
                       "not known");
    found = std::move(parts);
  }
  if (found.empty()) {
    const bool is_one = one.callers.size() < one.size;
    throw InputError(one.place, is_one ? fmt::format("only {} of the {} ranks of this communicator use it",
                                                     one.callers.size(), one.size)
                                       : fmt::format("one handle names several communicators of {} ranks, and no call "
                                                     "of MPI_Comm_split says who is in them",
                                                     one.size));
  }
  for (const auto& [color, members] : found) {
    bool is_used = false;
    for (const std::uint32_t rank : members) {
      if (one.callers.count(rank) == 0) continue;
      one.parts[rank] = static_cast<std::uint32_t>(program.communicators.size());
      is_used = true;
    }
    if (is_used) program.communicators.push_back(members);
  }
}

bool LiballprofCommunicators::has_all_in_order(const Communicator& one) const {
  return one.size == ranks_ && std::all_of(one.callers.begin(), one.callers.end(),
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
    const bool is_lonely = one.callers.size() == 1 && ranks_ > 1;
    const std::uint32_t key =
        is_lonely ? own_handles[one.callers.begin()->first]++ : static_cast<std::uint32_t>(ranks_) + k;
    shared[key].push_back(k);
  }
  const auto users = [this](const std::vector<std::uint32_t>& handles) {
    std::size_t count = 0;
    for (const std::uint32_t k : handles) count += all_[k].callers.size();
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
    Members members = members_by_calls(one);
    if (members.empty()) {
      number_by_splits(one, program);
      continue;
    }
    one.number = static_cast<std::uint32_t>(program.communicators.size());
    program.communicators.push_back(std::move(members));
  }
}

void LiballprofCommunicators::check_any_tag(const Program& program) const {
  // In GOAL a receive of any tag takes messages of every communicator.
  std::map<std::uint32_t, std::uint32_t> takers;  // rank, number in the program
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (is_message(step) && step.any_tag) takers.emplace(rank, number(all_[step.comm], rank));
    }
  }
  if (takers.empty()) return;
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (!is_message(step)) continue;
      const std::uint32_t comm = number(all_[step.comm], rank);
      const std::uint32_t to = !is_send(step) ? rank : comm == 0 ? step.peer : program.communicators[comm][step.peer];
      const auto taker = takers.find(to);
      if (taker != takers.end() && taker->second != comm)
        throw InputError(program.place(rank, step),
                         fmt::format("rank {} receives messages of any tag and gets messages in two communicators, "
                                     "which GOAL cannot tell apart",
                                     to));
    }
  }
}

void LiballprofCommunicators::settle(Program& program) {
  number_communicators(program);
  check_any_tag(program);
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (Step& step : program.ranks[rank].steps) {
      if (is_collective(step.kind)) {
        step.comm = number(all_[step.comm], rank);
      } else if (is_message(step)) {
        const std::uint32_t comm = number(all_[step.comm], rank);
        if (comm != 0 && step.peer != kAnyRank) step.peer = program.communicators[comm][step.peer];
        if (!step.any_tag) step.tag += std::uint64_t{comm} << kTagBits;
        step.comm = 0;
      }
    }
  }
}

}  // namespace trenza::traces
