// For the tests of this folder: a fabric that consists only of words, and a folder for files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/pin_fabric.h"

namespace trenza::waves {

/// Offers the probes it is given; a test changes the words and calls tick().
class FabricDouble : public rtl_models::PinFabric {
 public:
  std::vector<rtl_models::Probe> offered;
  std::uint64_t period = 1000;
  std::vector<std::uint8_t> changed;  // empty: unknown

  const std::vector<rtl_models::Probe>& probes() const override { return offered; }
  void observe(std::function<void(microarch::Cycle)> observer, microarch::Cycle /*first*/) override {
    observer_ = std::move(observer);
  }
  const std::vector<std::uint8_t>& changed_groups() const override { return changed; }
  std::uint64_t period_picoseconds() const override { return period; }

  /// The end of a cycle.
  void tick(microarch::Cycle cycle) {
    if (observer_) observer_(cycle);
  }

  const topologies::Topology& topology() const override { throw std::logic_error("no topology"); }
  const microarch::FabricParameters& parameters() const override { throw std::logic_error("no parameters"); }
  microarch::Cycle now() const override { return 0; }
  std::uint64_t offer(microarch::NodeId, microarch::NodeId, int, std::uint64_t, int) override { return 0; }
  void advance(microarch::Cycle) override {}
  const std::vector<microarch::Delivery>& delivered() const override { return delivered_; }
  bool idle() const override { return true; }
  microarch::Counters counters() const override { return {}; }
  std::vector<std::string> audit() const override { return {}; }
  microarch::WaitSnapshot waiting() const override { return {}; }

 private:
  std::function<void(microarch::Cycle)> observer_;
  std::vector<microarch::Delivery> delivered_;
};

inline rtl_models::Probe number_probe(const std::string& path, const void* address, std::uint8_t bytes, unsigned bits,
                                      unsigned shift = 0) {
  rtl_models::Probe probe;
  probe.path = path;
  probe.bits = bits;
  probe.word = {address, bytes};
  probe.shift = shift;
  return probe;
}

inline rtl_models::Probe enumeration_probe(const std::string& path, const void* address, std::uint8_t bytes,
                                           unsigned bits, unsigned shift, std::vector<std::string> names) {
  rtl_models::Probe probe = number_probe(path, address, bytes, bits, shift);
  probe.kind = rtl_models::ProbeKind::enumeration;
  probe.names = std::move(names);
  return probe;
}

inline rtl_models::Probe text_probe(const std::string& path, std::vector<rtl_models::ProbeWord> watches,
                                    std::function<void(std::string&)> render) {
  rtl_models::Probe probe;
  probe.path = path;
  probe.kind = rtl_models::ProbeKind::text;
  probe.bits = 48;
  probe.watches = std::move(watches);
  probe.render = std::move(render);
  return probe;
}

/// A router with every kind of probe.
class RouterDouble : public FabricDouble {
 public:
  static const std::vector<std::string>& states() {
    static const std::vector<std::string> names = {"I", "R", "V", "A"};
    return names;
  }

  std::uint32_t packed = 0;  ///< bits 0..1 state, 2..6 occupancy, 31 valid
  std::uint64_t wide = 0;
  bool flag = false;
  std::uint16_t packet = 0;
  int renderings = 0;

  explicit RouterDouble(const std::string& scope = "noc.r_3_2") {
    const std::string port = scope + ".in_xp_from_2_2";
    offered.push_back(enumeration_probe(port + ".vc1.state", &packed, 4, 2, 0, states()));
    offered.push_back(number_probe(port + ".vc1.occ", &packed, 4, 5, 2));
    offered.push_back(number_probe(port + ".valid", &packed, 4, 1, 31));
    offered.push_back(text_probe(port + ".flit", {{&packet, 2}, {&flag, 1}}, [this](std::string& text) {
      ++renderings;
      text = packet == 0 ? std::string() : "H p" + std::to_string(packet) + " f0/5 2,1>7,3 vc1 hop3";
    }));
    offered.push_back(number_probe(scope + ".out_xp_to_4_2.mask", &wide, 8, 64));
    offered.push_back(number_probe(scope + ".out_xp_to_4_2.flag", &flag, 1, 1));
  }
};

/// A folder that is removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "trenza-waves-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace trenza::waves
