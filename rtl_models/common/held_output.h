// Drives output ports only when the value changes: writing a signal costs far more than comparing.
#pragma once

#include <systemc>
#include <vector>

namespace trenza::rtl_models {

/// Writes a value that a port does not have yet, for ports that others drive too.
template <class Port, class T>
void write_new(Port& port, T value) {
  if (port.read() != value) port.write(value);
}

/// The value last driven to one output port, or to each port of a vector. All signals start at T().
template <class T>
class HeldOutput {
 public:
  void write(sc_core::sc_out<T>& port, T value) {
    if (value == last_) return;
    last_ = value;
    port.write(value);
  }

 private:
  T last_{};
};

template <class T>
class HeldOutputs {
 public:
  explicit HeldOutputs(std::size_t ports) : last_(ports) {}

  void write(sc_core::sc_vector<sc_core::sc_out<T>>& ports, std::size_t at, T value) {
    if (value == last_[at]) return;
    last_[at] = value;
    ports[at].write(value);
  }

 private:
  std::vector<T> last_;
};

}  // namespace trenza::rtl_models
