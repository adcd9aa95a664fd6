#include "cosim/plug/shown_ports.h"

#include <cstring>

#include "microarch/index.h"
#include "rtl_models/twin/widths.h"

namespace trenza::cosim {

namespace {

using rtl_models::Probe;
using rtl_models::ProbeKind;

std::size_t words_of(int bits) { return microarch::index((bits + rtl_models::kWordBits - 1) / rtl_models::kWordBits); }

/// Of a model: narrow ports as RtlPort says, wide ones in halves of words.
std::size_t bytes_of(int bits) {
  constexpr int kHalfWordBits = 32;
  constexpr std::size_t kHalfWordBytes = 4;
  return microarch::index((bits + kHalfWordBits - 1) / kHalfWordBits) * kHalfWordBytes;
}

}  // namespace

void ShownPorts::list(const std::string& scope, const Plug& plug, const rtl_models::RtlObject& object,
                      rtl_models::ProbeSource* source, std::vector<Probe>& probes) {
  const MappedClock& clock = plug.map.clock;
  std::size_t words = 0;
  ports_.clear();
  for (const rtl_models::ModelPort& port : plug.file.ports) {
    if (port.name == clock.port) continue;
    ports_.push_back({object.port(port.name), words});
    words += words_of(port.bits);
  }
  words_.assign(words, 0);
  copy();
  std::size_t next = 0;
  for (const rtl_models::ModelPort& port : plug.file.ports) {
    Probe probe;
    probe.path = scope + "." + port.name;
    probe.source = source;
    if (port.name == clock.port) {
      probe.kind = clock.falling ? ProbeKind::fallen_clock : ProbeKind::clock;
      probes.push_back(std::move(probe));
      continue;
    }
    probe.bits = static_cast<unsigned>(port.bits);
    for (std::size_t k = 0; k < words_of(port.bits); ++k) probe.watches.push_back({&words_[next++], sizeof(words_[0])});
    if (port.bits <= rtl_models::kWordBits) {
      probe.word = probe.watches.front();
      probe.watches.clear();
    } else {
      probe.kind = ProbeKind::wide;
    }
    probes.push_back(std::move(probe));
  }
}

void ShownPorts::copy() {
  for (const Port& port : ports_) {
    if (port.port.bits <= rtl_models::kWordBits) {
      words_[port.first] = port.port.word();
    } else {
      std::memcpy(&words_[port.first], port.port.data, bytes_of(port.port.bits));
    }
  }
}

}  // namespace trenza::cosim
