// The page of a report: one file that needs nothing else.
#pragma once

#include <string>

namespace trenza::apps {

/// The page of page/page.html, with style, scripts, library and licences in their places. `title`: plain text. `data`:
/// JSON (data_block.h). `drawings`: HTML (network_panel.h).
std::string report_page(const std::string& title, const std::string& data, const std::string& drawings);

}  // namespace trenza::apps
