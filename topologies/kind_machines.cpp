// Kinds tpu and bluegene_l: the networks of machines that were built.
#include <algorithm>

#include "topologies/kinds.h"
#include "topologies/machine_kind.h"

namespace trenza::topologies {

namespace {

const std::string kTwistedSuffix = "_twisted";

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Every wraparound of a short dimension J shifts every long dimension K by half its size: t_JK = d_J mod d_K.
std::vector<Twist> slice_twists(const std::string& slice, const std::vector<int>& sizes) {
  const int shortest = *std::min_element(sizes.begin(), sizes.end());
  const int longest = *std::max_element(sizes.begin(), sizes.end());
  const bool one_or_two =
      std::all_of(sizes.begin(), sizes.end(), [&](int d) { return d == shortest || d == 2 * shortest; });
  if (!one_or_two || longest != 2 * shortest) {
    throw TopologyError(
        "tpu: a slice of " + slice +
        " cannot be twisted: its sizes must be k and 2k, both of them (k x 2k, k x k x 2k or k x 2k x 2k), "
        "for a wraparound that shifts a longer dimension by half its size");
  }
  std::vector<Twist> twists;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const int amount = sizes[j] % sizes[k];
      if (amount != 0) twists.push_back({static_cast<int>(j), static_cast<int>(k), amount});
    }
  }
  return twists;
}

TorusShape slice_shape(const TopologySpec& spec) {
  const std::string& slice = spec.text("slice");
  const bool twisted = ends_with(slice, kTwistedSuffix);
  const std::string size = twisted ? slice.substr(0, slice.size() - kTwistedSuffix.size()) : slice;
  const std::vector<int> sizes = parse_sizes("tpu", size);
  constexpr std::size_t kLeastSliceDimensions = 2;
  constexpr std::size_t kMostSliceDimensions = 3;
  if (sizes.size() < kLeastSliceDimensions || sizes.size() > kMostSliceDimensions)
    throw TopologyError("tpu: a slice has 2 or 3 dimensions, such as 4x4x8; " + slice + " is none");
  if (*std::min_element(sizes.begin(), sizes.end()) < 2)
    throw TopologyError("tpu: every size of a slice is at least 2; " + slice + " is none");
  return {sizes, twisted ? slice_twists(slice, sizes) : std::vector<Twist>{}, {}, 2};
}

TorusShape partition_shape(const TopologySpec& spec) {
  constexpr int kMidplane = 8;
  const std::string& partition = spec.text("partition");
  const std::vector<int> sizes = parse_sizes("bluegene_l", partition);
  const bool fits =
      sizes.size() == 3 && std::all_of(sizes.begin(), sizes.end(), [](int d) { return d > 0 && d % kMidplane == 0; });
  if (!fits) {
    throw TopologyError(
        "bluegene_l: " + partition +
        " is no partition that is a torus: it must have 3 dimensions, each a multiple of 8 (midplanes of "
        "8x8x8), such as 8x8x16 or 64x32x32");
  }
  return {sizes, {}, {}, 2};
}

}  // namespace

TopologyKind tpu_kind() {
  return machine_kind("tpu",
                      "slice of a TPU pod, a torus, or with `_twisted` one whose short wraparounds shift the long "
                      "dimensions by half",
                      {text_parameter("slice", "sizes, such as `4x4x8` or `4x4x8_twisted`")}, slice_shape);
}

TopologyKind bluegene_l_kind() {
  const std::string whole = "64x32x32";
  return machine_kind(
      "bluegene_l", "torus of a partition of Blue Gene/L",
      {optional(text_parameter("partition", "sizes, multiples of 8, such as `8x8x16`"), whole, "`" + whole + "`")},
      partition_shape);
}

}  // namespace trenza::topologies
