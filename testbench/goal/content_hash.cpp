#include "testbench/goal/content_hash.h"

#include <stdexcept>
#include <vector>

#include "microarch/byte_hash.h"
#include "testbench/goal/byte_source.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

std::uint64_t trace_hash(const std::string& path) {
  constexpr std::size_t kBlock = 1 << 16;
  try {
    const auto source = open_trace_file(path);
    std::vector<char> block(kBlock);
    microarch::ByteHash hash;
    for (std::size_t count = 0; (count = source->read(block.data(), block.size())) > 0;) hash.add(block.data(), count);
    return hash.value();
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError({path, 0, 0}, error.what());
  }
}

}  // namespace trenza::testbench
