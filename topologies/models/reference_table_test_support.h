// The reference values of tests/reference as rows of named columns.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace trenza::topologies::test_support {

using ReferenceRow = std::map<std::string, std::string>;

/// All rows of a file; throws if it is not there, is empty or has a row of another width than its header.
inline std::vector<ReferenceRow> reference_rows(const std::string& file) {
  const std::string path = std::string(TRENZA_SOURCE_DIR) + "/tests/reference/" + file;
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot open " + path);
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
    return result;
  };
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> header = cells(line);
  std::vector<ReferenceRow> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> values = cells(line);
    if (values.size() != header.size()) throw std::runtime_error("a row of another width in " + path);
    ReferenceRow row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = values[i];
    rows.push_back(row);
  }
  if (rows.empty()) throw std::runtime_error(path + " has no rows");
  return rows;
}

}  // namespace trenza::topologies::test_support
