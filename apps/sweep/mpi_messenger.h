// Texts between the ranks of an MPI program.
#pragma once

#include <optional>
#include <string>

#include "apps/sweep/mpi_module.h"

namespace trenza::apps {

/// A text and who sent it.
struct MpiText {
  int from = 0;
  std::string text;
};

/// Begins MPI, and ends it with its life. One a process.
class MpiMessenger {
 public:
  /// Throws UsageError if the module or MPI itself is not there.
  MpiMessenger();
  ~MpiMessenger();
  MpiMessenger(const MpiMessenger&) = delete;
  MpiMessenger& operator=(const MpiMessenger&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Throws RunFailure.
  void send(int rank, const std::string& text) const;
  /// The next text, if there is one; does not wait.
  std::optional<MpiText> receive() const;

 private:
  int rank_ = 0;
  int size_ = 1;
  TrenzaMpiSend send_ = nullptr;
  TrenzaMpiReceive receive_ = nullptr;
  TrenzaMpiEnd end_ = nullptr;
};

}  // namespace trenza::apps
