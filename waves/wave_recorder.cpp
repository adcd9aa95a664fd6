#include "waves/wave_recorder.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "waves/change_sampler.h"
#include "waves/cycle_window.h"
#include "waves/exit_guard.h"
#include "waves/scope_tree.h"
#include "waves/tail_writer.h"
#include "waves/wave_file.h"
#include "waves/wave_selection.h"

namespace trenza::waves {

using microarch::Cycle;
using rtl_models::Probe;
using rtl_models::ProbeKind;

namespace {

Variable variable_of(const Probe& probe) {
  switch (probe.kind) {
    case ProbeKind::text:
      return {"", VariableKind::text, 0, {}};
    case ProbeKind::enumeration:
      return {"", VariableKind::enumeration, probe.bits, probe.names};
    case ProbeKind::clock:
    case ProbeKind::fallen_clock:
      return {"", VariableKind::number, 1, {}};
    case ProbeKind::number:
    case ProbeKind::wide:
      break;
  }
  return {"", VariableKind::number, probe.bits, {}};
}

/// The data of the observer of the fabric. It is shared with the observer, which may live longer than the recorder or
/// end before it.
class Session : public ExitGuard {
 public:
  Session(const std::vector<Probe>& all, const WaveOptions& options, std::uint64_t period)
      : window_{options.window_begin, options.window_end}, period_(period) {
    check_wave_file_name(options.file);
    const bool clock = options.clock && period >= 2;
    std::vector<const Probe*> probes;
    for (const std::size_t index : select_probes(all, options.scope_glob)) {
      check_probe(all[index]);
      if (clock || !is_clock(all[index])) probes.push_back(&all[index]);
    }
    if (probes.empty()) throw WaveError("wave file '" + options.file + "': the fabric offers no signals");
    writer_ = options.last == 0 ? open_wave_writer(options.file)
                                : std::make_unique<TailWriter>(options.file, options.last * period);
    only_when_asked_ = options.last != 0;
    declare(probes, clock);
  }

  ~Session() override { Session::close_at_exit(); }

  void observe(Cycle cycle, const std::vector<std::uint8_t>& changed) noexcept {
    if (!open_ || !window_.contains(cycle)) return;
    try {
      sample(cycle, changed);
    } catch (const WaveError& problem) {
      fail_to_write(problem.what());
    } catch (const std::exception& problem) {
      fail(problem.what());
    }
  }

  void close() noexcept {
    if (!open_) return;
    open_ = false;
    try {
      // Without a last time the last cycle would have no width.
      if (cycles_ > 0) writer_->time((last_ + 1) * period_);
      writer_->close();
    } catch (const WaveError& problem) {
      fail_to_write(problem.what());
    } catch (const std::exception& problem) {
      fail(problem.what());
    }
    writer_.reset();
    sampler_.reset();
  }

  void discard() noexcept {
    open_ = false;
    if (writer_ != nullptr) writer_->discard();
    writer_.reset();
    sampler_.reset();
  }

  void close_at_exit() noexcept override {
    if (only_when_asked_) {
      open_ = false;
    } else {
      close();
    }
  }

  bool is_open() const { return open_; }
  const std::string& error() const { return error_; }
  std::uint64_t cycles() const { return cycles_; }
  std::size_t variables() const { return variables_; }

 private:
  void declare(const std::vector<const Probe*>& probes, bool clock) {
    const std::string& first_path = probes.front()->path;
    const std::size_t dot = first_path.find('.');
    const std::string top = dot == std::string::npos ? "" : first_path.substr(0, dot + 1);
    bool cycle_taken = false;
    bool clock_taken = false;
    for (const Probe* probe : probes) {
      cycle_taken = cycle_taken || probe->path == top + "cycle";
      clock_taken = clock_taken || probe->path == top + "clk";
    }
    has_cycle_ = !cycle_taken;
    has_clock_ = clock && !clock_taken;

    std::vector<PlacedVariable> placed;
    if (has_clock_) placed.push_back({top + "clk", {"", VariableKind::number, 1, {}}});
    if (has_cycle_) placed.push_back({top + "cycle", {"", VariableKind::number, 64, {}}});
    const std::size_t own = placed.size();
    for (const Probe* probe : probes) placed.push_back({probe->path, variable_of(*probe)});
    variables_ = placed.size();
    std::vector<VariableId> ids = declare_all(*writer_, std::move(placed));
    if (has_clock_) clock_id_ = ids[0];
    if (has_cycle_) cycle_id_ = ids[own - 1];
    ids.erase(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(own));
    std::vector<const Probe*> sampled;
    std::vector<VariableId> sampled_ids;
    for (std::size_t i = 0; i < probes.size(); ++i) {
      const Probe& probe = *probes[i];
      if (probe.source != nullptr && std::find(sources_.begin(), sources_.end(), probe.source) == sources_.end())
        sources_.push_back(probe.source);
      if (is_clock(probe)) {
        clocks_.emplace_back(ids[i], probe.kind == ProbeKind::clock);
      } else {
        sampled.push_back(&probe);
        sampled_ids.push_back(ids[i]);
      }
    }
    sampler_ = std::make_unique<ChangeSampler>(sampled, sampled_ids);
  }

  void sample(Cycle cycle, const std::vector<std::uint8_t>& changed) {
    if (cycle >= std::numeric_limits<std::uint64_t>::max() / period_)
      throw WaveError("the time of cycle " + std::to_string(cycle) + " does not fit into 64 bits of picoseconds");
    const std::uint64_t begin = cycle * period_;
    writer_->time(begin);
    if (has_clock_) writer_->number(clock_id_, 1);
    if (has_cycle_) writer_->number(cycle_id_, cycle);
    for (const auto& [id, high] : clocks_) writer_->number(id, high ? 1 : 0);
    for (rtl_models::ProbeSource* const source : sources_) source->show_probes();
    sampler_->sample(*writer_, changed);
    if (has_clock_ || !clocks_.empty()) writer_->time(begin + period_ / 2);
    if (has_clock_) writer_->number(clock_id_, 0);
    for (const auto& [id, high] : clocks_) writer_->number(id, high ? 0 : 1);
    last_ = cycle;
    if (cycles_ == 0) first_ = cycle;
    ++cycles_;
  }

  void fail(const char* message) noexcept {
    if (error_.empty()) error_ = message;
    open_ = false;
    writer_.reset();
    sampler_.reset();
  }

  void fail_to_write(const std::string& message) noexcept { fail((message + what_is_left()).c_str()); }

  /// What can be read of a file that could not be written to its end.
  std::string what_is_left() const {
    const std::uint64_t end = writer_ != nullptr ? writer_->readable_until().value_or(0) / period_ : 0;
    if (cycles_ == 0 || end <= first_) return "; nothing of it could be read, so it was removed";
    return "; cycles " + std::to_string(first_) + " to " + std::to_string(end - 1) + " can be read";
  }

  CycleWindow window_;
  std::uint64_t period_;
  std::unique_ptr<WaveWriter> writer_;
  std::unique_ptr<ChangeSampler> sampler_;
  std::vector<rtl_models::ProbeSource*> sources_;    // of what is recorded, each once
  std::vector<std::pair<VariableId, bool>> clocks_;  // those of probes; whether they are high first
  VariableId cycle_id_ = 0;
  VariableId clock_id_ = 0;
  bool only_when_asked_ = false;
  bool has_cycle_ = false;
  bool has_clock_ = false;
  bool open_ = true;
  std::string error_;
  Cycle first_ = 0;
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
  std::size_t variables_ = 0;
};

class Recorder : public WaveRecorder {
 public:
  explicit Recorder(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  ~Recorder() override { session_->close_at_exit(); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void close() override {
    session_->close();
    if (session_->error().empty() || reported_) return;
    reported_ = true;
    throw WaveError(session_->error());
  }

  void discard() override { session_->discard(); }
  bool is_open() const override { return session_->is_open(); }
  const std::string& error() const override { return session_->error(); }
  std::uint64_t cycles_recorded() const override { return session_->cycles(); }
  std::size_t variables() const override { return session_->variables(); }

 private:
  std::shared_ptr<Session> session_;
  bool reported_ = false;
};

}  // namespace

std::unique_ptr<WaveRecorder> record(rtl_models::PinFabric& fabric, const WaveOptions& options) {
  if (options.window_begin >= options.window_end) {
    throw WaveError("wave window " + std::to_string(options.window_begin) + ":" + std::to_string(options.window_end) +
                    " holds no cycle");
  }
  const std::uint64_t period =
      options.period_picoseconds > 0 ? options.period_picoseconds : fabric.period_picoseconds();
  auto session = std::make_shared<Session>(fabric.probes(), options, period);
  fabric.observe([session, &fabric](Cycle cycle) { session->observe(cycle, fabric.changed_groups()); },
                 options.window_begin);
  return std::make_unique<Recorder>(std::move(session));
}

}  // namespace trenza::waves
