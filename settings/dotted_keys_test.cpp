#include "settings/dotted_keys.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "settings/configuration_test_support.h"
#include "settings/schema.h"
#include "settings/schema_check_test_support.h"
#include "settings/schema_export.h"
#include "settings/yaml_reader.h"
#include "tests/places.h"

namespace trenza::settings {
namespace {

using test_support::fault;
using test_support::kTorus;
using test_support::kUniform;
using test_support::read;
using testing::HasSubstr;

std::string resolved(const std::string& text, const std::string& file = "exp.yaml") {
  const Configuration configuration = read_configuration(text, file);
  std::string all;
  for (const RunConfiguration& run : configuration.runs) all += run.resolved->dump() + "\n";
  return all;
}

/// A value in YAML's flow style, and as it stands.
std::string flow(const Value& value) {
  std::string text;
  switch (value.kind) {
    case Value::Kind::null:
      return "null";
    case Value::Kind::scalar:
      return value.quoted ? "'" + value.text + "'" : value.text;
    case Value::Kind::list:
      for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + flow(item);
      return "[" + text + "]";
    case Value::Kind::map:
      for (const Entry& entry : value.entries)
        text += (text.empty() ? "" : ", ") + entry.key + ": " + flow(entry.value);
      return "{" + text + "}";
  }
  return "";
}

/// The lines of a map where every key is a whole path.
std::vector<std::string> dotted(const Value& map, const std::string& path = "") {
  std::vector<std::string> lines;
  for (const Entry& entry : map.entries) {
    const std::string key = path.empty() ? entry.key : path + "." + entry.key;
    if (entry.value.is_map() && !entry.value.entries.empty()) {
      for (const std::string& line : dotted(entry.value, key)) lines.push_back(line);
    } else {
      lines.push_back(key + ": " + flow(entry.value));
    }
  }
  return lines;
}

std::string dotted_text(const Value& top) {
  std::string text;
  for (const Entry& entry : top.entries) {
    Value alone;
    alone.kind = Value::Kind::map;
    alone.entries = {entry};
    if (entry.key != "runs") {
      for (const std::string& line : dotted(alone)) text += line + "\n";
      continue;
    }
    text += "runs:\n";
    for (const Value& run : entry.value.items) {
      std::string start = "  - ";
      for (const std::string& line : dotted(run)) {
        text += start + line + "\n";
        start = "    ";
      }
    }
  }
  return text;
}

/// A value at a path of words, with each of the dots written as a dot or as a map: 2^(words - 1) forms.
std::vector<std::string> forms(const std::string& path, const std::string& value) {
  const auto dot = path.find('.');
  if (dot == std::string::npos) return {path + ": " + value};
  std::vector<std::string> all;
  for (const std::string& rest : forms(path.substr(dot + 1), value)) {
    all.push_back(path.substr(0, dot) + "." + rest);
    all.push_back(path.substr(0, dot) + ": {" + rest + "}");
  }
  return all;
}

/// The line below `base`; where it is a whole map, in the place of that of `base`.
std::string beside(const std::string& line, const std::string& base) {
  const std::string word = line.substr(0, line.find_first_of(".:"));
  if (line[word.size()] == '.') return base + line + "\n";
  std::string text;
  for (std::size_t begin = 0; begin < base.size();) {
    const std::size_t end = base.find('\n', begin) + 1;
    if (base.compare(begin, word.size() + 1, word + ":") != 0) text += base.substr(begin, end - begin);
    begin = end;
  }
  return text + line + "\n";
}

TEST(DottedKeys, MeanTheNestedOnes) {
  const std::string nested =
      resolved(kTorus + kUniform + "router: {virtual_channels: {adaptive: 1}, buffer_packets: 2}\n");
  for (const char* const text : {"router.virtual_channels.adaptive: 1\nrouter.buffer_packets: 2\n",
                                 "router: {virtual_channels.adaptive: 1, buffer_packets: 2}\n",
                                 "router.virtual_channels: {adaptive: 1}\nrouter: {buffer_packets: 2}\n"})
    EXPECT_EQ(resolved(kTorus + kUniform + text), nested) << text;
  EXPECT_EQ(resolved("topology.torus.size: [4, 4]\ntraffic.pattern: uniform\ntraffic.load: 0.3\n"),
            resolved(kTorus + kUniform));
  EXPECT_EQ(read("topology.rtt: 4\n" + kUniform).topology->name(), "rtt(4)");
  const std::string runs =
      kTorus + kUniform + "runs: [{name: a, router.buffer_packets: 2}, {name: b, run.cycles: 100}]\n";
  EXPECT_EQ(read(runs).fabric.buffer_packets, 2);
  EXPECT_EQ(read_configuration(runs, "exp.yaml").runs[1].experiment.run.cycles, 100U);
  EXPECT_EQ(read(runs, {test_support::set("router.buffer_packets=3")}).fabric.buffer_packets, 3);
}

TEST(DottedKeys, OfTheConfigurationsOfTheRepositoryAreTheSame) {
  int files = 0;
  const std::filesystem::path folder = std::filesystem::path(TRENZA_SOURCE_DIR) / "configs";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string text = read_text_file(entry.path().string());
    const Value top = read_yaml(text, entry.path().string());
    if (top.entry("sweep") != nullptr || top.entry("paper") != nullptr) continue;
    const std::string written = dotted_text(top);
    EXPECT_THAT(written, HasSubstr(".")) << entry.path();
    EXPECT_EQ(resolved(written, entry.path().string()), resolved(text, entry.path().string())) << written;
    ++files;
  }
  EXPECT_GE(files, 8);
}

TEST(DottedKeys, ThatAreSaidTwiceAreRefusedWithBothPlaces) {
  EXPECT_EQ(fault(kTorus + kUniform + "router: {buffer_packets: 4}\nrouter.buffer_packets: 2\n"),
            "exp.yaml:4:1: router.buffer_packets: duplicate key; it is in line 3, column 10 already");
  EXPECT_EQ(
      fault(kTorus + kUniform + "router.virtual_channels: {adaptive: 2}\nrouter: {virtual_channels.adaptive: 2}\n"),
      "exp.yaml:4:10: router.virtual_channels.adaptive: duplicate key; it is in line 3, column 27 already");
  EXPECT_EQ(fault(kTorus + kUniform + "traffic.load: 0.9\n"),
            "exp.yaml:3:1: traffic.load: duplicate key; it is in line 2, column 29 already");
  EXPECT_EQ(fault(kTorus + kUniform + "router.: 2\n"),
            "exp.yaml:3:1: router.: is not a key; expected words joined by dots");
}

/// Maps below keys, each with a good value and the path of the map in it.
const std::vector<std::pair<std::string, std::string>>& maps_below_keys() {
  static const std::vector<std::pair<std::string, std::string>> all{
      {"topology.kind: twisted_torus\ntopology.size: [4, 4]\ntopology.twist.yx: 2\n" + kUniform, "topology.twist"},
      {"topology.rtt.a: 4\n" + kUniform, "topology.rtt"},
      {kTorus + kUniform + "router.allocator.islip.iterations: 2\n", "router.allocator"},
      {kTorus + kUniform + "router.allocator.islip.iterations: 2\n", "router.allocator.islip"},
      {kTorus + kUniform + "measure.maximum_throughput.within: 0.01\n", "measure"},
      {kTorus + kUniform + "measure.maximum_throughput.within: 0.01\n", "measure.maximum_throughput"},
      {kTorus + kUniform + "mapping.file: map.txt\n", "mapping"}};
  return all;
}

// What nobody reads is refused, wherever it stands.
TEST(DottedKeys, AKeyThatNobodyReadsIsRefusedInEveryMap) {
  std::set<std::string> sections{""};
  for (const Key& key : keys()) {
    for (auto dot = key.path.find('.'); dot != std::string::npos; dot = key.path.find('.', dot + 1))
      sections.insert(key.path.substr(0, dot));
  }
  int planted = 0;
  const auto plant = [&](const std::string& base, const std::string& map) {
    for (const std::string key : {"zzz", "zzz.zzz"}) {
      for (const std::string& line : forms(map.empty() ? key : fmt::format("{}.{}", map, key), "1")) {
        const std::string text = beside(line, base);
        EXPECT_THAT(fault(text), testing::AnyOf(HasSubstr("zzz"), HasSubstr(fmt::format(": {}: ", map)))) << text;
        ++planted;
      }
    }
  };
  for (const std::string& section : sections) plant(kTorus + kUniform, section);
  for (const auto& [base, map] : maps_below_keys()) plant(base, map);
  EXPECT_GT(planted, 100);
}

TEST(DottedKeys, AreInTheSchema) {
  const SchemaCheck schema(json_schema());
  const auto accepts = [&](const std::string& text) { return schema.accepts(text); };
  EXPECT_TRUE(accepts("topology.rtt: 4\ntraffic.pattern: uniform\ntraffic.load: 0.3\n"));
  EXPECT_TRUE(accepts(kTorus + kUniform + "router: {virtual_channels.adaptive: 1}\nrouter.buffer_packets: 2\n"));
  EXPECT_TRUE(accepts(kTorus + kUniform + "router.allocator.islip.iterations: 2\n"));
  EXPECT_TRUE(accepts(kTorus + kUniform + "sweep.traffic.load: [0.1, 0.2]\nsweep.find.within: 0.1\n"));
  EXPECT_FALSE(accepts(kTorus + kUniform + "router.buffer_packets: many\n"));
  EXPECT_FALSE(accepts(kTorus + kUniform + "router.zzz: 2\n"));
  EXPECT_FALSE(accepts(kTorus + kUniform + "router: {virtual_channels.zzz: 2}\n"));
  for (const Key& key : keys()) {
    for (const std::string& line : forms(key.path, "{zzz: 1}"))
      EXPECT_FALSE(accepts(beside(line, kTorus + kUniform))) << line;
  }
}

}  // namespace
}  // namespace trenza::settings
