// The kinds of network that there are; registry.cpp lists them.
#pragma once

#include "topologies/topology_kind.h"

namespace trenza::topologies {

/// {size, wrap, size_two_links}: torus of any sizes, no twist.
TopologyKind torus_kind();
/// {size}: torus of any sizes whose channels lead one way round (kind_unidirectional_torus.cpp).
TopologyKind unidirectional_torus_kind();
/// {size, twist, wrap, size_two_links}: torus of any sizes with any set of twists.
TopologyKind twisted_torus_kind();
/// {size}: mesh of any sizes.
TopologyKind mesh_kind();
/// {n}: 2^n nodes.
TopologyKind hypercube_kind();
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
/// {a}: body-centred cubic lattice BCC(a), 2a x 2a x a with t_ZX = t_ZY = a (Camarero, Martinez and Beivide, "Lattice
/// graphs for high-scale interconnection topologies", IEEE TPDS 2015).
TopologyKind bcc_kind();
/// {slice}: a slice of a TPU pod, such as 4x4x8 or 4x4x8_twisted (Jouppi and others, "TPU v4: an optically
/// reconfigurable supercomputer", ISCA 2023).
TopologyKind tpu_kind();
/// {partition}: a partition of Blue Gene/L, such as 64x32x32 (Adiga and others, "Blue Gene/L torus interconnection
/// network", IBM Journal of Research and Development 49, 2005).
TopologyKind bluegene_l_kind();
/// {block}: a block of Blue Gene/Q, such as 16x12x16x16x2; dimensions A to E are x, y, z, w, v (Chen and others, "The
/// IBM Blue Gene/Q interconnection network and message unit", SC 2011).
TopologyKind bluegene_q_kind();
/// {switches}: the switches of a rail of Gordon, 4x4x4, each of 16 compute nodes (Strande and others, "Gordon: design,
/// performance, and experiences deploying and supporting a data intensive supercomputer", XSEDE 2012). The three
/// parallel links between neighbours are one link here.
TopologyKind gordon_kind();
/// {units, wrap}: Tofu, X x Y x Z units of 2 x 3 x 2 nodes (Ajima, Sumimoto and Shimizu, "Tofu: a 6D mesh/torus
/// interconnect for exascale computers", Computer 42, 2009).
TopologyKind tofu_kind();
/// {size, bypass, interlaced, placement, wrap, escape}: interlaced bypass tori, and tori and meshes with express links
/// (ibt/ibt_spec.h).
TopologyKind ibt_kind();
/// {file}: any network, from a list of links (custom_network.h).
TopologyKind custom_kind();
/// {k, n, links}: de Bruijn graph of the words of n digits from k (peers/de_bruijn.h).
TopologyKind de_bruijn_kind();
/// {n}: 2^n nodes, links of all powers of 2 (peers/barrel_shifter.h).
TopologyKind barrel_shifter_kind();
/// {side, ranks}: recursive diagonal torus RDT(2,4,1)/alpha (peers/rdt.h).
TopologyKind rdt_kind();

/// "8x4x2".
std::string size_text(const std::vector<int>& sizes);
/// The reverse, for `kind`: 1 to 6 sizes. Throws TopologyError.
std::vector<int> parse_sizes(const std::string& kind, const std::string& text);

}  // namespace trenza::topologies
