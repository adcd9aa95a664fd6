#include "mpi/record/call.h"

namespace trenza::recorder {

namespace {

/// Calls within calls of this thread. Of this model, because the library is loaded when the program starts.
__attribute__((tls_model("initial-exec"))) thread_local int depth = 0;

}  // namespace

Call::Call() : outermost_(depth++ == 0), seen_(outermost_ && recorder().active()) {
  if (seen_) recorder().enter();
}

Call::~Call() {
  if (seen_ && recorder().active()) recorder().leave(failed_poll_);
  --depth;
}

std::uint64_t bytes_of(MPI_Count count, MPI_Datatype type) {
  MPI_Count size = 0;
  PMPI_Type_size_x(type, &size);
  return count > 0 && size > 0 ? static_cast<std::uint64_t>(count * size) : 0;
}

MessageEvent::MessageEvent(Kind kind, MPI_Count count, MPI_Datatype type, int partner, int tag, MPI_Comm comm) {
  if (partner == MPI_PROC_NULL) return;
  communicator = recorder().find(comm);
  if (communicator == nullptr) return;
  event.kind = kind;
  event.communicator = communicator->number;
  event.partner = partner == MPI_ANY_SOURCE ? kAny : communicator->members[static_cast<std::size_t>(partner)];
  event.tag = tag == MPI_ANY_TAG ? kAny : tag;
  event.amount = bytes_of(count, type);
}

void record_send(MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const MessageEvent message(Kind::send, count, type, to, tag, comm);
  if (message.exists()) {
    recorder().add(message.event, request);
  } else if (request != nullptr) {
    recorder().hold(*request, {});
  }
}

void record_buffered_send(MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  const MessageEvent message(Kind::send, count, type, to, tag, comm);
  if (message.exists()) recorder().add_open(message.event);
}

void record_receive(MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  recorder().ask_as_probe(from, tag, comm);
  const MessageEvent message(Kind::receive, count, type, from, tag, comm);
  if (message.exists()) {
    recorder().add(message.event, request, message.communicator);
  } else {
    recorder().hold(*request, {});
  }
}

void record_received(int from, int tag, MPI_Comm comm, const MPI_Status& status) {
  recorder().ask_as_probe(from, tag, comm);
  MessageEvent message(Kind::receive, 0, MPI_BYTE, from, tag, comm);
  if (!message.exists()) return;
  recorder().fill(message.event, *message.communicator, status);
  recorder().add(message.event, nullptr);
}

}  // namespace trenza::recorder
