#include "apps/area_command.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/activity.h"
#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/plug/plug_loader.h"
#include "apps/read_experiments.h"
#include "apps/result_table.h"
#include "apps/run_checks.h"
#include "apps/text_table.h"
#include "cosim/rtl_blocks.h"
#include "rtl_models/area/router_area.h"
#include "rtl_models/router/router_twin.h"
#include "rtl_models/wormhole/router/worm_router_twin.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using rtl_models::AreaTarget;
using rtl_models::BlockArea;
using rtl_models::RouterArea;

struct Column {
  const char* key;    ///< of the document
  const char* title;  ///< of the table
};

const char* cell_key(AreaTarget target) {
  if (target == AreaTarget::liberty) return "cells";
  return target == AreaTarget::ice40 ? "luts" : "gates";
}

/// The entry of a block; the area only with a library.
std::vector<Column> columns(AreaTarget target) {
  const char* const cells = cell_key(target);
  std::vector<Column> all{
      {cells, cells}, {"flip_flops", "flip-flops"}, {"memory_bits", "memory bits"}, {"levels", "levels"}};
  if (target == AreaTarget::liberty) all.push_back({"area", "area"});
  return all;
}

Json block_document(const BlockArea& block, AreaTarget target) {
  Json document = {{cell_key(target), block.cells},
                   {"flip_flops", block.flip_flops},
                   {"memory_bits", block.memory_bits},
                   {"levels", block.levels}};
  if (target == AreaTarget::liberty) document["area"] = block.square;
  return document;
}

Json run_document(const settings::RunConfiguration& run, const rtl_models::AreaRequest& request,
                  const RouterArea& area) {
  Json parameters;
  // Literals of SystemVerilog: numbers, and names of policies in quotes.
  for (const auto& [name, value] : request.router.parameters) parameters[name] = Json::parse(value);
  Json blocks;
  for (const BlockArea& block : area.blocks) blocks[block.block] = block_document(block, request.target);
  const Json target = request.target == AreaTarget::liberty
                          ? Json(request.liberty.string())
                          : Json(request.target == AreaTarget::ice40 ? "ice40" : "gates");
  return {{"name", run.name},
          {"network", run.topology->name()},
          {"config", run.resolved->at("router")},
          {"parameters", parameters},
          {"target", target},
          {"blocks", blocks},
          {"router", block_document(area.router, request.target)}};
}

std::string block_cell_text(const Json& value) {
  return value.is_number_float() ? fmt::format("{:.1f}", value.get<double>()) : grouped(value.get<std::uint64_t>());
}

std::string run_table(const Json& document, AreaTarget target) {
  std::vector<std::string> head;
  for (const Column& column : columns(target)) head.emplace_back(column.title);
  std::vector<TableRow> rows;
  const auto add = [&](const std::string& label, const Json& block) {
    TableRow row{label, {}, ""};
    for (const Column& column : columns(target)) row.cells.push_back(block_cell_text(block[column.key]));
    rows.push_back(std::move(row));
  };
  for (const auto& [name, block] : document["blocks"].items()) add(name, block);
  add("router", document["router"]);
  const Json& parameters = document["parameters"];
  return fmt::format("{}: a router of {}, {} VCs\n{}", document["name"].get<std::string>(),
                     document["network"].get<std::string>(),
                     parameters["CLASSES"].get<int>() * parameters["CLASS_VCS"].get<int>(), text_table(head, rows));
}

/// The routers side by side.
std::string comparison_table(const std::vector<Json>& documents, AreaTarget target) {
  std::vector<std::string> head;
  std::vector<TableRow> rows;
  for (const Column& column : columns(target)) rows.push_back({column.title, {}, ""});
  for (const Json& document : documents) {
    head.push_back(document["name"]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].cells.push_back(block_cell_text(document["router"][columns(target)[i].key]));
    }
  }
  return text_table(head, rows);
}

rtl_models::AreaRequest area_request(const AreaOptions& options, const settings::RunConfiguration& run) {
  rtl_models::AreaRequest request;
  request.router = run.fabric.by_flits() ? rtl_models::worm_router_module({*run.topology, run.fabric, 0})
                                         : rtl_models::router_module({*run.topology, run.fabric, 0},
                                                                     cosim::record_dimensions(*run.topology));
  request.target = options.target == "ice40" ? AreaTarget::ice40 : AreaTarget::gates;
  if (!options.liberty.empty()) request.target = AreaTarget::liberty;
  request.liberty = options.liberty;
  return request;
}

}  // namespace

int area_command(const AreaOptions& options) {
  const settings::Configuration configuration = read_experiments(options.file, options.overrides, !options.quiet);
  check_hardware(configuration);
  refuse_plugs(configuration, "area", "synthesises the blocks of this program");
  OutputPlan plan;
  plan.reads(configuration);
  if (!options.liberty.empty()) plan.reads(options.liberty, "--liberty");
  plan.writes(options.json, "--json");
  std::vector<Json> documents;
  std::string text;
  AreaTarget target = AreaTarget::gates;
  for (const settings::RunConfiguration& run : configuration.runs) {
    const rtl_models::AreaRequest request = area_request(options, run);
    target = request.target;
    try {
      const Activity activity(!options.quiet, "synthesises the router of " + run.name);
      documents.push_back(run_document(run, request, rtl_models::router_area(request)));
    } catch (const rtl_models::LibraryError& error) {
      throw UsageError(fmt::format("--liberty: {}", error.what()));
    } catch (const rtl_models::RtlError& error) {
      throw UsageError(fmt::format("{}: area: {}", run.name, error.what()));
    }
    text += run_table(documents.back(), target) + "\n";
  }
  text += documents.size() > 1 ? comparison_table(documents, target) : "";
  if (documents.size() == 1) text.pop_back();
  if (!options.quiet && !is_standard_output(options.json)) write_whole("-", text);
  if (!options.json.empty()) {
    const Json document = configuration.compared ? Json{{"runs", documents}} : documents[0];
    write_whole(options.json, document.dump(2) + "\n");
  }
  return kDone;
}

}  // namespace trenza::apps
