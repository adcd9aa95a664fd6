// Shadow mode: blocks from anywhere, each with the SystemC model of the contract beside it. docs/rtl.md.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "cosim/shadow_log.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

class BlockShadow;
class ShadowJudge;

/// Makes the blocks that another factory makes; beside each that is chosen, a model of its own sees the same inputs. In
/// every cycle all outputs that mean something are compared. The first mismatch goes into a log, and
/// ShadowLog::kCyclesAfter cycles later the simulation ends with a microarch::InvariantViolation (it may end before, by
/// one or because nothing is left to do: ask the log). The blocks drive the fabric: nothing in it changes. A whole router
/// is compared by its links, its credits and its ejection ports and, if `internals`, by the signals between its blocks.
class ShadowedBlocks : public rtl_models::BlockFactory {
 public:
  using Chosen = std::function<bool(RtlBlock, topologies::NodeId)>;

  /// `candidates` must outlive it. Where `router` is chosen, of the other blocks only `link` counts.
  ShadowedBlocks(const rtl_models::BlockFactory& candidates, Chosen chosen, std::shared_ptr<ShadowLog> log,
                 bool internals = true);

  std::unique_ptr<rtl_models::RouterPorts> router(const char* name, const rtl_models::RouterPlace& place,
                                                  rtl_models::TerminalObserver& observer,
                                                  const rtl_models::BlockFactory& blocks) const override;
  std::unique_ptr<rtl_models::InputBuffer> input_buffer(const char* name,
                                                        const rtl_models::RouterPlace& place) const override;
  std::unique_ptr<rtl_models::RoutingUnit> routing_unit(const char* name, const rtl_models::RouterPlace& place,
                                                        int port) const override;
  std::unique_ptr<rtl_models::CreditCounter> credit_counter(const char* name, const rtl_models::RouterPlace& place,
                                                            const std::vector<int>& initial) const override;
  std::unique_ptr<rtl_models::BubbleControl> bubble_control(const char* name, const rtl_models::RouterPlace& place,
                                                            int ring, std::uint64_t continuing,
                                                            std::uint64_t all) const override;
  std::unique_ptr<rtl_models::VcAllocator> vc_allocator(const char* name, const rtl_models::RouterPlace& place,
                                                        const microarch::SelectionShape& shape,
                                                        const std::vector<int>& input_class) const override;
  std::unique_ptr<rtl_models::SwitchAllocator> switch_allocator(const char* name,
                                                                const rtl_models::RouterPlace& place) const override;
  std::unique_ptr<rtl_models::Crossbar> crossbar(const char* name, const rtl_models::RouterPlace& place) const override;
  std::unique_ptr<rtl_models::NetworkInterface> network_interface(
      const char* name, const rtl_models::RouterPlace& place, rtl_models::TerminalObserver& observer) const override;
  std::unique_ptr<rtl_models::Link> link(const char* name, const rtl_models::RouterPlace& place,
                                         int port) const override;
  std::unique_ptr<rtl_models::CreditLink> credit_link(const char* name,
                                                      const rtl_models::RouterPlace& place) const override;
  bool can_fill() const override { return false; }
  std::shared_ptr<const std::string> blocked() const override { return candidates_.blocked(); }

 private:
  using Build = std::function<void(BlockShadow&)>;

  bool is_shadowed(RtlBlock block, const rtl_models::RouterPlace& place) const;
  static BlockShadow& make(const char* name, const rtl_models::RouterPlace& place, const sc_core::sc_module& block,
                           const Build& build);
  void add(const char* name, const rtl_models::RouterPlace& place, const sc_core::sc_module& block,
           const Build& build) const;
  void add_link(const char* name, const rtl_models::RouterPlace& place, const sc_core::sc_module& block,
                const Build& build) const;
  void shadow_router(const char* name, const rtl_models::RouterPlace& place, rtl_models::RouterPorts& router) const;

  const rtl_models::BlockFactory& candidates_;
  Chosen chosen_;
  std::shared_ptr<ShadowLog> log_;
  bool internals_;
  rtl_models::BlockFactory models_;
  // Shadows and judges are never deleted, as the wiring is not (rtl_models/fabric/pin_fabric.cpp).
  mutable std::vector<BlockShadow*> waiting_;                  // of the router that is being made
  mutable std::map<topologies::NodeId, ShadowJudge*> judges_;  // by router
};

}  // namespace trenza::cosim
