#include "tlm/cycle/worm_engine.h"

#include <algorithm>
#include <memory>

#include "microarch/flit.h"
#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

WormEngine::WormEngine(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
    : topology_(topology),
      routing_(topology.routing()),
      parameters_(parameters),
      shape_(microarch::WormShape::of(parameters, topology.graph().ports())),
      sources_(parameters, static_cast<std::size_t>(topology.graph().nodes())),
      channel_flits_(static_cast<std::size_t>(topology.graph().channels())) {}

void WormEngine::observe_heads(std::function<void(const WormCrossing&)> observer) {
  on_head_ = std::move(observer);
  tells_crossings_ = true;
}

void WormEngine::observe_tails(std::function<void(const WormCrossing&)> observer) {
  on_tail_ = std::move(observer);
  tells_crossings_ = true;
}

void WormEngine::observe_flits(const microarch::FlitObserver& observer) {
  on_flit_ = observer;
  tells_crossings_ = true;
}

void WormEngine::yield_routers(const std::vector<topologies::NodeId>& nodes, ForeignRouters& foreign) {
  yielded_ = std::make_unique<Yielded>(foreign, static_cast<std::size_t>(topology_.graph().nodes()));
  for (const topologies::NodeId node : nodes) yielded_->routers.add(static_cast<std::uint32_t>(node));
  tells_crossings_ = true;
}

void WormEngine::tell_crossing(const WormCrossing& crossing, bool is_head, bool is_tail) const {
  if (yielded_ != nullptr) {
    const TravellingPacket& packet = packets_[crossing.packet];
    yielded_->foreign.passes_flit(
        now_, {static_cast<topologies::NodeId>(crossing.router), crossing.input, crossing.output, crossing.vc,
               packet.identity, packet.flits, packet.hops, packet.header, is_head});
  }
  if (is_head && on_head_) on_head_(crossing);
  if (on_flit_)
    on_flit_({now_, static_cast<topologies::NodeId>(crossing.router), crossing.input, crossing.output, crossing.vc});
  if (is_tail && on_tail_) on_tail_(crossing);
}

PacketIndex WormEngine::inject(const PacketRecord& record, int flits) {
  TravellingPacket packet;
  packet.flits = static_cast<std::uint16_t>(flits);
  packet.header = record.source == record.destination
                      ? static_cast<topologies::HeaderWord>(record.destination)
                      : routing_.initial(record.source, record.destination,
                                         microarch::hash(parameters_.seed, microarch::DrawPurpose::record,
                                                         record.source, record.number));
  const PacketIndex index = packets_.add(packet, record);
  sources_.add(packets_, static_cast<std::uint32_t>(record.source), record.message_class, index);
  return index;
}

void WormEngine::observe_inputs(const microarch::InputObserver& observer) {
  on_inputs_ = observer;
  looks_ = stalls_ || on_inputs_.tell;
}

void WormEngine::count_stalls(microarch::StallDetail detail) {
  stalls_ = std::make_unique<WormStallAccount>(topology_.graph(), shape_, detail, now_);
  looks_ = true;
}

// Each is compiled in a file of widths/, since it takes the compiler long.
extern template class WormEngineOf<microarch::RequestMask>;
extern template class WormEngineOf<microarch::WideMask<4>>;
extern template class WormEngineOf<microarch::WideMask<20>>;

std::unique_ptr<WormEngine> make_worm_engine(const topologies::Topology& topology,
                                             const microarch::FabricParameters& parameters) {
  const auto shape = microarch::WormShape::of(parameters, topology.graph().ports());
  const int width = std::max(shape.inputs(), shape.output_vcs());
  if (width <= 64) return std::make_unique<WormEngineOf<microarch::RequestMask>>(topology, parameters);
  if (width <= 256) return std::make_unique<WormEngineOf<microarch::WideMask<4>>>(topology, parameters);
  return std::make_unique<WormEngineOf<microarch::WideMask<20>>>(topology, parameters);
}

}  // namespace trenza::tlm
