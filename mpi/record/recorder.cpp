#include "mpi/record/recorder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "mpi/record/call.h"

namespace trenza::recorder {

namespace {

/// How MPI_Get_library_version() begins for the MPI that this library was compiled for. Handles of others differ.
#if defined(OMPI_MAJOR_VERSION)
const char* const kLibrary = "Open MPI v";
#elif defined(MPICH_VERSION)
const char* const kLibrary = "MPICH Version";
#else
const char* const kLibrary = "";
#endif

std::uint64_t thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

Recorder& Recorder::get() {
  static Recorder recorder;
  return recorder;
}

void Recorder::begin() {
  const char* const folder = std::getenv("TRENZA_RECORD_FOLDER");
  if (folder == nullptr || active_) return;
  folder_ = folder;
  check_library();
  int ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  PMPI_Comm_group(MPI_COMM_WORLD, &world_);
  thread_ = pthread_self();
  if (const int error = writer_.open(folder_ + "/rank." + std::to_string(rank_), rank_, ranks); error != 0) {
    if (error == EEXIST) stop("a second MPI program began; expected one for each recording");
    stop("the recording cannot be written: " + std::string(std::strerror(error)));
  }
  define(MPI_COMM_WORLD, kNoParent, Creation::world, 0, 0);
  define(MPI_COMM_SELF, kNoParent, Creation::self, 0, 0);
  const char* const region = std::getenv("TRENZA_RECORD_REGION");
  inside_ = region == nullptr || std::strcmp(region, "pcontrol") != 0;
  active_ = true;
  const std::uint64_t clock_ns = measure_clock();
  time_.begin(thread_ns(), clock_ns);
}

void Recorder::end() {
  active_ = false;
  add_computation(time_.rest());
  if (const int error = writer_.close(); error != 0)
    stop("the recording cannot be written: " + std::string(std::strerror(error)));
}

std::uint64_t Recorder::measure_clock() const {
  constexpr int kTries = 1000;
  std::vector<std::uint64_t> costs;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t begin = thread_ns();
    costs.push_back(thread_ns() - begin);
  }
  std::nth_element(costs.begin(), costs.begin() + kTries / 2, costs.end());
  return costs[kTries / 2];
}

void Recorder::check_library() const {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];  // NOLINT(modernize-avoid-c-arrays): as MPI wants it
  int length = 0;
  PMPI_Get_library_version(version, &length);
  if (std::strncmp(version, kLibrary, std::strlen(kLibrary)) == 0) return;
  std::fprintf(stderr, "trenza trace record: made for %s, but the program uses %s\n", kLibrary, version);
  std::abort();  // handles and constants are different, so not even MPI_Abort can be called
}

void Recorder::enter() {
  const std::uint64_t now = thread_ns();
  if (pthread_equal(thread_, pthread_self()) == 0) {
    stop("a second thread calls MPI; expected programs of which one thread does");
    return;
  }
  add_computation(time_.enter(now, inside_));
}

void Recorder::leave(bool failed_poll) { time_.leave(thread_ns(), failed_poll); }

void Recorder::add_computation(std::uint64_t nanoseconds) {
  if (nanoseconds == 0) return;
  Event calc;
  calc.amount = nanoseconds;
  writer_.add(calc);
}

void Recorder::refuse(const std::string& what) {
  if (inside_) stop(what);
}

void Recorder::stop(const std::string& message) {
  const std::string file = folder_ + "/refusal";
  const std::string line = "rank " + std::to_string(rank_) + ": " + message + "\n";
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) {  // the first rank speaks for all
    if (::write(descriptor, line.data(), line.size()) < 0) std::fputs(line.c_str(), stderr);
    ::close(descriptor);
  }
  active_ = false;
  constexpr int kWrongInput = 2;
  PMPI_Abort(MPI_COMM_WORLD, kWrongInput);
  std::abort();
}

void Recorder::add(Event event, MPI_Request* request, const std::shared_ptr<const Communicator>& received,
                   const std::vector<std::uint64_t>& list) {
  if (!inside_) event.flags |= kOutside;
  if (request != nullptr) {
    event.flags |= kNonBlocking;
    Request held;
    held.operation = operations_;
    held.received = received;
    hold(*request, held);
  }
  ++operations_;
  event.extra = list.size();
  writer_.add(event, list.data(), list.size() * sizeof(std::uint64_t));
}

std::int64_t Recorder::add_open(Event event) {
  if (!inside_) event.flags |= kOutside;
  event.flags |= kNonBlocking;
  writer_.add(event);
  return operations_++;
}

void Recorder::ended(std::int64_t operation, const Event& known) {
  Event event = known;
  event.kind = Kind::complete;
  event.extra = static_cast<std::uint64_t>(operation);
  writer_.add(event);
}

void Recorder::start(MPI_Request handle) {
  const auto found = requests_.find(handle);
  if (found == requests_.end() || !found->second.persistent || found->second.start.kind == Kind::calc) return;
  found->second.operation = add_open(found->second.start);
}

void Recorder::cancel(MPI_Request handle) {
  const auto found = requests_.lower_bound(handle);
  if (found != requests_.end() && found->first == handle) found->second.cancelled = true;
}

void Recorder::finish(MPI_Request handle, const MPI_Status& status) {
  const auto found = requests_.lower_bound(handle);
  if (found == requests_.end() || found->first != handle) return;
  const Request request = found->second;
  if (request.persistent) {
    found->second.operation = Request::kNone;
    found->second.cancelled = false;
  } else {
    requests_.erase(found);
  }
  if (request.made != nullptr) define(*request.made, request.parent, Creation::collective, 0, request.count);
  if (request.operation == Request::kNone) return;
  if (request.cancelled) {
    int was_cancelled = 0;
    PMPI_Test_cancelled(&status, &was_cancelled);
    if (was_cancelled != 0) {
      Event event;
      event.kind = Kind::cancel;
      event.extra = static_cast<std::uint64_t>(request.operation);
      writer_.add(event);
      return;
    }
  }
  Event known;
  if (request.received != nullptr) fill(known, *request.received, status);
  ended(request.operation, known);
}

void Recorder::forget(MPI_Request handle) {
  const auto found = requests_.lower_bound(handle);
  if (found != requests_.end() && found->first == handle) requests_.erase(found);
}

void Recorder::fill(Event& event, const Communicator& communicator, const MPI_Status& status) const {
  if (status.MPI_SOURCE < 0 || static_cast<std::size_t>(status.MPI_SOURCE) >= communicator.members.size()) return;
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  event.flags |= kKnown;
  event.actual_partner = communicator.members[static_cast<std::size_t>(status.MPI_SOURCE)];
  event.actual_tag = status.MPI_TAG;
  event.amount = bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

void Recorder::probed(int from, int tag, MPI_Comm comm, const MPI_Status& found) {
  probes_[comm] = {from, tag, found.MPI_SOURCE, found.MPI_TAG};
}

void Recorder::ask_as_probe(int& from, int& tag, MPI_Comm comm) {
  const auto found = probes_.find(comm);
  if (found == probes_.end()) return;
  const Probe probe = found->second;
  probes_.erase(found);
  if (probe.from != from || probe.tag != tag) return;
  from = probe.asked_from;
  tag = probe.asked_tag;
}

}  // namespace trenza::recorder
