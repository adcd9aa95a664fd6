// The index of a sweep's folder: its points in their order, so that tables need no configuration.
#pragma once

#include <string>
#include <vector>

namespace trenza::sweeps {

/// A point as the index knows it.
struct IndexPoint {
  std::string name;      ///< of its document
  std::string at;        ///< its choice along each axis, as a JSON object
  std::string failure;   ///< why it has no document; empty: it has one, or was not run yet
  bool left_out = false; ///< stop: it lies behind the end of its line
};

/// What stop or find found along one line.
struct IndexSearch {
  std::string at;      ///< the choice along the other axes, as a JSON object
  std::string key;     ///< of the walk
  std::string above;   ///< the greatest value below saturation, as JSON; null: none
  std::string at_most; ///< the least saturated value, as JSON; null: none up to the end of the axis
};

struct Index {
  std::string name;               ///< of the experiment
  int contract = 0;               ///< see contract.h
  std::vector<std::string> keys;  ///< of the axes, in their order
  std::vector<IndexPoint> points;
  std::vector<IndexSearch> searches;
};

/// The text of index.json, with its checksum.
std::string index_text(const Index& index);

/// Reads it back. Throws std::runtime_error for a text that index_text did not make: what() says what is wrong with it.
Index parse_index(const std::string& text);

}  // namespace trenza::sweeps
