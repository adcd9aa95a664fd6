#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"

#include <fmt/core.h>

#include "microarch/fabric.h"
#include "microarch/index.h"
#include "rtl_models/common/words.h"
#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

using microarch::index;

namespace {

constexpr int kNumberBits = 8;
constexpr int kLengthBits = 16;

RtlModule network_interface_module(const microarch::FabricParameters& parameters) {
  RtlModule module{"worm_network_interface", {}};
  add_source_parameters(module, parameters);
  return module;
}

}  // namespace

int shown_packets(const microarch::FabricParameters& parameters) {
  return parameters.wormhole.injection.is<microarch::OneAtATimeInjection>() ? 1 : parameters.class_vcs();
}

void add_source_parameters(RtlModule& module, const microarch::FabricParameters& parameters) {
  module.with("CLASSES", parameters.message_classes)
      .with("CLASS_VCS", parameters.class_vcs())
      .with("DEPTH", parameters.buffer_flits())
      .with("ATOMIC", parameters.wormhole.atomic() ? 1 : 0)
      .with("INJECTION", parameters.wormhole.injection.name())
      .with("EJECTORS", parameters.ejectors)
      .with("EJECTION_DELAY", parameters.wormhole.ejection_delay);
}

SourcePorts::SourcePorts(const RtlModel& model, const microarch::FabricParameters& parameters,
                         const SourceAccount& queues)
    : classes_(parameters.message_classes),
      class_vcs_(parameters.class_vcs()),
      shown_(shown_packets(parameters)),
      queues_(queues),
      queued_(model.port("queued", classes_ * shown_)),
      packet_(model.port("packet", classes_ * shown_ * kHalfWordBits)),
      flits_(model.port("flits", classes_ * shown_ * kLengthBits)),
      first_header_(model.port("first_header", classes_ * shown_ * kWordBits)),
      taken_(model.port("taken", parameters.vcs())),
      first_(model.port("first", parameters.vcs() * kNumberBits)) {}

void SourcePorts::set() const {
  std::uint64_t queued = 0;
  for (int c = 0; c < classes_; ++c) {
    for (int k = 0; k < shown_; ++k) {
      const SourceAccount::Packet* const packet = queues_.queued(c, index(k));
      if (packet == nullptr) break;
      const auto at = index(c * shown_ + k);
      queued |= std::uint64_t{1} << at;
      packet_.set(packet->packet, at);
      flits_.set(static_cast<std::uint16_t>(packet->flits), at);
      first_header_.set(packet->header, at);
    }
  }
  queued_.set_word(queued);
}

std::vector<SourceAccount::Begun> SourcePorts::begun(const std::string& name) const {
  std::vector<SourceAccount::Begun> begun;
  const std::uint64_t taken = taken_.word();
  for (int c = 0; c < classes_; ++c) {
    // By their numbers in the queue.
    std::vector<int> vc_of(index(class_vcs_), -1);
    int packets = 0;
    for (int vc = c * class_vcs_; vc < (c + 1) * class_vcs_; ++vc) {
      if (!is_set(taken, vc)) continue;
      const auto number = first_.get<std::uint8_t>(index(vc));
      if (number < vc_of.size()) vc_of[number] = vc;
      ++packets;
    }
    for (int k = 0; k < packets; ++k) {
      if (vc_of[index(k)] < 0 || queues_.queued(c, index(k)) == nullptr) {
        throw microarch::InvariantViolation(
            fmt::format("{}: {} packets of class {} begin, but not number {} of its queue", name, packets, c, k));
      }
      begun.push_back({c, vc_of[index(k)]});
    }
  }
  return begun;
}

WormNetworkInterfaceTwin::WormNetworkInterfaceTwin(const sc_core::sc_module_name& name,
                                                   const microarch::FabricParameters& parameters,
                                                   topologies::NodeId node, TerminalObserver& observer)
    : WormNetworkInterface(name, parameters, node, observer),
      model_(network_interface_module(parameters)),
      source_ports_(model_, parameters, account().source()),
      out_valid_(model_.port("out_valid", 1)),
      out_vc_(model_.port("out_vc", kHalfWordBits)),
      out_flit_(model_.port("out_flit", kWordBits)),
      out_header_(model_.port("out_header", kWordBits)),
      credit_(model_.port("credit", kHalfWordBits)),
      eject_valid_(model_.port("eject_valid", parameters.ejectors)),
      eject_flit_(model_.port("eject_flit", vector_bits<std::uint64_t>(eject_flit))),
      ejected_(model_.port("ejected", parameters.ejectors)),
      ejected_flit_(model_.port("ejected_flit", vector_bits<std::uint64_t>(eject_flit))),
      leaving_(eject_flit.size()) {}

SourceAccount::Decision WormNetworkInterfaceTwin::decide() {
  source_ports_.set();
  model_.eval();
  SourceAccount::Decision decision;
  decision.begun = source_ports_.begun(name());
  if (!out_valid_.get<bool>()) return decision;
  decision.vc = static_cast<int>(out_vc_.get<std::uint32_t>());
  decision.flit = out_flit_.get<FlitWord>();
  decision.header = out_header_.get<HeaderWord>();
  return decision;
}

bool WormNetworkInterfaceTwin::edge() {
  const SourceAccount::Decision decision = decide();
  const std::uint64_t ejected = ejected_.word();
  std::uint64_t ejecting = 0;
  for (std::size_t e = 0; e < leaving_.size(); ++e) {
    leaving_[e] = is_set(ejected, static_cast<int>(e)) ? ejected_flit_.get<FlitWord>(e) : FlitWord{0};
    if (eject_valid[e].read()) ejecting |= std::uint64_t{1} << e;
    eject_flit_.set(eject_flit[e].read(), e);
  }
  eject_valid_.set_word(ejecting);
  credit_.set(credit.read());
  model_.tick();
  return finish(decision, &leaving_);
}

void WormNetworkInterfaceTwin::clear() {
  model_.reset();
  WormNetworkInterface::clear();
}

}  // namespace trenza::rtl_models
