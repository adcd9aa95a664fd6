// A target of libFuzzer for one format of traces, TRENZA_FUZZ_FORMAT.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/convert_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Inputs that are no traces stay in the corpus too: the way to one leads over them.
  trenza::test::convert_bytes(TRENZA_FUZZ_FORMAT, {reinterpret_cast<const char*>(data), size});
  return 0;
}
