#include "apps/plot/folder_figure.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "apps/exit_status.h"
#include "apps/plot/folder_choice.h"
#include "apps/report/figure.h"
#include "apps/report/quantities.h"
#include "apps/report/series.h"
#include "apps/report/table_figure.h"
#include "sweeps/axis.h"
#include "sweeps/folder.h"
#include "sweeps/rows.h"
#include "sweeps/table.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

// Columns of the table that is drawn. No name of a user begins with a blank.
const char* const kX = " x";
const char* const kSeries = " series";
const char* const kBound = " bound";
const char* const kDefaultX = "traffic.load";

/// A quantity under the name that stands in the legend.
struct NamedKey {
  std::string name;
  std::string key;
};

std::vector<NamedKey> named_keys(const std::string& list) {
  std::vector<NamedKey> keys;
  std::set<std::string> names;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) {
    const auto sign = word.find('=');
    NamedKey one{word.substr(0, sign), sign == std::string::npos ? word : word.substr(sign + 1)};
    if (one.name.empty() || one.key.empty() || one.name.front() == ' ')
      throw UsageError(fmt::format("--y: `{}` is no quantity; expected KEY or NAME=KEY, separated by commas", word));
    if (!names.insert(one.name).second)
      throw UsageError(fmt::format("--y: `{}` is given twice; expected different names, as in NAME=KEY", one.name));
    keys.push_back(std::move(one));
  }
  if (keys.empty()) throw UsageError("--y: is missing; expected KEY or NAME=KEY, separated by commas");
  return keys;
}

/// The document of a folder that holds a computed table; null if it holds a sweep.
Json computed_table(const sweeps::Folder& folder, const sweeps::Index& index) {
  if (!index.keys.empty() || index.points.size() != 1) return {};
  const std::string& name = index.points.front().name;
  if (!folder.document_state(name).good()) return {};
  Json document = Json::parse(folder.document(name));
  return document.contains("columns") && document.contains("rows") ? document : Json();
}

/// Columns of a computed table under the names of the picture. Its column `series` makes series.
DataTable picked_table(const Json& document, const std::vector<NamedKey>& ys, const FolderFigureOptions& options) {
  if (!options.where.empty() || !options.per.empty())
    throw UsageError(fmt::format("{}: is for points of sweeps; the folder holds a table that was computed",
                                 options.where.empty() ? "--per" : "--where"));
  const auto names = document["columns"].get<std::vector<std::string>>();
  const auto column = [&](const char* option, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw UsageError(
          fmt::format("{}: `{}` is no column of the table; expected {}", option, name, expected_names(name, names)));
    return static_cast<std::size_t>(found - names.begin());
  };
  DataTable table;
  std::vector<std::size_t> sources;
  const auto add = [&](const std::string& name, std::size_t source) {
    table.columns.push_back(name);
    sources.push_back(source);
  };
  add(kX, column("--x", options.x));
  if (options.x != sweeps::kSeriesKey && std::count(names.begin(), names.end(), sweeps::kSeriesKey) > 0)
    add(kSeries, column("--y", sweeps::kSeriesKey));
  for (const NamedKey& y : ys) add(y.name, column("--y", y.key));
  if (!options.bound.empty()) add(kBound, column("--bound", options.bound));
  for (const Json& row : document["rows"]) {
    table.rows.emplace_back();
    for (const std::size_t source : sources) table.rows.back().push_back(row[source]);
  }
  return table;
}

std::string x_of_sweep(const sweeps::Index& index, const std::string& wanted) {
  std::string x = wanted.empty() ? kDefaultX : wanted;
  std::vector<std::string> keys = index.keys;
  keys.erase(std::remove(keys.begin(), keys.end(), sweeps::kSeedKey), keys.end());
  if (std::find(keys.begin(), keys.end(), x) == keys.end())
    throw UsageError(fmt::format("--x: `{}` is no axis of the sweep; expected {}", x, expected_names(x, keys)));
  return x;
}

/// Divides the first quantities of a point by the last one.
void divide(sweeps::Row& row, std::size_t count) {
  const Json per = row.quantities.back().value;
  for (std::size_t k = 0; k < count; ++k) {
    sweeps::Quantity& one = row.quantities[k];
    const bool possible = one.value.is_number() && per.is_number() && per.get<double>() != 0;
    // The interval of a quotient of two measured numbers is not known.
    one = {possible ? Json(one.value.get<double>() / per.get<double>()) : Json(), std::nullopt};
  }
}

/// The points of a sweep over their seeds.
DataTable swept_table(const sweeps::Folder& folder, const sweeps::Index& index, const std::vector<NamedKey>& ys,
                      const FolderFigureOptions& options) {
  std::vector<std::string> paths;
  for (const NamedKey& y : ys) paths.push_back(y.key);
  if (!options.bound.empty()) paths.push_back(options.bound);
  if (!options.per.empty()) paths.push_back(options.per);
  sweeps::Rows rows = sweeps::read_rows(folder, paths);
  std::vector<Json> points;
  for (const sweeps::Row& row : rows.rows) points.push_back(row.at);
  const FolderChoice choice(options.where, index.keys, points);
  rows.rows.erase(
      std::remove_if(rows.rows.begin(), rows.rows.end(), [&](const sweeps::Row& row) { return !choice.takes(row.at); }),
      rows.rows.end());
  if (!options.per.empty()) {
    for (sweeps::Row& row : rows.rows) divide(row, ys.size());
  }
  DataTable table{{kX, kSeries}, {}};
  for (const NamedKey& y : ys) {
    table.columns.push_back(y.name);
    table.columns.push_back(y.name + ".half_width");
  }
  table.columns.emplace_back(kBound);
  for (const sweeps::SeedGroup& group : sweeps::over_seeds(rows)) {
    const Json x = group.at.value(options.x, Json());
    std::vector<Json> cells{x.is_number() ? x : Json(choice_text(x)), choice.series_of(group.at, options.x)};
    for (std::size_t k = 0; k < ys.size(); ++k) {
      cells.push_back(group.means[k].value);
      cells.push_back(group.means[k].half_width ? Json(*group.means[k].half_width) : Json());
    }
    cells.push_back(options.bound.empty() ? Json() : group.means[ys.size()].value);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Of one quantity, as reports have it; several have none.
std::string y_title_of(const std::vector<NamedKey>& ys) {
  if (ys.size() > 1) return "";
  const std::size_t known = quantity_index(ys.front().key);
  if (known == report_quantities().size() || ys.front().name != ys.front().key) return ys.front().name;
  return with_unit(report_quantities()[known].title, report_quantities()[known].unit);
}

std::size_t series_count(const DataTable& table) {
  std::set<std::string> names;
  for (const auto& row : table.rows) names.insert(cell_text(table_cell(table, row, kSeries)));
  return names.size();
}

void check_logarithms(const Figure& figure, const FolderFigureOptions& options) {
  const bool is_bars = options.form != "curves";
  if (is_bars && figure.logarithmic)
    throw UsageError("--logarithmic y: bars begin at 0; expected `x`, or `--form curves`");
  if (!figure.x_logarithmic) return;
  if (is_bars || !figure.x_texts.empty())
    throw UsageError("--logarithmic x: what stands along x are texts; expected numbers, and `--form curves`");
  if (figure.x_least <= 0)
    throw UsageError(fmt::format("--logarithmic x: x begins at {}; expected numbers above 0", figure.x_least));
}

/// Parts of bars are named by what they show, and stand upon the parts of the same series.
void become_bars(Figure& figure, bool stacked, const std::vector<NamedKey>& ys) {
  figure.bars = true;
  for (FigureCurve& curve : figure.curves) {
    if (!stacked) {
      curve.bar = curve.name;
    } else if (ys.size() == 1) {
      curve.name = ys.front().name;
    } else if (!curve.bar.empty()) {
      curve.name.erase(0, curve.bar.size() + 2);  // "SERIES, "
    }
  }
}

}  // namespace

Figure folder_figure(const std::string& folder_name, const FolderFigureOptions& wanted) {
  const sweeps::Folder folder(folder_name, sweeps::Folder::Access::read);
  const sweeps::Index index = folder.index();
  const std::vector<NamedKey> ys = named_keys(wanted.y);
  FolderFigureOptions options = wanted;
  const bool is_bars = options.form != "curves";
  const bool is_stacked = options.form == "stacked";
  const Json computed = computed_table(folder, index);
  if (computed.is_null()) options.x = x_of_sweep(index, wanted.x);
  DataTable table = computed.is_null() ? swept_table(folder, index, ys, options) : picked_table(computed, ys, options);
  if (is_bars) {
    for (auto& row : table.rows) {
      if (row[0].is_number()) row[0] = fmt::format("{:.6g}", row[0].get<double>());
    }
  }
  settings::PaperPicture picture;
  picture.x = kX;
  for (const NamedKey& y : ys) picture.y.push_back(y.name);
  if (series_count(table) > 1 || ys.size() == 1) picture.series = kSeries;
  picture.bound = kBound;
  picture.x_title = options.x_title.empty() ? with_unit(axis_title(options.x), axis_unit(options.x)) : options.x_title;
  picture.y_title = options.y_title.empty() ? y_title_of(ys) : options.y_title;
  picture.logarithmic = options.logarithmic.find('y') != std::string::npos;
  Figure figure = table_figure(table, picture);
  figure.x_logarithmic = options.logarithmic.find('x') != std::string::npos;
  if (figure.curves.empty())
    throw UsageError(
        fmt::format("--y {}: there is no number to draw; expected quantities that are numbers", options.y));
  check_logarithms(figure, options);
  if (is_bars) become_bars(figure, is_stacked, ys);
  return figure;
}

}  // namespace trenza::apps
