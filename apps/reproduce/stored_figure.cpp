#include "apps/reproduce/stored_figure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/reproduce/relative.h"
#include "microarch/byte_hash.h"
#include "sweeps/contract.h"
#include "sweeps/folder.h"
#include "sweeps/index.h"
#include "sweeps/rows.h"
#include "sweeps/table.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Raised with every change of what a computation or a claim computes, so that it is computed again.
constexpr int kComputationsVersion = 1;

Json as_json(const settings::Value& value) {
  if (value.is_list()) {
    Json list = Json::array();
    for (const settings::Value& item : value.items) list.push_back(as_json(item));
    return list;
  }
  if (value.is_map()) {
    Json map = Json::object();
    for (const settings::Entry& entry : value.entries) map[entry.key] = as_json(entry.value);
    return map;
  }
  return value.kind == settings::Value::Kind::null ? Json(nullptr) : Json(value.text);
}

/// The name of the point: a hash of all that is asked for.
std::string computed_name(const PaperFile& file) {
  const Json asked = {{"contract", sweeps::kContractVersion},
                      {"computations", kComputationsVersion},
                      {"compute", as_json(file.section.compute)},
                      {"claims", file.claims}};
  const std::string text = asked.dump();
  microarch::ByteHash hash;
  hash.add(text.data(), text.size());
  return fmt::format("{:016x}", hash.value());
}

bool asks_for_computed(const PaperFile& file) { return file.computation.has_value() || !file.claims.empty(); }

/// A row on each line: tables are long.
std::string document_text(const std::string& name, const PaperFile& file, const DataTable& table, const Json& claims) {
  std::string rows;
  for (const auto& row : table.rows) rows += (rows.empty() ? "\n    " : ",\n    ") + Json(row).dump();
  return fmt::format(
      "{{\n  \"point\": {},\n  \"paper\": {},\n  \"compute\": {},\n  \"claims\": {},\n  \"columns\": {},\n  \"rows\": "
      "[{}\n  ]\n}}",
      Json(name).dump(), Json(file.section.name).dump(), as_json(file.section.compute).dump(), claims.dump(),
      Json(table.columns).dump(), rows);
}

std::optional<Verdict> verdict_of(const std::string& text) {
  for (const Verdict verdict : {Verdict::holds, Verdict::approximate, Verdict::fails}) {
    if (text == verdict_text(verdict)) return verdict;
  }
  return std::nullopt;
}

bool same(const Json& one, const Json& other) {
  constexpr double kEqual = 2e-9;  // configurations have nine decimals
  if (one.is_number() && other.is_number()) return std::fabs(one.get<double>() - other.get<double>()) < kEqual;
  return one == other || cell_text(one) == cell_text(other);
}

/// The rows of the sweep, each with the columns of the computed row that has the same values where both have a column.
DataTable joined(const DataTable& simulated, const DataTable& computed) {
  std::vector<std::pair<std::size_t, std::size_t>> shared;
  std::vector<std::size_t> added;
  DataTable table{simulated.columns, {}};
  for (std::size_t k = 0; k < computed.columns.size(); ++k) {
    const auto found = std::find(simulated.columns.begin(), simulated.columns.end(), computed.columns[k]);
    if (found != simulated.columns.end()) {
      shared.emplace_back(static_cast<std::size_t>(found - simulated.columns.begin()), k);
    } else {
      added.push_back(k);
      table.columns.push_back(computed.columns[k]);
    }
  }
  for (const auto& row : simulated.rows) {
    const auto partner = std::find_if(computed.rows.begin(), computed.rows.end(), [&](const std::vector<Json>& other) {
      return std::all_of(shared.begin(), shared.end(),
                         [&](const auto& pair) { return same(row[pair.first], other[pair.second]); });
    });
    std::vector<Json> cells = row;
    for (const std::size_t k : added) cells.push_back(partner == computed.rows.end() ? Json(nullptr) : (*partner)[k]);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

DataTable read_computed(const std::string& folder_name, const PaperFile& file, StoredFigure& stored) {
  DataTable table{file.computation ? file.computation->columns : std::vector<std::string>{}, {}};
  stored.has_computed = !asks_for_computed(file);
  if (stored.has_computed || !fs::exists(folder_name)) return table;
  const sweeps::Folder folder(folder_name, sweeps::Folder::Access::read);
  if (!folder.has_index()) return table;
  const sweeps::Index index = folder.index();
  if (index.points.size() != 1 || !folder.document_state(index.points.front().name).good()) return table;
  const Json document = Json::parse(folder.document(index.points.front().name));
  if (document["compute"] != as_json(file.section.compute)) return table;  // something else was asked for
  for (const std::string& id : file.claims) {
    if (!document["claims"].contains(id)) return table;
  }
  stored.other_contract = index.points.front().name != computed_name(file);
  stored.has_computed = true;
  for (const auto& [id, one] : document["claims"].items())
    stored.claims[id] = {fmt::format("{}: {}", id, one["claim"].get<std::string>()),
                         verdict_of(one["verdict"].get<std::string>()), one["computed"].get<std::string>()};
  for (const Json& row : document["rows"]) table.rows.emplace_back(row.begin(), row.end());
  return table;
}

DataTable read_sweep(const std::string& folder_name, const PaperFile& file, StoredFigure& stored) {
  DataTable table{file.keys, {}};
  std::vector<std::string> paths;
  for (const settings::PaperColumn& column : file.section.columns) {
    table.columns.push_back(column.name);
    table.columns.push_back(column.name + ".half_width");
    paths.push_back(column.path);
  }
  for (const settings::PaperRelative& relative : file.section.relative) {
    table.columns.push_back(relative.name);
    table.columns.push_back(relative.name + ".half_width");
  }
  if (!fs::exists(folder_name)) return table;
  const sweeps::Folder folder(folder_name, sweeps::Folder::Access::read);
  if (!folder.has_index()) return table;
  const sweeps::Index index = folder.index();
  stored.other_contract = index.contract != sweeps::kContractVersion;
  for (const sweeps::IndexPoint& point : index.points) {
    if (!point.left_out) ++stored.points;
    if (folder.document_state(point.name).good()) ++stored.documents;
  }
  if (stored.documents == 0) return table;
  sweeps::Rows rows = sweeps::read_rows(folder, paths);
  add_relative(rows, file.section);
  for (const sweeps::SeedGroup& group : sweeps::over_seeds(rows)) {
    std::vector<Json> row;
    for (const std::string& key : file.keys) row.push_back(group.at.contains(key) ? group.at[key] : Json(nullptr));
    for (const sweeps::SeedMean& mean : group.means) {
      row.push_back(mean.value);
      row.push_back(mean.half_width ? Json(*mean.half_width) : Json(nullptr));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

const ClaimBook::Entry& ClaimBook::judged(const std::string& id) {
  const auto found = known_.find(id);
  if (found != known_.end()) return found->second;
  for (const ClaimGroup& group : groups_) {
    for (const Claim& claim : group.claims) {
      if (claim.id == id) return known_[id] = {claim.claim, claim.check()};
    }
  }
  throw std::logic_error("no claim " + id);
}

std::string sweep_folder(const std::string& paper_folder, const PaperFile& file) {
  return (fs::path(paper_folder) / file.stem).string();
}

std::string computed_folder(const std::string& paper_folder, const PaperFile& file) {
  return sweep_folder(paper_folder, file) + ".computed";
}

bool store_computed(const std::string& paper_folder, const PaperFile& file, ClaimBook& claims, int threads) {
  if (!asks_for_computed(file)) return false;
  const sweeps::Folder folder(computed_folder(paper_folder, file), sweeps::Folder::Access::sweep);
  const std::string name = computed_name(file);
  if (folder.document_state(name).good()) return false;
  const DataTable table = file.computation ? file.computation->compute(threads) : DataTable{};
  Json judged = Json::object();
  for (const std::string& id : file.claims) {
    const ClaimBook::Entry& entry = claims.judged(id);
    judged[id] = {
        {"claim", entry.claim}, {"verdict", verdict_text(entry.finding.verdict)}, {"computed", entry.finding.computed}};
  }
  folder.write_document(name, document_text(name, file, table, judged));
  sweeps::Index index;
  index.name = file.stem;
  index.contract = sweeps::kContractVersion;
  index.points.push_back({name, "{}", "", false});
  folder.write_index(index);
  return true;
}

StoredFigure read_stored(const std::string& paper_folder, const PaperFile& file) {
  StoredFigure stored;
  const DataTable computed = read_computed(computed_folder(paper_folder, file), file, stored);
  if (!file.plan) {
    stored.table = computed;
    return stored;
  }
  stored.points = file.plan->layout().size();
  StoredFigure swept;
  const DataTable simulated = read_sweep(sweep_folder(paper_folder, file), file, swept);
  if (swept.points > 0) stored.points = swept.points;
  stored.documents = swept.documents;
  stored.other_contract = stored.other_contract || swept.other_contract;
  stored.table = file.computation ? joined(simulated, computed) : simulated;
  return stored;
}

std::vector<Judged> judge(const PaperFile& file, const StoredFigure& stored) {
  std::vector<Judged> all;
  for (const Judgement& judgement : file.judgements) {
    if (judgement.judge) {
      all.push_back(judgement.judge(stored.table));
      continue;
    }
    for (const std::string& id : judgement.claims) {
      const auto known = stored.claims.find(id);
      all.push_back(known == stored.claims.end() ? Judged{id, std::nullopt, "not computed yet"} : known->second);
    }
  }
  return all;
}

}  // namespace trenza::apps
