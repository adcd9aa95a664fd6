// Reads a wave file back into memory: for tests and scripts that ask what a signal was at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "waves/wave_writer.h"

namespace trenza::waves {

/// One variable as read. Values are texts, whatever the format: numbers in decimal, those of more than 64 bits in
/// hexadecimal ("0x1f"; "x" if a bit is unknown), enumerations by name, texts as they are.
struct WaveTrace {
  VariableKind kind = VariableKind::number;  ///< in VCD enumerations are texts
  unsigned bits = 0;                         ///< 0 for texts
  std::vector<std::pair<std::uint64_t, std::string>>
      changes;  ///< (picoseconds, value), times ascending and each at most once

  /// The value at a time in picoseconds, "x" before the first change.
  const std::string& at(std::uint64_t picoseconds) const;
};

/// The contents of a wave file.
struct WaveContents {
  std::map<std::string, WaveTrace> traces;  ///< by path, scopes joined by dots
  std::uint64_t begin = 0;                  ///< first time in the file, picoseconds; 0 if there is none
  std::uint64_t end = 0;                    ///< last time in the file, picoseconds; 0 if there is none

  /// Throws WaveError if there is no such variable.
  const WaveTrace& trace(const std::string& path) const;
};

/// Reads a file ending in .vcd or .fst that was written by this project (time unit 1 ps). Throws WaveError if it cannot
/// be read, is not such a file, or is .fst in a build without it.
WaveContents read_wave(const std::string& file);

/// As read_wave, for .vcd, whatever the ending.
WaveContents read_vcd(const std::string& file);

#ifdef TRENZA_HAVE_FST
/// As read_wave, for .fst, whatever the ending.
WaveContents read_fst(const std::string& file);
#endif

/// Appends a change; a later value at the same time replaces the earlier one.
void add_change(WaveTrace& trace, std::uint64_t picoseconds, std::string value);

/// The value of a number that was declared with `bits` bits.
std::string number_text(const std::string& binary_digits, unsigned bits);

/// A number of up to 64 binary digits in decimal; "x" if a digit is neither 0 nor 1.
std::string decimal(const std::string& binary_digits);

}  // namespace trenza::waves
