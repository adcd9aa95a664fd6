#include "settings/wave_request.h"

#include <fmt/core.h>

#include <filesystem>

#include "settings/config_error.h"
#include "settings/decimal.h"

namespace trenza::settings {

namespace {

[[noreturn]] void fail_window(const Settings& settings, const std::string& text) {
  throw ConfigError(
      settings.place("waves.window"),
      fmt::format("`{}` is not a window; expected `A:B` with cycles A < B, either of which may be left out, or `-N:`",
                  text));
}

void read_window(const Settings& settings, WaveRequest& request) {
  const auto& text = settings.get<std::string>("waves.window");
  const auto colon = text.find(':');
  if (colon == std::string::npos) fail_window(settings, text);
  const auto cycle = [&](const std::string& part) {
    const Integer integer = parse_integer(part);
    if (integer.status != IntegerStatus::good || integer.negative) fail_window(settings, text);
    return integer.magnitude;
  };
  const std::string begin = text.substr(0, colon);
  const std::string end = text.substr(colon + 1);
  if (begin.size() > 1 && begin[0] == '-' && end.empty()) {
    request.before_end = cycle(begin.substr(1));
    if (*request.before_end == 0) fail_window(settings, text);
    return;
  }
  if (!begin.empty()) request.begin = cycle(begin);
  if (!end.empty()) request.end = cycle(end);
  if (request.end && *request.end <= request.begin) fail_window(settings, text);
}

}  // namespace

std::optional<WaveRequest> wave_request(const Settings& settings, const std::string& run_name) {
  if (!settings.has("waves.file")) return std::nullopt;
  WaveRequest request;
  const std::filesystem::path path = settings.get<std::string>("waves.file");
  const std::string ending = path.extension().string();
  if (ending != ".fst" && ending != ".vcd") {
    throw ConfigError(settings.place("waves.file"),
                      fmt::format("`{}` is no wave file; expected a name ending in .fst or .vcd", path.string()));
  }
  const bool shared = settings.at("waves.file").layer != Layer::run;
  request.file = path.string();
  request.place = settings.place("waves.file");
  request.section = settings.place("waves");
  if (shared && !run_name.empty()) {
    request.file = (path.parent_path() / (path.stem().string() + "-" + run_name + ending)).string();
  }
  if (settings.has("waves.scope")) request.scope = settings.get<std::string>("waves.scope");
  if (settings.has("waves.window")) read_window(settings, request);
  return request;
}

}  // namespace trenza::settings
