// A router whose inside is one model that is not of SystemC: SystemVerilog, or a block from outside. Its accounts
// follow from its pins.
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/router/router_ports.h"

namespace trenza::rtl_models {

/// What derives from it drives `pop` and `charge` with the rest, calls keep_accounts() at each edge, and says who keeps
/// the account of the terminal.
class OpaqueRouter : public Clocked<RouterPorts> {
 protected:
  OpaqueRouter(const sc_core::sc_module_name& name, const RouterPlace& place);

  const RouterPlace& place() const { return place_; }
  /// One edge of the accounts of what is stored, of credits and of grants. Returns whether any of them changes, or will
  /// without anything new.
  bool keep_accounts();
  void clear_accounts();

 private:
  struct TakenOf;

  std::uint32_t count_credits(std::size_t port);

  const RouterPlace place_;
  // By network port; nothing where there is no channel.
  std::vector<std::optional<BufferAccount>> buffers_;
  std::vector<std::optional<CreditAccount>> counters_;
  GrantAccount granted_;
};

}  // namespace trenza::rtl_models
