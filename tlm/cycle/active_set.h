// A set of routers that have something to do, visited in order of number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trenza::tlm {

class ActiveSet {
 public:
  explicit ActiveSet(std::size_t routers) : words_((routers + kWordBits - 1) / kWordBits) {}

  void add(std::uint32_t router) { words_[router / kWordBits] |= std::uint64_t{1} << (router % kWordBits); }
  void drop(std::uint32_t router) { words_[router / kWordBits] &= ~(std::uint64_t{1} << (router % kWordBits)); }
  bool empty() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  void clear() { std::fill(words_.begin(), words_.end(), std::uint64_t{0}); }
  /// Moves those that are in `chosen` to `apart`; all three are for the same routers.
  void set_apart(const ActiveSet& chosen, ActiveSet& apart) {
    for (std::size_t k = 0; k < words_.size(); ++k) {
      apart.words_[k] |= words_[k] & chosen.words_[k];
      words_[k] &= ~chosen.words_[k];
    }
  }
  /// Calls visit(router) for all; it may drop what it visits.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t k = 0; k < words_.size(); ++k) {
      for (std::uint64_t rest = words_[k]; rest != 0; rest &= rest - 1)
        visit(static_cast<std::uint32_t>(k * kWordBits) + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
    }
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive(self.words_);
  }

 private:
  static constexpr std::size_t kWordBits = 64;
  std::vector<std::uint64_t> words_;
};

}  // namespace trenza::tlm
