#include "tlm/exact/router_memory.h"

#include <algorithm>
#include <new>

namespace trenza::tlm {

namespace {

/// The values of an array begin to live.
template <class T>
void begin_life(std::byte* at, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) new (at + k * sizeof(T)) T{};
}

std::size_t size(int count) { return static_cast<std::size_t>(count); }

}  // namespace

RouterMemory::RouterMemory(const RouterShape& shape, std::size_t routers)
    : shape_(shape), layout_(layout_of(shape)), routers_(routers) {
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kCacheLine, layout_.stride * routers_)));
  if (memory_ == nullptr) throw std::bad_alloc();
  for (std::size_t router = 0; router < routers_; ++router) start(memory_.get() + router * layout_.stride);
}

void RouterMemory::start(std::byte* block) const {
  const std::size_t ports = size(shape_.ports);
  const std::size_t outputs = size(shape_.outputs());
  begin_life<InputMask>(block, 1);
  begin_life<Tick>(block + layout_.output_free, layout_.outputs_scanned);
  begin_life<Tick>(block + layout_.eligible, layout_.inputs_scanned);
  begin_life<OutputVc>(block + layout_.output_vc, size(shape_.network_inputs()));
  begin_life<Input>(block + layout_.input, size(shape_.inputs()));
  begin_life<Port>(block + layout_.port, ports);
  begin_life<std::uint32_t>(block + layout_.continues, ports * size(shape_.escape_vcs));
  begin_life<microarch::DrawPhase>(block + layout_.output_phase, outputs);
  std::fill_n(reinterpret_cast<Tick*>(block + layout_.eligible), layout_.inputs_scanned, kNeverTick);
}

void RouterMemory::rebase(Tick by) {
  const auto back = [by](Tick* ticks, int count) {
    std::transform(ticks, ticks + count, ticks, [by](Tick tick) { return earlier(tick, by); });
  };
  for (std::size_t router = 0; router < routers_; ++router) {
    const Block block = (*this)[router];
    back(block.output_free(), shape_.outputs());
    back(block.eligible(), shape_.inputs());
    for (int i = 0; i < shape_.inputs(); ++i) {
      back(&block.input()[i].free, 1);
      back(&block.input()[i].front.ready, 1);
    }
    for (int o = 0; o < shape_.network_inputs(); ++o) back(&block.output_vc()[o].credits.start, 1);
  }
}

}  // namespace trenza::tlm
