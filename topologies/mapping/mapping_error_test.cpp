#include "topologies/mapping/mapping_error.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "topologies/mapping/mapping.h"

namespace trenza::topologies {
namespace {

using Place = MappingFault::Place;

template <typename Body>
MappingFault fault_of(Body body) {
  try {
    body();
  } catch (const MappingError& error) {
    EXPECT_EQ(error.what(), error.fault().sentence());
    return error.fault();
  }
  ADD_FAILURE() << "not refused";
  return {};
}

TEST(MappingError, SentencesBeginWithThePlace) {
  EXPECT_EQ((MappingFault{Place::mapping, "", 0, 0, "why"}.sentence()), "mapping: why");
  EXPECT_EQ((MappingFault{Place::mapping, "id", 0, 0, "why"}.sentence()), "mapping id: why");
  EXPECT_EQ((MappingFault{Place::expression, "f_d", 0, 3, "why"}.sentence()), "mapping \"f_d\": column 3: why");
  EXPECT_EQ((MappingFault{Place::file, "m.map", 0, 0, "why"}.sentence()), "m.map: why");
  EXPECT_EQ((MappingFault{Place::file, "m.map", 2, 3, "why"}.sentence()), "m.map:2:3: why");
}

TEST(MappingError, OfAnExpressionKnowsTheColumn) {
  const MappingFault fault = fault_of([] { parse_mapping("f_d . f_w", {8, 4}); });
  EXPECT_EQ(fault.place, Place::expression);
  EXPECT_EQ(fault.name, "f_d . f_w");
  EXPECT_EQ(fault.column, 7);
}

TEST(MappingError, OfAFileKnowsLineAndColumn) {
  const std::string path = testing::TempDir() + "mapping_error_test.map";
  std::ofstream(path) << "0 1\n1 99\n";
  const MappingFault fault = fault_of([&] { read_mapping(path, 2); });
  std::remove(path.c_str());
  EXPECT_EQ(fault.place, Place::file);
  EXPECT_EQ(fault.name, path);
  EXPECT_EQ(fault.line, 2);
  EXPECT_EQ(fault.column, 3);
}

TEST(MappingError, OfUnevenNodesIsOfTheWhole) {
  const MappingFault fault = fault_of([] { make_mapping("list", {0, 0, 1}, 2); });
  EXPECT_EQ(fault.place, Place::mapping);
  EXPECT_EQ(fault.name, "list");
}

}  // namespace
}  // namespace trenza::topologies
