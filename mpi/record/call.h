// What the functions that take the place of MPI's have in common.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "mpi/record/recorder.h"

namespace trenza::recorder {

/// MPI's own function of this name.
template <class Function>
Function library_function(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "trenza trace record: the program's MPI has no %s\n", name);
    std::abort();
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
  return reinterpret_cast<Function>(found);
}

/// A call of MPI by the program, from its begin to its end.
class Call {
 public:
  Call();
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Whether the program itself made the call, between MPI_Init and MPI_Finalize.
  bool seen() const { return seen_; }
  /// Whether it is to be recorded now that MPI has returned.
  bool succeeded(int error) const { return seen_ && error == MPI_SUCCESS; }
  /// It asked whether something has happened, and it had not.
  void nothing_yet() { failed_poll_ = true; }

 private:
  bool outermost_;
  bool seen_;
  bool failed_poll_ = false;
};

inline Recorder& recorder() { return Recorder::get(); }

std::uint64_t bytes_of(MPI_Count count, MPI_Datatype type);

/// An event of a message; nothing (false) if it goes nowhere (MPI_PROC_NULL) or cannot be recorded.
struct MessageEvent {
  MessageEvent(Kind kind, MPI_Count count, MPI_Datatype type, int partner, int tag, MPI_Comm comm);
  bool exists() const { return communicator != nullptr; }

  Event event;
  std::shared_ptr<Communicator> communicator;
};

void record_send(MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request);
/// A send that is buffered: the program never waits for it.
void record_buffered_send(MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
void record_receive(MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request);
void record_received(int from, int tag, MPI_Comm comm, const MPI_Status& status);

/// The statuses of a call: those of the program, or own ones if it ignores them.
class Statuses {
 public:
  Statuses(MPI_Status* given, const MPI_Status* ignore, int count)
      : own_(given == ignore ? static_cast<std::size_t>(count > 0 ? count : 0) : 0),
        all_(given == ignore ? own_.data() : given) {}
  MPI_Status* data() { return all_; }
  const MPI_Status& operator[](int index) const { return all_[index]; }

 private:
  std::vector<MPI_Status> own_;
  MPI_Status* all_;
};

}  // namespace trenza::recorder

/// MPI's own function.
#define TRENZA_MPI(name)                                                                           \
  ([] {                                                                                            \
    static const auto function = trenza::recorder::library_function<decltype(&(name))>("P" #name); \
    return function;                                                                               \
  }())

/// Begins the definition of a function of MPI, which gets its second name too.
#define TRENZA_RECORDED(name)                                                                          \
  extern "C" __attribute__((visibility("default"), alias(#name))) decltype(name) P##name; /* NOLINT */ \
  extern "C" __attribute__((visibility("default"))) int name
