// A relation of the flit-level machine that tests change a part of.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies::test_support {

/// All of the relation of `worms`, with what it says of itself.
class ForwardedWorms : public WormRelation {
 public:
  explicit ForwardedWorms(const Topology& worms) : base_(dynamic_cast<const WormRelation&>(worms.routing())) {}
  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    return base_.initial(source, destination, draw);
  }
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    return base_.choices(at, header, lane);
  }
  HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const override {
    return base_.advance(at, header, port, escape);
  }
  int distance(NodeId source, NodeId destination) const override { return base_.distance(source, destination); }
  std::uint64_t routes(NodeId source, NodeId destination) const override { return base_.routes(source, destination); }
  int escape_vcs() const override { return base_.escape_vcs(); }
  EscapeTraits escape_traits() const override { return base_.escape_traits(); }
  bool translation_invariant() const override { return base_.translation_invariant(); }
  const WormVcs& vcs() const override { return base_.vcs(); }
  bool lane_matters() const override { return base_.lane_matters(); }
  bool headers_by_difference() const override { return base_.headers_by_difference(); }
  std::uint64_t likeness(HeaderWord header) const override { return base_.likeness(header); }
  VcMask counted_vcs(NodeId at, HeaderWord header, ArrivalLane lane, PortId port) const override {
    return base_.counted_vcs(at, header, lane, port);
  }
  std::vector<std::int32_t> choice_classes() const override { return base_.choice_classes(); }
  bool flit_bubble() const override { return base_.flit_bubble(); }
  std::string advice() const override { return base_.advice(); }

 protected:
  const WormRelation& base() const { return base_; }

 private:
  const WormRelation& base_;
};

/// The same with other choices, and what counts of them. It says of itself what was right before.
class ChangedWorms : public ForwardedWorms {
 public:
  using Change = std::function<void(NodeId at, HeaderWord header, ArrivalLane lane, RouteChoice& choice)>;
  using Counted = std::function<VcMask(NodeId at, HeaderWord header, ArrivalLane lane, PortId port, VcMask before)>;
  ChangedWorms(const Topology& worms, Change change, Counted counted = {})
      : ForwardedWorms(worms), change_(std::move(change)), counted_(std::move(counted)) {}
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = ForwardedWorms::choices(at, header, lane);
    if (!choice.arrived) change_(at, header, lane, choice);
    return choice;
  }
  VcMask counted_vcs(NodeId at, HeaderWord header, ArrivalLane lane, PortId port) const override {
    const VcMask before = ForwardedWorms::counted_vcs(at, header, lane, port);
    return counted_ ? counted_(at, header, lane, port, before) : before;
  }

 private:
  Change change_;
  Counted counted_;
};

}  // namespace trenza::topologies::test_support
