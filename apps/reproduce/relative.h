// Columns of quotients, seed by seed: times of programs relative to those on another network.
#pragma once

#include <string>

#include "settings/paper_section.h"
#include "sweeps/rows.h"

namespace trenza::apps {

/// What stands in the column of an axis in rows of means along it.
inline constexpr const char* kAverage = "average";

/// Adds the columns that `section.relative` asks for to rows whose quantities are `section.columns`, in their order.
/// Where a number is missing, so is the quotient. With `average` there are rows more: for each choice along the other
/// axes, seeds included, the arithmetic mean of the quotients along that axis; none if one of them is missing.
/// Intervals over seeds so are those of quotients of equal seeds, and of their means.
void add_relative(sweeps::Rows& rows, const settings::PaperSection& section);

}  // namespace trenza::apps
