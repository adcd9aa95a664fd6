#include "cosim/shadow_judge.h"

#include <fmt/core.h>

#include <utility>

#include "rtl_models/common/words.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::cosim {

namespace {

constexpr std::size_t kPacketsNamed = 4;

/// "noc.r_3_2.vc_allocator" without the top.
std::string name_in_fabric(const sc_core::sc_module& block) {
  const std::string name = block.name();
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

}  // namespace

ShadowJudge::ShadowJudge(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                         const sc_core::sc_in<bool>& clk, const sc_core::sc_in<bool>& reset,
                         const sc_core::sc_in<std::uint64_t>& cycle, std::shared_ptr<ShadowLog> log)
    : sc_core::sc_module(name), topology_(topology), reset_(reset), cycle_(cycle), log_(std::move(log)) {
  SC_HAS_PROCESS(ShadowJudge);
  SC_METHOD(look);
  // All has settled then, and no block has acted on it yet.
  sensitive << clk.neg();
  dont_initialize();
}

void ShadowJudge::look() {
  if (reset_.read()) return;
  if (log_->found()) {
    if (cycle_.read() > log_->mismatch().cycle + ShadowLog::kCyclesAfter) log_->check();
    return;
  }
  for (const BlockShadow* shadow : shadows_) {
    if (shadow->differs()) {
      note(*shadow);
      return;
    }
  }
}

/// The port whose output a block belongs to, by its name: its counter or one of its bubble controls; -1: none.
int PacketShadowJudge::output_of(const sc_core::sc_module& block) const {
  const std::string name = block.basename();
  for (int port = 0; port < router_.shape().ports; ++port) {
    if (!router_.has_output(port)) continue;
    const std::string output = topologies::output_name(topology(), topology().graph().out(router_.node(), port));
    const std::string bubble = "bubble_" + output;
    if (name == "out_" + output || name == bubble || name.rfind(bubble + "_vc", 0) == 0) return port;
  }
  return -1;
}

/// At an output, what crosses to it or waits for its escape channel; else, at an input, what arrives.
std::vector<microarch::PacketId> PacketShadowJudge::involved(const BlockShadow& shadow) const {
  std::vector<microarch::PacketId> packets;
  const int port = output_of(shadow.block());
  const auto crossing = port < 0 ? 0 : router_.select[static_cast<std::size_t>(port)].read();
  for (std::size_t i = 0; port >= 0 && i < router_.request.size(); ++i) {
    const bool crosses = crossing != 0 && rtl_models::select_input(crossing) == static_cast<int>(i);
    const bool waits =
        router_.request[i].read() != 0 && rtl_models::unpack_route(router_.route[i].read()).escape_port() == port;
    if (crosses || waits) packets.push_back(microarch::packet_of(router_.flit[i].read()));
  }
  for (int p = 0; p < router_.shape().ports; ++p) {
    if (!router_.has_input(p)) continue;
    const topologies::Channel& channel = topology().graph().in(router_.node(), p);
    if (shadow.block().basename() != "route_" + topologies::input_name(topology(), channel)) continue;
    packets.push_back(microarch::packet_of(router_.in[static_cast<std::size_t>(p)]->flit.read()));
  }
  return packets;
}

/// What crosses the router.
std::vector<microarch::PacketId> WormShadowJudge::involved(const BlockShadow& /*shadow*/) const {
  std::vector<microarch::PacketId> packets;
  for (const auto& select : router_.select) {
    if (const auto word = select.read(); word != 0) {
      const auto input = static_cast<std::size_t>(rtl_models::WormSelect::input(word));
      if (input < router_.flit.size()) packets.push_back(microarch::packet_of(router_.flit[input].read()));
    }
  }
  return packets;
}

std::string ShadowJudge::packet_text(microarch::PacketId id) const {
  const microarch::Delivery* const packet = log_->packet(id);
  if (packet == nullptr) return fmt::format("\n  packet {}: none of this number is inside", id);
  return fmt::format("\n  packet {}: number {} of r_{}, {} flits to r_{}, created in cycle {}", id, packet->number,
                     topology_.node_name(packet->source), packet->flits, topology_.node_name(packet->destination),
                     packet->created);
}

void ShadowJudge::note(const BlockShadow& shadow) {
  const BlockShadow::Difference difference = shadow.difference();
  ShadowMismatch mismatch{cycle_.read(), name_in_fabric(shadow.block()), difference.port, ""};
  mismatch.text = fmt::format("shadow mode: cycle {}: {} differs from its model at {}", mismatch.cycle, mismatch.block,
                              difference.text);
  const std::vector<microarch::PacketId> packets = difference.involved.empty() ? involved(shadow) : difference.involved;
  for (std::size_t k = 0; k < packets.size() && k < kPacketsNamed; ++k) mismatch.text += packet_text(packets[k]);
  if (packets.empty()) mismatch.text += "\n  packet: none at its ports";
  log_->note(std::move(mismatch));
}

}  // namespace trenza::cosim
