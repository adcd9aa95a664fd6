// The networks of a sweep's points, with a quantity of their channels as colour.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// More networks in one drawing would be too small to be read.
inline constexpr std::size_t kMostDrawings = 4;

/// The drawings below each other, with one scale: a network for each choice along the axes but seeds, whose runs count
/// together. `quantity`: a name of channel_quantities(); `where`: as in FolderFigureOptions. The documents must have
/// counts by channel (`run.stalls: detail`, or `run.series` for the use). Throws UsageError that names the option, and
/// sweeps::FolderError.
std::string folder_channels_svg(const std::string& folder, const std::string& quantity,
                                const std::vector<std::string>& where);

}  // namespace trenza::apps
