#include "apps/sweep/mpi_messenger.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <filesystem>

#include "apps/exit_status.h"
#include "apps/installed_library.h"

namespace trenza::apps {

namespace {

void* open_module() {
  const std::filesystem::path place = installed_library("trenza_mpi.so");
  if (place.empty())
    throw UsageError(
        "--mpi: this trenza was built without MPI; expected the packages openmpi-bin and libopenmpi-dev, and a new "
        "build");
  // Parts of MPI that it loads itself look for its symbols.
  if (void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL)) return module;
  throw UsageError(fmt::format("--mpi: {}; expected the packages openmpi-bin and libopenmpi-dev", dlerror()));
}

template <class Function>
Function function(void* module, const char* name) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
  return reinterpret_cast<Function>(dlsym(module, name));
}

}  // namespace

MpiMessenger::MpiMessenger() {
  void* const module = open_module();
  const auto begin = function<TrenzaMpiBegin>(module, kTrenzaMpiBegin);
  send_ = function<TrenzaMpiSend>(module, kTrenzaMpiSend);
  receive_ = function<TrenzaMpiReceive>(module, kTrenzaMpiReceive);
  end_ = function<TrenzaMpiEnd>(module, kTrenzaMpiEnd);
  if (begin == nullptr || send_ == nullptr || receive_ == nullptr || end_ == nullptr)
    throw UsageError("--mpi: the module of MPI is of another trenza; expected a new build");
  if (const int error = begin(&rank_, &size_); error != 0)
    throw UsageError(fmt::format("--mpi: MPI does not begin (error {}); expected a call by mpirun", error));
}

MpiMessenger::~MpiMessenger() { end_(); }

void MpiMessenger::send(int rank, const std::string& text) const {
  if (const int error = send_(rank, text.data(), static_cast<int>(text.size())); error != 0)
    throw RunFailure(kFault, fmt::format("no message to rank {} (error {} of MPI)", rank, error));
}

std::optional<MpiText> MpiMessenger::receive() const {
  int from = 0;
  const char* text = nullptr;
  const int length = receive_(&from, &text);
  if (length < 0) return std::nullopt;
  return MpiText{from, std::string(text, static_cast<std::size_t>(length))};
}

}  // namespace trenza::apps
