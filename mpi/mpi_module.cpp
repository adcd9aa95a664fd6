// The module that `trenza sweep --mpi` loads: texts between the ranks of an MPI program.
#include <mpi.h>

#include <vector>

namespace {

constexpr int kTag = 1;

std::vector<char>& received() {
  static std::vector<char> text;
  return text;
}

}  // namespace

extern "C" int trenza_mpi_begin(int* rank, int* size) {
  if (const int error = MPI_Init(nullptr, nullptr); error != MPI_SUCCESS) return error;
  if (const int error = MPI_Comm_rank(MPI_COMM_WORLD, rank); error != MPI_SUCCESS) return error;
  return MPI_Comm_size(MPI_COMM_WORLD, size);
}

extern "C" int trenza_mpi_send(int rank, const char* text, int length) {
  return MPI_Send(text, length, MPI_CHAR, rank, kTag, MPI_COMM_WORLD);
}

extern "C" int trenza_mpi_receive(int* from, const char** text) {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return -1;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::vector<char>& bytes = received();
  bytes.resize(static_cast<std::size_t>(length) + 1);
  MPI_Recv(bytes.data(), length, MPI_CHAR, status.MPI_SOURCE, kTag, MPI_COMM_WORLD, &status);
  *from = status.MPI_SOURCE;
  *text = bytes.data();
  return length;
}

extern "C" void trenza_mpi_end() { MPI_Finalize(); }
