// Waits and tests for requests, and what else ends them.
#include <algorithm>

#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::recorder;
using trenza::recorder::Statuses;

namespace {

using Handles = std::vector<MPI_Request>;

/// The handles before MPI takes those that end.
Handles handles_of(int count, const MPI_Request* requests) {
  return count > 0 ? Handles(requests, requests + count) : Handles{};
}

void finish(MPI_Request handle, const MPI_Status& status) {
  if (handle != MPI_REQUEST_NULL) recorder().finish(handle, status);
}

void finish_all(const Handles& handles, const Statuses& statuses) {
  for (std::size_t i = 0; i < handles.size(); ++i) finish(handles[i], statuses[static_cast<int>(i)]);
}

/// Those of the list of MPI_Waitsome and MPI_Testsome, in the order of the program's array.
void finish_some(const Handles& handles, int count, const int* indices, const Statuses& statuses) {
  if (count == MPI_UNDEFINED) return;
  std::vector<std::pair<int, int>> places;
  for (int i = 0; i < count; ++i) places.emplace_back(indices[i], i);
  std::sort(places.begin(), places.end());
  for (const auto& [index, place] : places) finish(handles[static_cast<std::size_t>(index)], statuses[place]);
}

}  // namespace

TRENZA_RECORDED(MPI_Wait)(MPI_Request* request, MPI_Status* status) {
  const Call call;
  const MPI_Request handle = *request;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Wait)(request, statuses.data());
  if (call.succeeded(error)) finish(handle, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Waitall)(int count, MPI_Request* requests, MPI_Status* status) {
  const Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUSES_IGNORE, count);
  const int error = TRENZA_MPI(MPI_Waitall)(count, requests, statuses.data());
  if (call.succeeded(error)) finish_all(handles, statuses);
  return error;
}

TRENZA_RECORDED(MPI_Waitany)(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  const Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Waitany)(count, requests, index, statuses.data());
  if (call.succeeded(error) && *index != MPI_UNDEFINED) finish(handles[static_cast<std::size_t>(*index)], statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Waitsome)(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* status) {
  const Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUSES_IGNORE, count);
  const int error = TRENZA_MPI(MPI_Waitsome)(count, requests, done, indices, statuses.data());
  if (call.succeeded(error)) finish_some(handles, *done, indices, statuses);
  return error;
}

TRENZA_RECORDED(MPI_Test)(MPI_Request* request, int* flag, MPI_Status* status) {
  Call call;
  const MPI_Request handle = *request;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Test)(request, flag, statuses.data());
  if (error == MPI_SUCCESS && *flag == 0) call.nothing_yet();
  if (call.succeeded(error) && *flag != 0) finish(handle, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Testall)(int count, MPI_Request* requests, int* flag, MPI_Status* status) {
  Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUSES_IGNORE, count);
  const int error = TRENZA_MPI(MPI_Testall)(count, requests, flag, statuses.data());
  if (error == MPI_SUCCESS && *flag == 0) call.nothing_yet();
  if (call.succeeded(error) && *flag != 0) finish_all(handles, statuses);
  return error;
}

TRENZA_RECORDED(MPI_Testany)(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Testany)(count, requests, index, flag, statuses.data());
  if (error == MPI_SUCCESS && *flag == 0) call.nothing_yet();
  if (call.succeeded(error) && *flag != 0 && *index != MPI_UNDEFINED)
    finish(handles[static_cast<std::size_t>(*index)], statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Testsome)(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* status) {
  Call call;
  const Handles handles = handles_of(count, requests);
  Statuses statuses(status, MPI_STATUSES_IGNORE, count);
  const int error = TRENZA_MPI(MPI_Testsome)(count, requests, done, indices, statuses.data());
  if (error == MPI_SUCCESS && *done == 0) call.nothing_yet();
  if (call.succeeded(error)) finish_some(handles, *done, indices, statuses);
  return error;
}

TRENZA_RECORDED(MPI_Request_free)(MPI_Request* request) {
  const Call call;
  const MPI_Request handle = *request;
  const int error = TRENZA_MPI(MPI_Request_free)(request);
  if (call.succeeded(error)) recorder().forget(handle);
  return error;
}

TRENZA_RECORDED(MPI_Cancel)(MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Cancel)(request);
  if (call.succeeded(error)) recorder().cancel(*request);
  return error;
}
