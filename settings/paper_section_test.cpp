#include "settings/paper_section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/config_error.h"
#include "settings/configuration.h"
#include "settings/sweep_base.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kHead = "paper:\n  name: ibt\n  figure: 1\n  title: A title\n  says: Something\n";

PaperSection section(const std::string& text) {
  Value top = read_yaml(text, "p.yaml");
  PaperSection read = take_paper_section(top);
  EXPECT_EQ(top.entry(kPaperSection), nullptr);
  return read;
}

std::string section_fault(const std::string& text) {
  try {
    section(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(PaperSection, IsRead) {
  const PaperSection read = section(kHead +
                                    "  part: left\n  remark: x\n  compute: {table_1: {}}\n"
                                    "  columns: {load: accepted_load}\n"
                                    "  picture: {x: a, y: [b, c], series: d, bound: e, logarithmic: on}\n"
                                    "  judge: [{claims: [C1]}]\ntopology: {rt: 4}\n");
  EXPECT_EQ(read.name, "ibt");
  EXPECT_EQ(read.kind, "figure");
  EXPECT_EQ(read.number, "1");
  EXPECT_EQ(read.part, "left");
  EXPECT_EQ(read.compute.entries.at(0).key, "table_1");
  EXPECT_EQ(read.columns.at(0).path, "accepted_load");
  EXPECT_THAT(read.picture.y, ElementsAre("b", "c"));
  EXPECT_EQ(read.picture.bound, "e");
  EXPECT_TRUE(read.picture.logarithmic);
  EXPECT_EQ(read.judge.size(), 1U);
}

TEST(PaperSection, QuotientsAreRead) {
  const PaperSection read = section(
      kHead +
      "  relative:\n    time: {of: cycles, to: {network: RT id}, average: program}\n"
      "    other: {of: cycles, to: {network: b, load: 0.5}}\n"
      "  picture: {x: a, y: time, y_from: 0.8, where: {network: b}, equal_steps: on}\n  judge: [{claims: [C1]}]\n");
  ASSERT_EQ(read.relative.size(), 2U);
  EXPECT_EQ(read.relative[0].name, "time");
  EXPECT_EQ(read.relative[0].of, "cycles");
  EXPECT_EQ(read.relative[0].average, "program");
  using Choice = std::pair<std::string, std::string>;
  EXPECT_THAT(read.relative[0].to, ElementsAre(Choice("network", "RT id")));
  EXPECT_THAT(read.relative[1].to, ElementsAre(Choice("network", "b"), Choice("load", "0.5")));
  EXPECT_EQ(read.relative[1].average, "");
  EXPECT_EQ(read.picture.y_from, 0.8);
  EXPECT_TRUE(read.picture.equal_steps);
  EXPECT_EQ(read.picture.where.entries.at(0).key, "network");
}

TEST(PaperSection, WrongOnes) {
  const std::string judge = "  judge: [{claims: [C1]}]\n";
  EXPECT_EQ(section_fault(kHead + judge), "");
  EXPECT_THAT(section_fault("topology: {rt: 4}\n"), HasSubstr("p.yaml: paper: missing; expected a section"));
  EXPECT_EQ(section_fault("paper: 3\n"),
            "p.yaml:1:8: paper: is `3`; expected a map such as {name: ibt, figure: 1, title: ..., "
            "says: ...}");
  EXPECT_EQ(section_fault("paper: {name: ibt, title: t, says: s, judge: [{}]}\n"),
            "p.yaml:1:8: paper: does not say which part of the paper it is; expected one of `figure`, `table` or "
            "`section`");
  EXPECT_THAT(section_fault(kHead + "  table: 1\n" + judge), HasSubstr("`figure` and `table` are both given"));
  EXPECT_THAT(section_fault(kHead), HasSubstr("paper.judge: missing; expected a list of judgements"));
  EXPECT_THAT(section_fault(kHead + "  judge: []\n"), HasSubstr("p.yaml:6:10: paper.judge: is an empty list"));
  EXPECT_THAT(section_fault(kHead + "  judge: [x]\n"),
              HasSubstr("p.yaml:6:11: paper.judge[0]: is `x`; expected a map"));
  EXPECT_THAT(section_fault(kHead + "  compute: {a: {}, b: {}}\n" + judge), HasSubstr("is no single computation"));
  EXPECT_THAT(section_fault(kHead + "  columns: 3\n" + judge), HasSubstr("paper.columns: is `3`; expected a map"));
  EXPECT_THAT(section_fault(kHead + "  picture: {x: a}\n" + judge), HasSubstr("paper.picture.y: missing"));
  EXPECT_THAT(section_fault(kHead + "  picture: {x: a, y: b, logarithmic: on, y_from: 1}\n" + judge),
              HasSubstr("p.yaml:6:50: paper.picture.y_from: does not apply to a logarithmic axis"));
  EXPECT_THAT(section_fault(kHead + "  relative: 3\n" + judge),
              HasSubstr("p.yaml:6:13: paper.relative: is `3`; expected a map such as {time: {of: cycles,"));
  EXPECT_THAT(section_fault(kHead + "  relative: {t: {of: c}}\n" + judge), HasSubstr("paper.relative.t.to: missing"));
  EXPECT_THAT(section_fault(kHead + "  relative: {t: {of: c, to: rt}}\n" + judge),
              HasSubstr("paper.relative.t.to: is `rt`; expected a map such as {network: RT id}"));
  EXPECT_THAT(section_fault(kHead + "  relative: {t: {of: c, to: {n: rt}, avrage: a}}\n" + judge),
              HasSubstr("did you mean `average`?"));
  EXPECT_THAT(section_fault(kHead + "  juge: []\n" + judge), HasSubstr("p.yaml:6:3: paper.juge: unknown key"));
  EXPECT_THAT(section_fault(kHead + "  juge: []\n" + judge), HasSubstr("did you mean `judge`?"));
}

TEST(PaperSection, IsAcommentForSweepsAndNoneForRuns) {
  const std::string experiment = "topology: {rt: 4}\ntraffic: {pattern: uniform, load: 0.1}\n";
  const std::string text = kHead + experiment;
  EXPECT_TRUE(read_sweep_base(text + "sweep: {seeds: 2}\n", "p.yaml", {}).sweep.is_map());
  EXPECT_EQ(read_sweep_base(text + "sweep: {seeds: 2}\n", "p.yaml", {}).top.entry("paper"), nullptr);
  try {
    read_configuration(text, "p.yaml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "p.yaml:1:1: paper: is of a figure that is computed; expected `trenza reproduce`");
  }
}

}  // namespace
}  // namespace trenza::settings
