// One verilated model in this process: its ports by name.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "rtl_models/twin/rtl_library.h"

namespace trenza::rtl_models {

/// The memory of a port. It is little-endian, and element 0 of a packed vector comes first. Null if the model has no
/// such port.
struct RtlPort {
  void* data = nullptr;
  int bits = 0;

  explicit operator bool() const { return data != nullptr; }

  /// Element `at` of a vector of elements as wide as T (8, 16, 32 or 64 bits; bool: a port of 1 to 8 bits).
  template <class T>
  T get(std::size_t at = 0) const {
    T value;
    std::memcpy(&value, static_cast<const char*>(data) + at * sizeof(T), sizeof(T));
    return value;
  }
  template <class T>
  void set(T value, std::size_t at = 0) const {
    std::memcpy(static_cast<char*>(data) + at * sizeof(T), &value, sizeof(T));
  }
  /// A port of up to 64 bits, of any width.
  std::uint64_t word() const;
  void set_word(std::uint64_t value) const;
};

/// An instance of the module in a shared object. The model is never deleted, because the SystemC hierarchy that it is
/// part of is never deleted either.
class RtlObject {
 public:
  /// Loads the object. `start`: the seed of the values that registers without an initial value start with, in a model
  /// that was verilated with `--x-initial unique`; 0: they start at 0. Errors: RtlError.
  explicit RtlObject(const std::filesystem::path& path, unsigned start = 0);

  /// The port of this name; the null port if there is none.
  RtlPort port(const std::string& name) const;
  /// From now on, what the model prints goes to standard error, with this name before every line. Instances of one
  /// object share the name.
  void name_output(const std::string& name) const;
  /// From now on what the model prints is dropped.
  void drop_output() const;

  /// Lets the outputs follow the inputs.
  void eval() { eval_(model_); }
  /// Tells the model that its clock `clk` is low again. This replaces an evaluation with a low clock in models where no
  /// logic reads the level of the clock. Returns false if the model has no such function.
  bool clock_fell() {
    if (clock_fell_ == nullptr) return false;
    clock_fell_(model_);
    return true;
  }

 private:
  using Listener = void (*)(void*, const char*, unsigned long);

  void* model_;
  void (*listen_)(Listener, void*);
  void (*eval_)(void*);
  void (*clock_fell_)(void*);
  void* (*port_)(void*, int, const char**, int*);
};

/// An instance of one of Trenza's modules. Like an RtlObject, it is never deleted.
class RtlModel {
 public:
  /// Builds or loads the module. Errors: RtlError.
  explicit RtlModel(const RtlModule& module);

  /// Errors: RtlError if the model has no such port, or one with other than `bits` bits.
  RtlPort port(const std::string& name, int bits) const;
  /// A port that the model may lack, such as a vector without elements; then the null port.
  RtlPort optional_port(const std::string& name) const { return object_.port(name); }

  /// Lets the outputs follow the inputs.
  void eval() { object_.eval(); }
  /// One rising edge of `clk` with the inputs that are set; the outputs follow.
  void tick();
  /// One rising edge of `clk` in reset.
  void reset();

 private:
  std::string name_;
  RtlObject object_;
  RtlPort clk_;
  RtlPort reset_;
};

}  // namespace trenza::rtl_models
