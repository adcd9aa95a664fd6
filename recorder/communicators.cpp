#include "recorder/communicators.h"

#include <fmt/core.h>

#include <tuple>

namespace trenza::recorder {

namespace {

/// What all members of a communicator agree on: parent (1 + its number; 0: none), creation, tag, count, members.
using Identity = std::tuple<std::size_t, Creation, std::int32_t, std::uint64_t, std::vector<std::int32_t>>;

}  // namespace

Communicators::Communicators(const std::vector<Part>& parts) : numbers_(parts.size()) {
  std::map<Identity, std::size_t> known;
  std::vector<std::size_t> definitions;
  for (const Part& part : parts) {
    auto& numbers = numbers_[static_cast<std::size_t>(part.rank)];
    for (const CommunicatorDefinition& made : part.communicators) {
      const std::size_t parent = made.parent == kNoParent ? 0 : 1 + numbers.at(made.parent);
      const auto [entry, is_new] =
          known.emplace(Identity(parent, made.creation, made.tag, made.count, made.members), members_.size());
      if (is_new) {
        members_.push_back(made.members);
        definitions.push_back(0);
      }
      ++definitions[entry->second];
      numbers[made.number] = entry->second;
    }
  }
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (definitions[i] != members_[i].size())
      throw RecordingError(
          fmt::format("a communicator of {} ranks is known to {} of them", members_[i].size(), definitions[i]));
  }
}

}  // namespace trenza::recorder
