// The communicators of all ranks: the same one has the same number on all its members.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "recorder/part.h"

namespace trenza::recorder {

/// Finds out which definitions of different ranks are one communicator, without any message between the ranks: all
/// members of a parent make its children in the same order, and children of one call differ in their members.
class Communicators {
 public:
  /// The parts of ranks 0, 1, ... Throws RecordingError if a member has no such communicator.
  explicit Communicators(const std::vector<Part>& parts);

  /// The number within all of what a rank calls `number`. The world is 0.
  std::size_t of(std::int32_t rank, std::int32_t number) const { return numbers_[rank].at(number); }
  const std::vector<std::int32_t>& members(std::size_t communicator) const { return members_[communicator]; }
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<std::map<std::int32_t, std::size_t>> numbers_;  ///< by rank
  std::vector<std::vector<std::int32_t>> members_;
};

}  // namespace trenza::recorder
