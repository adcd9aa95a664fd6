#include "topologies/mapping/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "topologies/topology_error.h"

namespace trenza::topologies {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Function>
std::string error_of(const Function& function) {
  try {
    function();
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "no error";
}

std::string parse_error(const std::string& text, const std::vector<int>& sizes = {8, 4}) {
  return error_of([&] { parse_mapping(text, sizes); });
}

/// The node of process (x, y), as coordinates.
std::pair<int, int> at(const Mapping& mapping, const std::vector<int>& sizes, int x, int y) {
  const NodeId node = mapping.node_of_process.at(static_cast<std::size_t>(x + mapping.process_grid.at(0) * y));
  return {node % sizes[0], node / sizes[0]};
}

TEST(MappingTest, FunctionsAreThoseOfThePaper) {
  // Section 3, as printed; m x n is the node grid.
  const std::vector<int> sizes{8, 4};
  const int m = sizes[0];
  const int n = sizes[1];
  const Mapping diagonal = parse_mapping("f_d", sizes);
  const Mapping horizontal = parse_mapping("f_h(3)", sizes);
  const Mapping vertical = parse_mapping("f_v(3)", sizes);
  const Mapping twisted = parse_mapping("f_t(3)", sizes);
  EXPECT_THAT(diagonal.process_grid, ElementsAre(8, 4));
  EXPECT_THAT(horizontal.process_grid, ElementsAre(24, 4));
  EXPECT_THAT(vertical.process_grid, ElementsAre(8, 12));
  EXPECT_THAT(twisted.process_grid, ElementsAre(8, 12));
  EXPECT_EQ(twisted.concentration, 3);
  for (int y = 0; y < 3 * n; ++y) {
    for (int x = 0; x < m; ++x) {
      if (y < n) {
        ASSERT_EQ(at(diagonal, sizes, x, y), std::make_pair((x + y) % m, y));
      }
      ASSERT_EQ(at(vertical, sizes, x, y), std::make_pair(x, y / 3));
      ASSERT_EQ(at(twisted, sizes, x, y), std::make_pair((x + y / n * m / 2) % m, y - y / n * n));
    }
  }
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < 3 * m; ++x) ASSERT_EQ(at(horizontal, sizes, x, y), std::make_pair(x / 3, y));
  }
}

TEST(MappingTest, CompositionAppliesTheLastFunctionFirst) {
  const std::vector<int> sizes{8, 4};
  const Mapping mapping = parse_mapping(" f_d.f_t(2)  .f_h( 2 )", sizes);
  EXPECT_EQ(mapping.name, "f_d . f_t(2) . f_h(2)");
  EXPECT_THAT(mapping.process_grid, ElementsAre(16, 8));
  EXPECT_EQ(mapping.concentration, 4);
  // (5, 6): f_h gives (2, 6), f_t onto 8 x 4 gives (6, 2), f_d gives (0, 2).
  EXPECT_EQ(at(mapping, sizes, 5, 6), std::make_pair(0, 2));
  // The grid of an inner function is the one it leads to: here f_d works on 8 x 8, after f_h and before f_v.
  const Mapping inner = parse_mapping("f_v(2) . f_d . f_h(2)", sizes);
  // (15, 7): (7, 7), (14 mod 8, 7), (6, 3).
  EXPECT_EQ(at(inner, sizes, 15, 7), std::make_pair(6, 3));
}

TEST(MappingTest, IdentityIsForAnyDimension) {
  const Mapping mapping = parse_mapping("id", {4, 3, 2});
  EXPECT_THAT(mapping.process_grid, ElementsAre(4, 3, 2));
  for (NodeId p = 0; p < 24; ++p) EXPECT_EQ(mapping.node_of_process[static_cast<std::size_t>(p)], p);
  EXPECT_EQ(parse_mapping("id . id", {5}).processes(), 5);
}

TEST(MappingTest, FunctionsInThreeDimensions) {
  const std::vector<int> sizes{8, 4, 2};
  const auto leads = [&](const std::string& text, std::vector<int> process, const std::vector<int>& node) {
    const Mapping mapping = parse_mapping(text, sizes);
    EXPECT_EQ(mapping.name, text);
    const std::vector<int>& grid = mapping.process_grid;
    const NodeId from = process[0] + grid[0] * (process[1] + grid[1] * process[2]);
    EXPECT_EQ(mapping.node_of_process.at(static_cast<std::size_t>(from)), node[0] + 8 * (node[1] + 4 * node[2]))
        << text;
  };
  leads("f_d(yx)", {7, 3, 1}, {2, 3, 1});
  leads("f_d(zx)", {7, 3, 1}, {0, 3, 1});
  leads("f_d(xz)", {7, 3, 0}, {7, 3, 1});
  leads("f_d(yx) . f_d(zx)", {7, 3, 1}, {3, 3, 1});
  leads("f_d(yx=2)", {7, 3, 1}, {6, 3, 1});   // -2: floor(3 * 2 / 4) = 1 back
  leads("f_d(yx=-2)", {7, 3, 1}, {0, 3, 1});  // 1 forth
  leads("f_d(yx=0)", {7, 3, 1}, {7, 3, 1});
  leads("f_h(2)", {15, 3, 1}, {7, 3, 1});
  leads("f_v(2)", {7, 7, 1}, {7, 3, 1});
  leads("f_u(3, z)", {7, 3, 5}, {7, 3, 1});
  leads("f_t(2)", {7, 5, 1}, {3, 1, 1});
  leads("f_t(2, zx)", {7, 3, 3}, {3, 3, 1});
  leads("f_t(3, zy)", {7, 3, 2}, {7, 1, 0});
  EXPECT_THAT(parse_mapping("f_u(3, z) . f_d(yx) . f_h(2)", sizes).process_grid, ElementsAre(16, 4, 6));
}

TEST(MappingTest, TheUnionsOfTwoDimensionsAreSpecialCases) {
  const std::vector<int> sizes{8, 4};
  const auto same = [&](const char* one, const char* other) {
    EXPECT_EQ(parse_mapping(one, sizes).node_of_process, parse_mapping(other, sizes).node_of_process) << one;
  };
  same("f_d", "f_d(yx)");
  same("f_d", "f_d(yx=4)");  // RTT(4): four steps are half of a turn, so that one step goes against one row
  same("f_h(3)", "f_u(3, x)");
  same("f_v(3)", "f_u(3, y)");
  same("f_t(3)", "f_t(3, yx)");
  same("id", "f_d(yx=0)");
  same("f_d(yx=5)", "f_d(yx=-3)");
}

TEST(MappingTest, EveryNodeHasTheSameNumberOfProcesses) {
  for (const char* text : {"id", "f_d", "f_h(2)", "f_v(5)", "f_t(4)", "f_d.f_v(2).f_h(3)", "f_h(2).f_t(2).f_d"}) {
    const Mapping mapping = parse_mapping(text, {6, 5});
    std::vector<int> count(30, 0);
    for (const NodeId node : mapping.node_of_process) ++count.at(static_cast<std::size_t>(node));
    for (const int c : count) ASSERT_EQ(c, mapping.concentration) << text;
  }
}

TEST(MappingTest, ErrorsOfExpressionsNameTheColumnAndWhatIsMeant) {
  EXPECT_THAT(parse_error("f_v2"), HasSubstr("column 1: there is no function \"f_v2\"; did you mean f_v(2)?"));
  EXPECT_THAT(parse_error("id . f^d"), HasSubstr("column 6: there is no function \"f^d\"; did you mean f_d?"));
  EXPECT_THAT(parse_error("f_tt(2)"), HasSubstr("did you mean f_t(2)?"));
  EXPECT_THAT(parse_error("ID"), HasSubstr("did you mean id?"));
  EXPECT_THAT(parse_error("snake"), HasSubstr("there is no function \"snake\"; expected id, f_d, f_h(c)"));
  EXPECT_THAT(parse_error(""), HasSubstr("column 1: a function is missing here"));
  EXPECT_THAT(parse_error("f_d ."), HasSubstr("column 6: a function is missing here"));
  EXPECT_THAT(parse_error("f_d f_v(2)"), HasSubstr("column 5: expected \".\""));
  EXPECT_THAT(parse_error("f_v"), HasSubstr("f_v needs its concentration, for example f_v(2)"));
  EXPECT_THAT(parse_error("id(2)"), HasSubstr("column 3: id takes no argument"));
  EXPECT_THAT(parse_error("f_d(2)"), HasSubstr("column 5: f_d takes two dimensions, the first of which shifts"));
  EXPECT_THAT(parse_error("f_v(0)"), HasSubstr("column 5: the concentration of f_v is a whole number from 1 on"));
  EXPECT_THAT(parse_error("f_v(-1)"), HasSubstr("column 5: the concentration"));
  EXPECT_THAT(parse_error("f_v(99999999999)"), HasSubstr("column 5: the concentration"));
  EXPECT_THAT(parse_error("f_v(2"), HasSubstr("column 6: expected \")\""));
  EXPECT_THAT(parse_error("id . (f_d)"), HasSubstr("column 6: expected id"));
  EXPECT_THAT(parse_error("f_v(2147483647)"), HasSubstr("processes"));
  EXPECT_THAT(parse_error("f_h(4000) . f_v(4000)"), HasSubstr("column 13: more than"));
  EXPECT_THAT(parse_error("f_t(2)", {5, 4}), HasSubstr("an odd number"));
  EXPECT_THAT(parse_error("id . f_d", {4, 4, 4}), HasSubstr("column 6: f_d is for nodes of two dimensions unless"));
  EXPECT_THAT(parse_error("id", {}), HasSubstr("use a file"));
}

TEST(MappingTest, ErrorsOfDimensionsAndTwists) {
  const std::vector<int> cube{4, 4, 4};
  EXPECT_THAT(parse_error("f_d(zx)"), HasSubstr("column 1: f_d(zx) is about dimension z; the nodes have x or y"));
  EXPECT_THAT(parse_error("id . f_v(2)", {8}), HasSubstr("column 6: f_v(2) is about dimension y; the nodes have x"));
  EXPECT_THAT(parse_error("f_d", {8}), HasSubstr("f_d is for nodes of two dimensions"));
  EXPECT_THAT(parse_error("f_d(xx)", cube), HasSubstr("column 5: f_d takes two dimensions"));
  EXPECT_THAT(parse_error("f_d(y)", cube), HasSubstr("column 5: f_d takes two dimensions"));
  EXPECT_THAT(parse_error("f_d(yq)", cube), HasSubstr("column 5: f_d takes two dimensions"));
  EXPECT_THAT(parse_error("f_d()", cube), HasSubstr("column 5: f_d takes two dimensions"));
  EXPECT_THAT(parse_error("f_d(yx=)", cube), HasSubstr("column 8: a twist is a whole number"));
  EXPECT_THAT(parse_error("f_d(yx=1.5)", cube), HasSubstr("column 9: expected \")\" after the argument of f_d"));
  EXPECT_THAT(parse_error("f_d(yx, zx)", cube), HasSubstr("column 9: expected \")\""));
  EXPECT_THAT(parse_error("f_u(2)", cube), HasSubstr("column 6: f_u needs a dimension too, for example f_u(2, z)"));
  EXPECT_THAT(parse_error("f_u", cube), HasSubstr("f_u needs its concentration and a dimension"));
  EXPECT_THAT(parse_error("f_u(2, zx)", cube), HasSubstr("column 8: f_u takes a dimension"));
  EXPECT_THAT(parse_error("f_u(2, w)", cube), HasSubstr("f_u(2, w) is about dimension w; the nodes have x, y or z"));
  EXPECT_THAT(parse_error("f_t(2, yx=1)", cube), HasSubstr("column 10: expected \")\""));
  EXPECT_THAT(parse_error("f_t(2, zx)", {5, 4, 4}), HasSubstr("an odd number"));
  EXPECT_THAT(parse_error("f_v2", cube), HasSubstr("did you mean f_v(2)?"));
  EXPECT_THAT(parse_error("f_w(2)", cube), HasSubstr("there is no function \"f_w\""));
}

class MappingFileTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::string write(const std::string& text) {
    std::ofstream(path_) << text;
    return path_.string();
  }
  std::string read_error(const std::string& text, NodeId nodes = 2) {
    const std::string path = write(text);
    const std::string error = error_of([&] { read_mapping(path, nodes); });
    EXPECT_EQ(error.rfind(path, 0) == 0 || error.find("mapping " + path) == 0, true) << error;
    return error.substr(error.find(path) + path.size());
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      ("trenza_mapping_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".txt");
};

TEST_F(MappingFileTest, LinesInAnyOrderWithAnySeparator) {
  const std::string path = write("# process node\n3 , 0\n\n0:1\r\n1;\t0   # the second\n2=1");
  EXPECT_THAT(error_of([&] { read_mapping(path, 2); }), HasSubstr(":6:1: \"2=1\" is no process"));
  const Mapping mapping = read_mapping(write("# process node\n3 , 0\n\n0:1\r\n1;\t0   # the second\n2 1"), 2, {2, 2});
  EXPECT_THAT(mapping.node_of_process, ElementsAre(1, 0, 1, 0));
  EXPECT_EQ(mapping.concentration, 2);
  EXPECT_THAT(mapping.process_grid, ElementsAre(2, 2));
}

TEST_F(MappingFileTest, AByteOrderMarkIsPassedOver) {
  EXPECT_THAT(read_mapping(write("\xEF\xBB\xBF"
                                 "0 1\n1 0\n"),
                           2)
                  .node_of_process,
              ElementsAre(1, 0));
}

TEST_F(MappingFileTest, ErrorsNameFileLineAndColumn) {
  EXPECT_THAT(read_error("0 0\n1\n"), HasSubstr(":2:2: expected a node here"));
  EXPECT_THAT(read_error("0 0 1\n"), HasSubstr(":1:5: more than two numbers"));
  EXPECT_THAT(read_error("0 x\n"), HasSubstr(":1:3: \"x\" is no node"));
  EXPECT_THAT(read_error("0 0\n1  -1\n"), HasSubstr(":2:4: \"-1\" is no node"));
  EXPECT_THAT(read_error("0 0\n 1 2\n"), HasSubstr(":2:4: node 2 is not there; nodes are 0 to 1"));
  EXPECT_THAT(read_error("0 0\n1 1\n 0 1\n"), HasSubstr(":3:2: process 0 is mapped in line 1 already"));
  EXPECT_THAT(read_error("0 0\n2 1\n"), HasSubstr("process 1 has no line; there are lines up to process 2"));
  EXPECT_THAT(read_error("99999999999999999999 1\n"), HasSubstr(":1:1: "));
  EXPECT_THAT(read_error("# nothing\n"), HasSubstr("no process is mapped"));
  EXPECT_THAT(read_error("0 0\n1 0\n"), HasSubstr("node 1 has 0 processes and node 0 has 2"));
  EXPECT_THAT(error_of([] { read_mapping("/no/such/file", 2); }), HasSubstr("/no/such/file: the mapping file cannot"));
  EXPECT_THAT(error_of([] { read_mapping(std::filesystem::temp_directory_path().string(), 2); }), HasSubstr("mapp"));
}

TEST(MappingTest, MadeByHandItIsChecked) {
  EXPECT_THAT(error_of([] { make_mapping("m", {0, 1, 2}, 2); }), HasSubstr("process 2 is on node 2; nodes are 0 to 1"));
  EXPECT_THAT(error_of([] { make_mapping("m", {0, 1, 1}, 2); }), HasSubstr("node 1 has 2 processes and node 0 has 1"));
  EXPECT_THAT(error_of([] { make_mapping("m", {}, 2); }), HasSubstr("node 0 has 0 processes"));
  EXPECT_THAT(error_of([] { make_mapping("m", {0, 1}, 2, {3}); }), HasSubstr("does not hold the 2 processes"));
}

}  // namespace
}  // namespace trenza::topologies
