/* One case of `trenza trace record` each, for its test: the first argument says which. What is to be found in the trace is
   said in tests/cli_record_test.cpp. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank, ranks;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Rank r computes for 20 (r + 1) ms; it also sleeps, and waits in MPI for the others, which is no computation. */
static void computation(void) {
  const double end = seconds() + 0.02 * (rank + 1);
  while (seconds() < end) continue;
  usleep(50000);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 1 looks again and again for a message that rank 0 sends after 100 ms: waiting, not computation. */
static void polling(void) {
  int flag = 0, value = 0;
  MPI_Request request;
  if (rank == 0) {
    usleep(100000);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
}

static void compute(double length) {
  const double end = seconds() + length;
  while (seconds() < end) continue;
}

/* Rank 0 sends to rank 1, and both compute before and after they wait for that. */
static void overlap(void) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  compute(0.001); /* a time too short to be written would leave out the first operation */
  if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  compute(0.01);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  compute(0.02);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  compute(0.03);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Two messages and two barriers lie in the region; one message leads into it, one out of it. */
static void region(void) {
  int value = 0, into = 0;
  MPI_Request early = MPI_REQUEST_NULL, late = MPI_REQUEST_NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &early);
  MPI_Pcontrol(1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&into, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_Wait(&early, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Isend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &late);
  }
  if (rank == 1) {
    MPI_Recv(&into, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
  }
  if (rank == 0) MPI_Recv(&into, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(0);
  if (rank == 1) MPI_Recv(&into, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&late, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Many communicators, made and freed: handles come back, and ranks make different numbers of them. */
static void communicators(void) {
  int i, value = rank, into = 0;
  MPI_Group world, pair;
  MPI_Comm made, inter, merged;
  MPI_Request request;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (i = 0; i < 4; ++i) {
    MPI_Comm_split(MPI_COMM_WORLD, rank == i ? MPI_UNDEFINED : 0, rank, &made);
    if (made != MPI_COMM_NULL) {
      MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, made);
      MPI_Comm_free(&made);
    }
  }
  for (i = 1; i < ranks; ++i) { /* rank 0 makes three of a tag, the others one */
    const int members[2] = {i, 0};
    if (rank != 0 && rank != i) continue;
    MPI_Group_incl(world, 2, members, &pair);
    MPI_Comm_create_group(MPI_COMM_WORLD, pair, 9, &made);
    MPI_Bcast(&value, 1, MPI_INT, 0, made);
    MPI_Comm_free(&made);
    MPI_Group_free(&pair);
  }
  MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % ranks, 3, &into, 1, MPI_INT, MPI_ANY_SOURCE, 3, made, MPI_STATUS_IGNORE);
  MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &made);
  MPI_Intercomm_create(made, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
  MPI_Intercomm_merge(inter, rank >= 2, &merged);
  MPI_Reduce(&value, &into, 1, MPI_INT, MPI_SUM, 3, merged);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Barrier(made);
  MPI_Comm_free(&made);
}

static void inter_communicator(void) {
  int counts[2] = {0, 0}, value = 0;
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
  MPI_Scatterv(&value, counts, counts, MPI_INT, &value, 0, MPI_INT, rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0,
               inter);
}

static void one_sided(void) {
  int memory = 0, value = 1;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void neighbours(void) {
  int sizes[1] = {0}, periods[1] = {1}, in[2], out[2] = {0, 0};
  MPI_Comm ring;
  sizes[0] = ranks;
  MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, periods, 0, &ring);
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
}

/* The next number of a stream that is the same on all ranks. */
static unsigned draw(unsigned most) {
  static unsigned long long state = 12345;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33) % most;
}

/* Messages between random ranks on three communicators, sent and received by random functions and waited for in random
   order. Receives are from any source and of any tag on the second communicator, and of any tag of a source on the third. */
static void random_messages(void) {
  enum { rounds = 20, most = 40, room = 3000 };
  static char in[most][room], out[most][room];
  MPI_Comm comms[3] = {MPI_COMM_WORLD, MPI_COMM_NULL, MPI_COMM_NULL};
  int round, i;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[1]);
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]);
  for (round = 0; round < rounds; ++round) {
    MPI_Request requests[2 * most];
    int active = 0, left, index, sender, receiver, which, tag, size, mode, wait_now;
    for (i = 0; i < most; ++i) {
      sender = (int)draw((unsigned)ranks);
      receiver = (int)draw((unsigned)ranks);
      which = (int)draw(3);
      tag = (int)draw(3);
      size = (int)draw(room);
      mode = (int)draw(3);
      wait_now = draw(4) == 0;
      if (receiver == rank) {
        const int source = which == 1 ? MPI_ANY_SOURCE : sender;
        MPI_Irecv(in[i], room, MPI_CHAR, source, which == 0 ? tag : MPI_ANY_TAG, comms[which], &requests[active++]);
      }
      if (sender == rank) {
        const int to = which == 1 ? ranks - 1 - receiver : receiver; /* its ranks are the other way round */
        if (mode == 0) MPI_Isend(out[i], size, MPI_CHAR, to, tag, comms[which], &requests[active++]);
        if (mode == 1) MPI_Issend(out[i], size, MPI_CHAR, to, tag, comms[which], &requests[active++]);
        if (mode == 2) MPI_Send(out[i], size > 500 ? 500 : size, MPI_CHAR, to, tag, comms[which]);
      }
      if (wait_now && active > 0) MPI_Testany(active, requests, &index, &left, MPI_STATUS_IGNORE);
    }
    for (left = 0; left != MPI_UNDEFINED;) MPI_Waitany(active, requests, &left, MPI_STATUS_IGNORE);
    MPI_Barrier(comms[round % 3]);
  }
  MPI_Comm_free(&comms[1]);
  MPI_Comm_free(&comms[2]);
}

static void* send_to_myself(void* unused) {
  int value = 0;
  MPI_Request request;
  MPI_Isend(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  return unused;
}

static void second_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, send_to_myself, NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
  const char* const name = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (strcmp(name, "computation") == 0) computation();
  if (strcmp(name, "overlap") == 0) overlap();
  if (strcmp(name, "polling") == 0) polling();
  if (strcmp(name, "region") == 0) region();
  if (strcmp(name, "communicators") == 0) communicators();
  if (strcmp(name, "inter") == 0) inter_communicator();
  if (strcmp(name, "one_sided") == 0) one_sided();
  if (strcmp(name, "random") == 0) random_messages();
  if (strcmp(name, "thread") == 0) second_thread();
  if (strcmp(name, "neighbours") == 0) neighbours();
  if (strcmp(name, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  if (strcmp(name, "kill") == 0 && rank == 1) abort();
  if (strcmp(name, "exit") == 0) _exit(0); /* without MPI_Finalize */
  MPI_Finalize();
  return 0;
}
