#include "mpi/record/collective_records.h"

#include <algorithm>

namespace trenza::recorder {

namespace {

using List = std::vector<std::uint64_t>;

int own_rank(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

std::size_t size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return static_cast<std::size_t>(size);
}

void record(const CollectivePlace& place, Kind kind, std::uint64_t bytes, int root, bool moves, const List& list) {
  const auto communicator = recorder().find(place.comm);
  if (communicator == nullptr || communicator->members.size() < 2 || !moves) {
    if (place.request != nullptr) recorder().hold(*place.request, {});
    return;
  }
  Event event;
  event.kind = kind;
  event.communicator = communicator->number;
  event.partner = root;
  event.amount = bytes;
  recorder().add(event, place.request, nullptr, list);
}

/// Whether the communicator can be recorded. Lists of others are not even looked at: they have another length.
bool has_lists(const CollectivePlace& place) {
  if (recorder().find(place.comm) != nullptr) return true;
  if (place.request != nullptr) recorder().hold(*place.request, {});
  return false;
}

void record_list(const CollectivePlace& place, Kind kind, int root, const List& list) {
  record(place, kind, 0, root, true, list);
}

}  // namespace

std::uint64_t own_block(const void* buffer, int count, MPI_Datatype type) {
  return buffer == MPI_IN_PLACE ? 0 : bytes_of(count, type);
}

std::uint64_t block_of_root(int root, MPI_Comm comm, int count, MPI_Datatype type) {
  return own_rank(comm) == root ? bytes_of(count, type) : 0;
}

void record_barrier(const CollectivePlace& place) { record(place, Kind::barrier, 0, 0, true, {}); }

void record_bytes(const CollectivePlace& place, Kind kind, std::uint64_t bytes, int root) {
  record(place, kind, bytes, root, bytes > 0, {});
}

void record_rooted(const CollectivePlace& place, Kind kind, std::uint64_t own, std::uint64_t others, int root) {
  record_bytes(place, kind, own_rank(place.comm) == root ? others : own, root);
}

void record_to_each(const CollectivePlace& place, Kind kind, const Blocks& blocks) {
  if (!has_lists(place)) return;
  List list(size_of(place.comm));
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = bytes_of(blocks.counts[i], blocks.types == nullptr ? blocks.type : blocks.types[i]);
  record_list(place, kind, 0, list);
}

void record_gatherv(const CollectivePlace& place, const void* send_buffer, int send_count, MPI_Datatype send_type,
                    int root) {
  if (!has_lists(place)) return;
  List list(size_of(place.comm), 0);
  if (send_buffer != MPI_IN_PLACE) list[static_cast<std::size_t>(root)] = bytes_of(send_count, send_type);
  if (own_rank(place.comm) == root) list[static_cast<std::size_t>(root)] = 0;  // it keeps its own block
  record_list(place, Kind::alltoallv, root, list);
}

void record_scatterv(const CollectivePlace& place, const int* counts, MPI_Datatype type, int root) {
  if (!has_lists(place)) return;
  List list(size_of(place.comm), 0);
  if (own_rank(place.comm) == root) {
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = bytes_of(counts[i], type);
    list[static_cast<std::size_t>(root)] = 0;
  }
  record_list(place, Kind::alltoallv, root, list);
}

void record_allgatherv(const CollectivePlace& place, const int* counts, MPI_Datatype type) {
  if (!has_lists(place)) return;
  const std::size_t size = size_of(place.comm);
  const auto own = static_cast<std::size_t>(own_rank(place.comm));
  if (std::count(counts, counts + size, counts[0]) == static_cast<std::ptrdiff_t>(size)) {
    record_bytes(place, Kind::allgather, bytes_of(counts[0], type), 0);
    return;
  }
  List list(size, bytes_of(counts[own], type));
  list[own] = 0;
  record_list(place, Kind::alltoallv, 0, list);
}

void record_reduce_scatter_block(const CollectivePlace& place, int count, MPI_Datatype type) {
  if (!has_lists(place)) return;
  record_list(place, Kind::reduce_scatter, 0, List(size_of(place.comm), bytes_of(count, type)));
}

}  // namespace trenza::recorder
