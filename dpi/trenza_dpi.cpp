#include "dpi/trenza_dpi.h"

#include <fmt/core.h>

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "dpi/fabric_session.h"

namespace {

using trenza::dpi::CallError;
using trenza::dpi::FabricSession;

constexpr char kSettingEnd = ';';

/// The object that a chandle points to.
struct Handle {
  std::unique_ptr<FabricSession> session;  ///< null if it could not be opened
  std::string error;                       ///< of the last call that failed
  std::string text;                        ///< the last string that was returned
};

std::vector<trenza::settings::Override> settings(const std::string& text) {
  std::vector<trenza::settings::Override> all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(kSettingEnd, begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t\n", begin);
    if (first < end) all.push_back(trenza::settings::parse_override("overrides", text.substr(first, end - first)));
    begin = end + 1;
  }
  return all;
}

/// Calls body(session) and keeps what it throws. Returns `failed` then.
template <class Result, class Body>
Result guarded(void* fabric, Result failed, const Body& body) {
  auto* handle = static_cast<Handle*>(fabric);
  if (handle == nullptr) return failed;
  try {
    if (!handle->session) return failed;  // the error is that of trenza_open()
    return body(*handle->session);
  } catch (const std::exception& error) {
    handle->error = error.what();
  } catch (...) {
    handle->error = "an unknown exception";
  }
  return failed;
}

template <class Body>
int status(void* fabric, const Body& body) {
  return guarded(fabric, TRENZA_ERROR, [&](FabricSession& session) -> int { return body(session); });
}

template <class Body>
long long number(void* fabric, const Body& body) {
  return guarded(fabric, static_cast<long long>(TRENZA_ERROR),
                 [&](FabricSession& session) { return static_cast<long long>(body(session)); });
}

const char* or_empty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

void* trenza_open(const char* file, const char* overrides) {
  std::unique_ptr<Handle> handle(new (std::nothrow) Handle);
  if (!handle) return nullptr;
  try {
    handle->session = std::make_unique<FabricSession>(or_empty(file), settings(or_empty(overrides)));
  } catch (const std::exception& error) {
    handle->error = error.what();
  } catch (...) {
    handle->error = "an unknown exception";
  }
  return handle.release();
}

void trenza_close(void* fabric) { delete static_cast<Handle*>(fabric); }

const char* trenza_error(void* fabric) {
  return fabric == nullptr ? "no fabric" : static_cast<Handle*>(fabric)->error.c_str();
}

int trenza_nodes(void* fabric) {
  return status(fabric, [](const FabricSession& session) { return session.fabric().topology().graph().nodes(); });
}

int trenza_message_classes(void* fabric) {
  return status(fabric, [](const FabricSession& session) { return session.fabric().parameters().message_classes; });
}

int trenza_max_packet_flits(void* fabric) {
  return status(fabric, [](const FabricSession& session) { return session.fabric().parameters().max_packet_flits; });
}

long long trenza_cycle(void* fabric) {
  return number(fabric, [](const FabricSession& session) { return session.fabric().now(); });
}

int trenza_set_queue(void* fabric, int packets) {
  return status(fabric, [&](FabricSession& session) {
    session.set_queue(packets);
    return 0;
  });
}

int trenza_ready(void* fabric, int node, int message_class) {
  return status(fabric, [&](const FabricSession& session) { return session.ready(node, message_class); });
}

int trenza_offer(void* fabric, int source, int destination, int flits, int message_class, long long tag) {
  return status(fabric, [&](FabricSession& session) {
    return session.offer({source, destination, flits, static_cast<std::uint64_t>(tag), message_class});
  });
}

int trenza_step(void* fabric, long long cycles) {
  return status(fabric, [&](FabricSession& session) { return static_cast<int>(session.step(cycles)); });
}

int trenza_arrived(void* fabric, int node, int message_class) {
  return status(fabric,
                [&](const FabricSession& session) { return static_cast<int>(session.arrived(node, message_class)); });
}

int trenza_poll(void* fabric, int node, int message_class, int* source, int* flits, long long* tag, int* hops,
                long long* created, long long* entered, long long* ejected) {
  return status(fabric, [&](FabricSession& session) {
    const auto packet = session.poll(node, message_class);
    if (!packet) return 0;
    *source = packet->source;
    *flits = packet->flits;
    *tag = static_cast<long long>(packet->tag);
    *hops = packet->hops;
    *created = static_cast<long long>(packet->created);
    *entered = static_cast<long long>(packet->entered);
    *ejected = static_cast<long long>(packet->ejected);
    return 1;
  });
}

int trenza_idle(void* fabric) {
  return status(fabric, [](const FabricSession& session) { return session.fabric().idle(); });
}

long long trenza_counter(void* fabric, const char* name) {
  return number(fabric, [&](const FabricSession& session) { return session.counter(or_empty(name)); });
}

long long trenza_digest(void* fabric) {
  return number(fabric, [](const FabricSession& session) { return session.totals().digest; });
}

const char* trenza_digest_text(void* fabric) {
  return guarded(fabric, "", [&](const FabricSession& session) {
    auto* handle = static_cast<Handle*>(fabric);
    handle->text = fmt::format("{:016x}", session.totals().digest);
    return handle->text.c_str();
  });
}

int trenza_check(void* fabric) {
  return status(fabric, [](const FabricSession& session) {
    session.check();
    return 0;
  });
}

int trenza_save(void* fabric, const char* file) {
  return status(fabric, [&](const FabricSession& session) {
    session.save(or_empty(file));
    return 0;
  });
}

int trenza_restore(void* fabric, const char* file) {
  return status(fabric, [&](FabricSession& session) {
    session.restore(or_empty(file));
    return 0;
  });
}
