// The results of one or several runs side by side, for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace trenza::apps {

/// The table of result documents (RunReport::results), one column each, the speed-up over the first included.
std::string result_table(const std::vector<nlohmann::ordered_json>& results);

/// The number with so many decimals, or with more if it takes more to show four significant digits.
std::string significant(double number, int decimals);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace trenza::apps
