#include "apps/reproduce/paper_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "apps/exit_status.h"
#include "apps/reproduce/row_filter.h"
#include "settings/layers.h"
#include "settings/yaml_reader.h"
#include "sweeps/axis.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;
using settings::ConfigError;

void check_picture(const settings::PaperPicture& picture, const std::vector<std::string>& columns) {
  if (!picture.given) return;
  std::vector<std::string> used = picture.y;
  used.push_back(picture.x);
  if (!picture.series.empty()) used.push_back(picture.series);
  if (!picture.bound.empty()) used.push_back(picture.bound);
  for (const std::string& name : used) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end())
      throw ConfigError(picture.place, "`" + name + "` is no column; expected one of " + settings::listed(columns) +
                                           settings::suggestion(name, columns));
  }
  if (picture.where.kind != settings::Value::Kind::null) RowFilter(picture.where, columns);
}

/// The columns of the joined table: those of the sweep, then those that are computed.
std::vector<std::string> columns_of(const PaperFile& read) {
  std::vector<std::string> columns = read.keys;
  const auto add = [&](const std::string& name) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  };
  for (const settings::PaperColumn& column : read.section.columns) {
    if (std::find(columns.begin(), columns.end(), column.name) != columns.end())
      throw ConfigError(column.place, "`" + column.name + "` is an axis of the sweep; expected another name");
    columns.push_back(column.name);
  }
  for (const settings::PaperRelative& relative : read.section.relative) {
    if (std::find(columns.begin(), columns.end(), relative.name) != columns.end())
      throw ConfigError(relative.place, "`" + relative.name + "` is a column already; expected another name");
    columns.push_back(relative.name);
  }
  if (read.computation) {
    for (const std::string& name : read.computation->columns) add(name);
  }
  return columns;
}

void check_relative(const PaperFile& read) {
  std::vector<std::string> columns;
  for (const settings::PaperColumn& column : read.section.columns) columns.push_back(column.name);
  const auto check = [](const settings::PaperRelative& relative, const std::string& name, const char* what,
                        const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw ConfigError(relative.place, fmt::format("`{}` is no {}; expected one of {}{}", name, what,
                                                    settings::listed(known), settings::suggestion(name, known)));
  };
  for (const settings::PaperRelative& relative : read.section.relative) {
    if (columns.empty())
      throw ConfigError(relative.place, "is of values of documents; expected `columns` and a section `sweep` as well");
    check(relative, relative.of, "value of documents", columns);
    for (const auto& [axis, choice] : relative.to) {
      check(relative, axis, "axis of the sweep", read.keys);
      if (axis == relative.average)
        throw ConfigError(relative.place,
                          "is a quotient and a mean along `" + axis + "`; expected two different axes of the sweep");
    }
    if (!relative.average.empty()) check(relative, relative.average, "axis of the sweep", read.keys);
  }
}

void check_parts(const PaperFile& read) {
  const settings::PaperSection& section = read.section;
  check_relative(read);
  if (read.plan && section.columns.empty())
    throw ConfigError(section.place, "has a sweep and no `columns`; expected a map such as {load: accepted_load}");
  if (!read.plan && !section.columns.empty())
    throw ConfigError(section.columns.front().place, "is a value of documents; expected a section `sweep` as well");
  if (!read.plan || !read.computation) return;
  const auto& computed = read.computation->columns;
  const bool shared = std::any_of(read.keys.begin(), read.keys.end(), [&](const std::string& key) {
    return std::find(computed.begin(), computed.end(), key) != computed.end();
  });
  if (!shared)
    throw ConfigError(section.compute.place, "has no column that is an axis of the sweep; the sweep has " +
                                                 settings::listed(read.keys, "and") + ", the computation " +
                                                 settings::listed(computed, "and"));
}

/// Digits count as one number: figure-3 before figure-10.
std::vector<std::tuple<std::string, int>> natural(const std::string& text) {
  std::vector<std::tuple<std::string, int>> parts(1);
  for (const char letter : text) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      int& value = std::get<1>(parts.back());
      if (value < 100'000) value = 10 * value + (letter - '0');
    } else {
      if (std::get<1>(parts.back()) > 0) parts.emplace_back();
      std::get<0>(parts.back()) += letter;
    }
  }
  return parts;
}

int rank_of(const std::string& kind) { return kind == "table" ? 0 : kind == "figure" ? 1 : 2; }

std::string heading_of(const fs::path& readme) {
  std::ifstream stream(readme);
  std::string line;
  while (std::getline(stream, line)) {
    if (line.rfind("# ", 0) == 0) return line.substr(2);
  }
  return "";
}

}  // namespace

std::string PaperFile::place() const {
  std::string text = section.kind + " " + section.number;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return section.part.empty() ? text : text + ", " + section.part;
}

PaperFile read_paper_file(const std::string& file, const std::vector<settings::Override>& overrides) {
  PaperFile read;
  read.file = file;
  read.stem = fs::path(file).stem().string();
  const std::string text = settings::read_text_file(file);
  settings::Value top = settings::read_top(text, file);
  read.section = settings::take_paper_section(top);
  if (read.section.compute.is_map()) read.computation = prepare_computation(read.section.compute);
  if (top.entry("sweep") != nullptr) {
    read.plan.emplace(settings::read_sweep_base(text, file, overrides));
    for (const sweeps::Axis& axis : read.plan->axes()) {
      for (const std::string& key : axis.keys) {
        if (key != sweeps::kSeedKey) read.keys.push_back(key);
      }
    }
  } else if (!top.entries.empty()) {
    throw ConfigError(top.entries.front().place,
                      "stands beside `paper` in a file without a sweep; expected a section `sweep`, or nothing else");
  }
  check_parts(read);
  TableShape shape{columns_of(read), {}};
  check_picture(read.section.picture, shape.columns);
  if (read.section.picture.given) {
    if (!read.section.picture.series.empty()) shape.labels.push_back(read.section.picture.series);
    shape.labels.push_back(read.section.picture.x);
  } else if (!shape.columns.empty()) {
    shape.labels.push_back(shape.columns.front());
  }
  for (const settings::Value& judge : read.section.judge) {
    read.judgements.push_back(read_judgement(judge, shape));
    for (const std::string& id : read.judgements.back().claims) {
      if (std::find(read.claims.begin(), read.claims.end(), id) == read.claims.end()) read.claims.push_back(id);
    }
  }
  return read;
}

Paper read_paper(const std::string& folder, const std::vector<settings::Override>& overrides) {
  Paper paper;
  paper.name = fs::path(folder).filename().string();
  paper.title = heading_of(fs::path(folder) / "README.md");
  if (paper.title.empty()) paper.title = paper.name;
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    settings::Value top = settings::read_top(settings::read_text_file(file), file);
    if (top.entry(settings::kPaperSection) == nullptr) continue;  // an experiment that stands beside them
    paper.files.push_back(read_paper_file(file, overrides));
    const settings::PaperSection& section = paper.files.back().section;
    if (section.name != paper.name)
      throw ConfigError(
          section.place,
          fmt::format("is of the paper `{}`, in the folder of `{}`; expected the same name", section.name, paper.name));
  }
  if (paper.files.empty()) throw UsageError(folder + ": holds no file with a section `paper`; expected one at least");
  std::stable_sort(paper.files.begin(), paper.files.end(), [](const PaperFile& one, const PaperFile& other) {
    return std::make_tuple(rank_of(one.section.kind), natural(one.stem)) <
           std::make_tuple(rank_of(other.section.kind), natural(other.stem));
  });
  return paper;
}

std::vector<std::string> paper_names(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory()) names.push_back(at->path().filename().string());
  }
  if (error) throw UsageError(fmt::format("--papers {}: cannot be read: {}", folder, error.message()));
  if (names.empty()) throw UsageError(fmt::format("--papers {}: holds no folder; expected one for each paper", folder));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace trenza::apps
