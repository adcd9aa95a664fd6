#include "waves/gtkw_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "microarch/output_file.h"
#include "waves/change_sampler.h"
#include "waves/wave_error.h"
#include "waves/wave_selection.h"

namespace trenza::waves {

using rtl_models::Probe;
using rtl_models::ProbeKind;

namespace {

// Display flags of GTKWave, one bit for each property of a line.
constexpr std::uint64_t kHexadecimal = 1U << 1;
constexpr std::uint64_t kDecimal = 1U << 2;
constexpr std::uint64_t kBinary = 1U << 3;
constexpr std::uint64_t kRightAligned = 1U << 5;
constexpr std::uint64_t kBlank = 1U << 9;
constexpr std::uint64_t kAscii = 1U << 11;
constexpr std::uint64_t kGroupBegin = 1U << 23;
constexpr std::uint64_t kGroupEnd = 1U << 24;
constexpr std::uint64_t kEnumeration = std::uint64_t{1} << 32;

constexpr double kPixelsPerCycle = 60.0;
constexpr microarch::Cycle kCyclesBeforeMarker = 10;
constexpr int kNamedMarkers = 26;

std::string relative_wave_file(const std::string& save_file, const std::string& wave_file) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(save_file).lexically_normal().parent_path();
  return fs::absolute(wave_file).lexically_normal().lexically_relative(folder).generic_string();
}

class Lines {
 public:
  explicit Lines(bool native_enumerations) : native_enumerations_(native_enumerations) {}

  void header(const std::string& wave_file, const SaveFileOptions& options) {
    text_ << "[*] Trenza\n[dumpfile] \"" << wave_file << "\"\n";
    const auto marker = options.marker.value_or(0);
    text_ << "[timestart] " << (marker - std::min(marker, kCyclesBeforeMarker)) * options.period_picoseconds << "\n";
    // Zoom z shows 2^-z time units in a pixel.
    char zoom[32];
    std::snprintf(zoom, sizeof zoom, "%.6f",
                  -std::log2(static_cast<double>(options.period_picoseconds) / kPixelsPerCycle));
    text_ << "*" << zoom << " ";
    text_ << (options.marker ? std::to_string(marker * options.period_picoseconds) : "-1");
    for (int i = 0; i < kNamedMarkers; ++i) text_ << " -1";
    text_ << "\n";
  }

  void signal(std::uint64_t flags, const std::string& path, unsigned bits, const std::string& shown) {
    text_ << "@" << std::hex << (flags | kRightAligned) << std::dec << "\n";
    if (!shown.empty()) text_ << "+{" << shown << "} ";
    text_ << path;
    if (bits > 1) text_ << "[" << bits - 1 << ":0]";
    text_ << "\n";
  }

  void probe(const Probe& probe, const std::string& shown) {
    if (probe.kind == ProbeKind::text || (probe.kind == ProbeKind::enumeration && !native_enumerations_)) {
      signal(kAscii, probe.path, 0, shown);
    } else if (probe.kind == ProbeKind::enumeration) {
      signal(kEnumeration | kBinary, probe.path, probe.bits, shown);
    } else if (probe.kind == ProbeKind::wide) {
      signal(kHexadecimal, probe.path, probe.bits, shown);
    } else {
      signal(probe.bits == 1 ? kBinary : kDecimal, probe.path, probe.bits, shown);
    }
  }

  void group(const std::string& name, bool begins) {
    text_ << "@" << std::hex << (kBlank | (begins ? kGroupBegin : kGroupEnd)) << std::dec << "\n-" << name << "\n";
  }

  std::string text() const { return text_.str(); }

 private:
  bool native_enumerations_;
  std::ostringstream text_;
};

/// The scopes that become groups: router and port, the second and third component of a path; and what remains of the
/// path to be shown.
struct Place {
  std::vector<std::string> groups;
  std::string shown;
};

Place place_of(const std::string& path) {
  constexpr std::size_t kGroups = 2;
  Place place;
  std::size_t begin = path.find('.');
  begin = begin == std::string::npos ? 0 : begin + 1;
  while (place.groups.size() < kGroups) {
    const std::size_t dot = path.find('.', begin);
    if (dot == std::string::npos) break;
    place.groups.push_back(path.substr(begin, dot - begin));
    begin = dot + 1;
  }
  // GTKWave shows the last component anyway.
  if (path.find('.', begin) != std::string::npos) place.shown = path.substr(begin);
  return place;
}

}  // namespace

void write_save_file(const std::string& save_file, const std::vector<Probe>& probes, const SaveFileOptions& options) {
  const std::string ending = ".fst";
  const std::string& wave = options.wave_file;
  Lines lines(wave.size() > ending.size() && wave.compare(wave.size() - ending.size(), ending.size(), ending) == 0);
  lines.header(relative_wave_file(save_file, wave), options);
  const std::vector<std::size_t> selected = select_probes(probes, options.scope_glob);
  if (selected.empty()) throw WaveError("save file '" + save_file + "': there are no signals");

  const std::string& first_path = probes[selected.front()].path;
  const std::size_t dot = first_path.find('.');
  if (options.clock) {
    const std::string top = dot == std::string::npos ? "" : first_path.substr(0, dot + 1);
    lines.signal(kBinary, top + "clk", 1, "");
    lines.signal(kDecimal, top + "cycle", 64, "");
  }

  std::vector<std::string> open;
  const auto close_to = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) lines.group(open.back(), false);
  };
  for (const std::size_t index : selected) {
    if (is_clock(probes[index]) && !options.clock) continue;
    const Place place = place_of(probes[index].path);
    std::size_t common = 0;
    while (common < open.size() && common < place.groups.size() && open[common] == place.groups[common]) ++common;
    close_to(common);
    for (std::size_t i = common; i < place.groups.size(); ++i) {
      open.push_back(place.groups[i]);
      lines.group(open.back(), true);
    }
    lines.probe(probes[index], place.shown);
  }
  close_to(0);

  try {
    microarch::write_file(save_file, lines.text());
  } catch (const microarch::OutputError& error) {
    throw WaveError(std::string("save file ") + error.what());
  }
}

}  // namespace trenza::waves
