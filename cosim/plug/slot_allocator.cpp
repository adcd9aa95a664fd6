#include "cosim/plug/slot_allocator.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "rtl_models/common/kernel_fault.h"

namespace trenza::cosim {

using microarch::Cycle;

namespace {

constexpr int kTurnBits = 8;
constexpr int kMostColumns = 64;

struct Shape {
  int rows;
  int columns;
};

Shape shape_of(const Plug& plug, int rows, int columns) {
  const int side = std::max(rows, columns);
  return plug.map.text("shape") == "square" ? Shape{side, side} : Shape{rows, columns};
}

}  // namespace

void check_allocator(const Plug& plug, int rows, int columns, int rounds) {
  check_latency(plug.map);
  if (plug.map.text("shadow") == "exact" && plug.map.integer("latency") > 0)
    throw PlugError("{}: shadow: exact is for blocks of latency 0", plug.map.source);
  check_width(plug, "grant", width_of(plug, "request"), "as many as `request`");
  check_width(plug, "commit", 1, "a control");
  if (rows == 0) return;
  const Shape shape = shape_of(plug, rows, columns);
  if (shape.columns > kMostColumns)
    throw PlugError("{}: {} columns; expected {} at most", plug.file.name, shape.columns, kMostColumns);
  check_width(plug, "request", shape.rows * shape.columns,
              fmt::format("a matrix of {} rows (inputs) and {} columns", shape.rows, shape.columns));
  const char* const in_rounds = rounds == 1 ? "" : " and round";
  check_width(plug, "draw", kDrawBits * shape.columns * rounds, fmt::format("16 for each column{}", in_rounds));
  check_width(plug, "row_draw", kDrawBits * shape.rows * rounds, fmt::format("16 for each row{}", in_rounds));
  check_width(plug, "guarded", shape.columns, "one for each column");
  check_width(plug, "turn", kTurnBits, "a turn");
  check_width(plug, "packet", kPacketBits * shape.rows, "32 for each row");
}

AllocatorSlot::AllocatorSlot(const std::shared_ptr<const Plug>& plug, std::string place, int rows, int columns,
                             int rounds)
    : RequestSlot(plug, std::move(place), Matrix(static_cast<std::size_t>(shape_of(*plug, rows, columns).rows))),
      columns_(static_cast<std::size_t>(columns)),
      block_columns_(shape_of(*plug_, rows, columns).columns),
      grant_(model_.port("grant")),
      row_draw_(model_.port("row_draw")),
      guarded_(model_.port("guarded")),
      turn_(model_.port("turn")),
      maximal_(plug_->map.is_on("maximal")),
      grants_(requests_.size()),
      matching_(static_cast<std::size_t>(rows), -1) {
  check_allocator(*plug_, rows, columns, rounds);
}

void AllocatorSlot::reset() {
  for (std::size_t r = 0; r < requests_.size(); ++r) request_.set_row(0, r, block_columns_);
  reset_block(Matrix(requests_.size()));
  std::fill(grants_.begin(), grants_.end(), 0);
  std::fill(matching_.begin(), matching_.end(), -1);
  expected_.clear();
}

void AllocatorSlot::read_grants() {
  for (std::size_t r = 0; r < grants_.size(); ++r) grants_[r] = grant_.get_row(r, block_columns_);
}

/// Keeps the grants that were requested in time and still are, and at most one in each row and column.
void AllocatorSlot::match() {
  std::uint64_t given = 0;
  for (std::size_t r = 0; r < matching_.size(); ++r) {
    const std::uint64_t usable = grants_[r] & requests_[r] & due()[r] & ~given;
    matching_[r] = usable != 0 ? microarch::lowest_bit(usable) : -1;
    if (usable != 0) given |= std::uint64_t{1} << matching_[r];
  }
}

const std::vector<int>& AllocatorSlot::compute(const Matrix& requests, const Inputs& inputs) {
  bool any = false;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    requests_[r] = requests[r];
    request_.set_row(requests[r], r, block_columns_);
    any = any || requests[r] != 0;
  }
  const auto set_draws = [](ForeignPort& port, const std::vector<std::uint16_t>& draws, std::size_t places,
                            std::size_t of_block) {
    for (std::size_t k = 0; port && k < draws.size(); ++k)
      port.set_number(draws[k], k / places * of_block + k % places, kDrawBits);
  };
  set_draws(draw_, inputs.draws, columns_, static_cast<std::size_t>(block_columns_));
  set_draws(row_draw_, inputs.row_draws, matching_.size(), requests_.size());
  if (guarded_) guarded_.set_bits(inputs.guarded);
  if (turn_) turn_.set_bits(static_cast<std::uint64_t>(inputs.turn));
  for (std::size_t r = 0; packet_ && r < inputs.packets.size(); ++r)
    packet_.set_number(inputs.packets[r], r, kPacketBits);
  eval(any);
  read_grants();
  match();
  return matching_;
}

std::uint64_t AllocatorSlot::served_rows() const {
  std::uint64_t rows = 0;
  for (std::size_t r = 0; r < matching_.size(); ++r) rows |= std::uint64_t{matching_[r] >= 0 ? 1U : 0U} << r;
  return rows;
}

std::uint64_t AllocatorSlot::refused_rows() const {
  std::uint64_t given = 0;
  for (const int column : matching_) given |= column >= 0 ? std::uint64_t{1} << column : 0;
  std::uint64_t rows = 0;
  for (std::size_t r = 0; r < matching_.size(); ++r) {
    const bool refused = matching_[r] < 0 && (requests_[r] & due()[r] & ~given) != 0;
    rows |= std::uint64_t{refused ? 1U : 0U} << r;
  }
  return rows;
}

void AllocatorSlot::broken(Cycle cycle, const std::string& what) const {
  std::string text =
      fmt::format("{} ({}, {}): cycle {}: {}; rows that asked, with the columns asked for and given:", place_,
                  plug_->file.name, plug_->file.top, cycle, what);
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    if ((due()[r] | grants_[r]) == 0) continue;
    text += fmt::format(" {}: {:0{}b} -> {:0{}b};", r, due()[r], block_columns_, grants_[r], block_columns_);
  }
  rtl_models::throw_through_kernel(BrokenContract(text + " (highest column first)"));
}

void AllocatorSlot::check_maximal(Cycle cycle) const {
  std::uint64_t given = 0;
  for (const std::uint64_t row : grants_) given |= row;
  for (std::size_t r = 0; r < grants_.size(); ++r) {
    const std::uint64_t left = grants_[r] == 0 ? due()[r] & ~given : 0;
    if (left != 0) {
      broken(cycle, fmt::format("the matching is not maximal: row {} asks for column {}, and both are free", r,
                                microarch::lowest_bit(left)));
    }
  }
}

void AllocatorSlot::check_exact(Cycle cycle) const {
  for (std::size_t r = 0; r < expected_.size(); ++r) {
    if (matching_[r] == expected_[r]) continue;
    const auto column = [](int of) { return of < 0 ? std::string("none") : fmt::format("column {}", of); };
    broken(cycle, fmt::format("not the matching of Trenza's allocator: row {} is given {}, expected {}", r,
                              column(matching_[r]), column(expected_[r])));
  }
}

void AllocatorSlot::check(Cycle cycle) const {
  std::uint64_t given = 0;
  for (std::size_t r = 0; r < grants_.size(); ++r) {
    const std::uint64_t row = grants_[r];
    if ((row & ~due()[r]) != 0) {
      broken(cycle, fmt::format("row {} is given column {}, for which it did not ask{}", r,
                                microarch::lowest_bit(row & ~due()[r]), when()));
    }
    if ((row & (row - 1)) != 0) broken(cycle, fmt::format("row {} is given two columns", r));
    if ((row & given) != 0) broken(cycle, fmt::format("column {} is given twice", microarch::lowest_bit(row & given)));
    given |= row;
  }
  if (maximal_) check_maximal(cycle);
  if (exact_) check_exact(cycle);
}

void AllocatorSlot::finish(Cycle cycle, bool taken) {
  check(cycle);
  clock(taken, [&] {
    const Matrix shown = grants_;
    read_grants();
    if (grants_ != shown) broken(cycle, "commit changes the grants");
  });
}

}  // namespace trenza::cosim
