#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/run_pool.h"
#include "apps/sweep/lead_sweep.h"
#include "apps/sweep/mpi_scheduler.h"
#include "apps/sweep/scheduler.h"
#include "apps/sweep/slurm_scheduler.h"
#include "apps/sweep/sweep_commands.h"
#include "microarch/output_file.h"
#include "sweeps/folder.h"
#include "sweeps/plan.h"

namespace trenza::apps {

namespace {

const char* const kSweepExamples =
    "Examples:\n"
    "  trenza sweep configs/sweep.yaml -o out                  all processors; once more: what is missing\n"
    "  trenza sweep configs/sweep.yaml -o out --set sweep.seeds=3\n"
    "  mpirun -n 9 trenza sweep configs/sweep.yaml -o out --mpi\n"
    "  trenza sweep configs/sweep.yaml -o out --slurm --sbatch=--partition=short\n"
    "  trenza table out --csv out.csv";

struct SweepOptions {
  std::string file;
  std::string folder;
  std::vector<std::string> settings;
  int jobs = 0;
  bool mpi = false;
  bool slurm = false;
  std::vector<std::string> sbatch;
  std::string task;  ///< this call is a task of an array job
  bool unsafe = false;
  bool quiet = false;
};

sweeps::Plan plan_of(const SweepOptions& options) {
  std::vector<settings::Override> overrides;
  for (const std::string& setting : options.settings) overrides.push_back(settings::parse_override("--set", setting));
  return sweeps::load_plan(options.file, overrides);
}

/// The call of a task of an array job, but for its list.
std::vector<std::string> task_command(const SweepOptions& options) {
  std::vector<std::string> words = {std::filesystem::read_symlink("/proc/self/exe").string(), "sweep", options.file,
                                    "-o", options.folder};
  for (const std::string& setting : options.settings) words.insert(words.end(), {"--set", setting});
  return words;
}

int lead_with(const SweepOptions& options, const MakeScheduler& make_scheduler) {
  return lead_sweep(plan_of(options), {options.folder, options.unsafe, options.quiet}, make_scheduler);
}

/// Somebody else leads; this call runs points for it.
template <class Work>
void join_sweep(const SweepOptions& options, Work work) {
  const sweeps::Plan plan = plan_of(options);
  const sweeps::Folder folder(options.folder, sweeps::Folder::Access::join);
  work(SweepJob{plan, folder, limit_seconds(plan)});
}

int run_with_mpi(const SweepOptions& options) {
  const MpiMessenger messenger;
  install_interrupt_handlers();  // MPI may have had others
  if (messenger.rank() == 0) {
    const MpiLead lead(messenger);
    return lead_with(options, [&](const SweepJob& job) { return std::make_unique<MpiScheduler>(job, messenger); });
  }
  follow_rank_zero(messenger, [&](const std::function<void(const SweepJob&)>& work) { join_sweep(options, work); });
  return kDone;
}

int run_alone(const SweepOptions& options) {
  install_interrupt_handlers();
  if (!options.task.empty()) {
    int status = kDone;
    join_sweep(options, [&](const SweepJob& job) { status = run_slurm_task(job, options.task); });
    return status;
  }
  if (options.slurm) {
    return lead_with(options, [&](const SweepJob& job) {
      return std::make_unique<SlurmScheduler>(job, SlurmOptions{task_command(options), options.sbatch});
    });
  }
  const int jobs = options.jobs > 0 ? options.jobs : default_jobs();
  return lead_with(options, local_scheduler(jobs));
}

int run_sweep(const SweepOptions& options) {
  if (options.mpi && options.slurm) throw UsageError("--slurm: does not go with --mpi; expected one of the two");
  if (options.jobs > 0 && (options.mpi || options.slurm))
    throw UsageError("--jobs: is for this machine; expected no --mpi and no --slurm");
  if (!options.sbatch.empty() && !options.slurm) throw UsageError("--sbatch: is for --slurm; expected that too");
  try {
    return options.mpi ? run_with_mpi(options) : run_alone(options);
  } catch (const sweeps::FolderError& error) {
    throw UsageError(error.what());
  } catch (const microarch::OutputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

GraphCommand add_sweep_command(Command& program) {
  auto options = std::make_shared<SweepOptions>();
  Command command = program.add_command("sweep", "run the points of a sweep, each in a process; goes on where it was");
  command.footer(kSweepExamples);
  command.add_option("CONFIG", options->file, "a YAML file with a section `sweep`").required();
  command.add_option("-o,--output", options->folder, "folder of the points; made if need be")
      .value_name("FOLDER")
      .required();
  command
      .add_option("--set", options->settings,
                  "set a key of all points, or an axis, for example sweep.seeds=3; may be repeated")
      .value_name("KEY=VALUE")
      .repeatable();
  command.add_option("--jobs", options->jobs, "points at a time; default: the processors")
      .value_name("N")
      .in_range(1, 1024);
  command.add_flag("--mpi", options->mpi, "a rank of MPI hands out the points to the others; call by mpirun");
  command.add_flag("--slurm", options->slurm, "the points are an array job of Slurm; waits for its end");
  command.add_option("--sbatch", options->sbatch, "an option for sbatch, as in --sbatch=--time=60; may be repeated")
      .value_name("OPTION")
      .repeatable();
  command.add_option("--task", options->task, "run a share of this list, as the array job of --slurm does")
      .value_name("FILE");
  command.add_flag("--unsafe", options->unsafe, "run although a network can deadlock");
  command.add_flag("-q,--quiet", options->quiet, "print neither progress nor what was done");
  return {command, [options] { return run_sweep(*options); }};
}

}  // namespace trenza::apps
