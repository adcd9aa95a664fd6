// The communicators of a trace that names them by numbers of its own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "traces/program.h"
#include "traces/trace_text.h"

namespace trenza::traces {

/// A member that the trace does not name: prv2dim writes -1, mpi2prv 0.
inline constexpr std::uint32_t kUnknownMember = ~std::uint32_t{0};

class CommunicatorTable {
 public:
  /// Defines communicator `id` of the trace. One of all ranks in order is the communicator 0 of the program, others are
  /// added to it. Members that the trace does not name are left out; one without any other may be defined, but not
  /// used. Throws InputError, at `column` of the line, if it is defined already, empty, or has a member twice.
  void define(Program& program, std::uint64_t id, std::vector<std::uint32_t> members, const TraceText& text,
              std::size_t column);

  /// Number of a communicator in the program. If none was defined at all, each is that of all ranks. Throws InputError,
  /// at `column` of the line, if it is not defined or nobody is known to be in it.
  std::uint32_t number(std::uint64_t id, const TraceText& text, std::size_t column) const;
  /// Rank of `rank` in communicator `number` of the program.
  std::optional<std::uint32_t> member(std::uint32_t number, std::uint32_t rank) const;

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  std::map<std::uint64_t, std::uint32_t> numbers_;
  /// By number: world rank and rank in the communicator, in order; empty for all ranks.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> members_{1};
};

}  // namespace trenza::traces
