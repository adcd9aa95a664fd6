// What the program asks of MPI. It is a module of its own (mpi/mpi_module.cpp), loaded when --mpi is given, so that the
// program runs where there is no MPI.
#pragma once

extern "C" {

/// Begins. Returns 0, or the error of MPI.
using TrenzaMpiBegin = int (*)(int* rank, int* size);
/// Sends a text to a rank. Returns 0, or the error of MPI.
using TrenzaMpiSend = int (*)(int rank, const char* text, int length);
/// Looks for a text without waiting. Returns its length, or -1 if there is none; the text stays until the next call.
using TrenzaMpiReceive = int (*)(int* from, const char** text);
/// Ends, when all ranks do.
using TrenzaMpiEnd = void (*)();
}

/// The names of the functions in the module.
inline constexpr const char* kTrenzaMpiBegin = "trenza_mpi_begin";
inline constexpr const char* kTrenzaMpiSend = "trenza_mpi_send";
inline constexpr const char* kTrenzaMpiReceive = "trenza_mpi_receive";
inline constexpr const char* kTrenzaMpiEnd = "trenza_mpi_end";
