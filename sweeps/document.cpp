#include "sweeps/document.h"

#include <fmt/core.h>

#include "microarch/byte_hash.h"

namespace trenza::sweeps {

namespace {

const std::string kEnd = "\n}";

std::string checksum_line(const std::string& body) {
  microarch::ByteHash hash;
  hash.add(body.data(), body.size());
  return fmt::format(",\n  \"checksum\": \"{:016x}\"\n}}\n", hash.value());
}

}  // namespace

std::string sealed(const std::string& json) {
  const std::string body = json.substr(0, json.rfind(kEnd));
  return body + checksum_line(body);
}

std::string seal_fault(const std::string& text, const std::string& start) {
  const std::size_t end = checksum_line("").size();
  if (text.compare(0, start.size(), start) != 0) return text.empty() ? "is empty" : "is of something else";
  if (text.size() < end) return "is cut off";
  const std::string body = text.substr(0, text.size() - end);
  const bool ends = text.compare(text.size() - 3, 3, "\n}\n") == 0;
  if (text.compare(body.size(), end, checksum_line(body)) == 0) return "";
  return ends ? "was changed: its checksum is wrong" : "is cut off";
}

std::string point_start(const std::string& point) { return fmt::format("{{\n  \"point\": \"{}\",\n", point); }

}  // namespace trenza::sweeps
