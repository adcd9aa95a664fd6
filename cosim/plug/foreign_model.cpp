#include "cosim/plug/foreign_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/slot_contract.h"
#include "microarch/fabric.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/twin/widths.h"
#include "topologies/nearest_name.h"

namespace trenza::cosim {

namespace {

constexpr int kByte = 8;
std::uint64_t mask_of(int width) { return ~std::uint64_t{0} >> (rtl_models::kWordBits - width); }

std::uint64_t reversed(std::uint64_t value, int width) {
  std::uint64_t result = 0;
  for (int bit = 0; bit < width; ++bit, value >>= 1) result = (result << 1) | (value & 1U);
  return result;
}

}  // namespace

int ForeignPort::place(std::size_t at, int width) const {
  const int offset = static_cast<int>(at) * width;
  return msb_first_ ? bits_ - width - offset : offset;
}

void ForeignPort::write(std::uint64_t value, int offset, int width) {
  value = (value ^ inverted_) & mask_of(width);
  for (int done = 0; done < width;) {
    const int shift = (offset + done) % kByte;
    const int count = std::min(kByte - shift, width - done);
    const unsigned mask = ((1U << count) - 1U) << shift;
    unsigned char& byte = data_[(offset + done) / kByte];
    byte = static_cast<unsigned char>((byte & ~mask) | ((static_cast<unsigned>(value >> done) << shift) & mask));
    done += count;
  }
}

std::uint64_t ForeignPort::read(int offset, int width) const {
  std::uint64_t value = 0;
  for (int done = 0; done < width;) {
    const int shift = (offset + done) % kByte;
    const int count = std::min(kByte - shift, width - done);
    const std::uint64_t part = (static_cast<unsigned>(data_[(offset + done) / kByte]) >> shift) & ((1U << count) - 1U);
    value |= part << done;
    done += count;
  }
  return (value ^ inverted_) & mask_of(width);
}

void ForeignPort::set_row(std::uint64_t value, std::size_t at, int width) {
  write(msb_first_ ? reversed(value, width) : value, place(at, width), width);
}

std::uint64_t ForeignPort::get_row(std::size_t at, int width) const {
  const std::uint64_t value = read(place(at, width), width);
  return msb_first_ ? reversed(value, width) : value;
}

ForeignModel::ForeignModel(const Plug& plug, unsigned start)
    : plug_(plug),
      map_(plug.map),
      name_(fmt::format("{} ({})", plug.file.name, plug.file.top)),
      object_(plug.file.path, start) {
  object_.name_output(name_);
  if (!map_.clock.port.empty()) clock_ = ForeignPort(object_.port(map_.clock.port), false, map_.clock.falling);
  if (!map_.reset.port.empty()) reset_ = ForeignPort(object_.port(map_.reset.port), false, map_.reset.active_low);
  for (const TiedPort& tie : map_.ties) {
    ForeignPort port(object_.port(tie.port), false, false);
    for (int bit = 0; bit < port.bits(); ++bit)
      port.set_bit(bit, bit < rtl_models::kWordBits && (tie.value >> bit & 1U) != 0);
  }
  if (clock_) clock_.set_bits(0);
  if (reset_) reset_.set_bits(0);
  const SlotContract* const contract = find_slot(map_.slot);
  for (const SlotPort& role : contract->ports) {
    ForeignPort input = role.is_input ? port(role.role) : ForeignPort();
    for (int bit = 0; input && bit < input.bits(); ++bit) input.set_bit(bit, false);
  }
}

ForeignPort ForeignModel::port(const std::string& role) const {
  const auto found = map_.ports.find(role);
  if (found == map_.ports.end()) return {};
  const MappedPort& mapped = found->second;
  return {object_.port(mapped.port), mapped.msb_first, mapped.active_low};
}

void ForeignModel::eval() {
  try {
    object_.eval();
  } catch (const std::exception& fault) {
    rtl_models::throw_through_kernel(BrokenContract(fmt::format("{}: {}", name_, fault.what())));
  }
}

void ForeignModel::tick() {
  eval();
  show_ports();
  if (!clock_) return;
  clock_.set_bits(1);
  eval();
  clock_.set_bits(0);
  eval();
}

void ForeignModel::hold_reset() {
  if (!reset_) return;
  reset_.set_bits(1);
  if (map_.reset.async) eval();
  for (int cycle = 0; cycle < map_.reset.cycles; ++cycle) tick();
}

void ForeignModel::reset() {
  eval();
  if (!reset_) return;
  hold_reset();
  reset_.set_bits(0);
  eval();
  for (int cycle = 0; cycle < map_.reset.idle; ++cycle) tick();
}

namespace {

using rtl_models::ModelPort;

class PortCheck {
 public:
  PortCheck(const PortMap& map, const std::vector<ModelPort>& ports) : map_(map), ports_(ports) {}

  /// Notes that a port is used; throws if it cannot be.
  const ModelPort& take(const std::string& name, bool is_input, const std::string& where) {
    const auto found =
        std::find_if(ports_.begin(), ports_.end(), [&](const ModelPort& port) { return port.name == name; });
    if (found == ports_.end()) throw PlugError("{}: the block has no port `{}`{}", where, name, near(name));
    if (found->is_input != is_input) {
      throw PlugError("{}: `{}` is an {} of the block; expected an {}", where, name,
                      found->is_input ? "input" : "output", is_input ? "input" : "output");
    }
    if (!taken_.insert(name).second) throw PlugError("{}: `{}` is mapped twice", where, name);
    return *found;
  }
  void take_control(const std::string& name, const std::string& where) {
    if (name.empty()) return;
    const ModelPort& port = take(name, true, where);
    if (port.bits != 1) throw PlugError("{}: `{}` has {} bits; expected 1", where, name, port.bits);
  }
  void all_inputs_driven() const {
    std::string missing;
    for (const ModelPort& port : ports_) {
      if (!port.is_input || taken_.count(port.name) != 0) continue;
      missing += fmt::format("{}`{}`", missing.empty() ? "" : ", ", port.name);
    }
    if (missing.empty()) return;
    throw PlugError("{}: nothing drives {} of the block; expected roles below `ports`, or values below `tie`",
                    map_.source, missing);
  }

 private:
  std::string near(const std::string& name) const {
    std::vector<std::string> names;
    for (const ModelPort& port : ports_) names.push_back(port.name);
    const std::string nearest = topologies::nearest_name(name, names);
    return nearest.empty() ? fmt::format("; it has {}", fmt::join(names, ", "))
                           : fmt::format("; did you mean `{}`?", nearest);
  }

  const PortMap& map_;
  const std::vector<ModelPort>& ports_;
  std::set<std::string> taken_;
};

}  // namespace

void check_ports(const PortMap& map, const std::vector<ModelPort>& ports) {
  PortCheck check(map, ports);
  check.take_control(map.clock.port, map.clock.where);
  check.take_control(map.reset.port, map.reset.where);
  for (const SlotPort& role : find_slot(map.slot)->ports) {
    if (!map.has(role.role)) continue;
    const MappedPort& mapped = map.ports.at(role.role);
    check.take(mapped.port, role.is_input, mapped.where);
  }
  for (const TiedPort& tie : map.ties) {
    const ModelPort& port = check.take(tie.port, true, tie.where);
    if (port.bits < rtl_models::kWordBits && tie.value >> port.bits != 0)
      throw PlugError("{}: {} does not fit the {} bits of `{}`", tie.where, tie.value, port.bits, tie.port);
  }
  check.all_inputs_driven();
}

int width_of(const Plug& plug, const std::string& role) {
  const auto mapped = plug.map.ports.find(role);
  if (mapped == plug.map.ports.end()) return 0;
  for (const ModelPort& port : plug.file.ports) {
    if (port.name == mapped->second.port) return port.bits;
  }
  return 0;
}

void check_width(const Plug& plug, const std::string& role, int bits, const std::string& why) {
  const int width = width_of(plug, role);
  if (width == 0 || width == bits) return;
  const MappedPort& mapped = plug.map.ports.at(role);
  throw PlugError("{}: `{}` has {} bits; expected {}, {}", mapped.where, mapped.port, width, bits, why);
}

}  // namespace trenza::cosim
