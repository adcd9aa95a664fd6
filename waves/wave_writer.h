// The interface of all wave file formats: scopes, variables, and their changes over time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::waves {

enum class VariableKind : std::uint8_t { number, enumeration, text };

/// One variable, as declared.
struct Variable {
  std::string name;  ///< without scopes, not empty, no white space
  VariableKind kind = VariableKind::number;
  unsigned bits = 1;  ///< enumerations 1..64; numbers may have more; not used for texts
  /// Enumerations: names by value, at least one. A value without a name, or with an empty one, shows as a number.
  std::vector<std::string> names;
};

/// Names a declared variable in a change.
using VariableId = std::uint32_t;

/// A wave file being written. Order of the calls: scopes and variables, end_declarations(), then changes at times that
/// do not decrease, close(). All throw WaveError if the file cannot be written; readable_until() says what is left
/// then. The file appears under its name with close() (microarch/output_file.h). The destructor closes it if close()
/// was not called after end_declarations(), and stays silent about errors.
class WaveWriter {
 public:
  virtual ~WaveWriter() = default;

  virtual void begin_scope(const std::string& name) = 0;
  virtual void end_scope() = 0;
  virtual VariableId declare(const Variable& variable) = 0;
  virtual void end_declarations() = 0;

  /// Sets the time of the following changes, in picoseconds.
  virtual void time(std::uint64_t picoseconds) = 0;

  /// Numbers of up to 64 bits, and enumerations. Bits above those declared must be 0.
  virtual void number(VariableId variable, std::uint64_t value) = 0;

  /// Numbers of more than 64 bits: as many digits `0` and `1` as were declared bits, the highest first.
  virtual void digits(VariableId variable, std::string_view value) = 0;

  virtual void text(VariableId variable, std::string_view value) = 0;

  /// Completes the file; further calls do nothing. The last time() given is the end of the waves.
  virtual void close() = 0;

  /// Leaves no file; what had its name before stays.
  virtual void discard() = 0;

  /// After a call that threw: the file is there and holds the waves before this time. None: it is not there.
  virtual std::optional<std::uint64_t> readable_until() const { return std::nullopt; }
};

}  // namespace trenza::waves
