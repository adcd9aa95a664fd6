#include "cosim/plug/model_judge.h"

#include <fmt/core.h>

#include <algorithm>

#include "cosim/plug/icarus_replay.h"
#include "cosim/plug/plug_error.h"
#include "cosim/plug/replay_stimulus.h"

namespace trenza::cosim {

namespace fs = std::filesystem;

namespace {

constexpr int kCycles = 300;
constexpr int kCyclesOfLoops = 2000;
constexpr std::uintmax_t kMostCode = 2'000'000;  // bytes; more take minutes to compile
const char* const kNobody = "nobody";
constexpr std::size_t kFewestCycles = 100;  // fewer cycles prove nothing
constexpr std::size_t kShownInputs = 150;   // letters in a message

[[noreturn]] void refuse(const JudgedBlock& block, const std::string& reason) {
  if (!block.loops) throw PlugError("{}: {}", block.plug.file.top, reason);
  throw PlugError("{}: Verilator sees combinational loops in it (UNOPTFLAT), where its results can be wrong, and {}",
                  block.plug.file.top, reason);
}

bool agree(const Bits& ours, const Bits& theirs) {
  if (ours.size() != theirs.size()) return false;
  for (std::size_t bit = 0; bit < ours.size(); ++bit) {
    const bool known = theirs[bit] == '0' || theirs[bit] == '1';
    if (known && ours[bit] != theirs[bit]) return false;
  }
  return true;
}

std::string inputs_of(const Stimulus& stimulus, std::size_t cycle) {
  std::string text;
  for (std::size_t i = 0; i < stimulus.inputs.size(); ++i)
    text += fmt::format(", {} {}", stimulus.inputs[i].name, stimulus.values[cycle][i]);
  return text.size() > kShownInputs ? text.substr(0, kShownInputs) + " ..." : text;
}

/// Asks the other tools, and keeps either their answer or the reason why they have none.
class Judge {
 public:
  explicit Judge(const JudgedBlock& block)
      : block_(block), ours_(record_block(block.plug, block.loops ? kCyclesOfLoops : kCycles)) {}

  Verdict verdict() {
    if (ours_.replay.shown.size() < kFewestCycles && !ours_.replay.end.empty()) {
      why_not_ = fmt::format("the verilated block fails in cycle {}: {}", ours_.replay.shown.size(), ours_.replay.end);
    } else if (ask_icarus() || ask_verilator()) {
      return {agreed_, why_not_};
    }
    if (!block_.loops) return {{kNobody, 0}, why_not_};
    if (!block_.trusted) refuse(block_, why_not_ + "; refused (--trust-loops takes it as it is)");
    return {{fmt::format("{} (--trust-loops)", kNobody), 0}, why_not_};
  }

 private:
  bool ask_icarus() {
    const std::string version = icarus_version(block_.folder);
    if (version.empty()) {
      why_not_ = rtl_models::absence_of("iverilog");
      return false;
    }
    const Replay theirs = replay_in_icarus(block_.plug, block_.sources, block_.design, ours_.stimulus,
                                           block_.icarus_seconds, block_.folder);
    compare(theirs, "Icarus Verilog");
    if (!theirs.end.empty()) {
      why_not_ = "Icarus Verilog " + theirs.end;
    } else if (compared_ < kFewestCycles) {
      why_not_ = fmt::format("Icarus Verilog gets no further than cycle {} in {} s", compared_, block_.icarus_seconds);
    } else if (const std::string unknown = unknown_output(theirs); !unknown.empty()) {
      why_not_ = fmt::format("in Icarus Verilog {} is unknown most of the time", unknown);
    } else {
      agreed_ = {version, static_cast<int>(compared_)};
      return true;
    }
    return false;
  }

  bool ask_verilator() {
    const auto no = [this](const std::string& reason) {
      why_not_ += fmt::format(", and Verilator at -O0 {}", reason);
      return false;
    };
    if (!block_.loops && code_bytes() > kMostCode) return no("is not asked: the model is too large to build it twice");
    const fs::path folder = block_.folder / "plain";
    fs::create_directories(folder);
    rtl_models::Verilation design = block_.design;
    design.optimised = false;
    Plug plain = block_.plug;
    try {
      const rtl_models::Verilated made = rtl_models::verilate(folder, design);
      if (made.loops == rtl_models::ModelLoops::unsettled)
        return no("cannot tell: the loops of the block depend on an event control such as @(x)");
      plain.file.path = rtl_models::link_model(folder, rtl_models::compile_model(folder));
    } catch (const rtl_models::ToolFailure& failure) {
      return no(fmt::format("does not build it: {}", rtl_models::complaint_of(failure.said)));
    } catch (const rtl_models::RtlError& error) {
      return no(fmt::format("does not build it: {}", error.what()));
    }
    const Replay theirs = replay_verilated(plain, ours_.stimulus);
    compare(theirs, "Verilator at -O0");
    if (compared_ < kFewestCycles) return no(fmt::format("fails in cycle {}: {}", compared_, theirs.end));
    agreed_ = {"Verilator at -O0", static_cast<int>(compared_)};
    return true;
  }

  /// Of the C++ that Verilator made.
  std::uintmax_t code_bytes() const {
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::directory_iterator(block_.folder))
      bytes += entry.path().extension() == ".cpp" ? entry.file_size() : 0;
    return bytes;
  }

  void compare(const Replay& theirs, const std::string& judge) {
    compared_ = std::min(ours_.replay.shown.size(), theirs.shown.size());
    for (std::size_t cycle = 0; cycle < compared_; ++cycle) {
      for (std::size_t at = 0; at < ours_.stimulus.outputs.size(); ++at) {
        const Bits& mine = ours_.replay.shown[cycle][at];
        const Bits& other = theirs.shown[cycle][at];
        if (agree(mine, other)) continue;
        refuse(block_,
               fmt::format("{} disagrees in cycle {} after reset: {} is {} verilated and {} there{}; refused", judge,
                           cycle, ours_.stimulus.outputs[at].name, mine, other, inputs_of(ours_.stimulus, cycle)));
      }
    }
  }

  /// The first output of which Icarus knows less than half of the bits; empty if there is none.
  std::string unknown_output(const Replay& theirs) const {
    for (std::size_t at = 0; at < ours_.stimulus.outputs.size(); ++at) {
      std::size_t known = 0;
      for (std::size_t cycle = 0; cycle < compared_; ++cycle) {
        const Bits& bits = theirs.shown[cycle][at];
        known += static_cast<std::size_t>(std::count(bits.begin(), bits.end(), '0'));
        known += static_cast<std::size_t>(std::count(bits.begin(), bits.end(), '1'));
      }
      if (known * 2 < compared_ * static_cast<std::size_t>(ours_.stimulus.outputs[at].bits))
        return ours_.stimulus.outputs[at].name;
    }
    return "";
  }

  const JudgedBlock& block_;
  Recording ours_;
  std::size_t compared_ = 0;
  ModelJudge agreed_;
  std::string why_not_;
};

}  // namespace

Verdict judge_model(const JudgedBlock& block) { return Judge(block).verdict(); }

}  // namespace trenza::cosim
