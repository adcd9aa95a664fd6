// Several numbers in one word of the command line.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// "0.5", "0,0.5,1" or "0:1:0.1" (from, to, step; the end belongs to it). Throws UsageError, which begins with
/// `option`, for anything else, numbers outside minimum..maximum, and more than 100,000 of them.
std::vector<double> parse_numbers(const std::string& option, const std::string& text, double minimum, double maximum);

/// "12", "12,16" or "12:48" or "12:48:4" (the step is 1 if it is left out); likewise.
std::vector<int> parse_integers(const std::string& option, const std::string& text, int minimum, int maximum);

}  // namespace trenza::apps
