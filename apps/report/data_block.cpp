#include "apps/report/data_block.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/plot/channel_quantity.h"
#include "apps/report/configurations.h"
#include "apps/report/network_panel.h"
#include "apps/report/series_comparison.h"
#include "sweeps/contract.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

Json numbers(const std::map<std::string, std::uint64_t>& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : counts) json[name] = count;
  return json;
}

class Block {
 public:
  Block(const ReportSource& source, const ReportCurves& curves)
      : source_(source), curves_(curves), quantities_(used_quantities(source)), every_(drawn_every(curves)) {}

  Json json(const ReportWords& words) const {
    return {{"title", words.title},
            {"program", words.program},
            {"folders", folders()},
            {"x",
             {{"key", curves_.x_key},
              {"title", axis_title(curves_.x_key)},
              {"unit", axis_unit(curves_.x_key)},
              {"numeric", curves_.numeric},
              {"values", curves_.xs}}},
            {"quantities", quantities()},
            {"series", series()},
            {"points", points()},
            {"documents", std::count_if(source_.points.begin(), source_.points.end(),
                                        [](const ReportPoint& point) { return point.has_document; })},
            {"problems", problems()},
            {"comparison", compare_series(source_, curves_)},
            {"configurations", configurations(source_, curves_)},
            {"searches", searches()},
            {"networks", networks()},
            {"channel_quantities", channel_quantities_json()},
            {"drawn_every", every_}};
  }

 private:
  Json folders() const {
    Json json = Json::array();
    for (const ReportFolder& folder : source_.folders) {
      const auto left_out = std::count_if(folder.index.points.begin(), folder.index.points.end(),
                                          [](const sweeps::IndexPoint& point) { return point.left_out; });
      json.push_back({{"label", folder.label},
                      {"name", folder.index.name},
                      {"contract_differs", folder.index.contract != sweeps::kContractVersion},
                      {"points", folder.index.points.size()},
                      {"left_out", left_out},
                      {"strange", folder.strange}});
    }
    return json;
  }

  Json quantities() const {
    Json json = Json::array();
    for (const std::size_t k : quantities_) {
      json.push_back({{"path", report_quantities()[k].path},
                      {"title", title_of(source_, k)},
                      {"unit", unit_of(source_, k)},
                      {"log", wants_logarithm(curves_, k)}});
    }
    return json;
  }

  Json place(const CurvePoint& place, bool drawn) const {
    Json estimates = Json::array();
    for (const std::size_t k : quantities_) {
      const Estimate& estimate = place.estimates[k];
      estimates.push_back(estimate.value.is_null() ? Json()
                                                   : Json{estimate.value, estimate.low, estimate.high, estimate.seeds});
    }
    Json documents = Json::array();
    for (const std::size_t k : place.points) documents.push_back(source_.points[k].name);
    Json json = {{"x", place.x},
                 {"points", std::move(documents)},
                 {"documents", place.documents},
                 {"saturated", place.saturated},
                 {"bound", place.bound ? Json(*place.bound) : Json()},
                 {"estimates", std::move(estimates)}};
    if (!place.stalls.empty())
      json["stalls"] = {{"inputs", numbers(place.stalls.inputs)}, {"outputs", numbers(place.stalls.outputs)}};
    if (drawn && !place.channels.empty()) json["channels"] = channels_json(place.channels);
    return json;
  }

  Json series() const {
    Json json = Json::array();
    for (const ReportSeries& one : curves_.series) {
      Json curve = Json::array();
      for (std::size_t k = 0; k < one.curve.size(); ++k) {
        const bool drawn = every_ > 0 && (one.curve.size() - 1 - k) % every_ == 0 && one.network.has_value();
        curve.push_back(place(one.curve[k], drawn));
      }
      json.push_back({{"name", one.name},
                      {"folder", one.folder},
                      {"network", one.network ? Json(*one.network) : Json()},
                      {"curve", std::move(curve)}});
    }
    return json;
  }

  static Json about(const ReportPoint& point) {
    return {{"folder", point.folder},
            {"point", point.name},
            {"at", point.at},
            {"state", point.state},
            {"note", point.note}};
  }

  Json points() const {
    Json json = Json::array();
    for (const ReportPoint& point : source_.points) {
      if (!point.has_document || json.size() == kMostListed) continue;
      Json values = Json::array();
      Json intervals = Json::array();
      for (const std::size_t k : quantities_) {
        const Measured& measured = point.values[k];
        values.push_back(measured.value);
        intervals.push_back(measured.low.is_null() ? Json() : Json{measured.low, measured.high});
      }
      Json row = about(point);
      row["values"] = std::move(values);
      row["intervals"] = std::move(intervals);
      json.push_back(std::move(row));
    }
    return json;
  }

  Json problems() const {
    Json json = Json::array();
    for (const ReportPoint& point : source_.points) {
      if (!point.has_document || point.state != "finished") json.push_back(about(point));
    }
    return json;
  }

  Json searches() const {
    Json json = Json::array();
    for (std::size_t f = 0; f < source_.folders.size(); ++f) {
      for (const sweeps::IndexSearch& search : source_.folders[f].index.searches) {
        json.push_back({{"folder", f},
                        {"at", Json::parse(search.at)},
                        {"key", search.key},
                        {"above", Json::parse(search.above)},
                        {"at_most", Json::parse(search.at_most)}});
      }
    }
    return json;
  }

  Json networks() const {
    Json json = Json::array();
    const std::vector<bool> drawn = drawn_networks(source_);
    for (std::size_t k = 0; k < source_.networks.size(); ++k) {
      const ReportNetwork& network = source_.networks[k];
      json.push_back({{"name", network.name}, {"fault", network.fault}, {"drawn", static_cast<bool>(drawn[k])}});
    }
    return json;
  }

  /// Whether a point counts a quantity by channel.
  bool is_counted(const std::string& quantity) const {
    return std::any_of(curves_.series.begin(), curves_.series.end(), [&](const ReportSeries& series) {
      return std::any_of(series.curve.begin(), series.curve.end(),
                         [&](const CurvePoint& place) { return place.channels.by_channel.count(quantity) > 0; });
    });
  }

  Json channel_quantities_json() const {
    Json json = Json::array();
    for (const ChannelQuantity& quantity : channel_quantities()) {
      if (quantity.by_flits_only && !is_counted(quantity.name)) continue;
      json.push_back({{"name", quantity.name}, {"title", quantity.title}, {"unit", quantity.unit}});
    }
    return json;
  }

  const ReportSource& source_;
  const ReportCurves& curves_;
  std::vector<std::size_t> quantities_;
  std::size_t every_;
};

}  // namespace

std::string data_block(const ReportSource& source, const ReportCurves& curves, const ReportWords& words) {
  return Block(source, curves).json(words).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace trenza::apps
