#include "testbench/goal/rendezvous.h"

#include <utility>

#include "testbench/goal/matching.h"
#include "testbench/goal/trace_rewriter.h"

namespace trenza::testbench {

namespace {

class Rendezvous : public TraceRewriter {
 public:
  Rendezvous(GoalTrace trace, std::uint64_t eager_bytes)
      : TraceRewriter(std::move(trace)), eager_bytes_(eager_bytes), partner_(match_messages(old_trace())) {}

 protected:
  Replacement replace(std::uint32_t operation, std::uint32_t /*rank*/) override {
    const GoalOperation& op = old_trace().operations[operation];
    if (partner_[operation] == kNoPartner) return keep(operation);
    const bool is_send = op.kind == OperationKind::send;
    const std::uint32_t send = is_send ? operation : partner_[operation];
    // The send says the size: a receive may have more room.
    if (old_trace().operations[send].amount <= eager_bytes_) return keep(operation);
    const OperationRange question = control(operation, is_send, kQuestionTag + send);
    if (is_send) {
      const OperationRange answer = control(operation, false, kAnswerTag + send);
      const OperationRange message = add(op, operation);
      wait(message, answer, false);
      return {{question.begin, answer.end}, message};
    }
    const OperationRange message = add(op, operation);
    wait(control(operation, true, kAnswerTag + send), question, false);
    return {{question.begin, message.end}, message};
  }

 private:
  OperationRange control(std::uint32_t operation, bool is_send, std::uint64_t tag) {
    GoalOperation op;
    op.kind = is_send ? OperationKind::send : OperationKind::recv;
    op.peer = old_trace().operations[operation].peer;
    op.cpu = old_trace().operations[operation].cpu;
    op.tag = tag;
    return add(op, operation);
  }

  std::uint64_t eager_bytes_;
  LargeArray<std::uint32_t> partner_;
};

}  // namespace

GoalTrace with_rendezvous(GoalTrace trace, std::uint64_t eager_bytes) {
  return Rendezvous(std::move(trace), eager_bytes).rewrite();
}

}  // namespace trenza::testbench
