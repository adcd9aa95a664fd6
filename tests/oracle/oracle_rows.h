// Sections 2 and 8 of docs/microarchitecture.md: how inputs, outputs and rows of a router are numbered.
#ifndef ORACLE_ORACLE_ROWS_H
#define ORACLE_ORACLE_ROWS_H

#include <vector>

#include "oracle_config.h"

namespace oracle {
namespace detail {

// Section 2: x, the crossbar inputs of a network port.
inline int crossbar_inputs(const Config& c, int vcs) {
  if (c.crossbar == Crossbar::per_vc) return vcs;
  return c.crossbar == Crossbar::per_port ? 1 : c.inputs_per_port;
}

// A router of P network ports of V VCs.
struct Numbering {
  Numbering(const Config& c, int ports, int vcs)
      : P(ports),
        V(vcs),
        S(c.escape_vcs),
        A(c.adaptive),
        x(crossbar_inputs(c, vcs)),
        J(c.injectors),
        injectors(c.message_classes * J),
        ejectors(c.ejectors) {
    refuse(!in_range(x, 1, V), "inputs_per_port: 1..V");
  }

  int inputs() const { return P * V + injectors; }
  int outputs() const { return P + ejectors; }
  int rows() const { return P * x + injectors; }

  bool is_network_input(int i) const { return i < P * V; }
  int port_of(int i) const { return i / V; }  // of a network input
  int vc_of(int i) const { return i % V; }

  int row(int i) const { return is_network_input(i) ? port_of(i) * x + vc_of(i) % x : P * x + (i - P * V); }

  // Whether the row is that of several VCs.
  bool is_shared(int r) const { return x < V && r < P * x; }

  // VC v of a channel is VC v mod (S + A) of class v / (S + A); the first S of a class are escape VCs.
  bool is_escape_vc(int vc) const { return vc % (S + A) < S; }
  int escape_vc(int message_class, int u) const { return message_class * (S + A) + u; }
  std::vector<int> adaptive_vcs(int message_class) const {
    std::vector<int> vcs;
    for (int a = 0; a < A; ++a) vcs.push_back(message_class * (S + A) + S + a);
    return vcs;
  }
  int injector_input(int message_class, int j) const { return P * V + message_class * J + j; }

  int P, V, S, A, x, J;
  int injectors;  // of all classes
  int ejectors;
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ROWS_H
