#include "testbench/replay/engine.h"

#include <algorithm>

#include "testbench/input_error.h"

namespace trenza::testbench {

ReplayEngine::ReplayEngine(const ReplayProgram& program, std::vector<bool> is_local, Picoseconds send_overhead,
                           Picoseconds receive_overhead)
    : program_(program),
      is_local_(std::move(is_local)),
      send_overhead_(send_overhead),
      receive_overhead_(receive_overhead),
      waiting_(program.dependencies.conditions),
      next_(program.store(), program.operations(), kNone),
      message_state_(program.store(), program.messages.size()),
      has_ended_(program.operations(), false),
      cpus_(program.cpus),
      mailboxes_(program) {
  for (std::uint32_t op = 0; op < program.operations(); ++op) {
    program.store()->tick();
    if (waiting_[op] == 0) steps_.emplace_back(op, Step::ready);
  }
}

Picoseconds ReplayEngine::next_event() const {
  if (!steps_.empty()) return 0;
  return ends_.empty() ? kNoEvent : ends_.top().first;
}

void ReplayEngine::run_until(Picoseconds time) {
  if (!steps_.empty()) settle(0);
  while (!ends_.empty() && ends_.top().first <= time) {
    const auto [moment, op] = ends_.top();
    ends_.pop();
    Cpu& cpu = cpus_[program_.cpu[op]];
    cpu.is_busy = false;
    steps_.emplace_back(op, Step::ended);
    dispatch(cpu, moment);
    settle(moment);
  }
}

void ReplayEngine::arrive(std::uint32_t message, Picoseconds time) {
  take_message(message, time);
  settle(time);
}

void ReplayEngine::settle(Picoseconds time) {
  // NOLINTNEXTLINE(modernize-loop-convert): steps are added while they are worked off
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const auto [op, step] = steps_[k];
    program_.store()->tick();
    if (step == Step::ready) {
      make_ready(op, time);
    } else {
      end(op, time);
    }
  }
  steps_.clear();
}

void ReplayEngine::make_ready(std::uint32_t op, Picoseconds time) {
  if (program_.kind[op] != OperationKind::recv) return enqueue(op, time);
  const std::uint64_t message = program_.amount[op];
  if (message >= kFromMailbox) {
    release(op, true);
    if (mailboxes_.post(static_cast<std::uint32_t>(message - kFromMailbox))) complete_receive(op, time);
    return;
  }
  std::uint8_t& state = message_state_[message];
  state |= posted;
  release(op, true);
  if ((state & arrived) != 0) complete_receive(op, time);
}

void ReplayEngine::take_message(std::uint32_t message, Picoseconds time) {
  const std::uint32_t recv = program_.messages[message].recv;
  if (recv >= kInMailbox) {
    mailboxes_.arrive(recv - kInMailbox, [&](std::uint32_t receive) {
      complete_receive(program_.mailbox_receives[receive].operation, time);
    });
    return;
  }
  std::uint8_t& state = message_state_[message];
  state |= arrived;
  if ((state & posted) != 0) complete_receive(recv, time);
}

void ReplayEngine::complete_receive(std::uint32_t op, Picoseconds time) {
  if (receive_overhead_ == 0) {
    steps_.emplace_back(op, Step::ended);
  } else {
    enqueue(op, time);
  }
}

void ReplayEngine::enqueue(std::uint32_t op, Picoseconds time) {
  Cpu& cpu = cpus_[program_.cpu[op]];
  if (cpu.first == kNone) {
    cpu.first = op;
  } else {
    next_[cpu.last] = op;
  }
  cpu.last = op;
  dispatch(cpu, time);
}

void ReplayEngine::dispatch(Cpu& cpu, Picoseconds time) {
  while (!cpu.is_busy && cpu.first != kNone) {
    const std::uint32_t op = cpu.first;
    cpu.first = next_[op];
    next_[op] = kNone;
    start(op, cpu, time);
  }
}

void ReplayEngine::start(std::uint32_t op, Cpu& cpu, Picoseconds time) {
  Picoseconds duration = receive_overhead_;
  if (program_.kind[op] != OperationKind::recv) {
    duration = program_.kind[op] == OperationKind::calc ? program_.amount[op] : send_overhead_;
    release(op, true);
  }
  if (duration == 0) {
    steps_.emplace_back(op, Step::ended);
    return;
  }
  if (duration >= kMaxPicoseconds || time + duration >= kMaxPicoseconds)
    throw InputError(ExperimentPart::trace, "the replay of this trace would last longer than 2^62 ps (53 days)");
  cpu.is_busy = true;
  ends_.emplace(time + duration, op);
}

void ReplayEngine::end(std::uint32_t op, Picoseconds time) {
  ++finished_;
  has_ended_[op] = true;
  end_time_ = time;
  if (program_.kind[op] == OperationKind::send) {
    const auto message = static_cast<std::uint32_t>(program_.amount[op]);
    const std::uint32_t recv = program_.messages[message].recv;
    if (recv >= kInMailbox) mailboxes_.send(recv - kInMailbox);
    if (is_local_[message]) {
      take_message(message, time);
    } else {
      sent_.push_back(op);
    }
  }
  release(op, false);
}

void ReplayEngine::release(std::uint32_t op, bool on_start) {
  program_.dependencies.visit(op, on_start, [this](std::uint32_t successor) {
    if (--waiting_[successor] == 0) steps_.emplace_back(successor, Step::ready);
  });
}

std::vector<std::uint32_t> ReplayEngine::unfinished_ranks() const {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < program_.ranks; ++rank) {
    bool is_done = true;
    for (std::uint32_t op = program_.first[rank]; op < program_.first[rank + 1]; ++op)
      is_done = is_done && has_ended_[op];
    if (!is_done) ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace trenza::testbench
