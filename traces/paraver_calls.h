// The calls of MPI that a task of a Paraver trace made, put together from their events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traces/program.h"

namespace trenza::traces {

/// What an event is about. The first four are calls of MPI, of four kinds; their value is the call, or 0 at its end.
enum class ParaverEventKind : std::uint8_t {
  point_to_point,
  collective,
  other,
  input_output,
  application,
  // Of the collective that begins at that time.
  sent,
  received,
  root,
  communicator,  ///< the value is its number in the program
};
inline constexpr std::size_t kParaverCallKinds = 4;

struct ParaverEvent {
  std::uint64_t time = 0;  ///< ns
  std::uint64_t value = 0;
  std::uint32_t line = 0;
  ParaverEventKind kind = ParaverEventKind::application;
};

/// A call, from its begin to its end.
struct ParaverCall {
  std::uint64_t begin = 0;  ///< ns
  std::uint64_t end = 0;
  std::uint64_t value = 0;  ///< which call; 0: none, only a time
  std::uint32_t line = 0;
  bool is_collective = false;
  bool has_sizes = false;  ///< of collectives: the next ones
  bool is_root = false;
  std::uint32_t comm = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

/// The calls of a task in the order of their begins. Tracers join the events of one time in one record, in which those
/// of different kinds may stand in any order: an end is that of the open call of its kind. What is called within a
/// collective is a part of it and left out. An end without a begin counts for nothing: the trace begins within that
/// call. `file` is for messages. Throws InputError for calls that overlap otherwise.
std::vector<ParaverCall> paraver_calls(std::vector<ParaverEvent> events, const std::string& file);

/// The record of a collective (4) of tracers before the events of sizes.
struct ParaverOldCollective {
  std::uint64_t time = 0;    ///< ns, within its call
  std::uint64_t number = 0;  ///< which collective: see numbered_collective()
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint32_t comm = 0;
  bool is_root = false;
};
/// Gives the records of a task to its calls: to the one that begins at that time, or else contains it.
void attach_old_collectives(std::vector<ParaverOldCollective> records, std::vector<ParaverCall>& calls);

/// The kind of a collective call; nothing for those that are not converted.
std::optional<StepKind> paraver_collective(std::uint64_t value);
/// Whether a call that is no collective may send, may receive, or waits for receives.
bool paraver_sends(std::uint64_t value);
bool paraver_receives(std::uint64_t value);
bool paraver_waits(std::uint64_t value);
/// Whether it does not block.
bool paraver_is_immediate(std::uint64_t value);

}  // namespace trenza::traces
