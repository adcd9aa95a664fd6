// Files that are written to, as in file_calls.cpp.
#include "mpi/record/call.h"

using trenza::recorder::Call;

TRENZA_RECORDED(MPI_File_write_at)
(MPI_File file, MPI_Offset offset, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_at)(file, offset, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write_at_all)
(MPI_File file, MPI_Offset offset, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_at_all)(file, offset, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write)(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write_all)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_all)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write_shared)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_shared)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write_ordered)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_ordered)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_write_at_all_begin)
(MPI_File file, MPI_Offset offset, const void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_at_all_begin)(file, offset, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_write_at_all_end)(MPI_File file, const void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_at_all_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_write_all_begin)(MPI_File file, const void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_all_begin)(file, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_write_all_end)(MPI_File file, const void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_all_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_write_ordered_begin)(MPI_File file, const void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_ordered_begin)(file, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_write_ordered_end)(MPI_File file, const void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_write_ordered_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_iwrite_at)
(MPI_File file, MPI_Offset offset, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iwrite_at)(file, offset, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iwrite_at_all)
(MPI_File file, MPI_Offset offset, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iwrite_at_all)(file, offset, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iwrite)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iwrite)(file, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iwrite_all)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iwrite_all)(file, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iwrite_shared)
(MPI_File file, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iwrite_shared)(file, buffer, count, type, request);
}
