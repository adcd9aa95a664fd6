// Compares the shadows of a router in every cycle.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "cosim/block_shadow.h"
#include "cosim/shadow_log.h"
#include "rtl_models/router/router_ports.h"

namespace trenza::cosim {

class ShadowJudge : public sc_core::sc_module {
 public:
  /// `router` must outlive it.
  ShadowJudge(const sc_core::sc_module_name& name, const topologies::Topology& topology,
              const rtl_models::RouterPorts& router, std::shared_ptr<ShadowLog> log);

  void add(const BlockShadow& shadow) { shadows_.push_back(&shadow); }

 private:
  void look();
  void note(const BlockShadow& shadow);
  int output_of(const sc_core::sc_module& block) const;
  std::vector<microarch::PacketId> involved(const BlockShadow& shadow, const BlockShadow::Difference& difference) const;
  std::string packet_text(microarch::PacketId id) const;

  const topologies::Topology& topology_;
  const rtl_models::RouterPorts& router_;
  std::shared_ptr<ShadowLog> log_;
  std::vector<const BlockShadow*> shadows_;
};

}  // namespace trenza::cosim
