// Which probes are recorded: globs over the components of their paths.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rtl_models/probe.h"

namespace trenza::waves {

/// Indices, ascending, of the probes that `globs` selects; all of them if it is empty.
///
/// `globs` is a list of globs separated by commas (blanks around a glob do not count); a probe is selected if one of
/// them matches. A glob is one or more components separated by dots. It matches a path if its components match
/// consecutive components of the path, beginning anywhere: `r_3_*`, `noc.r_3_2` and `r_3_2.in_*.vc1` all match
/// "noc.r_3_2.in_xp_from_2_2.vc1.state", so everything below a matching scope is selected. Within a component `*`
/// stands for any characters, `?` for one; neither stands for a dot. Upper and lower case differ.
///
/// Throws WaveError if a glob is empty or selects nothing; the message then offers the nearest names.
std::vector<std::size_t> select_probes(const std::vector<rtl_models::Probe>& probes, const std::string& globs);

/// Whether the whole of `name` matches `pattern`, which holds no dot.
bool component_matches(const std::string& pattern, const std::string& name);

}  // namespace trenza::waves
