// Shadow mode: blocks from anywhere, each with the SystemC model of the contract beside it. docs/rtl.md.
#pragma once

#include <functional>
#include <memory>

#include "cosim/rtl_selection.h"
#include "cosim/shadow_log.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Which blocks of which routers are compared. Where `router` is chosen, of the other blocks only `link` counts.
using ShadowChoice = std::function<bool(RtlBlock, topologies::NodeId)>;

/// Makes the blocks that another factory makes; beside each that is chosen, a model of its own sees the same inputs. In
/// every cycle all outputs that mean something are compared. The first mismatch goes into a log, and
/// ShadowLog::kCyclesAfter cycles later the simulation ends with a microarch::InvariantViolation (it may end before, by
/// one or because nothing is left to do: ask the log). The blocks drive the fabric: nothing in it changes. A whole
/// router is compared by its links, its credits and its ejection ports and, if `internals`, by the signals between its
/// blocks. `candidates` must outlive the factory.
std::unique_ptr<rtl_models::BlockFactory> make_shadowed_blocks(const rtl_models::BlockFactory& candidates,
                                                               ShadowChoice chosen, std::shared_ptr<ShadowLog> log,
                                                               bool internals = true);

}  // namespace trenza::cosim
