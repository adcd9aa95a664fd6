#include "graphs/mapping/communication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "graphs/mapping/dilation.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using ::testing::HasSubstr;

class CommunicationFileTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::string write(const std::string& text) {
    std::ofstream(path_) << text;
    return path_.string();
  }
  std::string refusal(const std::string& text) {
    const std::string path = write(text);
    try {
      read_communications(path);
    } catch (const topologies::TopologyError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.rfind(path, 0), 0U) << what;
      return what.substr(path.size());
    }
    return "read";
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      ("trenza_matrix_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".txt");
};

TEST_F(CommunicationFileTest, LinesWithAnySeparator) {
  const auto matrix = read_communications(write("# from to bytes\n0 1 100\n\n1,0:7 # back\r\n3;\t2  0"));
  ASSERT_EQ(matrix.size(), 3U);
  EXPECT_EQ(matrix[1].from, 1);
  EXPECT_EQ(matrix[1].to, 0);
  EXPECT_EQ(matrix[1].bytes, 7U);
  EXPECT_EQ(matrix[2].from, 3);
}

TEST_F(CommunicationFileTest, AByteOrderMarkIsPassedOver) {
  EXPECT_EQ(read_communications(write("\xEF\xBB\xBF"
                                      "0 1 7\n"))
                .front()
                .bytes,
            7U);
}

TEST_F(CommunicationFileTest, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(refusal("0 1 5\n0 1\n"), ":2:4: expected a number of bytes here; a line is \"from to bytes\"");
  EXPECT_EQ(refusal("0\n"), ":1:2: expected a process here; a line is \"from to bytes\"");
  EXPECT_EQ(refusal("0 1 5 6\n"), ":1:7: more than three numbers; a line is \"from to bytes\"");
  EXPECT_EQ(refusal("0 x 5\n"), ":1:3: \"x\" is no process: expected a whole number from 0 on");
  EXPECT_EQ(refusal("0 1 -5\n"), ":1:5: \"-5\" is no number of bytes: expected a whole number from 0 on");
  EXPECT_EQ(refusal("0 1 1.5\n"), ":1:5: \"1.5\" is no number of bytes: expected a whole number from 0 on");
  EXPECT_THAT(refusal("0 1 99999999999999999999\n"), HasSubstr(":1:5: "));
  EXPECT_EQ(refusal("67108864 1 5\n"), ":1:1: process 67108864 is too large");
  EXPECT_EQ(refusal("# nothing\n"), ": no process sends anything; a line is \"from to bytes\"");
  EXPECT_THROW(read_communications("/no/such/file"), topologies::TopologyError);
  EXPECT_THROW(read_communications(std::filesystem::temp_directory_path().string()), topologies::TopologyError);
}

TEST(NeighbourCommunicationsTest, HaveTheMeanOfTheDilation) {
  const topologies::Network rtt = topologies::torus_network("rtt", {8, 4}, {{1, 0, 4}});
  for (const LogicalGrid grid : {LogicalGrid::torus, LogicalGrid::mesh}) {
    for (const char* const text : {"id", "f_d", "f_v(2)", "f_d . f_h(3)"}) {
      const auto mapping = topologies::parse_mapping(text, {8, 4});
      const std::vector<Communication> matrix = neighbour_communications(mapping, grid);
      std::map<std::int64_t, std::uint64_t> sent;
      for (const Communication& entry : matrix) sent[entry.from] += entry.bytes;
      EXPECT_EQ(sent.size(), static_cast<std::size_t>(mapping.processes()));
      for (const auto& [process, bytes] : sent) EXPECT_EQ(bytes, sent[0]) << process;
      const double hops = static_cast<double>(byte_hops(rtt, mapping, matrix).byte_hops);
      EXPECT_NEAR(hops / static_cast<double>(sent[0] * sent.size()), dilation(rtt, mapping, grid).mean, 1e-12) << text;
    }
  }
}

TEST(NeighbourCommunicationsTest, Refusals) {
  const auto no_grid = topologies::make_mapping("m", {0, 1}, 2);
  EXPECT_THROW(neighbour_communications(no_grid, LogicalGrid::torus), topologies::TopologyError);
  std::vector<topologies::NodeId> nodes(512, 0);
  for (std::size_t p = 0; p < nodes.size(); ++p) nodes[p] = static_cast<topologies::NodeId>(p);
  const auto deep = topologies::make_mapping("m", nodes, 512, std::vector<int>(9, 2));
  EXPECT_THROW(neighbour_communications(deep, LogicalGrid::mesh), topologies::TopologyError);
  EXPECT_EQ(neighbour_communications(deep, LogicalGrid::torus).size(), 512U * 18U);
}

}  // namespace
}  // namespace trenza::graphs
