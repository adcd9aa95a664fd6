/* A small MPI program that counts what it does, for the test of `trenza trace record`. Each count is made where the call
   is, by what the program knows of it, and printed per rank: "rank R NAME N". Messages of no bytes count as one byte.

   program            everything
   program p2p        only sends and receives with a source and a tag, between ranks of the world */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, ranks;
static long sends, sent_bytes, receives, received_bytes, any_source, any_tag, collectives;

static long at_least_one(long bytes) { return bytes > 0 ? bytes : 1; }

static void count_send(long bytes) {
  ++sends;
  sent_bytes += at_least_one(bytes);
}

static void count_receive(long bytes, int from, int tag) {
  ++receives;
  received_bytes += at_least_one(bytes);
  any_source += from == MPI_ANY_SOURCE;
  any_tag += tag == MPI_ANY_TAG;
}

static void work(void) {
  static volatile double x = 1.0;
  int i;
  for (i = 0; i < 20000; ++i) x = x * 1.0000001 + 1e-9;
}

/* A ring by blocking calls: even ranks send first. */
static void blocking(void) {
  double values[100] = {0};
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Status status;
  work();
  if (rank % 2 == 0) {
    MPI_Send(values, 100, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
    MPI_Recv(values, 100, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, &status);
  } else {
    MPI_Recv(values, 100, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ssend(values, 100, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
  }
  count_send(800);
  count_receive(800, left, 7);
  /* The receive has more room than comes. */
  MPI_Sendrecv(values, 3, MPI_INT, right, 8, values + 50, 40, MPI_INT, left, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  count_send(12);
  count_receive(12, left, 8);
  /* Nobody is there. */
  MPI_Send(values, 5, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Recv(values, 5, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void non_blocking(void) {
  char in[4][64], out[4][64];
  MPI_Request requests[8];
  int indices[8], done, i, flag = 0, left_over = 0;
  memset(out, 0, sizeof out);
  for (i = 0; i < 3; ++i) {
    MPI_Irecv(in[i], 64, MPI_BYTE, (rank + ranks - 1) % ranks, 20 + i, MPI_COMM_WORLD, &requests[i]);
    count_receive(10 * i, 0, 0);
  }
  for (i = 0; i < 3; ++i) {
    MPI_Isend(out[i], 10 * i, MPI_BYTE, (rank + 1) % ranks, 20 + i, MPI_COMM_WORLD, &requests[3 + i]);
    count_send(10 * i);
  }
  MPI_Irecv(in[3], 64, MPI_BYTE, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &requests[6]);
  work();
  MPI_Waitany(1, &requests[4], &done, MPI_STATUS_IGNORE);
  while (left_over < 2) { /* the receives 0 and 1 */
    MPI_Waitsome(2, requests, &done, indices, MPI_STATUSES_IGNORE);
    left_over += done;
  }
  while (!flag) MPI_Test(&requests[2], &flag, MPI_STATUS_IGNORE);
  MPI_Waitall(7, requests, MPI_STATUSES_IGNORE);
  /* Persistent requests, started twice. */
  MPI_Recv_init(in[0], 16, MPI_INT, (rank + 2) % ranks, 30, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out[0], 16, MPI_INT, (rank + ranks - 2) % ranks, 30, MPI_COMM_WORLD, &requests[1]);
  for (i = 0; i < 2; ++i) {
    MPI_Startall(2, requests);
    count_receive(64, 0, 0);
    count_send(64);
    work();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  /* A receive for which nothing comes. */
  MPI_Irecv(in[0], 64, MPI_BYTE, (rank + 1) % ranks, 99, MPI_COMM_WORLD, &requests[0]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

/* The less common forms, each once around the ring. */
static void others(void) {
  static char space[4096];
  char in[9][8] = {{0}}, out[9][8] = {{0}};
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Request in_requests[9], out_requests[9];
  MPI_Message message;
  void* old;
  int i, flag = 0, index, done, indices[2], size, count = 0;
  MPI_Buffer_attach(space, sizeof space);
  for (i = 0; i < 9; ++i) MPI_Irecv(in[i], 8, MPI_CHAR, left, 60 + i, MPI_COMM_WORLD, &in_requests[i]);
  MPI_Barrier(MPI_COMM_WORLD); /* a ready send may find its receive */
  ++collectives;
  MPI_Bsend(out[0], 1, MPI_CHAR, right, 60, MPI_COMM_WORLD);
  MPI_Rsend(out[1], 2, MPI_CHAR, right, 61, MPI_COMM_WORLD);
  MPI_Ibsend(out[2], 3, MPI_CHAR, right, 62, MPI_COMM_WORLD, &out_requests[2]);
  MPI_Issend(out[3], 4, MPI_CHAR, right, 63, MPI_COMM_WORLD, &out_requests[3]);
  MPI_Irsend(out[4], 5, MPI_CHAR, right, 64, MPI_COMM_WORLD, &out_requests[4]);
  MPI_Ssend_init(out[5], 6, MPI_CHAR, right, 65, MPI_COMM_WORLD, &out_requests[5]);
  MPI_Bsend_init(out[6], 7, MPI_CHAR, right, 66, MPI_COMM_WORLD, &out_requests[6]);
  MPI_Rsend_init(out[7], 8, MPI_CHAR, right, 67, MPI_COMM_WORLD, &out_requests[7]);
  MPI_Start(&out_requests[5]);
  MPI_Startall(2, &out_requests[6]);
  MPI_Ssend_init(out[8], 8, MPI_CHAR, MPI_PROC_NULL, 68, MPI_COMM_WORLD, &out_requests[8]);
  MPI_Start(&out_requests[8]);
  for (i = 0; i < 8; ++i) {
    count_send(i + 1);
    count_receive(i + 1, left, 60 + i);
  }
  while (!flag) MPI_Testall(2, in_requests, &flag, MPI_STATUSES_IGNORE);
  for (flag = 0; !flag;) MPI_Testany(1, &in_requests[2], &index, &flag, MPI_STATUS_IGNORE);
  while (count < 2) {
    MPI_Testsome(2, &in_requests[3], &done, indices, MPI_STATUSES_IGNORE);
    count += done;
  }
  MPI_Waitall(3, &in_requests[5], MPI_STATUSES_IGNORE);
  MPI_Waitall(7, &out_requests[2], MPI_STATUSES_IGNORE);
  for (i = 5; i < 9; ++i) MPI_Request_free(&out_requests[i]);
  MPI_Isend(out[8], 8, MPI_CHAR, right, 68, MPI_COMM_WORLD, &out_requests[0]);
  MPI_Isend(out[0], 6, MPI_CHAR, right, 69, MPI_COMM_WORLD, &out_requests[1]);
  for (flag = 0; !flag;) MPI_Improbe(left, 69, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(in[0], 8, MPI_CHAR, &message, &in_requests[0]);
  MPI_Wait(&in_requests[8], MPI_STATUS_IGNORE);
  MPI_Wait(&in_requests[0], MPI_STATUS_IGNORE);
  MPI_Waitall(2, out_requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv_replace(in[0], 5, MPI_CHAR, right, 70, left, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  count_send(8);
  count_send(6);
  count_send(5);
  count_receive(8, left, 68);
  count_receive(6, left, 69);
  count_receive(5, left, 70);
  for (flag = 0; flag;) MPI_Iprobe(left, 71, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&old, &size);
}

/* All send to rank 0, which takes them as they come, once with their tag, once with any, once after a probe. */
static void any(void) {
  int value = rank, i;
  MPI_Request request;
  MPI_Status status;
  MPI_Message message;
  if (rank != 0) {
    for (i = 0; i < 3; ++i) {
      MPI_Send(&value, 1, MPI_INT, 0, 40 + i, MPI_COMM_WORLD);
      count_send(4);
    }
    return;
  }
  for (i = 1; i < ranks; ++i) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 40, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count_receive(4, MPI_ANY_SOURCE, 40);
  }
  for (i = 1; i < ranks; ++i) {
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 41, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    count_receive(4, MPI_ANY_SOURCE, 41);
  }
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  count_receive(4, MPI_ANY_SOURCE, MPI_ANY_TAG);
  for (i = 2; i < ranks; ++i) {
    MPI_Probe(MPI_ANY_SOURCE, 42, MPI_COMM_WORLD, &status);
    MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count_receive(4, MPI_ANY_SOURCE, 42); /* as the probe was asked for */
  }
}

static void collective_non_blocking(MPI_Comm comm, int size, int member) {
  int from[64] = {0}, all[14][64] = {{0}}, counts[8], places[8], bytes[8], i;
  MPI_Request requests[14];
  MPI_Datatype types[8];
  for (i = 0; i < size; ++i) {
    counts[i] = 2;
    places[i] = 4 * i;
    bytes[i] = 16 * i;
    types[i] = MPI_INT;
  }
  MPI_Ireduce(from, all[0], 3, MPI_INT, MPI_SUM, 0, comm, &requests[0]);
  MPI_Igather(from, 2, MPI_INT, all[1], 2, MPI_INT, 0, comm, &requests[1]);
  MPI_Iscatter(from, 2, MPI_INT, all[2], 2, MPI_INT, 0, comm, &requests[2]);
  MPI_Iallgather(from, 2, MPI_INT, all[3], 2, MPI_INT, comm, &requests[3]);
  MPI_Ialltoall(from, 2, MPI_INT, all[4], 2, MPI_INT, comm, &requests[4]);
  MPI_Igatherv(from, 2, MPI_INT, all[5], counts, places, MPI_INT, 0, comm, &requests[5]);
  MPI_Iscatterv(from, counts, places, MPI_INT, all[6], 2, MPI_INT, 0, comm, &requests[6]);
  MPI_Iallgatherv(from, 2, MPI_INT, all[7], counts, places, MPI_INT, comm, &requests[7]); /* one size: allgather */
  MPI_Ialltoallv(from, counts, places, MPI_INT, all[8], counts, places, MPI_INT, comm, &requests[8]);
  MPI_Ialltoallw(from, counts, bytes, types, all[9], counts, bytes, types, comm, &requests[9]);
  MPI_Iscan(from, all[10], 3, MPI_INT, MPI_SUM, comm, &requests[10]);
  MPI_Iexscan(from, all[11], 3, MPI_INT, MPI_SUM, comm, &requests[11]);
  MPI_Ireduce_scatter(from, all[12], counts, MPI_INT, MPI_SUM, comm, &requests[12]);
  MPI_Ireduce_scatter_block(from, all[13], 3, MPI_INT, MPI_SUM, comm, &requests[13]);
  MPI_Waitall(14, requests, MPI_STATUSES_IGNORE);
  MPI_Exscan(from, all[0], 3, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter_block(from, all[0], 3, MPI_INT, MPI_SUM, comm);
  MPI_Alltoallw(from, counts, bytes, types, all[1], counts, bytes, types, comm);
  /* In place, where what is sent is given by what is received. */
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all[0], 4, MPI_INT, comm);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all[0], 4, MPI_INT, comm);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all[0], counts, places, MPI_INT, comm);
  if (member == 0) {
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all[0], 4, MPI_INT, 0, comm);
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all[0], counts, places, MPI_INT, 0, comm);
    MPI_Scatter(all[0], 4, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, comm);
  } else {
    MPI_Gather(from, 4, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, comm);
    MPI_Gatherv(from, 2, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, comm);
    MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, from, 4, MPI_INT, 0, comm);
  }
  MPI_Bcast(from, 0, MPI_INT, 0, comm); /* moves nothing */
  collectives += 23;
}

static void collective(MPI_Comm comm) {
  int own[64] = {0}, all[64] = {0}, counts[8], places[8], size, member, i;
  MPI_Request request;
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &member);
  for (i = 0; i < size; ++i) {
    counts[i] = i + 1;
    places[i] = 8 * i;
  }
  MPI_Barrier(comm);
  MPI_Bcast(own, 10, MPI_INT, size - 1, comm);
  MPI_Reduce(own, all, 5, MPI_INT, MPI_SUM, 0, comm);
  MPI_Allreduce(MPI_IN_PLACE, all, 6, MPI_INT, MPI_SUM, comm);
  MPI_Gather(own, 2, MPI_INT, all, 2, MPI_INT, 0, comm);
  MPI_Scatter(all, 3, MPI_INT, own, 3, MPI_INT, 0, comm);
  MPI_Allgather(own, 4, MPI_INT, all, 4, MPI_INT, comm);
  MPI_Alltoall(own, 5, MPI_INT, all, 5, MPI_INT, comm);
  MPI_Scan(own, all, 7, MPI_INT, MPI_SUM, comm);
  MPI_Gatherv(own, member + 1, MPI_INT, all, counts, places, MPI_INT, 0, comm);
  MPI_Scatterv(all, counts, places, MPI_INT, own, member + 1, MPI_INT, 0, comm);
  MPI_Allgatherv(own, member + 1, MPI_INT, all, counts, places, MPI_INT, comm);
  for (i = 0; i < size; ++i) counts[i] = 1;
  MPI_Alltoallv(own, counts, places, MPI_INT, all, counts, places, MPI_INT, comm);
  MPI_Reduce_scatter(own, all, counts, MPI_INT, MPI_SUM, comm);
  MPI_Ibarrier(comm, &request);
  work();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iallreduce(own, all, 8, MPI_INT, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ibcast(own, 9, MPI_INT, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  collectives += 17;
  collective_non_blocking(comm, size, member);
}

/* Rows and columns of a square; the same tags as on the world, taken in the other order. */
static void communicators(void) {
  MPI_Comm row, column, copy, cart, group_comm;
  MPI_Group world, group;
  int sizes[2] = {2, 2}, periods[2] = {1, 1}, value = 0, first[2] = {0, 1};
  MPI_Request request;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &column); /* the greater rank comes first */
  MPI_Comm_dup(row, &copy);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &cart);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, first, &group);
  collective(row);
  collective(column);
  collective(MPI_COMM_WORLD);
  MPI_Barrier(cart);
  ++collectives;
  if (rank < 2) {
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 5, &group_comm);
    MPI_Barrier(group_comm);
    ++collectives;
    MPI_Comm_free(&group_comm);
  }
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 50, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 0, MPI_INT, 1, 50, copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    count_send(4);
    count_send(0);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count_receive(0, MPI_ANY_SOURCE, 50); /* on a communicator other than the world the tag is written */
    count_receive(4, 0, 50);
  }
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&cart);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
}

static void print(const char* name, long count) { printf("rank %d %s %ld\n", rank, name, count); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  blocking();
  non_blocking();
  if (argc < 2) {
    others();
    any();
    communicators();
  }
  print("sends", sends);
  print("sent_bytes", sent_bytes);
  print("receives", receives);
  print("received_bytes", received_bytes);
  print("any_source", any_source);
  print("any_tag", any_tag);
  print("collectives", collectives);
  MPI_Finalize();
  return 0;
}
