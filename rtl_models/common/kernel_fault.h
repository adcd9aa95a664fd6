// Errors that pass the SystemC kernel with their type.
#pragma once

#include <exception>
#include <systemc>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

/// The kernel makes a report of every exception that leaves a process, and a report has only a text. What is to keep
/// its type is kept here on its way.
inline std::exception_ptr& kept_fault() {
  thread_local std::exception_ptr kept;
  return kept;
}

/// Throws `error`, inside or outside of a process.
template <typename Error>
[[noreturn]] void throw_through_kernel(const Error& error) {
  kept_fault() = std::make_exception_ptr(error);
  throw error;
}

/// Runs the kernel for `time`. Throws what throw_through_kernel() threw, and microarch::InvariantViolation with the
/// text of any other error.
inline void run_kernel(const sc_core::sc_time& time) {
  kept_fault() = nullptr;
  try {
    sc_core::sc_start(time);
  } catch (const sc_core::sc_report& report) {
    if (kept_fault()) std::rethrow_exception(std::exchange(kept_fault(), nullptr));
    throw microarch::InvariantViolation(report.get_msg());
  }
}

}  // namespace trenza::rtl_models
