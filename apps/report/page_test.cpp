#include "apps/report/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "apps/report/page_files.h"
#include "tests/cli_program.h"

namespace trenza::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ReportPage, TextsCannotEndTheirElements) {
  const std::string page = report_page("</title><b>", R"({"a":"</script><script>"})", "<svg></svg>");
  EXPECT_THAT(page, HasSubstr("<h1>&lt;/title&gt;&lt;b&gt;</h1>"));
  EXPECT_THAT(page, HasSubstr(R"({"a":"\u003c/script>\u003cscript>"})"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

std::string text_of(const PageFile& file) {
  std::string text;
  for (const std::string_view part : file.parts) text += part;
  return text;
}

TEST(ReportPage, LoadsNothing) {
  std::string page = report_page("t", "{}", "");
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const PageFile& file : page_files()) {  // what the library could do is forbidden by the policy
    if (file.name.find(".min.js") == std::string::npos) continue;
    ASSERT_NE(page.find(text_of(file)), std::string::npos);
    page.erase(page.find(text_of(file)), text_of(file).size());
  }
  const std::regex loads(
      R"((<(link|img|iframe|object|embed)\b)|(<script[^>]*\bsrc)|(@import)|(url\(\s*['"]?(https?:|//)))");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(page, found, loads)) << found.str();
}

TEST(ReportPage, CarriesTheLicencesOfWhatItCarries) {
  const std::string page = report_page("t", "{}", "");
  for (const char* const part : {"Apache ECharts\nCopyright", "Apache License\n", "Redistribution and use in source"})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST(PageFiles, AreThoseOfTheSources) {
  EXPECT_FALSE(page_files().empty());
  for (const PageFile& file : page_files()) {
    EXPECT_TRUE(text_of(file) == test::read_file(std::string(TRENZA_SOURCE_DIR) + "/apps/report/" + file.name))
        << file.name;
  }
}

}  // namespace
}  // namespace trenza::apps
