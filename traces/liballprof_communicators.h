// liballprof: who is in a communicator, by what its members say of themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/input_error.h"
#include "traces/program.h"

namespace trenza::traces {

/// Each call names its communicator with the rank of the caller in it and the size. A communicator is known by its
/// handle and size, so each has messages of its own; its members are those who call with it. Where that does not fit,
/// because the parts of MPI_Comm_split have one handle (as in MPICH), or because a member never calls, the calls of
/// MPI_Comm_split say who is together.
class LiballprofCommunicators {
 public:
  explicit LiballprofCommunicators(std::size_t ranks) : ranks_(ranks), splits_(ranks) {}

  /// A call of `rank`, which is `own` in the communicator. Returns the number of the communicator here, for Step::comm.
  std::uint32_t use(const std::string& handle, std::uint64_t size, std::uint32_t own, std::uint32_t rank,
                    const testbench::FilePosition& place);
  /// A call of MPI_Comm_split with the communicator `parent`, in which the rank is `own`.
  void split(std::uint32_t parent, std::uint32_t own, std::uint32_t rank, std::int64_t color, std::int64_t key);
  /// When all calls are known: partners of messages become ranks of the program, their tags tell the communicators
  /// apart, and collectives name communicators of the program. Throws InputError if a member is not known.
  void settle(Program& program);

 private:
  using Name = std::tuple<std::string, std::uint64_t, std::uint32_t>;  ///< handle, size, and the rank that is alone
  struct Communicator {
    std::uint64_t size = 0;
    std::map<std::uint32_t, std::uint32_t> callers;  ///< rank of the program, rank in it
    testbench::FilePosition place;                   ///< first use
    std::uint32_t number = 0;                        ///< in the program
    std::map<std::uint32_t, std::uint32_t> parts;    ///< by rank: the number, where one handle names several
  };
  struct Split {
    std::int64_t color = 0;
    std::int64_t key = 0;
    std::uint32_t own = 0;
  };
  using Members = std::vector<std::uint32_t>;  ///< ranks of the program

  std::uint32_t number(const Communicator& one, std::uint32_t rank) const;
  Members members_by_calls(const Communicator& one) const;
  std::map<std::int64_t, Members> parts_of_split(std::size_t split) const;
  void number_by_splits(Communicator& one, Program& program) const;
  bool has_all_in_order(const Communicator& one) const;
  void number_communicators(Program& program);
  void check_any_tag(const Program& program) const;

  std::size_t ranks_;
  std::map<Name, std::uint32_t> numbers_;
  std::vector<Communicator> all_;
  std::vector<std::vector<Split>> splits_;  ///< by rank: those of communicators of all ranks
};

}  // namespace trenza::traces
