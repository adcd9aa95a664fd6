// A part in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "recorder/part_format.h"

namespace trenza::recorder {

/// A recording that cannot become a trace. what() is one line that says why.
class RecordingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A communicator as its member defines it.
struct CommunicatorDefinition {
  std::int32_t number = 0;  ///< of the rank
  std::int32_t parent = kNoParent;
  Creation creation = Creation::world;
  std::int32_t tag = 0;
  std::uint64_t count = 0;
  std::vector<std::int32_t> members;  ///< world ranks, in the order of the communicator
};

/// An event; an operation has its bytes as a list in `lists`, from `list` on, if has_list(kind).
struct PartEvent {
  Event event;
  std::size_t list = 0;
};

struct Part {
  std::int32_t rank = 0;
  std::int32_t ranks = 0;
  std::vector<PartEvent> events;  ///< without definitions and `end`
  std::vector<std::uint64_t> lists;
  std::vector<CommunicatorDefinition> communicators;  ///< parents before their children
};

/// Reads a part. Throws RecordingError if it is not whole: the rank did not call MPI_Finalize.
Part read_part(const std::filesystem::path& file);

}  // namespace trenza::recorder
