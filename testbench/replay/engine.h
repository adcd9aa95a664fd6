// Executes the processes of a trace: it decides when each operation runs. It knows nothing of the network.
#pragma once

#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "microarch/archive.h"
#include "testbench/replay/mailbox_queues.h"
#include "testbench/replay/program.h"

namespace trenza::testbench {

/// Event-driven execution of a program. docs/traces.md has the rules.
class ReplayEngine {
 public:
  static constexpr Picoseconds kNoEvent = std::numeric_limits<Picoseconds>::max();

  /// Messages with is_local[message] arrive in the moment in which they are sent. The program must outlive the engine.
  ReplayEngine(const ReplayProgram& program, std::vector<bool> is_local, Picoseconds send_overhead,
               Picoseconds receive_overhead);

  /// Time of the next event that needs no message from outside; kNoEvent if there is none.
  Picoseconds next_event() const;

  /// Executes everything up to and including `time`. Throws InputError when the replay would last longer than
  /// kMaxPicoseconds.
  void run_until(Picoseconds time);

  /// The message has arrived. `time` must not be before what has been executed; what follows at `time` is executed.
  /// Messages that arrive at the same time must come in the order of their ranks.
  void arrive(std::uint32_t message, Picoseconds time);

  /// The send operations that have ended since the last clear_sent(): the network must carry their messages.
  const std::vector<std::uint32_t>& sent() const { return sent_; }
  void clear_sent() { sent_.clear(); }

  std::size_t finished() const { return finished_; }
  bool is_done() const { return finished_ == program_.operations(); }
  /// Time at which the operation that ended last ended.
  Picoseconds end_time() const { return end_time_; }
  /// Ranks that have operations left.
  std::vector<std::uint32_t> unfinished_ranks() const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [program, is_local, send_overhead, receive_overhead, waiting, next, message_state, has_ended, cpus, steps,
           ends, sent, finished, end_time, mailboxes] = self;
    archive(waiting, next, message_state, has_ended, cpus, steps, sent, finished, end_time);
    microarch::archive_queue(ends, archive);
    if (program.mailboxes > 0) archive(mailboxes);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Cpu {
    std::uint32_t first = kNone;  ///< of the operations that wait for it, in the order in which they began to wait
    std::uint32_t last = kNone;
    bool is_busy = false;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [first, last, is_busy] = self;
      archive(first, last, is_busy);
    }
  };
  enum MessageState : std::uint8_t { posted = 1, arrived = 2 };
  enum class Step : std::uint8_t { ready, ended };

  void settle(Picoseconds time);
  void make_ready(std::uint32_t op, Picoseconds time);
  void end(std::uint32_t op, Picoseconds time);
  void complete_receive(std::uint32_t op, Picoseconds time);
  void enqueue(std::uint32_t op, Picoseconds time);
  void dispatch(Cpu& cpu, Picoseconds time);
  void start(std::uint32_t op, Cpu& cpu, Picoseconds time);
  void release(std::uint32_t op, bool on_start);
  void take_message(std::uint32_t message, Picoseconds time);

  const ReplayProgram& program_;
  std::vector<bool> is_local_;
  Picoseconds send_overhead_;
  Picoseconds receive_overhead_;
  LargeArray<std::uint32_t> waiting_;  ///< by operation: conditions left
  LargeArray<std::uint32_t> next_;     ///< by operation: the next one that waits for the same cpu
  LargeArray<std::uint8_t> message_state_;
  std::vector<bool> has_ended_;
  std::vector<Cpu> cpus_;
  std::vector<std::pair<std::uint32_t, Step>> steps_;  ///< to do now, first in first out
  using End = std::pair<Picoseconds, std::uint32_t>;   ///< time and operation
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::vector<std::uint32_t> sent_;
  std::size_t finished_ = 0;
  Picoseconds end_time_ = 0;
  MailboxQueues mailboxes_;
};

}  // namespace trenza::testbench
