// Rows of the reference files in tests/reference/.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/places.h"
#include "topologies/network.h"
#include "topologies/torus_network.h"

namespace trenza::topologies::test_support {

/// One row; fields by the name of their column.
class ReferenceRow {
 public:
  ReferenceRow(const std::vector<std::string>& header, std::vector<std::string> fields)
      : header_(&header), fields_(std::move(fields)) {}
  const std::string& text(const std::string& column) const {
    for (std::size_t i = 0; i < header_->size(); ++i) {
      if ((*header_)[i] == column) return fields_.at(i);
    }
    throw std::out_of_range("no column " + column);
  }
  double number(const std::string& column) const { return std::stod(text(column)); }
  int integer(const std::string& column) const { return std::stoi(text(column)); }
  /// Integers must be equal, averages within 1e-6.
  void expect(const std::string& column, double value) const {
    const double tolerance = text(column).find('.') == std::string::npos ? 0 : 1e-6;
    EXPECT_NEAR(number(column), value, tolerance)
        << column << " of " << fields_.at(0) << " " << fields_.at(1) << " " << fields_.at(2);
  }

 private:
  const std::vector<std::string>* header_;
  std::vector<std::string> fields_;
};

class ReferenceFile {
 public:
  explicit ReferenceFile(const std::string& name) {
    std::ifstream file(std::string(TRENZA_SOURCE_DIR) + "/tests/reference/" + name);
    if (!file) throw std::runtime_error("no reference file " + name);
    std::string line;
    std::getline(file, line);
    header_ = split(line);
    while (std::getline(file, line)) rows_.emplace_back(header_, split(line));
    if (rows_.empty()) throw std::runtime_error("reference file " + name + " is empty");
  }
  ReferenceFile(const ReferenceFile&) = delete;
  ReferenceFile& operator=(const ReferenceFile&) = delete;
  std::vector<ReferenceRow>::const_iterator begin() const { return rows_.begin(); }
  std::vector<ReferenceRow>::const_iterator end() const { return rows_.end(); }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    std::string field;
    std::istringstream stream(line);
    while (std::getline(stream, field, ',')) fields.push_back(field);
    if (!line.empty() && line.back() == ',') fields.emplace_back();
    return fields;
  }

  std::vector<std::string> header_;
  std::vector<ReferenceRow> rows_;
};

/// RT, RTT, PT, PTT, PDTT, torus of equal sides by the names of the reference files.
inline Network named_network(const std::string& kind, int a) {
  const std::string name = kind + "(" + std::to_string(a) + ")";
  if (kind == "RT") return torus_network(name, {2 * a, a});
  if (kind == "RTT") return torus_network(name, {2 * a, a}, {{1, 0, a}});
  if (kind == "PT") return torus_network(name, {2 * a, a, a});
  if (kind == "PTT") return torus_network(name, {2 * a, a, a}, {{1, 0, a}});
  if (kind == "PDTT") return torus_network(name, {2 * a, a, a}, {{1, 0, a}, {2, 0, a}});
  if (kind == "ZX+ZY") return torus_network(name, {2 * a, a, a}, {{2, 0, a}, {2, 1, a / 2}});
  if (kind == "CUBE3") return torus_network(name, {a, a, a});
  if (kind == "SQUARE2") return torus_network(name, {a, a});
  throw std::runtime_error("no network " + name);
}

/// The family of today's accelerator pods: k.2k.2k, where the wrap of the short axis shifts both long ones by k.
inline Network bcc(int k) {
  return torus_network("bcc(" + std::to_string(k) + ")", {k, 2 * k, 2 * k}, {{0, 1, k}, {0, 2, k}});
}

}  // namespace trenza::topologies::test_support
