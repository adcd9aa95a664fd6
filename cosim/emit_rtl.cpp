// The files of an emitted fabric together.
#include "cosim/emit_rtl.h"

#include <fmt/core.h>

#include <memory>
#include <utility>

#include "cosim/emit_parts.h"
#include "cosim/rtl_blocks.h"
#include "microarch/output_file.h"
#include "rtl_models/twin/rtl_sources.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"

namespace trenza::cosim {

namespace {

namespace fs = std::filesystem;

/// Files that appear together, when all of them are written.
class Folder {
 public:
  /// Makes the folder if need be.
  explicit Folder(fs::path path) : path_(std::move(path)) {
    std::error_code fault;
    made_ = fs::create_directories(path_, fault);
    if (fault) throw EmitError(fmt::format("the folder {} cannot be made: {}", path_.string(), fault.message()));
  }
  /// Takes back a folder that nothing was written into.
  ~Folder() {
    files_.clear();
    std::error_code ignored;
    if (made_ && fs::is_empty(path_, ignored)) fs::remove(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) {
    files_.push_back(std::make_unique<microarch::OutputFile>((path_ / name).string()));
    files_.back()->write(text.data(), text.size());
  }
  void commit() {
    for (const auto& file : files_) file->commit();
  }

 private:
  fs::path path_;
  bool made_ = false;
  std::vector<std::unique_ptr<microarch::OutputFile>> files_;
};

}  // namespace

std::string emit_refusal(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  if (parameters.by_flits()) {
    if (rtl_models::routes_by_record(topology)) return "";
    return fmt::format(
        "the routes of {} do not follow from records; expected another `router.routing` than `up_down`, and a network "
        "whose packets carry records",
        topology.name());
  }
  if (record_dimensions(topology) > 0) return "";
  return fmt::format("{} does not route by records; expected a network whose packets carry records", topology.name());
}

std::string emit_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  const std::string refusal = emit_refusal(topology, parameters);
  if (!refusal.empty()) throw EmitError(refusal);
  return parameters.by_flits() ? emit_worm_fabric(topology, parameters) : emit_packet_fabric(topology, parameters);
}

std::vector<std::string> emitted_files() {
  std::vector<std::string> names{"fabric.sv", "bench.sv", "packets.hex", "files.f"};
  for (const rtl_models::RtlSource& source : rtl_models::rtl_sources()) names.push_back(source.name);
  return names;
}

void emit_rtl(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
              const EmittedTraffic& traffic, const fs::path& folder) {
  const std::string fabric = emit_fabric(topology, parameters);
  Folder files(folder);
  std::string names;
  try {
    for (const rtl_models::RtlSource& source : rtl_models::rtl_sources()) {
      files.write(source.name, source.text);
      names += source.name + "\n";
    }
    files.write("fabric.sv", fabric);
    files.write("bench.sv", emit_bench(topology, parameters, traffic));
    files.write("packets.hex", emit_packets(topology, parameters, traffic));
    files.write("files.f", names + "fabric.sv\nbench.sv\n");
    files.commit();
  } catch (const microarch::OutputError& error) {
    throw EmitError(error.what());
  }
}

}  // namespace trenza::cosim
