#include "traces/simgrid_counts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "traces/program.h"
#include "traces/simgrid_reader.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

class CountsReader {
 public:
  CountsReader(const SimgridCounts& counts, std::size_t ranks, const testbench::FilePosition& place)
      : counts_(counts), ranks_(ranks), place_(place) {}

  CountedCollective read() const {
    switch (counts_.action) {
      case SimgridAction::gatherv:
        return gatherv();
      case SimgridAction::scatterv:
        return scatterv();
      case SimgridAction::allgatherv:
        return allgatherv();
      case SimgridAction::alltoallv:
        return alltoallv();
      default:
        return reduce_scatter();
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw InputError(place_, message); }

  std::size_t size() const { return counts_.numbers.size(); }
  std::uint64_t number(std::size_t at) const { return counts_.numbers[at] / kMilli; }

  /// Refuses the action if it has none of these numbers of numbers.
  void expect(const char* what, std::initializer_list<std::size_t> sizes) const {
    if (std::find(sizes.begin(), sizes.end(), size()) == sizes.end())
      fail(fmt::format("the trace has {} ranks, so {} has {} numbers, but here are {}", ranks_, what, *sizes.begin(),
                       size()));
  }

  /// Bytes of a count, of the type whose number stands at a place; without one, of the usual type.
  std::uint64_t bytes(std::uint64_t count, std::size_t type_at) const {
    std::uint64_t type = counts_.type_bytes;
    if (type_at < size()) {
      const std::optional<std::uint64_t> found = simgrid_type_bytes(number(type_at));
      if (!found) fail(fmt::format("the type {} is not known; expected 0 to {}", number(type_at), last_simgrid_type()));
      type = *found;
    }
    if (type != 0 && count > kMostBytes / type) fail(fmt::format("{} elements are more than 2^40 bytes", count));
    return count * type;
  }

  std::uint32_t root(std::size_t at) const {
    if (at >= size()) return 0;
    if (number(at) >= ranks_) fail(fmt::format("there is no rank {}", number(at)));
    return static_cast<std::uint32_t>(number(at));
  }

  std::vector<std::uint64_t> parts(std::size_t first, std::size_t type_at) const {
    std::vector<std::uint64_t> found;
    for (std::size_t k = 0; k < ranks_; ++k) found.push_back(bytes(number(first + k), type_at));
    return found;
  }

  /// Whether gatherv or scatterv has the form of the tracer: only the root has counts, and the bytes of their type
  /// stand before them.
  bool is_as_written() const { return ranks_ > 1 && (size() == 5 || size() == ranks_ + 5); }

  /// SENT c0 .. [ROOT] [TYPE TYPE], or SENT WIDTH [c0 ..] ROOT TYPE TYPE
  CountedCollective gatherv() const {
    CountedCollective result;
    if (is_as_written()) {
      result.root = root(size() - 3);
      result.bytes = bytes(number(0), size() - 2);
      return result;
    }
    expect("gatherv", {ranks_ + 1, ranks_ + 2, ranks_ + 4});
    result.root = root(ranks_ + 1);
    result.bytes = bytes(number(0), ranks_ + 2);
    return result;
  }

  /// c0 .. RECEIVED [ROOT] [TYPE TYPE], or WIDTH [c0 ..] RECEIVED ROOT TYPE TYPE; the second type is that of RECEIVED.
  CountedCollective scatterv() const {
    CountedCollective result;
    if (is_as_written()) {
      result.root = root(size() - 3);
      result.bytes = bytes(number(size() - 4), size() - 1);
      return result;
    }
    expect("scatterv", {ranks_ + 1, ranks_ + 2, ranks_ + 4});
    result.root = root(ranks_ + 1);
    result.bytes = bytes(number(ranks_), ranks_ + 3);
    return result;
  }

  /// SENT c0 .. [TYPE] [d0 ..], or SENT WIDTH c0 .. TYPE TYPE
  CountedCollective allgatherv() const {
    const std::size_t after = ranks_ + 1;
    CountedCollective result;
    const bool is_read_form = size() == after || size() == after + 1 || size() == after + 2 ||
                              size() == after + ranks_ || size() == after + ranks_ + 1;
    if (!is_read_form && size() == after + 3) {
      result.bytes = bytes(number(0), size() - 2);
      return result;
    }
    expect("allgatherv", {after, after + 1, after + 2, after + ranks_, after + ranks_ + 1});
    // The replay takes one or two numbers for types, more for displacements.
    const bool is_typed = size() > after + ranks_ || size() == after + 1 || size() == after + 2;
    result.bytes = bytes(number(0), is_typed ? after : size());
    return result;
  }

  /// SENT s0 .. RECEIVED r0 .. [TYPE TYPE]; one type alone is passed over.
  CountedCollective alltoallv() const {
    const std::size_t after = 2 * ranks_ + 2;
    expect("alltoallv", {after, after + 2, after + 1});
    CountedCollective result;
    result.parts = parts(1, size() == after + 2 ? after : size());
    return result;
  }

  /// c0 .. FLOPS [TYPE], or WIDTH 0 c0 .. TYPE
  CountedCollective reduce_scatter() const {
    CountedCollective result;
    if (size() == ranks_ + 3) {
      result.parts = parts(2, ranks_ + 2);
      return result;
    }
    expect("reducescatter", {ranks_ + 1, ranks_ + 2});
    result.parts = parts(0, ranks_ + 1);
    result.milliflops = counts_.numbers[ranks_];
    return result;
  }

  const SimgridCounts& counts_;
  std::size_t ranks_;
  const testbench::FilePosition& place_;
};

}  // namespace

CountedCollective read_counts(const SimgridCounts& counts, std::size_t ranks, const testbench::FilePosition& place) {
  return CountsReader(counts, ranks, place).read();
}

}  // namespace trenza::traces
