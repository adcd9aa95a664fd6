#include "apps/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "apps/exit_status.h"
#include "tests/cli_program.h"

namespace trenza::apps {
namespace {

using test::TemporaryFolder;

std::string noise(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<char>(microarch::mix64(k / 3));
  return bytes;
}

TEST(SnapshotFile, ReadsBackWhatItWrote) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "s.snap";
  const std::string bytes = noise(1'000'003);
  SnapshotWriter writer(file);
  writer.write(bytes.data(), 5);
  writer.write(bytes.data() + 5, bytes.size() - 5);
  const std::uint64_t size = writer.commit();
  EXPECT_EQ(size, std::filesystem::file_size(file));
  EXPECT_NO_THROW(check_snapshot_file(file));
  SnapshotReader reader(file);
  std::string back(bytes.size(), '\0');
  reader.read(back.data(), 999'999);
  reader.read(back.data() + 999'999, 4);
  EXPECT_EQ(back, bytes);
  char more = 0;
  EXPECT_THROW(reader.read(&more, 1), microarch::ArchiveError);
}

TEST(SnapshotFile, IsNotThereBeforeTheCommit) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "s.snap";
  folder.write("s.snap", "before");
  {
    SnapshotWriter writer(file);
    const std::string bytes = noise(500'000);
    writer.write(bytes.data(), bytes.size());
    EXPECT_EQ(test::read_file(file), "before");
    EXPECT_EQ(folder.names().size(), 2U) << "a temporary file in the same folder";
  }
  EXPECT_EQ(folder.names(), std::set<std::string>{"s.snap"});
  EXPECT_EQ(test::read_file(file), "before");
}

TEST(SnapshotFile, EveryDamageIsSeen) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "s.snap";
  const std::string bytes = noise(300);
  SnapshotWriter writer(file);
  writer.write(bytes.data(), bytes.size());
  writer.commit();
  const std::string whole = test::read_file(file);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    folder.write("s.snap", damaged);
    EXPECT_THROW(check_snapshot_file(file), microarch::ArchiveError) << "byte " << at;
    folder.write("s.snap", whole.substr(0, at));
    EXPECT_THROW(check_snapshot_file(file), microarch::ArchiveError) << at << " bytes";
  }
}

/// The message about a snapshot that says this of itself.
std::string refusal(const std::function<void(nlohmann::ordered_json&)>& change) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "s.snap";
  settings::Configuration configuration = settings::read_configuration(
      "topology: {kind: rtt, a: 3}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 100}\n", "a.yaml");
  nlohmann::ordered_json description = describe_run(configuration.runs[0]);
  change(description);
  const auto fabric = tlm::make_tlm_fabric(*configuration.runs[0].topology, configuration.runs[0].fabric);
  save_snapshot(file, description, *fabric, [](microarch::ArchiveWriter&) {});
  try {
    request_snapshots({{}, file}, configuration);
  } catch (const UsageError& error) {
    const std::string message = error.what();
    EXPECT_THAT(message, testing::StartsWith("--from " + file + ": "));
    return message.substr(("--from " + file + ": ").size());
  }
  return "";
}

TEST(Snapshot, IsRefusedWhenItIsOfSomethingElse) {
  EXPECT_EQ(refusal([](auto&) {}), "");
  EXPECT_THAT(refusal([](auto& description) { description["version"] = "9.9.9"; }),
              testing::StartsWith("the snapshot was made by trenza 9.9.9 ("));
  EXPECT_EQ(refusal([](auto& description) { description["contents"]["network"] = "0"; }),
            "topology.file: has other channels than the network of the snapshot");
  EXPECT_EQ(refusal([](auto& description) { description["config"]["run"]["cycles"] = 99; }),
            "run.cycles: the snapshot has 99, this run 100; expected the same");
  EXPECT_EQ(refusal([](auto& description) { description["config"]["run"].erase("seed"); }),
            "run.seed: the snapshot has no value, this run 1; expected the same");
  EXPECT_EQ(refusal([](auto& description) { description["config"]["more"] = true; }),
            "more: the snapshot has true, this run no value; expected the same");
  EXPECT_EQ(refusal([](auto& description) { description["config"]["name"] = "other"; }), "");
  EXPECT_EQ(refusal([](auto& description) { description = 3; }), "the snapshot does not say what it is of");
}

}  // namespace
}  // namespace trenza::apps
