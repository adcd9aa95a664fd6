// The files that a page is made of, which the program carries (cmake/embed_page.cmake).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trenza::apps {

struct PageFile {
  std::string name;                     ///< below apps/report: "page/style.css"
  std::vector<std::string_view> parts;  ///< its bytes
};

/// All of them.
const std::vector<PageFile>& page_files();

}  // namespace trenza::apps
