#include "tests/support/trace_event_judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace trenza::test {

namespace {

using SortedJson = nlohmann::json;
using Thread = std::pair<std::uint64_t, std::uint64_t>;

class Judge {
 public:
  std::string fault_of(const SortedJson& events) {
    for (const SortedJson& event : events) {
      const std::string fault = look_at(event);
      if (!fault.empty()) return fault + ": " + event.dump();
    }
    for (auto& [thread, slices] : slices_) {
      std::sort(slices.begin(), slices.end());
      for (std::size_t k = 1; k < slices.size(); ++k) {
        if (slices[k].first < slices[k - 1].second)
          return fmt::format("slices of thread {}:{} overlap at {}", thread.first, thread.second, slices[k].first);
      }
    }
    for (const std::uint64_t process : processes_) {
      if (threads_.count(process) != 0) return fmt::format("{} is the number of a process and of a thread", process);
    }
    for (const auto& [id, phases] : phases_) {
      if (phases.size() < 2 || phases.back() != 'f') return fmt::format("flow {} does not end", id);
    }
    return "";
  }

 private:
  static bool is_natural(const SortedJson& event, const char* key) {
    return event.contains(key) && event[key].is_number_integer() && event[key].get<std::int64_t>() >= 0;
  }
  static bool is_text(const SortedJson& event, const char* key) {
    return event.contains(key) && event[key].is_string() && !event[key].get<std::string>().empty();
  }

  std::string look_at(const SortedJson& event) {
    if (!event.is_object()) return "no object";
    if (!is_text(event, "ph") || !is_text(event, "name")) return "no phase or no name";
    if (!is_natural(event, "pid")) return "no process";
    const std::string phase = event["ph"];
    if (phase == "M") return metadata(event);
    if (phase != "X" && phase != "s" && phase != "t" && phase != "f") return "another phase";
    if (!is_text(event, "cat") || !is_natural(event, "tid") || !is_natural(event, "ts")) return "a field is missing";
    const Thread thread{event["pid"], event["tid"]};
    if (processes_.count(thread.first) == 0 || threads_.count(thread.second) == 0) return "its thread has no name yet";
    if (threads_.at(thread.second) != thread.first) return "its thread is of another process";
    return phase == "X" ? slice(event, thread) : flow(event, thread, phase[0]);
  }

  std::string metadata(const SortedJson& event) {
    const std::string name = event["name"];
    if (!event.contains("args")) return "no arguments";
    const bool sorts = name == "process_sort_index" || name == "thread_sort_index";
    if (sorts ? !is_natural(event["args"], "sort_index") : !is_text(event["args"], "name")) return "another argument";
    if (name == "process_name" && !processes_.insert(event["pid"].get<std::uint64_t>()).second) return "a second name";
    if (name == "thread_name") {
      if (!is_natural(event, "tid")) return "no thread";
      if (!threads_.emplace(event["tid"], event["pid"]).second) return "a second name";
    }
    if (name.find("process_") != 0 && name.find("thread_") != 0) return "other metadata";
    return "";
  }

  std::string slice(const SortedJson& event, const Thread& thread) {
    if (!is_natural(event, "dur") || event["dur"] == 0) return "no duration";
    const std::uint64_t begin = event["ts"];
    slices_[thread].emplace_back(begin, begin + event["dur"].get<std::uint64_t>());
    return "";
  }

  std::string flow(const SortedJson& event, const Thread& thread, char phase) {
    if (!is_natural(event, "id")) return "no id";
    if (phase == 'f' && event.value("bp", "") != "e") return "it does not end in the slice around it";
    const std::uint64_t time = event["ts"];
    const auto& slices = slices_[thread];
    const bool bound = std::any_of(slices.rbegin(), slices.rend(),
                                   [&](const auto& slice) { return slice.first <= time && time < slice.second; });
    if (!bound) return "it is in no slice";
    const std::uint64_t id = event["id"];
    std::string& phases = phases_[id];
    if (phases.empty() != (phase == 's')) return "a flow begins with one s";
    if (!phases.empty() && phases.back() == 'f') return "a flow ends with its f";
    if (!phases.empty() && time <= times_[id]) return "a flow goes forwards in time";
    if (phases.empty()) names_[id] = {event["name"], event["cat"]};
    if (names_[id] != std::pair(event["name"].get<std::string>(), event["cat"].get<std::string>()))
      return "a flow has one name and one category";
    phases += phase;
    times_[id] = time;
    return "";
  }

  std::set<std::uint64_t> processes_;
  std::map<std::uint64_t, std::uint64_t> threads_;  // the process of each
  std::map<Thread, std::vector<std::pair<std::uint64_t, std::uint64_t>>> slices_;
  std::map<std::uint64_t, std::string> phases_;
  std::map<std::uint64_t, std::uint64_t> times_;
  std::map<std::uint64_t, std::pair<std::string, std::string>> names_;
};

}  // namespace

std::string trace_event_fault(const std::string& document) {
  const SortedJson json = SortedJson::parse(document, nullptr, false);
  if (json.is_discarded()) return "no JSON";
  if (!json.is_object() || !json.contains("traceEvents") || !json["traceEvents"].is_array()) return "no traceEvents";
  return Judge().fault_of(json["traceEvents"]);
}

TraceEventSums trace_event_sums(const std::string& document) {
  TraceEventSums sums;
  std::set<std::uint64_t> ejectors;
  const SortedJson json = SortedJson::parse(document);
  for (const SortedJson& event : json["traceEvents"]) {
    const std::string phase = event["ph"];
    if (event["name"] == "thread_name" && event["args"]["name"].get<std::string>().find("ejector") == 0)
      ejectors.insert(event["tid"].get<std::uint64_t>());
    if (phase == "s") ++sums.flows;
    if (phase != "X") continue;
    ++sums.slices;
    const std::uint64_t begin = event["ts"];
    sums.first = std::min(sums.first, begin);
    sums.last = std::max(sums.last, begin);
    if (ejectors.count(event["tid"].get<std::uint64_t>()) == 0) sums.link_cycles += event["dur"].get<std::uint64_t>();
  }
  return sums;
}

}  // namespace trenza::test
