// The packages of the twins against the C++ formats: every function gives what C++ reads or makes, for random words.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "microarch/flit.h"
#include "microarch/parameters.h"
#include "rtl_models/common/words.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/twin/rtl_sources.h"
#include "rtl_models/twin/verilation.h"
#include "rtl_models/wormhole/worm_words.h"
#include "topologies/record_format.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kPosition = 14;  // bits of lengths and positions

/// The inputs of a comparison: random words to read, and fields to make words of.
struct Drawn {
  std::uint64_t word = 0;
  PacketId packet = 0;
  int flits = 1;
  int position = 0;
  int vc = 0;
  int output = 0;
  int input = 0;
  std::uint32_t ports = 0;
  topologies::RouteChoice route;
  int dimensions = 1;
  int lane = 0;     // output VC of a flit-level router
  int channel = 0;  // VC of a channel of it

  explicit Drawn(std::mt19937_64& random) {
    const auto below = [&random](std::uint64_t limit) { return static_cast<int>(random() % limit); };
    word = random();
    packet = static_cast<PacketId>(random());
    flits = 1 + below(microarch::kMaxPacketFlits);
    position = below(2) == 0 ? below(static_cast<std::uint64_t>(flits)) : 0;
    vc = below(16);
    output = below(64);
    input = below(256);
    ports = static_cast<std::uint32_t>(random());
    route = topologies::RouteChoice::of(ports, below(4) == 0 ? -1 : below(32), below(16));
    route.arrived = below(2) == 0;
    dimensions = 1 + below(40);
    lane = below(1U << 16);
    channel = below(32);
  }

  FlitWord flit() const { return microarch::make_flit(packet, flits, position); }
  RequestWord request() const { return make_request(flit()); }
};

/// An output of the module: its width, its value in SystemVerilog and its value in C++.
struct Compared {
  std::string name;
  int bits;
  std::string expression;
  std::function<std::uint64_t(const Drawn&)> expected;
  std::string package = "trenza_pkg";
};

std::vector<Compared> flits_and_headers() {
  return {
      {"make_flit", 64, "make_flit(packet, flits, position, position == '0, position + 14'd1 == flits)",
       [](const Drawn& in) { return in.flit(); }},
      {"packet_of", 32, "packet_of(word)", [](const Drawn& in) { return microarch::packet_of(in.word); }},
      {"length_of", kPosition, "length_of(word)", [](const Drawn& in) { return microarch::length_of(in.word); }},
      {"position_of", kPosition, "position_of(word)", [](const Drawn& in) { return microarch::position_of(in.word); }},
      {"hops_of", kPosition, "hops_of(word)", [](const Drawn& in) { return microarch::hops_of(in.word); }},
      {"is_head", 1, "is_head(word)", [](const Drawn& in) { return microarch::is_head(in.word); }},
      {"is_tail", 1, "is_tail(word)", [](const Drawn& in) { return microarch::is_tail(in.word); }},
      {"with_next_hop", 64, "with_next_hop(trenza_pkg::make_flit(packet, flits, position, 1'b1, 1'b0))",
       [](const Drawn& in) {
         const FlitWord ends = microarch::kHeadBit | microarch::kTailBit;
         return microarch::with_next_hop((in.flit() & ~ends) | microarch::kHeadBit);
       }},
      {"destination_of", 24, "destination_of(word)",
       [](const Drawn& in) { return static_cast<std::uint64_t>(topologies::destination_of(in.word)); }},
      {"record", 32, "RECORD", [](const Drawn& in) { return topologies::RecordFormat(in.dimensions).shift(0); }},
      {"record_bits", 32, "record_bits(dimensions)",
       [](const Drawn& in) { return topologies::RecordFormat(in.dimensions).bits(); }},
  };
}

std::vector<Compared> words_of_inputs() {
  return {
      {"make_route", 64, "make_route(ports, escapes ? escape_port : trenza_pkg::NO_PORT, escape_vc, arrived)",
       [](const Drawn& in) { return pack_route(in.route); }},
      {"route_ports", 32, "route_ports(route)", [](const Drawn& in) { return in.ports; }},
      {"route_escape_port", 8, "route_escape_port(route)",
       [](const Drawn& in) { return static_cast<std::uint8_t>(in.route.escape_port()); }},
      {"route_escape_vc", 4, "route_escape_vc(route)", [](const Drawn& in) { return in.route.escape_vc(); }},
      {"route_arrived", 1, "route_arrived(route)", [](const Drawn& in) { return in.route.arrived; }},
      {"make_request", 64, "make_request(packet, flits)", [](const Drawn& in) { return in.request(); }},
      {"request_valid", 1, "request_valid(word)", [](const Drawn& in) { return (in.word & kValidBit) != 0; }},
      {"request_packet", 32, "request_packet(word)", [](const Drawn& in) { return request_packet(in.word); }},
      {"request_flits", kPosition, "request_flits(word)", [](const Drawn& in) { return request_flits(in.word); }},
      {"make_pick", 64, "make_pick(trenza_pkg::make_request(packet, flits), out, vc)",
       [](const Drawn& in) { return make_pick(in.request(), in.output, in.vc); }},
      {"pick_valid", 1, "pick_valid(word)", [](const Drawn& in) { return (in.word & kValidBit) != 0; }},
      {"pick_packet", 32, "pick_packet(word)", [](const Drawn& in) { return request_packet(in.word); }},
      {"pick_flits", kPosition, "pick_flits(word)", [](const Drawn& in) { return request_flits(in.word); }},
      {"pick_vc", 4, "pick_vc(word)", [](const Drawn& in) { return pick_vc(in.word); }},
      {"pick_output", 6, "pick_output(word)", [](const Drawn& in) { return pick_output(in.word); }},
  };
}

std::vector<Compared> words_of_outputs() {
  const auto half = [](const Drawn& in) { return static_cast<std::uint32_t>(in.word); };
  return {
      {"make_select", 32, "make_select(from, vc)", [](const Drawn& in) { return make_select(in.input, in.vc); }},
      {"select_valid", 1, "select_valid(half)", [half](const Drawn& in) { return (half(in) & kValidBit32) != 0; }},
      {"select_input", 8, "select_input(half)", [half](const Drawn& in) { return select_input(half(in)); }},
      {"select_vc", 4, "select_vc(half)", [half](const Drawn& in) { return select_vc(half(in)); }},
      {"make_charge", 32, "make_charge(vc, flits)", [](const Drawn& in) { return make_charge(in.vc, in.flits); }},
      {"charge_valid", 1, "charge_valid(half)", [half](const Drawn& in) { return (half(in) & kValidBit32) != 0; }},
      {"charge_credits", kPosition, "charge_credits(half)",
       [half](const Drawn& in) { return charge_credits(half(in)); }},
      {"charge_vc", 4, "charge_vc(half)",  // routers in SystemVerilog have up to 16 virtual channels, so bit 20 is 0
       [half](const Drawn& in) { return charge_vc(half(in) & ~(std::uint32_t{1} << 20)); }},
  };
}

/// Any route of a flit-level router.
WormRoute drawn_worm_route(const Drawn& in) {
  topologies::RouteChoice choice;
  choice.tiers[0] = {in.ports, static_cast<topologies::VcMask>(in.word & 0xffff)};
  choice.tiers[1] = {static_cast<std::uint32_t>(in.word >> 32), static_cast<topologies::VcMask>(in.lane)};
  WormRoute route = pack_worm_route(choice);
  if (in.route.arrived) route.vcs |= kArrivedBit;
  return route;
}

std::vector<Compared> words_by_flits() {
  const auto half = [](const Drawn& in) { return static_cast<std::uint32_t>(in.word); };
  const auto tier = [](const Drawn& in) { return tier_of({in.word, in.word}, in.route.arrived ? 1 : 0); };
  std::vector<Compared> words{
      {"make_route_ports", 64, "make_route_ports(ports, word[63:32])",
       [](const Drawn& in) { return drawn_worm_route(in).ports; }},
      {"make_route_vcs", 64, "make_route_vcs(word[15:0], lane, arrived)",
       [](const Drawn& in) { return drawn_worm_route(in).vcs; }},
      {"has_arrived", 1, "has_arrived(word)",
       [](const Drawn& in) {
         return has_arrived({0, in.word});
       }},
      {"tier_ports", 32, "tier_ports(word, arrived)", [tier](const Drawn& in) { return tier(in).ports; }},
      {"tier_vcs", 16, "tier_vcs(word, arrived)", [tier](const Drawn& in) { return tier(in).vcs; }},
      {"make_lane", 32, "make_lane(lane, escapes)",
       [](const Drawn& in) { return make_lane(in.lane, in.route.escape_port() >= 0); }},
      {"lane_valid", 1, "lane_valid(half)", [half](const Drawn& in) { return (half(in) & kValidBit32) != 0; }},
      {"lane_output_vc", 16, "lane_output_vc(half)", [half](const Drawn& in) { return lane_output_vc(half(in)); }},
      {"is_escape_lane", 1, "is_escape_lane(half)", [half](const Drawn& in) { return is_escape_lane(half(in)); }},
      {"make_worm_select", 32, "make_select(lane, channel, escapes)",
       [](const Drawn& in) { return make_worm_select(in.lane, in.channel, in.route.escape_port() >= 0); }},
      {"worm_select_valid", 1, "select_valid(half)", [half](const Drawn& in) { return (half(in) & kValidBit32) != 0; }},
      {"worm_select_input", 16, "select_input(half)", [half](const Drawn& in) { return WormSelect::input(half(in)); }},
      {"worm_select_vc", 5, "select_vc(half)", [half](const Drawn& in) { return WormSelect::vc(half(in)); }},
      {"worm_select_escape", 1, "select_escape(half)",
       [half](const Drawn& in) { return WormSelect::escape(half(in), 0); }},
      {"make_worm_charge", 32, "make_charge(channel, flits)",
       [](const Drawn& in) { return make_charge(in.channel, in.flits); }},
      {"worm_charge_vc", 5, "charge_vc(half)", [half](const Drawn& in) { return charge_vc(half(in)); }},
  };
  for (Compared& word : words) word.package = "trenza_worm_pkg";
  return words;
}

std::vector<Compared> compared() {
  std::vector<Compared> all = flits_and_headers();
  for (const auto& more : {words_of_inputs(), words_of_outputs(), words_by_flits()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string module_text() {
  std::string ports;
  std::string assigns;
  for (const Compared& one : compared()) {
    ports += fmt::format(", output logic [{}-1:0] {}", one.bits, one.name);
    assigns += fmt::format("  assign {} = {}::{};\n", one.name, one.package, one.expression);
  }
  return "module words (input logic [63:0] word, input trenza_pkg::route_t route,\n"
         "    input trenza_pkg::packet_t packet, input trenza_pkg::length_t flits,\n"
         "    input trenza_pkg::length_t position, input trenza_pkg::vc_t vc, input trenza_pkg::output_t out,\n"
         "    input trenza_pkg::input_t from, input trenza_pkg::ports_t ports, input trenza_pkg::port_t escape_port,\n"
         "    input logic escapes, input trenza_pkg::vc_t escape_vc, input logic arrived, input int dimensions,\n"
         "    input trenza_worm_pkg::output_vc_t lane, input trenza_worm_pkg::vc_t channel" +
         ports + ");\n  logic [31:0] half;\n  assign half = word[31:0];\n" + assigns + "endmodule\n";
}

std::string package_text(const std::string& name = "trenza_pkg") {
  const auto& sources = rtl_sources();
  const auto is_package = [&](const RtlSource& source) { return source.name == name + ".sv"; };
  return std::find_if(sources.begin(), sources.end(), is_package)->text;
}

/// Names of what differs between the packages and C++.
std::set<std::string> differences(const std::string& package,
                                  const std::string& worm_package = package_text("trenza_worm_pkg")) {
  const Workshop workshop(made_rtl_cache());
  const auto& folder = workshop.path();
  write_text(folder / "trenza_pkg.sv", package);
  write_text(folder / "trenza_worm_pkg.sv", worm_package);
  write_text(folder / "words.sv", module_text());
  verilate(folder, {"words", {}, {"trenza_pkg.sv", "trenza_worm_pkg.sv", "words.sv"}, true});
  RtlObject model(link_model(folder, compile_model(folder)));
  std::set<std::string> found;
  std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp): the same words in every run
  for (int round = 0; round < 3000; ++round) {
    const Drawn in(random);
    const auto set = [&model](const char* name, auto value) { model.port(name).set(value); };
    set("word", in.word);
    set("route", pack_route(in.route));
    set("packet", in.packet);
    set("flits", static_cast<std::uint16_t>(in.flits));
    set("position", static_cast<std::uint16_t>(in.position));
    set("vc", static_cast<std::uint8_t>(in.vc));
    set("out", static_cast<std::uint8_t>(in.output));
    set("from", static_cast<std::uint8_t>(in.input));
    set("ports", in.ports);
    set("escapes", in.route.escape_port() >= 0);
    set("escape_port", static_cast<std::uint8_t>(in.route.escape_port()));
    set("escape_vc", static_cast<std::uint8_t>(in.route.escape_vc()));
    set("arrived", in.route.arrived);
    set("dimensions", in.dimensions);
    set("lane", static_cast<std::uint16_t>(in.lane));
    set("channel", static_cast<std::uint8_t>(in.channel));
    model.eval();
    for (const Compared& one : compared()) {
      if (model.port(one.name).word() != one.expected(in)) found.insert(one.name);
    }
  }
  return found;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(RtlPackage, ComesBeforeTheModulesThatUseIt) { EXPECT_EQ(rtl_sources().front().name, "trenza_pkg.sv"); }

TEST(RtlPackage, HasTheFormatsOfCpp) { EXPECT_THAT(differences(package_text()), IsEmpty()); }

TEST(RtlPackage, EveryFunctionIsCompared) {
  const std::string text = package_text() + package_text("trenza_worm_pkg");
  const std::vector<Compared> all = compared();
  std::size_t functions = 0;
  for (std::size_t at = text.find("endfunction"); at != std::string::npos; at = text.find("endfunction", at + 1)) {
    ++functions;
  }
  EXPECT_EQ(functions + 1, all.size());  // RECORD is none
}

TEST(RtlPackage, AMovedFieldIsFound) {
  std::string text = package_text();
  text = changed(text, "PICK_VC = REQUEST_FLITS + LENGTH_BITS;", "PICK_VC = REQUEST_FLITS + LENGTH_BITS + 1;");
  text = changed(text, "CHARGE_VALID = 31;", "CHARGE_VALID = 30;");
  text = changed(text, "{1'b1, 19'd0, vc, from}", "{1'b1, 18'd0, vc, 1'b0, from}");
  text = changed(text, "NO_PORT = 8'hff;", "NO_PORT = 8'h7f;");
  EXPECT_THAT(differences(text), ElementsAre("charge_valid", "make_route", "make_select", "pick_output", "pick_vc"));
}

TEST(RtlPackage, AMovedFieldOfAFlitLevelRouterIsFoundSlow) {
  std::string text = package_text("trenza_worm_pkg");
  text = changed(text, "LANE_ESCAPE = 30;", "LANE_ESCAPE = 29;");
  text = changed(text, "SELECT_VC = INPUT_BITS;", "SELECT_VC = INPUT_BITS + 1;");
  text = changed(text, "{31'd0, arrived, second, first}", "{31'd0, arrived, first, second}");
  EXPECT_THAT(differences(package_text(), text), ElementsAre("is_escape_lane", "make_route_vcs", "worm_select_vc"));
}

TEST(RtlPackage, EveryMovedFieldOfAFlitIsFoundSlow) {
  const std::string text = changed(package_text(), "FLIT_POSITION = PACKET_BITS;", "FLIT_POSITION = PACKET_BITS - 1;");
  EXPECT_THAT(differences(text),
              ElementsAre("hops_of", "is_head", "is_tail", "length_of", "position_of", "with_next_hop"));
}

}  // namespace
}  // namespace trenza::rtl_models
