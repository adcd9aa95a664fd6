// Which parameters of a fabric its SystemVerilog can have.
#pragma once

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::rtl_models {

/// Throws RtlError, which names the key, if a policy has no SystemVerilog.
void require_hardware(const microarch::FabricParameters& parameters);

}  // namespace trenza::rtl_models
