#include "apps/twin_support.h"

#include <fmt/core.h>

#include "apps/exit_status.h"

namespace trenza::apps {

std::string missing_twins(const settings::RunConfiguration& run) {
  const bool picks = run.fabric.allocator.visit([](auto allocator) { return allocator.kPicks; });
  if (picks) return "";
  return fmt::format("the allocator {} has no block in SystemVerilog; expected `router.allocator: input_first`",
                     run.fabric.allocator.name());
}

void require_twins(const settings::RunConfiguration& run, const std::string& file) {
  const std::string missing = missing_twins(run);
  if (!missing.empty()) throw UsageError(fmt::format("{}: {}", file, missing));
}

}  // namespace trenza::apps
