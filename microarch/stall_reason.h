// The names of what an input and an output do in a cycle (docs/microarchitecture.md, section 16).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trenza::microarch {

/// What an input does in a cycle: the first that holds.
enum class StallReason : std::uint8_t {
  empty,        ///< no packet is at the front
  moving,       ///< the packet at the front crosses the router
  pipeline,     ///< its router delay is not over
  input_busy,   ///< another VC of its port crosses by the crossbar input that they share
  eject_busy,   ///< it has arrived, and no ejection port is free
  link_busy,    ///< a candidate has the credits that it needs, but no such output is free
  bubble,       ///< an escape lane has room for a packet that continues in its ring, and this one enters it
  no_credit,    ///< no candidate has the credits that it needs
  masked,       ///< an injector, and all free outputs with room for it went to packets in transit
  lost_input,   ///< its crossbar input was granted to another packet
  lost_output,  ///< all free outputs with room for it went to other packets
  lost_match,   ///< a free output with room for it went to nobody
  // Of pipelines of two steps, and of switching by flits:
  lost_vc,  ///< the output VC that it picked went to another packet
  // Of pipelines of two steps only:
  reserved,  ///< it has an output VC, whose output is not free
  // Of switching by flits only (microarch/wormhole/worm_stalls.h):
  no_vc,             ///< no output VC that its head may have is free
  starved,           ///< its packet holds an output VC, and no flit is there
  lost_speculation,  ///< it got an output VC, and its speculation on the crossbar was lost
};
inline constexpr std::array<std::string_view, 17> kStallReasons{
    "empty",   "moving",    "pipeline", "input_busy", "eject_busy",      "link_busy",
    "bubble",  "no_credit", "masked",   "lost_input", "lost_output",     "lost_match",
    "lost_vc", "reserved",  "no_vc",    "starved",    "lost_speculation"};
/// The first ones, which inputs of packets have.
inline constexpr std::size_t kPacketStallReasons = 14;

/// What an output does in a cycle: the first that holds.
enum class OutputUse : std::uint8_t {
  moving,         ///< a packet crosses to it
  not_chosen,     ///< a packet could be granted it, and went elsewhere or nowhere
  bubble,         ///< the bubble alone refuses a packet
  no_credit,      ///< a packet lacks credits of it
  blocked_input,  ///< packets that could take it are in their router delay, or their crossbar input is busy
  no_demand,      ///< it is a candidate of no packet
  // Of switching by flits only (microarch/wormhole/worm_stalls.h):
  starved,  ///< an input holds a VC of it, and has no flit
  no_vc,    ///< a head wants a VC of it, and has none
};
inline constexpr std::array<std::string_view, 8> kOutputUses{"moving",        "not_chosen", "bubble",  "no_credit",
                                                             "blocked_input", "no_demand",  "starved", "no_vc"};
/// The first ones, which outputs of packets have.
inline constexpr std::size_t kPacketOutputUses = 6;

constexpr std::size_t index_of(StallReason reason) { return static_cast<std::size_t>(reason); }
constexpr std::size_t index_of(OutputUse use) { return static_cast<std::size_t>(use); }

}  // namespace trenza::microarch
