// Compares the shadows of a router in every cycle.
#pragma once

#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "cosim/block_shadow.h"
#include "cosim/shadow_log.h"
#include "rtl_models/router/router_ports.h"
#include "rtl_models/wormhole/router/worm_router_ports.h"

namespace trenza::cosim {

class ShadowJudge : public sc_core::sc_module {
 public:
  void add(const BlockShadow& shadow) { shadows_.push_back(&shadow); }

 protected:
  /// The ports of a router, which must outlive it.
  ShadowJudge(const sc_core::sc_module_name& name, const topologies::Topology& topology,
              const sc_core::sc_in<bool>& clk, const sc_core::sc_in<bool>& reset,
              const sc_core::sc_in<std::uint64_t>& cycle, std::shared_ptr<ShadowLog> log);

  /// Packets that a difference is about though no port of the block names them.
  virtual std::vector<microarch::PacketId> involved(const BlockShadow& shadow) const = 0;

  const topologies::Topology& topology() const { return topology_; }

 private:
  void look();
  void note(const BlockShadow& shadow);
  std::string packet_text(microarch::PacketId id) const;

  const topologies::Topology& topology_;
  const sc_core::sc_in<bool>& reset_;
  const sc_core::sc_in<std::uint64_t>& cycle_;
  std::shared_ptr<ShadowLog> log_;
  std::vector<const BlockShadow*> shadows_;
};

/// The judge of a router that moves whole packets.
class PacketShadowJudge : public ShadowJudge {
 public:
  /// `router` must outlive it.
  PacketShadowJudge(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                    const rtl_models::RouterPorts& router, std::shared_ptr<ShadowLog> log)
      : ShadowJudge(name, topology, router.clk, router.reset, router.cycle, std::move(log)), router_(router) {}

 private:
  int output_of(const sc_core::sc_module& block) const;
  std::vector<microarch::PacketId> involved(const BlockShadow& shadow) const override;

  const rtl_models::RouterPorts& router_;
};

/// The judge of a flit-level router.
class WormShadowJudge : public ShadowJudge {
 public:
  /// `router` must outlive it.
  WormShadowJudge(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                  const rtl_models::WormRouterPorts& router, std::shared_ptr<ShadowLog> log)
      : ShadowJudge(name, topology, router.clk, router.reset, router.cycle, std::move(log)), router_(router) {}

 private:
  std::vector<microarch::PacketId> involved(const BlockShadow& shadow) const override;

  const rtl_models::WormRouterPorts& router_;
};

}  // namespace trenza::cosim
