// liballprof: which operations its waits and tests end.
#pragma once

#include <cstdint>
#include <vector>

#include "traces/program.h"

namespace trenza::traces {

/// What a call does with the requests that it names.
enum class RequestUse : std::uint8_t {
  wait_all,  ///< MPI_Wait, MPI_Waitall: it ends when all have ended
  wait_any,  ///< MPI_Waitany, MPI_Waitsome: it ends when one has ended, at least
  test,      ///< MPI_Test and its kin: it goes on at once
};

/// A trace names a request by the address of its variable; the requests of an array lie beside each other. It does not
/// say which ones a wait for any or a test has found ended. So an operation ends at the first call that must wait for
/// it; without one it had ended by the last call that names it, which then waits for it: the order that is sure.
class LiballprofRequests {
 public:
  /// Step `step` of a rank is an isend or irecv whose request lies at this address.
  void start(std::uint32_t rank, std::uint32_t step, std::uint64_t address);
  /// Step `step` of a rank, a wait, stands for a call that names `count` requests from this address on.
  void name(std::uint32_t rank, std::uint32_t step, std::uint64_t address, std::uint64_t count, RequestUse use);
  /// Step `step` of a rank, a wait, ends this operation, whatever its request.
  void end(std::uint32_t rank, std::uint32_t step, std::uint32_t operation);
  /// Puts a wait for each operation that a call ends in the place of the step of the call.
  void resolve(Program& program) const;

 private:
  struct Event {
    std::uint32_t step = 0;
    RequestUse use = RequestUse::wait_all;
    std::uint64_t address = 0;
    std::uint64_t count = 0;  ///< 0: the start of an operation
  };
  /// A call and the operation that it ends, both as steps.
  struct End {
    std::uint32_t call = 0;
    std::uint32_t operation = 0;
    bool operator<(const End& other) const {
      return call != other.call ? call < other.call : operation < other.operation;
    }
  };

  struct Rank {
    std::vector<Event> events;  ///< in the order of the trace
    std::vector<End> ends;      ///< those that are known
  };

  Rank& of_rank(std::uint32_t rank);
  std::vector<End> ends(const Rank& rank) const;
  std::uint64_t bytes_of_request() const { return has_narrow_requests_ ? 4 : 8; }

  std::vector<Rank> ranks_;
  bool has_narrow_requests_ = false;  ///< a request of 4 bytes (MPICH, Fortran), by its address; otherwise of 8
};

}  // namespace trenza::traces
