// The hash of the contents of a trace.
#pragma once

#include <cstdint>
#include <string>

namespace trenza::testbench {

/// Hash of the text of a trace, the same whether the file is compressed or not. Throws InputError if it cannot be read.
std::uint64_t trace_hash(const std::string& path);

}  // namespace trenza::testbench
