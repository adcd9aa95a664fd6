// `trenza check` of a file with a section `sweep`.
#pragma once

#include "apps/check_command.h"

namespace trenza::apps {

/// Whether the file, with the overrides, is a sweep. Throws ConfigError.
bool is_sweep(const CheckOptions& options);

/// Builds all points, and proves and summarises each choice of network and routers once. Returns 0, or 1 when a proof
/// fails. Throws ConfigError, InputError or UsageError.
int check_sweep(const CheckOptions& options);

}  // namespace trenza::apps
