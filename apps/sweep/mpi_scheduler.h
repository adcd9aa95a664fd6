// Points on the ranks of an MPI program: rank 0 hands them out one by one, the others run them.
#pragma once

#include <functional>

#include "apps/sweep/mpi_messenger.h"
#include "apps/sweep/scheduler.h"

namespace trenza::apps {

/// Rank 0. If it is alone, the points run in its own children.
class MpiScheduler : public Scheduler {
 public:
  MpiScheduler(const SweepJob& job, const MpiMessenger& messenger) : job_(job), messenger_(messenger) {}
  void run(SweepDriver& driver) override;

 private:
  SweepJob job_;
  const MpiMessenger& messenger_;
};

/// Tells the other ranks with its end that there is nothing more to do.
class MpiLead {
 public:
  explicit MpiLead(const MpiMessenger& messenger) : messenger_(messenger) {}
  ~MpiLead();
  MpiLead(const MpiLead&) = delete;
  MpiLead& operator=(const MpiLead&) = delete;

 private:
  const MpiMessenger& messenger_;
};

/// Makes the job of a rank, and gives it to its work.
using JoinSweep = std::function<void(const std::function<void(const SweepJob&)>& work)>;

/// The work of the other ranks: `join` is called once rank 0 has found the sweep right, so that one rank complains.
/// Returns when rank 0 has nothing more.
void follow_rank_zero(const MpiMessenger& messenger, const JoinSweep& join);

}  // namespace trenza::apps
