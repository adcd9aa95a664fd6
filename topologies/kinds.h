// The kinds of network that there are; registry.cpp lists them.
#pragma once

#include "topologies/registry.h"

namespace trenza::topologies {

/// {size}: torus of any sizes, no twist.
TopologyKind torus_kind();
/// {size, twist}: torus of any sizes with any node-symmetric set of twists.
TopologyKind twisted_torus_kind();
/// {a}: rectangular torus RT(a), 2a x a ("Task Mapping in Rectangular Twisted Tori", section 2).
TopologyKind rt_kind();
/// {a}: rectangular twisted torus RTT(a): RT(a) with t_YX = a (same source).
TopologyKind rtt_kind();
/// {a}: prismatic torus PT(a), 2a x a x a ("Peripheral twists for torus topologies with arbitrary aspect ratio").
TopologyKind pt_kind();
/// {a}: PT(a) with t_YX = a (same source).
TopologyKind ptt_kind();
/// {a}: PT(a) with t_YX = t_ZX = a (same source).
TopologyKind pdtt_kind();

}  // namespace trenza::topologies
