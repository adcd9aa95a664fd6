#include "traces/communicator_table.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::traces {

namespace {

bool is_world(const std::vector<std::uint32_t>& members, std::size_t ranks) {
  if (members.size() != ranks) return false;
  for (std::size_t k = 0; k < ranks; ++k) {
    if (members[k] != k) return false;
  }
  return true;
}

}  // namespace

void CommunicatorTable::define(Program& program, std::uint64_t id, std::vector<std::uint32_t> members,
                               const TraceText& text, std::size_t column) {
  if (numbers_.count(id) != 0) text.fail(column, fmt::format("the communicator {} is defined already", id));
  if (members.empty()) text.fail(column, fmt::format("the communicator {} has no members", id));
  members.erase(std::remove(members.begin(), members.end(), kUnknownMember), members.end());
  if (members.empty()) {
    numbers_[id] = kNobody;
    return;
  }
  if (is_world(members, program.ranks.size())) {
    numbers_[id] = 0;
    return;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  for (std::size_t k = 0; k < members.size(); ++k) places.emplace_back(members[k], k);
  std::sort(places.begin(), places.end());
  for (std::size_t k = 1; k < places.size(); ++k) {
    if (places[k].first == places[k - 1].first)
      text.fail(column, fmt::format("the communicator {} has the member {} twice", id, places[k].first));
  }
  numbers_[id] = static_cast<std::uint32_t>(program.communicators.size());
  program.communicators.push_back(std::move(members));
  members_.push_back(std::move(places));
}

std::uint32_t CommunicatorTable::number(std::uint64_t id, const TraceText& text, std::size_t column) const {
  if (numbers_.empty()) return 0;
  const auto found = numbers_.find(id);
  if (found == numbers_.end()) text.fail(column, fmt::format("the communicator {} is not defined", id));
  if (found->second == kNobody)
    text.fail(column, fmt::format("the trace does not say who is in the communicator {}", id));
  return found->second;
}

std::optional<std::uint32_t> CommunicatorTable::member(std::uint32_t number, std::uint32_t rank) const {
  if (number == 0) return rank;
  const auto& places = members_[number];
  const auto found = std::lower_bound(places.begin(), places.end(), std::pair<std::uint32_t, std::uint32_t>{rank, 0});
  if (found == places.end() || found->first != rank) return std::nullopt;
  return found->second;
}

}  // namespace trenza::traces
