#include "cosim/plug/block_driver.h"

#include "cosim/plug/buffer_driver.h"
#include "cosim/plug/request_driver.h"
#include "cosim/plug/router_driver.h"

namespace trenza::cosim {

BlockDriver::BlockDriver(const Plug& plug, unsigned start) : model_(plug, start) { model_.object().drop_output(); }

std::string text_of(const ForeignPort& port) {
  std::string text;
  for (int bit = port.bits() - 1; bit >= 0; --bit) text += port.get_bit(bit) ? '1' : '0';
  return text;
}

void set_random(ForeignPort& port, std::mt19937& random, unsigned density) {
  for (int bit = 0; bit < port.bits(); ++bit) port.set_bit(bit, random() % 8 < density);
}

std::unique_ptr<BlockDriver> make_block_driver(const Plug& plug, unsigned start) {
  if (plug.map.slot == "buffer") return std::make_unique<BufferDriver>(plug, start);
  if (plug.map.slot == "router") return std::make_unique<RouterDriver>(plug, start);
  return std::make_unique<RequestDriver>(plug, start);
}

}  // namespace trenza::cosim
