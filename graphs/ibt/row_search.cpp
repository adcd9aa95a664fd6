#include "graphs/ibt/row_search.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>

#include "topologies/ibt/ibt_network.h"

namespace trenza::graphs {

namespace {

using Word = std::uint64_t;
constexpr std::size_t kRowWordBits = 64;

/// result |= row moved up by `shift` bits.
void or_up(const Word* row, std::size_t words, std::size_t shift, Word* result) {
  const std::size_t whole = shift / kRowWordBits;
  const std::size_t bits = shift % kRowWordBits;
  for (std::size_t i = whole; i < words; ++i) {
    result[i] |= row[i - whole] << bits;
    if (bits != 0 && i > whole) result[i] |= row[i - whole - 1] >> (kRowWordBits - bits);
  }
}

/// result |= row moved down by `shift` bits.
void or_down(const Word* row, std::size_t words, std::size_t shift, Word* result) {
  const std::size_t whole = shift / kRowWordBits;
  const std::size_t bits = shift % kRowWordBits;
  for (std::size_t i = 0; i + whole < words; ++i) {
    result[i] |= row[i + whole] >> bits;
    if (bits != 0 && i + whole + 1 < words) result[i] |= row[i + whole + 1] << (kRowWordBits - bits);
  }
}

bool is_empty(const Word* row, std::size_t words) {
  Word any = 0;
  for (std::size_t i = 0; i < words; ++i) any |= row[i];
  return any == 0;
}

std::int64_t ones(const Word* row, std::size_t words) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words; ++i) count += std::bitset<kRowWordBits>(row[i]).count();
  return static_cast<std::int64_t>(count);
}

void set_bit(std::vector<Word>& row, std::size_t first_word, std::size_t bit) {
  row[first_word + bit / kRowWordBits] |= Word{1} << (bit % kRowWordBits);
}

}  // namespace

RowSearch::RowSearch(const topologies::IbtSpec& spec) : spec_(spec) {
  topologies::check_ibt(spec);
  words_ = (static_cast<std::size_t>(spec.sizes[0]) + kRowWordBits - 1) / kRowWordBits;
  strides_.push_back(0);
  for (std::size_t k = 1; k < spec.sizes.size(); ++k) {
    strides_.push_back(rows_);
    rows_ *= spec.sizes[k];
  }
  full_.assign(words_, 0);
  moved_.assign(words_, 0);
  for (int x = 0; x < spec.sizes[0]; ++x) set_bit(full_, 0, static_cast<std::size_t>(x));
  add_residue_rows(spec.period());

  for (int k = 0; k < static_cast<int>(spec.sizes.size()); ++k) add_move(k, 1, -1);
  const auto classes = topologies::bypass_classes(spec);
  for (std::size_t residue = 0; residue < classes.size(); ++residue) {
    add_move(classes[residue].dimension, classes[residue].length, static_cast<int>(residue));
  }
  if (spec.placement != topologies::BypassPlacement::all) return;
  for (int k = 0; k < spec.bypass_dimensions(); ++k) {
    for (const int length : spec.lengths) add_move(k, length, -1);
  }
}

void RowSearch::add_residue_rows(int period) {
  residues_.assign(static_cast<std::size_t>(period) * words_, 0);
  for (int x = 0; x < spec_.sizes[0]; ++x) {
    set_bit(residues_, static_cast<std::size_t>(x % period) * words_, static_cast<std::size_t>(x));
  }
}

void RowSearch::add_move(int dimension, int length, int residue) {
  Move move;
  move.dimension = dimension;
  move.length = length;
  move.residue = residue;
  move.closed = spec_.closed(dimension);
  const int size = spec_.sizes[static_cast<std::size_t>(dimension)];
  const std::int64_t stride = strides_[static_cast<std::size_t>(dimension)];
  for (int x = 0; x < size && dimension > 0; ++x) {
    const bool leaves_below = x < length;
    const bool leaves_above = x >= size - length;
    const int below = leaves_below ? size - length : -length;
    const int above = leaves_above ? length - size : length;
    move.from_below.push_back(leaves_below && !move.closed ? 0 : below * stride);
    move.from_above.push_back(leaves_above && !move.closed ? 0 : above * stride);
  }
  moves_.push_back(move);
}

/// The nodes of a row that make this move; `row_sum` is x_2 + ... + x_m.
const RowSearch::Word* RowSearch::residue_row(const Move& move, int row_sum) const {
  if (move.residue < 0) return full_.data();
  const int period = spec_.period();
  const int first = (move.residue - row_sum % period + period) % period;
  return &residues_[static_cast<std::size_t>(first) * words_];
}

/// The nodes of a row that the frontier reaches in one move. Both ends of a bypass link have the same residue, so it
/// may be asked of the node that is reached.
template <std::size_t Fixed>
void RowSearch::gather(std::int64_t row, const std::vector<int>& at, int row_sum, Word* found) {
  const std::size_t words = Fixed != 0 ? Fixed : words_;
  const Word* here = &frontier_[static_cast<std::size_t>(row) * words];
  const bool idle = is_empty(here, words);
  const auto size = static_cast<std::size_t>(spec_.sizes[0]);
  std::array<Word, Fixed != 0 ? Fixed : 1> short_row;
  Word* moved = Fixed != 0 ? short_row.data() : moved_.data();
  for (const auto& move : moves_) {
    const Word* may = residue_row(move, row_sum);
    if (move.dimension > 0) {
      const auto k = static_cast<std::size_t>(move.dimension);
      const auto x = static_cast<std::size_t>(at[k]);
      for (const std::int64_t offset : {move.from_below[x], move.from_above[x]}) {
        if (offset == 0) continue;
        const Word* there = here + offset * static_cast<std::int64_t>(words);
        for (std::size_t i = 0; i < words; ++i) found[i] |= there[i] & may[i];
      }
    } else if (!idle) {
      const auto length = static_cast<std::size_t>(move.length);
      std::fill_n(moved, words, Word{0});
      or_up(here, words, length, moved);
      or_down(here, words, length, moved);
      if (move.closed) {
        or_down(here, words, size - length, moved);
        or_up(here, words, size - length, moved);
      }
      for (std::size_t i = 0; i < words; ++i) found[i] |= moved[i] & may[i] & full_[i];
    }
  }
}

/// One level: the new nodes become the frontier. Returns how many they are.
template <std::size_t Fixed>
std::int64_t RowSearch::expand() {
  const std::size_t words = Fixed != 0 ? Fixed : words_;
  const int m = spec_.bypass_dimensions();
  std::vector<int> at(spec_.sizes.size(), 0);
  int row_sum = 0;
  std::int64_t reached = 0;
  for (std::int64_t row = 0; row < rows_; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * words;
    Word* found = &next_[first];
    std::fill_n(found, words, Word{0});
    gather<Fixed>(row, at, row_sum, found);
    for (std::size_t i = 0; i < words; ++i) {
      found[i] &= ~seen_[first + i];
      seen_[first + i] |= found[i];
    }
    if (!is_empty(found, words)) reached += ones(found, words);
    for (std::size_t k = 1; k < at.size(); ++k) {
      const bool counts = static_cast<int>(k) < m;
      row_sum += counts ? 1 : 0;
      if (++at[k] < spec_.sizes[k]) break;
      row_sum -= counts ? at[k] : 0;
      at[k] = 0;
    }
  }
  frontier_.swap(next_);
  return reached;
}

std::vector<std::int64_t> RowSearch::count_by_distance(topologies::NodeId source) {
  const std::size_t total = static_cast<std::size_t>(rows_) * words_;
  seen_.assign(total, 0);
  frontier_.assign(total, 0);
  next_.assign(total, 0);
  const auto row = static_cast<std::size_t>(source / spec_.sizes[0]);
  set_bit(frontier_, row * words_, static_cast<std::size_t>(source % spec_.sizes[0]));
  seen_ = frontier_;
  std::vector<std::int64_t> counts;
  for (std::int64_t reached = 1; reached > 0;) {
    counts.push_back(reached);
    reached = words_ == 1 ? expand<1>() : words_ == 2 ? expand<2>() : expand<0>();
  }
  return counts;
}

}  // namespace trenza::graphs
