// Hides the port map of a block from outside: through a ForeignModel, the block's clock, reset, bit order and
// polarities look like Trenza's own.
#pragma once

#include <cstdint>
#include <string>

#include "cosim/plug/plug_file.h"
#include "cosim/plug/shown_ports.h"
#include "rtl_models/probe.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::cosim {

/// A port of the block that has a role in its slot. Element 0 always comes first and 1 always means active, whatever
/// bit order and polarity the block has. The port is null if the map does not have the role.
class ForeignPort {
 public:
  ForeignPort() = default;
  ForeignPort(const rtl_models::RtlPort& port, bool msb_first, bool active_low)
      : data_(static_cast<unsigned char*>(port.data)),
        bits_(port.bits),
        msb_first_(msb_first),
        inverted_(active_low ? ~std::uint64_t{0} : 0) {}

  explicit operator bool() const { return data_ != nullptr; }
  int bits() const { return bits_; }

  /// A vector of up to 64 single bits.
  void set_bits(std::uint64_t value) { set_row(value, 0, bits_); }
  std::uint64_t get_bits() const { return get_row(0, bits_); }
  /// Element `at` of a vector of numbers that have `width` bits each, 64 at most.
  void set_number(std::uint64_t value, std::size_t at, int width) { write(value, place(at, width), width); }
  std::uint64_t get_number(std::size_t at, int width) const { return read(place(at, width), width); }
  void set_bit(int at, bool value) { set_number(value ? 1 : 0, static_cast<std::size_t>(at), 1); }
  bool get_bit(int at) const { return get_number(static_cast<std::size_t>(at), 1) != 0; }
  /// Row `at` of a matrix of bits with `width` columns, 64 at most: (row, column) is number row * width + column.
  void set_row(std::uint64_t value, std::size_t at, int width);
  std::uint64_t get_row(std::size_t at, int width) const;

 private:
  int place(std::size_t at, int width) const;
  void write(std::uint64_t value, int offset, int width);
  std::uint64_t read(int offset, int width) const;

  unsigned char* data_ = nullptr;
  int bits_ = 0;
  bool msb_first_ = false;
  std::uint64_t inverted_ = 0;
};

/// Seed of the values that registers start with in a run: hardware starts with any values, too.
inline constexpr unsigned kAnyStart = 1;

/// One instance of a plug. Its model is never deleted (see rtl_models::RtlObject). What the model prints goes to
/// standard error, with the name of the block before each line. If the model itself reports a fault ($stop, $finish, a
/// loop that does not settle), eval(), tick() and reset() throw BrokenContract (plug_error.h).
///
/// As the source of its ports in waves (RouterPorts::probe_sources) it shows what was there just before the last edge.
class ForeignModel : public rtl_models::ProbeSource {
 public:
  /// Puts ties and inactive levels on the inputs. `start`: see rtl_models::RtlObject. `plug` must outlive it. Errors:
  /// rtl_models::RtlError.
  explicit ForeignModel(const Plug& plug, unsigned start = kAnyStart);

  /// The port of a role; null if the map does not have it.
  ForeignPort port(const std::string& role) const;

  /// The model itself, without the port map.
  rtl_models::RtlObject& object() { return object_; }

  /// Lets the outputs follow the inputs.
  void eval();
  /// One active edge of the clock with the inputs that are set; the outputs follow.
  void tick();
  /// Holds the reset active for as many clock edges as the map says, then releases it, and lets as many idle edges go
  /// by as the map says. An asynchronous reset also takes effect before the first edge.
  void reset();
  /// Does the same, but does not release the reset.
  void hold_reset();

  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    list_ports(scope, nullptr, probes);
  }
  /// The same for a source with more than one model, or one that calls show_ports() in its show_probes().
  void list_ports(const std::string& scope, rtl_models::ProbeSource* source, std::vector<rtl_models::Probe>& probes) {
    shown_.list(scope, plug_, object_, source, probes);
  }
  /// From now on waves show the ports as they are.
  void show_ports() { shown_.update(); }

 private:
  const Plug& plug_;
  const PortMap& map_;
  std::string name_;
  rtl_models::RtlObject object_;
  ForeignPort clock_;
  ForeignPort reset_;
  ShownPorts shown_;
};

/// Throws PlugError if the ports of the block do not fit its map, for example: a name that the block does not have (the
/// message suggests the nearest one), a wrong direction, an input that nothing drives, a clock of more than one bit.
void check_ports(const PortMap& map, const std::vector<rtl_models::ModelPort>& ports);

/// Throws PlugError unless the port of a role, if it is mapped, has this many bits. `why` ends the message, for example
/// "one for each requester".
void check_width(const Plug& plug, const std::string& role, int bits, const std::string& why);
/// Bits of the port of a role; 0 if it is not mapped.
int width_of(const Plug& plug, const std::string& role);

}  // namespace trenza::cosim
