! A small MPI program in Fortran that counts what it does, as program.c does, for the test of `trenza trace record`. The
! interface is that of the preprocessor's word RECORD_F08 (use mpi_f08), RECORD_MPIF (mpif.h), otherwise use mpi. Lines are
! "rank R NAME N". With an argument: only sends and receives with a source and a tag, between ranks of the world.
program recorded
#if defined(RECORD_F08)
  use mpi_f08
#elif !defined(RECORD_MPIF)
  use mpi
#endif
  implicit none
#if defined(RECORD_MPIF)
  include 'mpif.h'
#endif
#if defined(RECORD_F08)
  type(MPI_Comm) :: row
  type(MPI_Request) :: requests(4), request
  type(MPI_Status) :: status, statuses(4)
#else
  integer :: row
  integer :: requests(4), request
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4)
#endif
  integer :: error, me, ranks, left, right, i, came, place
  integer :: sends = 0, sent_bytes = 0, receives = 0, received_bytes = 0, any_source = 0, any_tag = 0, collectives = 0
  double precision :: values(100), others(100)
  integer :: numbers(64), all(64)
  logical :: flag

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  left = mod(me + ranks - 1, ranks)
  right = mod(me + 1, ranks)
  values = me
  numbers = me

  ! A ring, by blocking and by non-blocking calls.
  if (mod(me, 2) == 0) then
    call MPI_Send(values, 100, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, error)
    call MPI_Recv(others, 100, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, status, error)
  else
    call MPI_Recv(others, 100, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Send(values, 100, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, error)
  end if
  call sent(800)
  call received(800)
  call MPI_Sendrecv(numbers, 3, MPI_INTEGER, right, 8, all, 40, MPI_INTEGER, left, 8, MPI_COMM_WORLD, status, error)
  call sent(12)
  call received(12)
  call MPI_Irecv(others, 50, MPI_DOUBLE_PRECISION, left, 9, MPI_COMM_WORLD, requests(1), error)
  call MPI_Irecv(others(51), 50, MPI_DOUBLE_PRECISION, right, 10, MPI_COMM_WORLD, requests(2), error)
  call MPI_Isend(values, 20, MPI_DOUBLE_PRECISION, right, 9, MPI_COMM_WORLD, requests(3), error)
  call MPI_Isend(values, 30, MPI_DOUBLE_PRECISION, left, 10, MPI_COMM_WORLD, requests(4), error)
  call sent(160)
  call sent(240)
  call received(160)
  call received(240)
  do i = 1, 10000
    values = values * 1.0000001d0 + 1d-9
  end do
  call MPI_Wait(requests(1), status, error)
  flag = .false.
  do while (.not. flag)
    call MPI_Test(requests(2), flag, MPI_STATUS_IGNORE, error)
  end do
  call MPI_Waitall(4, requests, statuses, error)
  call MPI_Send_init(numbers, 4, MPI_INTEGER, right, 11, MPI_COMM_WORLD, requests(1), error)
  call MPI_Recv_init(all, 4, MPI_INTEGER, left, 11, MPI_COMM_WORLD, requests(2), error)
  do i = 1, 3
    call MPI_Startall(2, requests, error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    call sent(16)
    call received(16)
  end do
  call MPI_Request_free(requests(1), error)
  call MPI_Request_free(requests(2), error)

  if (command_argument_count() == 0) then
    ! From any source, with a tag and without one.
    if (me == 0) then
      do i = 1, ranks - 1
        call MPI_Recv(came, 1, MPI_INTEGER, MPI_ANY_SOURCE, 40, MPI_COMM_WORLD, status, error)
        call received(4)
        any_source = any_source + 1
      end do
      do i = 1, ranks - 1
        call MPI_Irecv(came, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests(1), error)
        call MPI_Waitany(1, requests, place, status, error)
        call received(4)
        any_source = any_source + 1
        any_tag = any_tag + 1
      end do
    else
      call MPI_Send(me, 1, MPI_INTEGER, 0, 40, MPI_COMM_WORLD, error)
      call MPI_Send(me, 1, MPI_INTEGER, 0, 41, MPI_COMM_WORLD, error)
      call sent(4)
      call MPI_Recv(came, 1, MPI_INTEGER, 0, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
      call received(4)
      call sent(4)
    end if
    if (me == 0) then
      do i = 1, ranks - 1
        call MPI_Send(me, 1, MPI_INTEGER, i, 42, MPI_COMM_WORLD, error)
        call sent(4)
      end do
    end if

    ! Collectives, on the world and on rows of two.
    call MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, row, error)
    call collective(MPI_COMM_WORLD)
    call collective(row)
    if (mod(me, 2) == 0) then
      call MPI_Send(values, 2, MPI_DOUBLE_PRECISION, 1, 50, row, error)
      call sent(16)
    else
      call MPI_Recv(others, 2, MPI_DOUBLE_PRECISION, 0, 50, row, status, error)
      call received(16)
    end if
    call MPI_Comm_free(row, error)
  end if

  call show('sends', sends)
  call show('sent_bytes', sent_bytes)
  call show('receives', receives)
  call show('received_bytes', received_bytes)
  call show('any_source', any_source)
  call show('any_tag', any_tag)
  call show('collectives', collectives)
  call MPI_Finalize(error)

contains

  subroutine sent(bytes)
    integer, intent(in) :: bytes
    sends = sends + 1
    sent_bytes = sent_bytes + bytes
  end subroutine sent

  subroutine received(bytes)
    integer, intent(in) :: bytes
    receives = receives + 1
    received_bytes = received_bytes + bytes
  end subroutine received

  subroutine collective(comm)
#if defined(RECORD_F08)
    type(MPI_Comm), intent(in) :: comm
#else
    integer, intent(in) :: comm
#endif
    call MPI_Barrier(comm, error)
    call MPI_Bcast(values, 10, MPI_DOUBLE_PRECISION, 1, comm, error)
    call MPI_Reduce(values, others, 5, MPI_DOUBLE_PRECISION, MPI_SUM, 0, comm, error)
    call MPI_Allreduce(MPI_IN_PLACE, others, 6, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
    call MPI_Gather(numbers, 2, MPI_INTEGER, all, 2, MPI_INTEGER, 0, comm, error)
    call MPI_Scatter(all, 3, MPI_INTEGER, numbers, 3, MPI_INTEGER, 0, comm, error)
    call MPI_Allgather(numbers, 4, MPI_INTEGER, all, 4, MPI_INTEGER, comm, error)
    call MPI_Alltoall(numbers, 5, MPI_INTEGER, all, 5, MPI_INTEGER, comm, error)
    call MPI_Scan(numbers, all, 7, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Iallreduce(values, others, 8, MPI_DOUBLE_PRECISION, MPI_SUM, comm, request, error)
    call MPI_Wait(request, status, error)
    collectives = collectives + 10
  end subroutine collective

  subroutine show(name, count)
    character(len=*), intent(in) :: name
    integer, intent(in) :: count
    write (*, '(a,i0,a,a,a,i0)') 'rank ', me, ' ', name, ' ', count
  end subroutine show
end program recorded
