#include "dpi/state_file.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include "dpi/call_error.h"
#include "microarch/byte_hash.h"
#include "microarch/output_file.h"

namespace trenza::dpi {

namespace {

/// Changes whenever what is written changes.
constexpr char kMagic[8] = {'T', 'R', 'N', 'Z', 'D', 'P', 'I', '1'};

struct Header {
  char magic[8] = {};
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum(const std::string& bytes) {
  microarch::ByteHash hash;
  hash.add(bytes.data(), bytes.size());
  return hash.value();
}

}  // namespace

void write_state_file(const std::string& file, const std::string& bytes) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.bytes = bytes.size();
  header.checksum = checksum(bytes);
  try {
    microarch::OutputFile output(file);
    output.write(&header, sizeof header);
    output.write(bytes.data(), bytes.size());
    output.commit();
  } catch (const microarch::OutputError& error) {
    throw CallError(error.what());
  }
}

std::string read_state_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw CallError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  Header header;
  stream.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!stream || std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) {
    throw CallError(
        fmt::format("{}: is no saved state; expected a file that trenza_save() of this version wrote", file));
  }
  std::ostringstream text;
  text << stream.rdbuf();
  std::string bytes = text.str();
  if (bytes.size() != header.bytes) {
    throw CallError(fmt::format("{}: has {} bytes of state; expected {}", file, bytes.size(), header.bytes));
  }
  if (checksum(bytes) != header.checksum) throw CallError(fmt::format("{}: is damaged: its checksum is wrong", file));
  return bytes;
}

}  // namespace trenza::dpi
