// What the oracle is told and what it answers: the configuration, the deliveries, and the functions of section 3 of
// docs/microarchitecture.md. Section numbers in comments are those of that page, here and in the other files.
#ifndef ORACLE_ORACLE_CONFIG_H
#define ORACLE_ORACLE_CONFIG_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace oracle {

enum class Arbiter { random, round_robin, age, matrix, fixed, stride, inverse_weighted, deficit };
enum class Allocator { input_first, output_first, islip, pim, wavefront, maximum, oldest_first };
enum class WavefrontPriority { skip, rotate, free };
enum class Selection { most_credits, dimension_order, random };
enum class Crossbar { per_vc, per_port, inputs_per_port };
enum class Pipeline { joint, two_step, speculative };  // section 17
enum class Mask { grants, requests };
enum class Injection { direction, round_robin, shortest };
enum class Placement { interlaced, all };  // of bypass links, section 1.4
enum class Escape { by_record, mesh_order, torus_order, three_classes, up_down, bit_order };  // section 1.6

struct Config {
  // One channel of a custom network. With in_port = -1 the last rule of section 1.1 gives the input port: the channel
  // by the j-th lowest output port of u that leads to v enters v by the j-th lowest output port of v that leads to u.
  struct CustomChannel {
    int from, out_port, to, in_port;
  };

  std::vector<int> sizes;               // d_1, d_2, ...; empty for a custom network
  std::vector<std::vector<int>> twist;  // twist[J][K] = t_JK, D x D, 0-based, may be negative; empty: no twist
  int adaptive = 2;
  int max_packet_flits = 16;
  int buffer_packets = 4;
  int router_delay = 1;
  int link_delay = 1;
  int credit_delay = 1;
  int injectors = 1;
  int ejectors = 1;
  Allocator allocator = Allocator::input_first;
  int iterations = 1;                                              // of islip and pim
  WavefrontPriority wavefront_priority = WavefrontPriority::skip;  // of wavefront
  Arbiter arbiter = Arbiter::random;                               // of input_first, output_first, and of output VCs
  Selection selection = Selection::most_credits;
  Crossbar crossbar = Crossbar::per_vc;
  int inputs_per_port = 1;            // x, of Crossbar::inputs_per_port
  std::vector<int> port_strides;      // of Arbiter::stride: of each network port; empty: 1
  std::vector<int> injector_strides;  // and of injector j of class c, c * J + j; empty: 1
  // Of Arbiter::inverse_weighted: that of router r, output o and input port q at ((r * (P + 1) + o) * (P + 1) + q),
  // o = P being all ejection ports and q = P all injectors; empty: 1.
  std::vector<int> stride_table;
  int transit_guard = 0;  // W; 0: no guard
  Pipeline pipeline = Pipeline::joint;
  int depth = 1;             // D, of Pipeline::two_step
  Mask mask = Mask::grants;  // of Pipeline::speculative
  Injection injection = Injection::direction;
  bool bubble = true;
  std::uint64_t seed = 1;

  std::vector<bool> closed;         // of each dimension; empty: all dimensions are closed
  bool unidirectional = false;      // section 1.2: only the ports of direction k+ are there
  int size_two_links = 2;           // 1: a closed dimension of size 2 has one link (without a twist of its own)
  std::vector<int> bypass_lengths;  // iBT: b_1 < b_2 < ...; empty: no bypass links
  int bypass_dimensions = 0;        // iBT: m
  Placement placement = Placement::interlaced;
  Escape escape = Escape::by_record;
  int custom_nodes = 0;  // more than 0: a custom network
  int custom_ports = 0;
  std::vector<CustomChannel> custom_channels;  // one entry for each one-way channel
  std::vector<int> port_link_delay;            // by output port; empty: link_delay everywhere
  int escape_vcs = 1;                          // S
  int message_classes = 1;                     // K
};

using CustomChannel = Config::CustomChannel;

struct Delivery {
  int source, destination;
  std::uint64_t number;
  int flits;
  int hops;
  std::uint64_t created, entered, ejected;
  std::uint64_t tag;
  int message_class;
};

namespace detail {

inline void refuse(bool bad, const char* why) {
  if (bad) throw std::invalid_argument(std::string("oracle: ") + why);
}

inline void require(bool good, const char* what) {
  if (!good) throw std::logic_error(std::string("oracle: ") + what);
}

inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

inline std::uint64_t word(int i) { return static_cast<std::uint64_t>(i); }

inline int modulo(int a, int b) { return ((a % b) + b) % b; }

inline bool in_range(int value, int low, int high) { return low <= value && value <= high; }

// Section 2.
inline const Config& checked(const Config& c) {
  const auto in = in_range;
  refuse(!in(c.adaptive, 0, 7), "adaptive VCs: 0..7");
  refuse(!in(c.max_packet_flits, 1, 16383), "max_packet_flits: 1..16383");
  refuse(!in(c.buffer_packets, 1, 255), "buffer_packets: 1..255");
  refuse(!in(c.router_delay, 1, 255), "router_delay: 1..255");
  refuse(!in(c.link_delay, 1, 255), "link_delay: 1..255");
  for (int delay : c.port_link_delay) refuse(!in(delay, 1, 255), "port_link_delay: 1..255");
  refuse(!in(c.credit_delay, 1, 255), "credit_delay: 1..255");
  refuse(!in(c.injectors, 1, 8), "injectors: 1..8");
  refuse(!in(c.ejectors, 1, 8), "ejectors: 1..8");
  refuse(!in(c.iterations, 1, 16), "iterations: 1..16");
  refuse(!in(c.transit_guard, 0, 255), "transit_guard: 0..255");
  refuse(!in(c.depth, 1, 15), "depth: 1..15");
  refuse(!in(c.escape_vcs, 1, 2), "escape_vcs: 1 or 2");
  refuse(!in(c.message_classes, 1, 2), "message_classes: 1 or 2");
  return c;
}

inline void check_strides(const Config& c, int nodes, int ports) {
  const auto check = [](const std::vector<int>& strides, int count) {
    refuse(!strides.empty() && strides.size() != at(count), "a stride is missing, or there are too many");
    for (int stride : strides) refuse(!in_range(stride, 1, 255), "strides: 1..255");
  };
  check(c.port_strides, ports);
  check(c.injector_strides, c.message_classes * c.injectors);
  check(c.stride_table, nodes * (ports + 1) * (ports + 1));
}

// Section 3.
inline std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

inline std::uint64_t hash(std::initializer_list<std::uint64_t> values) {
  std::uint64_t h = 0x243f6a8885a308d3ULL;
  for (std::uint64_t v : values) h = mix64((h ^ v) + 0x9e3779b97f4a7c15ULL);
  return h;
}

constexpr std::uint64_t lfsr_period = 65535;

inline std::vector<std::uint16_t> lfsr_sequence() {
  std::vector<std::uint16_t> sequence;
  std::uint16_t x = 1;
  do {
    sequence.push_back(x);
    const bool odd = (x & 1u) != 0;
    x = static_cast<std::uint16_t>((x >> 1) ^ (odd ? 0xB400 : 0));
  } while (x != 1);
  require(sequence.size() == lfsr_period, "the LFSR sequence is not maximal");
  return sequence;
}

}  // namespace detail

}  // namespace oracle

#endif  // ORACLE_ORACLE_CONFIG_H
