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
/// handle and size, so each has messages of its own; its members are those who call with it.
class LiballprofCommunicators {
 public:
  explicit LiballprofCommunicators(std::size_t ranks) : ranks_(ranks) {}

  /// A call of `rank`, which is `own` in the communicator. Returns the number of the communicator here, for Step::comm.
  /// Throws InputError if another rank had this place in it.
  std::uint32_t use(const std::string& handle, std::uint64_t size, std::uint32_t own, std::uint32_t rank,
                    const testbench::FilePosition& place);
  /// When all calls are known: partners of messages become ranks of the program, their tags tell the communicators
  /// apart, and collectives name communicators of the program. Throws InputError if a member is not known.
  void settle(Program& program);

 private:
  using Name = std::tuple<std::string, std::uint64_t, std::uint32_t>;  ///< handle, size, and the rank that is alone
  struct Communicator {
    std::uint64_t size = 0;
    std::map<std::uint32_t, std::uint32_t> members;  ///< rank in it, rank of the program
    testbench::FilePosition place;                   ///< first use
    std::uint32_t number = 0;                        ///< in the program
  };

  bool has_all_in_order(const Communicator& one) const;
  void number_communicators(Program& program);
  void check_any_tag(const Program& program) const;

  std::size_t ranks_;
  std::map<Name, std::uint32_t> numbers_;
  std::vector<Communicator> all_;
};

}  // namespace trenza::traces
