#include "apps/report/page.h"

#include <algorithm>
#include <stdexcept>

#include "apps/plot/svg_canvas.h"
#include "apps/report/page_files.h"

namespace trenza::apps {

namespace {

std::string file_text(const std::string& name) {
  for (const PageFile& file : page_files()) {
    if (file.name != name) continue;
    std::string text;
    for (const std::string_view part : file.parts) text += part;
    return text;
  }
  throw std::logic_error("the program does not carry " + name);
}

/// JSON that cannot end the element that it stands in.
std::string harmless(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char letter : json) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

/// What stands for a word between double braces.
std::string part(const std::string& word, const std::string& title, const std::string& data,
                 const std::string& drawings) {
  if (word == "title") return xml_text(title);
  if (word == "data") return harmless(data);
  if (word == "drawings") return drawings;
  const std::string licence = "licence ";
  if (word.rfind(licence, 0) == 0) return xml_text(file_text(word.substr(licence.size())));
  return file_text(word);
}

}  // namespace

std::string report_page(const std::string& title, const std::string& data, const std::string& drawings) {
  const std::string page = file_text("page/page.html");
  std::string result;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t begin = page.find("{{", at);
    const std::size_t end = page.find("}}", begin);
    result += page.substr(at, begin - at);
    if (begin == std::string::npos) break;
    result += part(page.substr(begin + 2, end - begin - 2), title, data, drawings);
    at = end + 2;
  }
  return result;
}

}  // namespace trenza::apps
