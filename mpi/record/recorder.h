// What one rank records: its clock, communicators and requests. The functions in the place of MPI's are in *_calls.cpp.
//
// Only C functions are intercepted, under both names (MPI_Send, PMPI_Send): the Fortran interfaces of Open MPI (mpif.h,
// use mpi, use mpi_f08) and of MPICH call these. A call of MPI within another is not recorded.
#pragma once

#include <mpi.h>
#include <pthread.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "recorder/computation_time.h"
#include "recorder/part_format.h"
#include "recorder/part_writer.h"

namespace trenza::recorder {

/// A communicator of this rank.
struct Communicator {
  std::int32_t number = 0;
  bool usable = true;                 ///< not if it is an inter-communicator, or has ranks outside the world
  std::vector<std::int32_t> members;  ///< world ranks
  std::uint64_t children = 0;         ///< made by calls of all its members
};

/// A request that the program holds.
struct Request {
  std::int64_t operation = kNone;                ///< its number in the part
  std::shared_ptr<const Communicator> received;  ///< of a receive: its communicator
  bool cancelled = false;                        ///< the program asked for that
  bool persistent = false;
  Event start;               ///< of a persistent one: what it does
  MPI_Comm* made = nullptr;  ///< of MPI_Comm_idup: the communicator
  std::int32_t parent = 0;
  std::uint64_t count = 0;

  static constexpr std::int64_t kNone = -1;
};

/// The recorder of this process.
class Recorder {
 public:
  static Recorder& get();

  /// After MPI_Init. Does nothing if the environment does not ask for a recording.
  void begin();
  /// Before MPI_Finalize.
  void end();
  bool active() const { return active_; }
  /// MPI_Pcontrol: whether what follows lies in the region of interest.
  void set_inside(bool inside) { inside_ = inside; }

  /// At the begin and end of each call of MPI; `failed_poll`: it asked whether something has happened, and it had not.
  void enter();
  void leave(bool failed_poll);

  /// Ends the program with a message: what it does cannot be recorded. Does nothing outside the region of interest.
  void refuse(const std::string& what);

  /// nullptr, after refuse(), if it cannot be recorded.
  std::shared_ptr<Communicator> find(MPI_Comm comm);
  /// `made` may be MPI_COMM_NULL, on ranks that are no members.
  void created(MPI_Comm parent, MPI_Comm made, Creation creation, int tag);
  void freed(MPI_Comm comm) { communicators_.erase(comm); }
  void duplicating(MPI_Comm parent, MPI_Comm* made, MPI_Request request);

  /// Appends an operation; with a request it is non-blocking and ends with that.
  void add(Event event, MPI_Request* request, const std::shared_ptr<const Communicator>& received = nullptr,
           const std::vector<std::uint64_t>& list = {});
  /// Appends a non-blocking operation without a request. Returns its number.
  std::int64_t add_open(Event event);
  void ended(std::int64_t operation, const Event& known);

  void hold(MPI_Request handle, const Request& request) { requests_.emplace(handle, request); }
  void start(MPI_Request handle);
  void cancel(MPI_Request handle);
  /// MPI has completed the request.
  void finish(MPI_Request handle, const MPI_Status& status);
  /// The program gave the request back without waiting.
  void forget(MPI_Request handle);

  /// Fills in what was received.
  void fill(Event& event, const Communicator& communicator, const MPI_Status& status) const;

  /// Messages that MPI_Mprobe has matched: the number of the operation.
  std::multimap<MPI_Message, std::int64_t>& matched() { return matched_; }

  /// MPI_Probe, asked for `from` and `tag`, has found a message.
  void probed(int from, int tag, MPI_Comm comm, const MPI_Status& found);
  /// A receive of what the last probe has found takes any message that the probe would have found.
  void ask_as_probe(int& from, int& tag, MPI_Comm comm);

 private:
  void define(MPI_Comm made, std::int32_t parent, Creation creation, int tag, std::uint64_t count);
  std::vector<std::int32_t> world_ranks(MPI_Comm comm) const;
  void stop(const std::string& message);
  void add_computation(std::uint64_t nanoseconds);
  void check_library() const;
  std::uint64_t measure_clock() const;

  bool active_ = false;
  bool inside_ = true;
  std::string folder_;
  int rank_ = 0;
  pthread_t thread_{};
  PartWriter writer_;

  ComputationTime time_;

  std::map<MPI_Comm, std::shared_ptr<Communicator>> communicators_;
  std::int32_t next_communicator_ = 0;
  using GroupKey = std::pair<std::pair<std::int32_t, int>, std::vector<std::int32_t>>;
  std::map<GroupKey, std::uint64_t> groups_;  ///< how many were made by parent, tag and members
  MPI_Group world_ = MPI_GROUP_NULL;

  std::int64_t operations_ = 0;
  /// Requests that are complete at once can have the same handle; the first of them goes first.
  std::multimap<MPI_Request, Request> requests_;
  std::multimap<MPI_Message, std::int64_t> matched_;

  struct Probe {
    int asked_from = MPI_ANY_SOURCE;
    int asked_tag = MPI_ANY_TAG;
    int from = 0;
    int tag = 0;
  };
  std::map<MPI_Comm, Probe> probes_;  ///< the last one of each communicator, until a receive
};

}  // namespace trenza::recorder
