// The slot `allocator`: one block from outside that matches rows (who asks) with columns (what is given), checked in
// every cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/slot_requests.h"
#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "microarch/request_mask.h"

namespace trenza::cosim {

/// By row, a mask of columns.
using Matrix = std::vector<std::uint64_t>;

/// Throws PlugError if the ports of the block do not fit each other, or not these numbers (0 rows: any). `rounds`: of
/// draws.
void check_allocator(const Plug& plug, int rows, int columns, int rounds = 1);

class AllocatorSlot : private RequestSlot<Matrix> {
 public:
  /// `place`: where it stands, for messages. Errors: PlugError, rtl_models::RtlError.
  AllocatorSlot(const std::shared_ptr<const Plug>& plug, std::string place, int rows, int columns, int rounds = 1);

  /// What the block sees in this cycle besides the requests. Only roles that the map has are read.
  struct Inputs {
    std::vector<std::uint16_t> draws;          ///< of each column, round by round
    std::vector<std::uint16_t> row_draws;      ///< of each row, round by round
    std::vector<microarch::PacketId> packets;  ///< of each row
    std::uint64_t guarded = 0;                 ///< columns at which injectors go first
    int turn = 0;                              ///< the number of the cycle, modulo the larger side of the matrix
  };

  /// Whether every matching is compared with one of Trenza's: then expect() must be called after each compute().
  bool is_exact() const { return exact_; }

  using RequestSlot::list_ports;
  using RequestSlot::show_ports;

  void reset();
  /// Sets the requests of this cycle. May be called several times in a cycle; the last call counts. Returns the column
  /// that each row is given, or -1. The result is a legal matching of the requests even if the block breaks its
  /// contract.
  const std::vector<int>& compute(const Matrix& requests, const Inputs& inputs);
  /// The matching that the last compute() should have found: by row, a column or -1.
  void expect(std::vector<int> matching) { expected_ = std::move(matching); }
  /// Bit r: the last compute() gave row r a column.
  std::uint64_t served_rows() const;
  /// Bit r: it gave row r none, although nobody was given a column that the row requested in time.
  std::uint64_t refused_rows() const;
  /// Ends the cycle: checks what the block has shown and clocks it. `taken`: some grant of the last compute() is used.
  /// Throws BrokenContract (plug_error.h).
  void finish(microarch::Cycle cycle, bool taken);

 private:
  void read_grants();
  void match();
  void check(microarch::Cycle cycle) const;
  void check_maximal(microarch::Cycle cycle) const;
  void check_exact(microarch::Cycle cycle) const;
  [[noreturn]] void broken(microarch::Cycle cycle, const std::string& what) const;

  std::size_t columns_;  ///< of the router
  int block_columns_;    ///< of the block, which may be square
  ForeignPort grant_;
  ForeignPort row_draw_;
  ForeignPort guarded_;
  ForeignPort turn_;
  bool maximal_;
  // State of this cycle. If the block is square, there are also rows or columns that the router does not have.
  Matrix grants_;
  std::vector<int> matching_;
  std::vector<int> expected_;
};

}  // namespace trenza::cosim
