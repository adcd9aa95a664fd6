// For tests of networks: payloads, participants whose every step the test orders, a machine with them, and what
// participants that watch the rules share.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "microarch/parameters.h"
#include "tlm/terminals/network_module.h"
#include "topologies/registry.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::tlm {

using Payload = ::tlm::tlm_generic_payload;
using Phase = ::tlm::tlm_phase;
using sc_core::sc_time;

constexpr auto kRead = ::tlm::TLM_READ_COMMAND;
constexpr auto kWrite = ::tlm::TLM_WRITE_COMMAND;

inline sc_time ns(double amount) { return {amount, sc_core::SC_NS}; }
inline double now_ns() { return sc_core::sc_time_stamp() / ns(1); }

inline std::unique_ptr<topologies::Topology> make_rtt(int a) { return topologies::make_topology({"rtt", {{"a", a}}}); }

/// RTT(a) with the routes of a machine.
inline std::shared_ptr<const topologies::Topology> make_rtt(int a, const microarch::FabricParameters& fabric) {
  std::shared_ptr<const topologies::Topology> network = make_rtt(a);
  if (!fabric.by_flits()) return network;
  topologies::WormRouting routing;
  routing.vcs = fabric.wormhole.virtual_channels;
  return topologies::with_worm_routing(std::move(network), routing);
}

inline NetworkParameters network_parameters() {
  NetworkParameters parameters;
  parameters.fabric.message_classes = 2;
  parameters.cycle_time = ns(10);
  parameters.phit_bytes = 4;
  parameters.address_bytes = 4;
  return parameters;
}

/// The same with routers that move flits.
inline NetworkParameters worm_parameters() {
  NetworkParameters parameters = network_parameters();
  parameters.fabric.switching = "wormhole";
  return parameters;
}

/// Memory of node n: 64 KiB from n * 64 KiB on.
constexpr std::uint64_t kMemoryBytes = 1 << 16;
inline AddressMap memories_at(const std::vector<NodeId>& nodes) {
  std::vector<AddressRange> ranges;
  for (const NodeId node : nodes)
    ranges.push_back({static_cast<std::uint64_t>(node) * kMemoryBytes, kMemoryBytes, node});
  return AddressMap(ranges);
}

/// A payload for all of `data`, as an initiator sends it.
inline void set_up(Payload& payload, ::tlm::tlm_command command, std::uint64_t address,
                   std::vector<unsigned char>& data) {
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data.data());
  payload.set_data_length(static_cast<unsigned>(data.size()));
  payload.set_streaming_width(static_cast<unsigned>(data.size()));
  payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
}

/// Payloads with their data and the network's extension.
class PayloadPool : public ::tlm::tlm_mm_interface {
 public:
  Payload& make(::tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Item>(this));
      free_.push_back(all_.back().get());
    }
    Item& item = *free_.back();
    free_.pop_back();
    ++in_use_;
    item.data.assign(bytes, 0);
    item.extension = NetworkExtension{};
    item.payload.set_extension(&item.extension);
    set_up(item.payload, command, address, item.data);
    item.payload.set_byte_enable_ptr(nullptr);
    item.payload.set_dmi_allowed(false);
    item.payload.acquire();
    return item.payload;
  }
  void free(Payload* payload) override {
    for (const std::unique_ptr<Item>& item : all_) {
      if (&item->payload != payload) continue;
      payload->clear_extension<NetworkExtension>();
      free_.push_back(item.get());
      --in_use_;
    }
  }
  int in_use() const { return in_use_; }
  ~PayloadPool() override {
    for (const std::unique_ptr<Item>& item : all_) item->payload.clear_extension<NetworkExtension>();
  }

 private:
  struct Item {
    explicit Item(PayloadPool* pool) : payload(pool) {}
    Payload payload;
    NetworkExtension extension;
    std::vector<unsigned char> data;
  };
  std::vector<std::unique_ptr<Item>> all_;
  std::vector<Item*> free_;
  int in_use_ = 0;
};

inline NetworkExtension& times_of(const Payload& payload) { return *payload.get_extension<NetworkExtension>(); }

/// An initiator whose every step a test orders; keeps the times of what it sees.
class ManualInitiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<ManualInitiator> socket{"socket"};

  explicit ManualInitiator(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_bw(this, &ManualInitiator::nb_transport_bw);
  }

  ::tlm::tlm_sync_enum send(Payload& payload, const Phase& phase, const sc_time& delay = sc_core::SC_ZERO_TIME) {
    returned_phase = phase;
    returned_delay = delay;
    return socket->nb_transport_fw(payload, returned_phase, returned_delay);
  }

  /// Its answer to BEGIN_RESP.
  ::tlm::tlm_sync_enum answer = ::tlm::TLM_COMPLETED;
  sc_time answer_delay;

  Phase returned_phase;
  sc_time returned_delay;
  std::map<const Payload*, double> end_request;
  std::map<const Payload*, double> begin_response;

 private:
  ::tlm::tlm_sync_enum nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) {
    if (phase == ::tlm::END_REQ) {
      end_request[&payload] = now_ns();
      return ::tlm::TLM_ACCEPTED;
    }
    begin_response[&payload] = now_ns();
    delay = answer_delay;
    if (answer == ::tlm::TLM_UPDATED) phase = ::tlm::END_RESP;
    return answer;
  }
};

/// A target whose every step a test orders.
class ManualTarget : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ManualTarget> socket{"socket"};

  explicit ManualTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &ManualTarget::nb_transport_fw);
    socket.register_transport_dbg(this, &ManualTarget::transport_dbg);
  }

  ::tlm::tlm_sync_enum send(Payload& payload, const Phase& phase, const sc_time& delay = sc_core::SC_ZERO_TIME) {
    returned_phase = phase;
    sc_time annotated = delay;
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    return socket->nb_transport_bw(payload, returned_phase, annotated);
  }

  /// Its answer to BEGIN_REQ.
  ::tlm::tlm_sync_enum answer = ::tlm::TLM_COMPLETED;
  Phase answer_phase = ::tlm::END_REQ;
  sc_time answer_delay;

  Phase returned_phase;
  std::vector<Payload*> requests;
  std::vector<std::uint64_t> addresses;
  std::map<const Payload*, double> begin_request;
  std::map<const Payload*, double> end_response;
  std::uint64_t debug_address = 0;

 private:
  ::tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) {
    if (phase == ::tlm::END_RESP) {
      end_response[&payload] = now_ns();
      return ::tlm::TLM_COMPLETED;
    }
    requests.push_back(&payload);
    addresses.push_back(payload.get_address());
    begin_request[&payload] = now_ns();
    if (answer != ::tlm::TLM_ACCEPTED) delay = answer_delay;
    if (answer == ::tlm::TLM_UPDATED) phase = answer_phase;
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    payload.set_dmi_allowed(true);
    return answer;
  }
  unsigned transport_dbg(Payload& payload) {
    debug_address = payload.get_address();
    std::memset(payload.get_data_ptr(), 0x5a, payload.get_data_length());
    return payload.get_data_length();
  }
};

/// A network of 4 x 2 nodes with manual initiators at the first nodes, and manual targets with memories at some.
struct ManualMachine {
  ManualMachine(const NetworkParameters& parameters, std::size_t initiator_count, const std::vector<NodeId>& memories,
                const std::string& prefix = "")
      : topology(make_rtt(2, parameters.fabric)),
        network((prefix + "network").c_str(), *topology, parameters, memories_at(memories)),
        initiators((prefix + "initiator").c_str(), initiator_count),
        targets((prefix + "target").c_str(), memories.size()) {
    for (std::size_t node = 0; node < initiator_count; ++node)
      initiators[node].socket.bind(network.target_socket[node]);
    for (std::size_t k = 0; k < memories.size(); ++k)
      network.initiator_socket[static_cast<std::size_t>(memories[k])].bind(targets[k].socket);
  }

  std::shared_ptr<const topologies::Topology> topology;
  PayloadPool pool;
  NetworkModule network;
  sc_core::sc_vector<ManualInitiator> initiators;  ///< by node
  sc_core::sc_vector<ManualTarget> targets;        ///< by memory
  ManualInitiator& initiator = initiators[0];
};

/// The same while the simulation runs.
struct RunningMachine : ManualMachine {
  RunningMachine(const NetworkParameters& parameters, std::size_t initiator_count, const std::vector<NodeId>& memories)
      : ManualMachine(parameters, initiator_count, memories) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

/// Random numbers of a participant.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned limit) { return static_cast<unsigned>(engine_() % limit); }
  bool once_in(unsigned times) { return below(times) == 0; }
  /// 0 half of the time, else below `limit` ns.
  sc_time delay(unsigned limit) { return once_in(2) ? sc_core::SC_ZERO_TIME : ns(1 + below(limit)); }

 private:
  std::mt19937 engine_;
};

/// Broken rules, of all participants.
using Faults = std::vector<std::string>;

/// A participant that acts at random and writes down what breaks a rule.
class StrictParticipant : public sc_core::sc_module {
 protected:
  StrictParticipant(const sc_core::sc_module_name& name, unsigned seed, Faults& faults)
      : sc_module(name), dice_(seed), faults_(faults) {}

  void check(bool holds, const char* what, const Payload& payload) {
    if (holds) return;
    faults_.push_back(std::string(name()) + ": " + what + ", address " + std::to_string(payload.get_address()) +
                      " at " + sc_core::sc_time_stamp().to_string());
  }

  Dice dice_;

 private:
  Faults& faults_;
};

}  // namespace trenza::tlm
