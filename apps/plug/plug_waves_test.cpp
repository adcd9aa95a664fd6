// Waves of blocks from outside: every port by its own name, with the values that the fabric around the block explains.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/support/plug_bench.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

constexpr std::uint64_t kPeriod = 32'000;  // picoseconds of a cycle
constexpr std::uint64_t kCycles = 150;     // that are recorded
constexpr int kVcs = 3;
const std::vector<std::string> kPorts{"xp", "xm", "yp", "ym"};

/// What was recorded of r_1_1.
class Recorded {
 public:
  explicit Recorded(waves::WaveContents contents) : contents_(std::move(contents)) {}

  const std::string& text(const std::string& path, std::uint64_t cycle) const {
    return contents_.trace("noc.r_1_1." + path).at(cycle * kPeriod);
  }
  std::uint64_t number(const std::string& path, std::uint64_t cycle) const { return std::stoull(text(path, cycle)); }
  bool is_on(const std::string& path, std::uint64_t cycle) const { return text(path, cycle) == "1"; }
  const waves::WaveContents& contents() const { return contents_; }

  /// Names in a scope; "": in the router.
  std::set<std::string> names(const std::string& scope) const {
    std::set<std::string> names;
    const std::string begin = "noc.r_1_1." + (scope.empty() ? scope : scope + ".");
    for (const auto& [path, trace] : contents_.traces) {
      if (path.compare(0, begin.size(), begin) == 0)
        names.insert(path.substr(begin.size(), path.find('.', begin.size()) - begin.size()));
    }
    return names;
  }
  /// Scopes of the router that begin so.
  std::vector<std::string> scopes(const std::string& begin) const {
    std::vector<std::string> found;
    for (const std::string& name : names("")) {
      if (name.compare(0, begin.size(), begin) == 0) found.push_back(name);
    }
    return found;
  }
  std::vector<std::string> outputs() const { return scopes("out_"); }
  /// Scope of input `number`.
  std::string input_scope(std::size_t number) const {
    const std::size_t port = number / kVcs;
    if (port >= kPorts.size()) return "injector" + std::to_string(number - kPorts.size() * kVcs);
    return scopes("in_" + kPorts[port] + "_").at(0) + ".vc" + std::to_string(number % kVcs);
  }

 private:
  waves::WaveContents contents_;
};

/// Builds a block as a user does, and runs a network with it.
class PlugWaves : public testing::Test {
 protected:
  void build(const std::string& slot, const std::string& source, const std::string& map,
             const std::string& file = "block.sv") {
    folder_.write("noc.yaml", network_);
    folder_.write(file, source);
    folder_.write("map.yaml", map);
    const ProgramResult built = run_program(folder_.path(), {"plug", file, "--as", slot, "--ports", "map.yaml", "--for",
                                                             "noc.yaml", "-o", "block.so", "-q"});
    ASSERT_EQ(built.status, 0) << built.errors;
  }
  void build_from_tests(const std::string& slot, const std::string& name) {
    build(slot, settings::read_text_file(plug_source(name + ".sv")),
          settings::read_text_file(plug_source(name + ".yaml")), name + ".sv");
  }

  Json run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "noc.yaml", "-q", "--json", "-"});
    const ProgramResult result = run_program(folder_.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.status == 0 ? Json::parse(result.output) : Json();
  }

  Recorded record(const std::string& setting, const std::string& scope = "r_1_1", const std::string& window = "0:150") {
    const std::vector<std::string> settings{"--set", setting};
    std::vector<std::string> recording = settings;
    recording.insert(recording.end(), {"--waves", "w.vcd", "--waves-scope", scope, "--waves-window", window});
    EXPECT_EQ(run(recording)["digest"], run(settings)["digest"]) << "who looks changes nothing";
    return Recorded(waves::read_wave((folder_.path() / "w.vcd").string()));
  }

  TemporaryFolder folder_;
  std::string network_ = kBusyRouters;
};

/// The number of an input by its name in waves: "xp.vc1", "injector2".
std::uint64_t input_of(const std::string& name) {
  const auto port = std::find(kPorts.begin(), kPorts.end(), name.substr(0, 2));
  const auto last = static_cast<std::uint64_t>(name.back() - '0');
  return port == kPorts.end() ? kPorts.size() * kVcs + last
                              : static_cast<std::uint64_t>(port - kPorts.begin()) * kVcs + last;
}

TEST_F(PlugWaves, ArbitersGrantWhatTheFabricShows) {
  build_from_tests("arbiter", "ack_arbiter");
  const Recorded waves = record("rtl.arbiter=block.so");
  EXPECT_EQ(waves.names("plug_arbiter").size(), kPorts.size() + 4) << "at links, and at ejectors";
  int grants = 0;
  std::set<std::string> draws;
  for (const std::string& output : waves.names("plug_arbiter")) {
    const std::string arbiter = "plug_arbiter." + output;
    EXPECT_EQ(waves.names(arbiter), (std::set<std::string>{"ack", "fault", "gnt", "rand_i", "req"}));
    for (std::uint64_t t = 0; t < kCycles; ++t) {
      const std::uint64_t grant = waves.number(arbiter + ".gnt", t);
      EXPECT_EQ(std::bitset<64>(grant).count(), waves.number(arbiter + ".req", t) == 0 ? 0U : 1U);
      EXPECT_EQ(grant & ~waves.number(arbiter + ".req", t), 0U);
      EXPECT_EQ(waves.is_on(arbiter + ".ack", t), grant != 0);
      EXPECT_EQ(waves.number(arbiter + ".fault", t), 0U);
      draws.insert(waves.text(arbiter + ".rand_i", t));
      if (output.compare(0, 4, "out_") != 0) continue;
      // A head is on the link in the cycle of its grant.
      const bool head = waves.text(output + ".flit", t).compare(0, 1, "H") == 0;
      ASSERT_EQ(head, grant != 0) << output << " in cycle " << t;
      if (!head) continue;
      ++grants;
      EXPECT_EQ(grant, std::uint64_t{1} << input_of(waves.text(output + ".select_input", t))) << output << ' ' << t;
    }
  }
  EXPECT_GT(grants, 40);
  EXPECT_GT(draws.size(), kCycles);
}

TEST_F(PlugWaves, ClockResetAndTiesAreThere) {
  build_from_tests("arbiter", "low_reset_arbiter");
  const Recorded waves = record("rtl.arbiter=block.so", "plug_arbiter,out_xp_*", "20:120");
  const std::string arbiter = "plug_arbiter.out_xp_to_2_1";
  EXPECT_EQ(waves.names(arbiter),
            (std::set<std::string>{"clk_i", "rst_ni", "flush_i", "req_i", "ready_i", "valid_o", "idx_o"}));
  EXPECT_EQ(waves.names("in_xp_from_0_1").size(), 0U) << "it was not asked for";
  EXPECT_EQ(waves.contents().begin, 20 * kPeriod);
  int grants = 0;
  for (std::uint64_t t = 20; t < 120; ++t) {
    EXPECT_TRUE(waves.is_on(arbiter + ".clk_i", t));
    EXPECT_EQ(waves.contents().trace("noc.r_1_1." + arbiter + ".clk_i").at(t * kPeriod + kPeriod / 2), "0");
    EXPECT_TRUE(waves.is_on(arbiter + ".rst_ni", t)) << "active low";
    EXPECT_FALSE(waves.is_on(arbiter + ".flush_i", t));
    EXPECT_EQ(waves.is_on(arbiter + ".valid_o", t), waves.number(arbiter + ".req_i", t) != 0);
    EXPECT_EQ(waves.is_on(arbiter + ".ready_i", t), waves.number(arbiter + ".req_i", t) != 0) << "commit_when: ready";
    if (waves.text("out_xp_to_2_1.flit", t).compare(0, 1, "H") != 0) continue;
    ++grants;
    EXPECT_TRUE(waves.is_on(arbiter + ".valid_o", t));
    EXPECT_EQ(waves.number(arbiter + ".idx_o", t), input_of(waves.text("out_xp_to_2_1.select_input", t)));
  }
  EXPECT_GT(grants, 5);
}

/// Bit `at` of a number in hexadecimal.
bool bit_of(const std::string& hexadecimal, std::size_t at) {
  const std::size_t digits = hexadecimal.size() - 2;  // "0x"
  if (at / 4 >= digits) return false;
  return (std::stoul(hexadecimal.substr(hexadecimal.size() - 1 - at / 4, 1), nullptr, 16) >> at % 4 & 1U) != 0;
}

/// Column of the output VC that an input has picked: network ports, then ejectors.
std::size_t column_of(const Recorded& waves, const std::string& input, std::uint64_t cycle) {
  const std::string& output = waves.text(input + ".pick_output", cycle);
  const auto port = std::find(kPorts.begin(), kPorts.end(), output);
  if (port == kPorts.end()) return kPorts.size() * kVcs + static_cast<std::size_t>(output.back() - '0');
  return static_cast<std::size_t>(port - kPorts.begin()) * kVcs + waves.number(input + ".pick_vc", cycle);
}

TEST_F(PlugWaves, AMatrixIsOneWideVector) {
  constexpr std::size_t kSide = 16;  // inputs; and output VCs with ejectors
  const cosim::SlotContract& contract = *cosim::find_slot("allocator");
  build("vc_allocator", contract.module_template, contract.map_template);
  const Recorded waves = record("rtl.vc_allocator=block.so");
  const std::string block = "plug_vc_allocator";
  EXPECT_EQ(waves.names(block), (std::set<std::string>{"clk", "reset", "request", "commit", "grant"}));
  EXPECT_EQ(waves.contents().trace("noc.r_1_1." + block + ".request").bits, kSide * kSide);
  int picks = 0;
  int commits = 0;
  for (std::uint64_t t = 0; t < kCycles; ++t) {
    bool any = false;
    for (std::size_t row = 0; row < kSide; ++row) {
      const std::string input = waves.input_scope(row);
      const bool picked = waves.is_on(input + ".pick_valid", t);
      for (std::size_t column = 0; column < kSide; ++column) {
        const bool granted = bit_of(waves.text(block + ".grant", t), row * kSide + column);
        ASSERT_EQ(granted, picked && column == column_of(waves, input, t)) << input << ' ' << column << ' ' << t;
        EXPECT_TRUE(!granted || bit_of(waves.text(block + ".request", t), row * kSide + column));
      }
      any = any || picked;
      picks += picked ? 1 : 0;
    }
    if (!waves.is_on(block + ".commit", t)) continue;
    ++commits;
    EXPECT_TRUE(any);
  }
  EXPECT_GT(picks, 50);
  EXPECT_GT(commits, 20);
}

TEST_F(PlugWaves, ArbitersOfPortsCommitWhatTheirOutputGrants) {
  network_ = busy_per_port_routers();
  const cosim::SlotContract& contract = *cosim::find_slot("arbiter");
  build("port_arbiter", contract.module_template, contract.map_template);
  const Recorded waves = record("rtl.port_arbiter=block.so");
  EXPECT_EQ(waves.names("plug_port_arbiter").size(), kPorts.size());
  int commits = 0;
  for (const std::string& input : waves.names("plug_port_arbiter")) {
    const std::string arbiter = "plug_port_arbiter." + input;
    const std::string port = input.substr(std::string("in_").size(), 2);
    for (std::uint64_t t = 0; t < kCycles; ++t) {
      const std::uint64_t grant = waves.number(arbiter + ".grant", t);
      EXPECT_LE(std::bitset<64>(grant).count(), 1U);
      EXPECT_EQ(grant & ~waves.number(arbiter + ".request", t), 0U);
      for (const std::string& output : waves.outputs()) {
        const std::string& from = waves.text(output + ".select_input", t);
        if (waves.text(output + ".flit", t).compare(0, 1, "H") != 0 || from.compare(0, 2, port) != 0) continue;
        ++commits;
        EXPECT_EQ(grant, std::uint64_t{1} << (from.back() - '0'));
        EXPECT_TRUE(waves.is_on(arbiter + ".commit", t)) << arbiter << " in cycle " << t;
      }
    }
  }
  EXPECT_GT(commits, 10);
}

TEST_F(PlugWaves, FifosFillAndDrainAsTheFabricCounts) {
  build_from_tests("buffer", "stream_fifo");
  const Recorded waves = record("rtl.buffer=block.so");
  EXPECT_EQ(waves.names("plug_buffer").size(), kPorts.size());
  std::uint64_t pushes = 0;
  for (const std::string& input : waves.names("plug_buffer")) {
    for (int vc = 0; vc < kVcs; ++vc) {
      const std::string place = input + ".vc" + std::to_string(vc);
      const std::string fifo = "plug_buffer." + place;
      for (std::uint64_t t = 0; t + 1 < kCycles; ++t) {
        const std::uint64_t pushed = waves.number(fifo + ".s_valid_i", t);
        const std::uint64_t inside = waves.number(place + ".occupancy", t);
        ASSERT_EQ(waves.number(fifo + ".level_o", t), inside) << fifo << " in cycle " << t;
        ASSERT_EQ(waves.number(place + ".occupancy", t + 1), inside + pushed - waves.number(fifo + ".m_ready_i", t))
            << fifo << " in cycle " << t;
        EXPECT_EQ(waves.is_on(fifo + ".m_valid_o", t), inside + pushed > 0) << "it falls through";
        pushes += pushed;
        if (inside == 0) continue;
        EXPECT_EQ(waves.number(fifo + ".m_data_o", t) & 0xffffffffU, waves.number(place + ".packet", t));
      }
    }
  }
  EXPECT_GT(pushes, 100U);
}

TEST_F(PlugWaves, ARouterSeesItsLinksACycleLater) {
  network_ =
      "topology: {kind: rtt, a: 2}\n"
      "router: {max_packet_flits: 4, buffer_packets: 4, virtual_channels: {adaptive: 1}}\n"
      "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
      "link: {delay: 1}\n"
      "run: {cycles: 400}\n";
  build_from_tests("router", "noc_node");
  const Recorded waves = record("rtl.router={module: block.so, routers: r_1_1}", "r_1_1,r_0_1.out_xp_*");
  EXPECT_EQ(waves.names("plug_router").size(), 33U);
  constexpr std::uint64_t kPayload = (1U << 28) - 1;
  const auto& contents = waves.contents();
  const std::string neighbour = "noc.r_0_1.out_xp_to_1_1.";
  std::set<std::uint64_t> left;  // packets whose heads the block has sent to x+
  int came = 0;
  int went = 0;
  for (std::uint64_t t = 2; t < kCycles; ++t) {
    if (contents.trace("noc.cycle").at(t * kPeriod) != std::to_string(t)) continue;  // the network was empty
    const std::uint64_t sent = (t - 2) * kPeriod;  // a cycle on the link, and one for the adapter
    // Traffic in x+ comes in on the west side.
    ASSERT_EQ(waves.text("plug_router.rx_w", t), contents.trace(neighbour + "valid").at(sent)) << "cycle " << t;
    EXPECT_TRUE(waves.is_on("plug_router.clk", t));
    EXPECT_TRUE(waves.is_on("plug_router.rst_n", t));
    EXPECT_EQ(waves.number("plug_router.bug", t), 0U);
    if (waves.is_on("plug_router.rx_w", t)) {
      ++came;
      EXPECT_EQ(waves.number("plug_router.rx_data_w", t) & kPayload,
                std::stoull(contents.trace(neighbour + "packet").at(sent)));
    }
    const std::uint64_t flit = waves.number("plug_router.tx_data_e", t);
    if (waves.is_on("plug_router.tx_e", t) && (flit >> 33 & 1U) != 0) left.insert(flit & kPayload);
    if (waves.text("out_xp_to_2_1.flit", t).compare(0, 1, "H") != 0) continue;
    ++went;
    EXPECT_EQ(left.count(waves.number("out_xp_to_2_1.packet", t)), 1U) << "cycle " << t;
  }
  EXPECT_GT(came, 10);
  EXPECT_GT(went, 5);
}

TEST_F(PlugWaves, AFlitLevelRouterSeesItsLinksACycleLater) {
  network_ =
      "topology: {kind: rtt, a: 2}\n"
      "router: {switching: wormhole, virtual_channels: {count: 2}, buffer_flits: 4, max_packet_flits: 8}\n"
      "traffic: {pattern: uniform, packet_flits: 8, load: 0.4}\n"
      "link: {delay: 1}\n"
      "run: {cycles: 400}\n";
  build_from_tests("router", "flit_node");
  const Recorded waves = record("rtl.router={module: block.so, routers: r_1_1}", "r_1_1,r_0_1.out_xp_*");
  const std::set<std::string> ports{"clk",     "reset",    "own_x",     "own_y",    "bug",      "in_valid",
                                    "in_flit", "in_leave", "out_valid", "out_flit", "out_leave"};
  EXPECT_EQ(waves.names("plug_router"), ports);
  constexpr int kXp = 1;  // of the block
  constexpr int kXm = 2;
  const auto& contents = waves.contents();
  int came = 0;
  int went = 0;
  for (std::uint64_t t = 2; t < kCycles; ++t) {
    if (contents.trace("noc.cycle").at(t * kPeriod) != std::to_string(t)) continue;  // the network was empty
    const bool comes = (waves.number("plug_router.in_valid", t) >> kXm & 1U) != 0;
    const bool goes = (waves.number("plug_router.out_valid", t) >> kXp & 1U) != 0;
    ASSERT_EQ(comes, contents.trace("noc.r_0_1.out_xp_to_1_1.valid").at((t - 2) * kPeriod) == "1") << "cycle " << t;
    ASSERT_EQ(goes, waves.is_on("out_xp_to_2_1.valid", t)) << "cycle " << t;
    EXPECT_EQ(waves.number("plug_router.own_x", t), 1U);
    came += comes ? 1 : 0;
    went += goes ? 1 : 0;
  }
  EXPECT_GT(came, 20);
  EXPECT_GT(went, 20);
}

}  // namespace
}  // namespace trenza::test
