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
  output_free_ = reserve<Tick>(outputs);
  eligible_ = reserve<Tick>(inputs);
  front_ = reserve<Front>(inputs);
  credits_ = reserve<Credits>(output_vcs);
  queue_ = reserve<Queue>(inputs);
  input_free_ = reserve<Tick>(inputs);
  interest_ = reserve<InputMask>(output_vcs);
  port_flits_ = reserve<std::uint64_t>(ports);
  downstream_ = reserve<Neighbour>(ports);
  upstream_ = reserve<Neighbour>(ports);
  continues_ = reserve<std::uint32_t>(ports * size(shape.escape_vcs));
  port_free_ = reserve<Tick>(ports);
  output_phase_ = reserve<microarch::DrawPhase>(outputs);
  port_phase_ = reserve<microarch::DrawPhase>(ports);
  input_phase_ = reserve<microarch::DrawPhase>(inputs);
  output_pointer_ = reserve<std::uint8_t>(outputs);
  port_pointer_ = reserve<std::uint8_t>(ports);
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
  begin_life<Tick>(block + output_free_, outputs);
  begin_life<Tick>(block + eligible_, inputs);
  begin_life<Front>(block + front_, inputs);
  begin_life<Credits>(block + credits_, output_vcs);
  begin_life<Queue>(block + queue_, inputs);
  begin_life<Tick>(block + input_free_, inputs);
  begin_life<InputMask>(block + interest_, output_vcs);
  begin_life<std::uint64_t>(block + port_flits_, ports);
  begin_life<Neighbour>(block + downstream_, ports);
  begin_life<Neighbour>(block + upstream_, ports);
  begin_life<std::uint32_t>(block + continues_, ports * size(shape_.escape_vcs));
  begin_life<Tick>(block + port_free_, ports);
  begin_life<microarch::DrawPhase>(block + output_phase_, outputs);
  begin_life<microarch::DrawPhase>(block + port_phase_, ports);
  begin_life<microarch::DrawPhase>(block + input_phase_, inputs);
  begin_life<std::uint8_t>(block + output_pointer_, outputs);
  begin_life<std::uint8_t>(block + port_pointer_, ports);
  *reinterpret_cast<Tick*>(block + sizeof(InputMask)) = kNeverTick;
}

void RouterMemory::rebase(Tick by) {
  const auto back = [by](Tick* ticks, int count) {
    std::transform(ticks, ticks + count, ticks, [by](Tick tick) { return earlier(tick, by); });
  };
  for (std::size_t router = 0; router < routers_; ++router) {
    const Block block = (*this)[router];
    back(&block.wake(), 1);
    back(block.output_free(), shape_.outputs());
    back(block.input_free(), shape_.inputs());
    back(block.eligible(), shape_.inputs());
    back(block.port_free(), shape_.ports);
    for (int i = 0; i < shape_.inputs(); ++i) back(&block.front()[i].ready, 1);
    for (int o = 0; o < shape_.network_inputs(); ++o) back(&block.credits()[o].start, 1);
  }
}

}  // namespace trenza::tlm
