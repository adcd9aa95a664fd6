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

template <class T>
std::size_t RouterMemory::reserve(std::size_t count) {
  stride_ = (stride_ + alignof(T) - 1) / alignof(T) * alignof(T);
  const std::size_t offset = stride_;
  stride_ += count * sizeof(T);
  return offset;
}

RouterMemory::RouterMemory(const RouterShape& shape, std::size_t routers) : shape_(shape), routers_(routers) {
  const std::size_t ports = size(shape.ports);
  const std::size_t inputs = size(shape.inputs());
  const std::size_t outputs = size(shape.outputs());
  const std::size_t output_vcs = size(shape.network_inputs());
  stride_ = sizeof(InputMask) + sizeof(Tick);
  output_free_ = reserve<Tick>(scan_size(outputs));
  eligible_ = reserve<Tick>(scan_size(inputs));
  output_vc_ = reserve<OutputVc>(output_vcs);
  input_ = reserve<Input>(inputs);
  port_ = reserve<Port>(ports);
  continues_ = reserve<std::uint32_t>(ports * size(shape.escape_vcs));
  output_phase_ = reserve<microarch::DrawPhase>(outputs);
  output_pointer_ = reserve<std::uint8_t>(outputs);
  stride_ = (stride_ + kLine - 1) / kLine * kLine;
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, stride_ * routers_)));
  if (memory_ == nullptr) throw std::bad_alloc();
  for (std::size_t router = 0; router < routers_; ++router) start(memory_.get() + router * stride_);
}

void RouterMemory::start(std::byte* block) const {
  const std::size_t ports = size(shape_.ports);
  const std::size_t inputs = size(shape_.inputs());
  const std::size_t outputs = size(shape_.outputs());
  const std::size_t output_vcs = size(shape_.network_inputs());
  begin_life<InputMask>(block, 1);
  begin_life<Tick>(block + sizeof(InputMask), 1);
  begin_life<Tick>(block + output_free_, scan_size(outputs));
  begin_life<Tick>(block + eligible_, scan_size(inputs));
  begin_life<OutputVc>(block + output_vc_, output_vcs);
  begin_life<Input>(block + input_, inputs);
  begin_life<Port>(block + port_, ports);
  begin_life<std::uint32_t>(block + continues_, ports * size(shape_.escape_vcs));
  begin_life<microarch::DrawPhase>(block + output_phase_, outputs);
  begin_life<std::uint8_t>(block + output_pointer_, outputs);
  *reinterpret_cast<Tick*>(block + sizeof(InputMask)) = kNeverTick;
  std::fill_n(reinterpret_cast<Tick*>(block + eligible_), scan_size(inputs), kNeverTick);
}

void RouterMemory::rebase(Tick by) {
  const auto back = [by](Tick* ticks, int count) {
    std::transform(ticks, ticks + count, ticks, [by](Tick tick) { return earlier(tick, by); });
  };
  for (std::size_t router = 0; router < routers_; ++router) {
    const Block block = (*this)[router];
    back(&block.wake(), 1);
    back(block.output_free(), shape_.outputs());
    back(block.eligible(), shape_.inputs());
    for (int i = 0; i < shape_.inputs(); ++i) {
      back(&block.input()[i].free, 1);
      back(&block.input()[i].front.ready, 1);
    }
    for (int o = 0; o < shape_.network_inputs(); ++o) back(&block.output_vc()[o].credits.start, 1);
    for (int p = 0; p < shape_.ports; ++p) back(&block.port()[p].free, 1);
  }
}

}  // namespace trenza::tlm
