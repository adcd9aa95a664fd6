// Strict initiators for tests of networks: they watch the rules of IEEE 1666 (phase order, exclusion of requests and
// responses) and the data, and write down what is wrong.
#pragma once

#include "tlm/terminals/terminals_test_support.h"

namespace trenza::tlm {

/// The behaviour of a strict initiator.
struct Workload {
  std::vector<NodeId> memories;
  NodeId node = 0;
  int transactions = 0;
  unsigned outstanding = 8;
  unsigned longest = 64;  ///< bytes
  unsigned slow = 20;     ///< the longest delay of a step in ns
  unsigned seed = 1;
};

/// Reads and writes its own slices of the memories and knows what must be there.
class Slices {
 public:
  static constexpr unsigned kSlots = 8;
  Slices(const Workload& workload, Dice& dice) : workload_(workload), dice_(dice) {}

  /// A slot that nobody uses; every one is taken: nothing.
  bool take(unsigned& slot) {
    const auto slots = kSlots * static_cast<unsigned>(workload_.memories.size());
    if (busy_.size() == slots) return false;
    slot = dice_.below(slots);
    while (busy_.count(slot) != 0) slot = (slot + 1) % slots;
    busy_.insert(slot);
    return true;
  }
  std::uint64_t address(unsigned slot) const {
    const NodeId memory = workload_.memories[slot / kSlots];
    return static_cast<std::uint64_t>(memory) * kMemoryBytes +
           (static_cast<std::uint64_t>(workload_.node) * kSlots + slot % kSlots) * workload_.longest;
  }
  /// Fills in what a write writes.
  void prepare(unsigned slot, Payload& payload) {
    std::vector<unsigned char>& known = known_[slot];
    known.resize(workload_.longest);
    if (!payload.is_write()) return;
    for (unsigned k = 0; k < payload.get_data_length(); ++k) {
      known[k] = payload.get_data_ptr()[k] = static_cast<unsigned char>(dice_.below(256));
    }
  }
  /// Whether the response is what it must be.
  bool finish(unsigned slot, const Payload& payload) {
    busy_.erase(slot);
    return payload.get_response_status() == ::tlm::TLM_OK_RESPONSE && payload.get_address() == address(slot) &&
           !payload.is_dmi_allowed() &&
           std::memcmp(known_[slot].data(), payload.get_data_ptr(), payload.get_data_length()) == 0;
  }

 private:
  const Workload& workload_;
  Dice& dice_;
  std::set<unsigned> busy_;
  std::map<unsigned, std::vector<unsigned char>> known_;
};

/// A message as the network's extension tells of it.
struct SeenMessage {
  NodeId source;
  NodeId destination;
  MessageTimes times;
};

/// An AT initiator that uses every variant of the base protocol, at random.
class StrictInitiator : public StrictParticipant {
 public:
  tlm_utils::simple_initiator_socket<StrictInitiator> socket{"socket"};
  SC_HAS_PROCESS(StrictInitiator);

  StrictInitiator(const sc_core::sc_module_name& name, const Workload& workload, Faults& faults)
      : StrictParticipant(name, workload.seed, faults), workload_(workload), slices_(workload_, dice_) {
    socket.register_nb_transport_bw(this, &StrictInitiator::nb_transport_bw);
    SC_METHOD(issue);
    sensitive << next_;
  }

  int responses() const { return responses_; }
  int delayed_end_requests() const { return delayed_end_requests_; }
  int payloads_in_use() const { return pool_.in_use(); }
  const std::vector<SeenMessage>& seen() const { return seen_; }

 private:
  struct Open {
    unsigned slot = 0;
    bool accepted = false;
    sc_time begin;
  };

  void issue() {
    unsigned slot = 0;
    if (request_ != nullptr || sent_ == workload_.transactions || open_.size() == workload_.outstanding) return;
    if (!slices_.take(slot)) return;
    Payload& payload =
        pool_.make(dice_.once_in(2) ? kRead : kWrite, slices_.address(slot), 1 + dice_.below(workload_.longest));
    slices_.prepare(slot, payload);
    ++sent_;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_time delay = dice_.delay(workload_.slow);
    request_ = &payload;
    open_[&payload] = {slot, false, sc_core::sc_time_stamp() + delay};
    const ::tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
    check(status != ::tlm::TLM_COMPLETED, "early completion", payload);
    if (status != ::tlm::TLM_UPDATED) return;
    check(phase == ::tlm::END_REQ, "another answer than END_REQ", payload);
    accept(payload);
  }

  void accept(Payload& payload) {
    check(request_ == &payload && !open_[&payload].accepted, "END_REQ without BEGIN_REQ", payload);
    check(sc_core::sc_time_stamp() >= open_[&payload].begin, "END_REQ before BEGIN_REQ is due", payload);
    delayed_end_requests_ += sc_core::sc_time_stamp() > open_[&payload].begin ? 1 : 0;
    open_[&payload].accepted = true;
    request_ = nullptr;
    next_.notify(dice_.delay(workload_.slow));
  }

  ::tlm::tlm_sync_enum nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) {
    check(delay == sc_core::SC_ZERO_TIME, "a delay of the network", payload);
    if (phase == ::tlm::END_REQ) {
      accept(payload);
      return ::tlm::TLM_ACCEPTED;
    }
    check(phase == ::tlm::BEGIN_RESP, "a phase that is neither END_REQ nor BEGIN_RESP", payload);
    check(response_ == nullptr && sc_core::sc_time_stamp() >= response_free_, "BEGIN_RESP before END_RESP", payload);
    if (open_.count(&payload) == 0) {
      check(false, "a response to nothing, or a second one", payload);
      return ::tlm::TLM_COMPLETED;
    }
    check(open_[&payload].accepted, "BEGIN_RESP before END_REQ", payload);
    check(slices_.finish(open_[&payload].slot, payload), "wrong data or status", payload);
    const NetworkExtension& extension = times_of(payload);
    const auto memory = static_cast<NodeId>(payload.get_address() / kMemoryBytes);
    seen_.push_back({workload_.node, memory, extension.request()});
    seen_.push_back({memory, workload_.node, extension.response()});
    open_.erase(&payload);
    ++responses_;
    next_.notify(dice_.delay(workload_.slow));
    return answer(payload, phase, delay);
  }

  ::tlm::tlm_sync_enum answer(Payload& payload, Phase& phase, sc_time& delay) {
    const unsigned way = dice_.below(3);
    if (way == 0) {
      response_ = &payload;
      later_.notify(payload, ::tlm::END_RESP, ns(1 + dice_.below(workload_.slow)));
      return ::tlm::TLM_ACCEPTED;
    }
    if (way == 1) phase = ::tlm::END_RESP;
    delay = dice_.delay(workload_.slow);
    response_free_ = sc_core::sc_time_stamp() + delay;
    payload.release();
    return way == 1 ? ::tlm::TLM_UPDATED : ::tlm::TLM_COMPLETED;
  }

  void end_response(Payload& payload, const Phase& /*phase*/) {
    Phase phase = ::tlm::END_RESP;
    sc_time delay = dice_.delay(workload_.slow);
    response_ = nullptr;
    response_free_ = sc_core::sc_time_stamp() + delay;
    socket->nb_transport_fw(payload, phase, delay);
    payload.release();
  }

  Workload workload_;
  Slices slices_;
  PayloadPool pool_;
  sc_core::sc_event next_{"next"};
  tlm_utils::peq_with_cb_and_phase<StrictInitiator> later_{this, &StrictInitiator::end_response};
  std::map<Payload*, Open> open_;
  Payload* request_ = nullptr;
  Payload* response_ = nullptr;
  sc_time response_free_;
  std::vector<SeenMessage> seen_;
  int sent_ = 0;
  int responses_ = 0;
  int delayed_end_requests_ = 0;
};

/// An LT initiator: a thread that calls b_transport, with a payload without memory manager, and with delays.
class BlockingInitiator : public StrictParticipant {
 public:
  tlm_utils::simple_initiator_socket<BlockingInitiator> socket{"socket"};
  SC_HAS_PROCESS(BlockingInitiator);

  BlockingInitiator(const sc_core::sc_module_name& name, const Workload& workload, Faults& faults)
      : StrictParticipant(name, workload.seed, faults), workload_(workload), slices_(workload_, dice_) {
    SC_THREAD(run);
    SC_THREAD(run);
  }

  int responses() const { return responses_; }

 private:
  void run() {
    Payload payload;
    std::vector<unsigned char> data;
    for (int k = 0; k < workload_.transactions / 2; ++k) {
      unsigned slot = 0;
      slices_.take(slot);
      data.resize(1 + dice_.below(workload_.longest));
      set_up(payload, dice_.once_in(2) ? kRead : kWrite, slices_.address(slot), data);
      slices_.prepare(slot, payload);
      sc_time delay = dice_.delay(workload_.slow);
      socket->b_transport(payload, delay);
      check(slices_.finish(slot, payload), "wrong data or status", payload);
      check(!payload.has_mm(), "a memory manager was left behind", payload);
      ++responses_;
      wait(delay + dice_.delay(workload_.slow));
    }
  }

  Workload workload_;
  Slices slices_;
  int responses_ = 0;
};

}  // namespace trenza::tlm
