// The texts of the files in a sweep's folder: JSON that ends with a hash of itself, so that what was cut, changed or
// put there by others is found without reading it as JSON.
#pragma once

#include <string>

namespace trenza::sweeps {

/// `json` is a JSON object of several lines, as dump(2) makes it. Adds the key `checksum` at its end.
std::string sealed(const std::string& json);

/// What is wrong with a text that sealed() should have made; empty: nothing. `start`: how it begins, less the brace.
std::string seal_fault(const std::string& text, const std::string& start);

/// The beginning of a file of a point: its name.
std::string point_start(const std::string& point);

}  // namespace trenza::sweeps
