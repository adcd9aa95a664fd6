// What memory there is, and what is asked of it.
#pragma once

#include <cstdint>
#include <string>

namespace trenza::microarch {

/// Bytes that this process can still take: the least of what the machine has free, what its control group leaves, and
/// its limits (ulimit -v, ulimit -d). The largest number if nothing is known.
std::uint64_t available_memory();

/// From now on this process and its children fail (std::bad_alloc) rather than take more than what is available now:
/// the system would end them, or others. Does nothing in builds with sanitizers.
void limit_memory();

/// a * b; the largest number if that is more.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b);

/// "24 MiB", "30.1 GiB".
std::string memory_text(std::uint64_t bytes);

}  // namespace trenza::microarch
