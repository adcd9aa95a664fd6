// Curves, drawn by gnuplot.
#pragma once

#include <string>
#include <vector>

#include "apps/plot/svg_canvas.h"

namespace trenza::apps {

struct Curve {
  std::string title;
  std::vector<Point> points;
};

/// One pair of axes.
struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Curve> curves;
};

/// The script that draws the panels, two beside each other, into the SVG file `output`.
std::string gnuplot_script(const std::vector<Panel>& panels, const std::string& output);

/// The panels as SVG text. Runs gnuplot; throws UsageError if it is not installed or refuses the script.
std::string curves_svg(const std::vector<Panel>& panels);

/// Throws UsageError if gnuplot is not installed: to be asked before long work.
void check_gnuplot();

}  // namespace trenza::apps
