// The page of a paper: its figures as they came out, what the paper says, and the verdicts.
#pragma once

#include <string>
#include <vector>

#include "apps/reproduce/paper_file.h"
#include "apps/reproduce/stored_figure.h"

namespace trenza::apps {

/// A figure with all that a page says of it.
struct PageFigure {
  const PaperFile* file = nullptr;
  StoredFigure stored;
  std::vector<Judged> judged;

  /// "holds", "2 hold, 1 fails", "not run".
  std::string summary() const;
};

/// Markdown. Pictures and tables are files of `folder` beside the page: picture_name(), table_name().
std::string paper_page(const Paper& paper, const std::vector<PageFigure>& figures, const std::string& folder);

/// "figure-3.svg"; empty if nothing is drawn.
std::string picture_name(const PageFigure& figure);
/// "figure-3.csv"
std::string table_name(const PageFigure& figure);

/// The picture as SVG.
std::string picture_svg(const PageFigure& figure);

/// The first page: all papers with their verdicts.
struct PaperSummary {
  std::string name;
  std::string title;
  std::size_t holds = 0, approximate = 0, fails = 0, open = 0;
};
PaperSummary summary_of(const Paper& paper, const std::vector<PageFigure>& figures);

}  // namespace trenza::apps
