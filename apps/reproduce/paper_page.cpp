#include "apps/reproduce/paper_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "apps/report/figure_svg.h"
#include "apps/report/table_figure.h"
#include "apps/reproduce/judge_functions.h"
#include "apps/reproduce/row_filter.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

const char* text_of(const std::optional<Verdict>& verdict) { return verdict ? verdict_text(*verdict) : "not run"; }

std::string cell_of(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) text.insert(bar, "\\");
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  // What stands between < and > would be taken for HTML.
  for (auto sign = text.find('<'); sign != std::string::npos; sign = text.find('<', sign + 4))
    text.replace(sign, 1, "&lt;");
  return text;
}

/// A heading as the part of a link behind #.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char letter : heading) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (letter == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::string heading_of(const PaperFile& file) { return file.place() + ": " + file.section.title; }

std::string state_text(const PageFigure& figure) {
  const StoredFigure& stored = figure.stored;
  std::string text;
  if (!stored.has_computed) text += "What is computed is not there yet. ";
  if (stored.documents < stored.points)
    text += fmt::format("{} of {} points are there. ", stored.documents, stored.points);
  if (stored.other_contract) text += "The points were made by another version of trenza. ";
  if (!text.empty()) text.pop_back();
  return text;
}

std::string judgement_table(const std::vector<Judged>& judged) {
  std::string text = "| what the paper says | verdict | what came out |\n|---|---|---|\n";
  for (const Judged& one : judged)
    text += fmt::format("| {} | {} | {} |\n", cell_of(one.claim), text_of(one.verdict), cell_of(one.computed));
  return text;
}

std::string figure_text(const PageFigure& figure, const std::string& folder) {
  constexpr std::size_t kMostRows = 60;
  const settings::PaperSection& section = figure.file->section;
  std::string text = fmt::format("## {}\n\n", heading_of(*figure.file));
  std::string says = section.says;
  while (!says.empty() && says.back() == '\n') says.pop_back();
  text += "The paper: " + cell_of(says) + "\n\n";
  if (!section.remark.empty()) text += cell_of(section.remark) + "\n\n";
  if (const std::string state = state_text(figure); !state.empty()) text += "**" + state + "**\n\n";
  if (!figure.judged.empty()) text += judgement_table(figure.judged) + "\n";
  if (!picture_name(figure).empty())
    text += fmt::format("![{}]({}/{})\n\n", cell_of(section.title), folder, picture_name(figure));
  const DataTable& table = figure.stored.table;
  if (!table.rows.empty()) {
    const std::string rows =
        fmt::format("{} row{} of [{}/{}]({}/{})", table.rows.size(), table.rows.size() == 1 ? "" : "s", folder,
                    table_name(figure), folder, table_name(figure));
    if (table.rows.size() <= kMostRows) {
      DataTable shown = table;
      for (auto& row : shown.rows) {
        for (Json& value : row) {
          if (value.is_string()) value = cell_of(value.get<std::string>());
        }
      }
      text += fmt::format("<details><summary>The numbers</summary>\n\n{}\n\n{}\n</details>\n\n", rows,
                          markdown_text(shown));
    } else {
      text += fmt::format("The numbers: {}.\n\n", rows);
    }
  }
  return text;
}

/// The rows that are drawn.
DataTable drawn_table(const PageFigure& figure) {
  const settings::PaperPicture& picture = figure.file->section.picture;
  const DataTable& all = figure.stored.table;
  if (picture.where.kind == settings::Value::Kind::null) return all;
  const RowFilter filter(picture.where, all.columns);
  DataTable table{all.columns, {}};
  std::copy_if(all.rows.begin(), all.rows.end(), std::back_inserter(table.rows),
               [&](const DataRow& row) { return filter.keeps(all, row); });
  return table;
}

/// Above a text the points of all curves would hide each other.
void set_side_by_side(std::vector<FigureCurve>& curves) {
  constexpr double kWidth = 0.6;   // of the distance of two texts
  constexpr double kWidest = 0.2;  // between two curves
  const double step = std::min(kWidest, kWidth / static_cast<double>(curves.size() + 1));
  for (std::size_t k = 0; k < curves.size(); ++k) {
    for (FigurePoint& point : curves[k].points)
      point.x += step * (static_cast<double>(k) - static_cast<double>(curves.size() - 1) / 2);
  }
}

}  // namespace

std::string PageFigure::summary() const {
  std::size_t counts[4] = {};
  for (const Judged& one : judged) ++counts[one.verdict ? static_cast<std::size_t>(*one.verdict) : 3];
  std::string text;
  const char* const singular[4] = {"holds", "approximate", "fails", "not run"};
  const char* const plural[4] = {"hold", "approximate", "fail", "not run"};
  for (std::size_t k = 0; k < 4; ++k) {
    if (counts[k] == 0) continue;
    if (counts[k] == judged.size() && counts[k] == 1) return singular[k];
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[k], counts[k] == 1 ? singular[k] : plural[k]);
  }
  return text;
}

std::string picture_name(const PageFigure& figure) {
  return figure.file->section.picture.given && !figure.stored.table.rows.empty() ? figure.file->stem + ".svg" : "";
}

std::string table_name(const PageFigure& figure) { return figure.file->stem + ".csv"; }

std::string picture_svg(const PageFigure& figure) {
  Figure drawn = table_figure(drawn_table(figure), figure.file->section.picture);
  drawn.file = figure.file->stem;
  if (!drawn.x_texts.empty()) set_side_by_side(drawn.curves);
  return figure_svg(drawn);
}

std::string paper_page(const Paper& paper, const std::vector<PageFigure>& figures, const std::string& folder) {
  std::string text = fmt::format(
      "# {}\n\nMade by `trenza reproduce {}`: what came out beside what the paper says. Verdicts are computed from the "
      "stored\npoints: *holds*, *approximate* (within the rounding of the claim, or nearly), *fails*, *not run*.\n\n",
      paper.title, paper.name);
  text += "| part | what it shows | verdicts |\n|---|---|---|\n";
  for (const PageFigure& figure : figures)
    text += fmt::format("| [{}](#{}) | {} | {} |\n", figure.file->place(), anchor_of(heading_of(*figure.file)),
                        cell_of(figure.file->section.title), figure.summary());
  text += "\n";
  for (const PageFigure& figure : figures) text += figure_text(figure, folder);
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

PaperSummary summary_of(const Paper& paper, const std::vector<PageFigure>& figures) {
  PaperSummary summary{paper.name, paper.title};
  for (const PageFigure& figure : figures) {
    for (const Judged& one : figure.judged) {
      std::size_t& count = !one.verdict                           ? summary.open
                           : *one.verdict == Verdict::holds       ? summary.holds
                           : *one.verdict == Verdict::approximate ? summary.approximate
                                                                  : summary.fails;
      ++count;
    }
  }
  return summary;
}

}  // namespace trenza::apps
