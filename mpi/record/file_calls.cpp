// Files: what they take is no computation, what MPI sends for them not the program's. Writing: file_write_calls.cpp.
#include "mpi/record/call.h"

using trenza::recorder::Call;

TRENZA_RECORDED(MPI_File_open)(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  const Call call;
  return TRENZA_MPI(MPI_File_open)(comm, name, mode, info, file);
}

TRENZA_RECORDED(MPI_File_close)(MPI_File* file) {
  const Call call;
  return TRENZA_MPI(MPI_File_close)(file);
}

TRENZA_RECORDED(MPI_File_set_size)(MPI_File file, MPI_Offset size) {
  const Call call;
  return TRENZA_MPI(MPI_File_set_size)(file, size);
}

TRENZA_RECORDED(MPI_File_preallocate)(MPI_File file, MPI_Offset size) {
  const Call call;
  return TRENZA_MPI(MPI_File_preallocate)(file, size);
}

TRENZA_RECORDED(MPI_File_set_view)
(MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char* datarep, MPI_Info info) {
  const Call call;
  return TRENZA_MPI(MPI_File_set_view)(file, disp, etype, filetype, datarep, info);
}

TRENZA_RECORDED(MPI_File_read_at)
(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_at)(file, offset, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read_at_all)
(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_at_all)(file, offset, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read_all)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_all)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read_shared)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_shared)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read_ordered)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_ordered)(file, buffer, count, type, status);
}

TRENZA_RECORDED(MPI_File_read_at_all_begin)
(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_at_all_begin)(file, offset, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_read_at_all_end)(MPI_File file, void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_at_all_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_read_all_begin)(MPI_File file, void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_all_begin)(file, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_read_all_end)(MPI_File file, void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_all_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_read_ordered_begin)(MPI_File file, void* buffer, int count, MPI_Datatype type) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_ordered_begin)(file, buffer, count, type);
}

TRENZA_RECORDED(MPI_File_read_ordered_end)(MPI_File file, void* buffer, MPI_Status* status) {
  const Call call;
  return TRENZA_MPI(MPI_File_read_ordered_end)(file, buffer, status);
}

TRENZA_RECORDED(MPI_File_sync)(MPI_File file) {
  const Call call;
  return TRENZA_MPI(MPI_File_sync)(file);
}

TRENZA_RECORDED(MPI_File_iread_at)
(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iread_at)(file, offset, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iread_at_all)
(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iread_at_all)(file, offset, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iread)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iread)(file, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iread_all)(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iread_all)(file, buffer, count, type, request);
}

TRENZA_RECORDED(MPI_File_iread_shared)
(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  const Call call;
  return TRENZA_MPI(MPI_File_iread_shared)(file, buffer, count, type, request);
}
