#include "traces/simgrid_actions.h"

#include <algorithm>
#include <array>
#include <map>

namespace trenza::traces {

namespace {

/// By number, as src/smpi/mpi/smpi_datatype.cpp of SimGrid lists them.
constexpr std::array<std::uint8_t, 56> kTypeBytes{
    8,  4,  1,  2,  8,  4, 1,     // double, int, char, short, long, float, byte
    8,  1,  1,  2,  4,  8, 8,     // long long, signed char, unsigned: char, short, int, long, long long
    16, 4,  1,                    // long double, wchar, C bool
    1,  2,  4,  8,  1,  2, 4, 8,  // int8 to int64, uint8 to uint64
    8,  16, 32,                   // C complex of float, double, long double
    8,  8,                        // aint, offset
    8,  16, 16, 8,                // with an int: float, long, double, short
    8,  8,  16, 16,               // 2int, 2float, 2double, 2long
    4,  4,  8,  16,               // Fortran: real, real4, real8, real16
    8,  16, 16,                   // complex8, complex16, complex32
    4,  2,  4,  8,  16,           // integer1 to integer16
    32, 0,  0,  1,  8,  8};       // long double with an int, ub, lb, packed, pointer, count

const std::map<std::string_view, SimgridAction>& actions() {
  static const std::map<std::string_view, SimgridAction> all{{"init", SimgridAction::init},
                                                             {"finalize", SimgridAction::none},
                                                             {"comm_size", SimgridAction::none},
                                                             {"comm_split", SimgridAction::none},
                                                             {"comm_dup", SimgridAction::none},
                                                             {"location", SimgridAction::none},
                                                             {"iteration_in", SimgridAction::none},
                                                             {"iteration_out", SimgridAction::none},
                                                             {"migrate", SimgridAction::none},
                                                             {"probe", SimgridAction::none},
                                                             {"iprobe", SimgridAction::none},
                                                             {"test", SimgridAction::none},
                                                             {"testall", SimgridAction::none},
                                                             {"testany", SimgridAction::none},
                                                             {"testsome", SimgridAction::none},
                                                             {"waitany", SimgridAction::none},
                                                             {"waitsome", SimgridAction::none},
                                                             {"compute", SimgridAction::compute},
                                                             {"sleep", SimgridAction::sleep},
                                                             {"send", SimgridAction::send},
                                                             {"ssend", SimgridAction::send},
                                                             {"bsend", SimgridAction::send},
                                                             {"rsend", SimgridAction::send},
                                                             {"isend", SimgridAction::isend},
                                                             {"issend", SimgridAction::isend},
                                                             {"ibsend", SimgridAction::isend},
                                                             {"irsend", SimgridAction::isend},
                                                             {"recv", SimgridAction::recv},
                                                             {"irecv", SimgridAction::irecv},
                                                             {"sendrecv", SimgridAction::send_recv},
                                                             {"wait", SimgridAction::wait},
                                                             {"waitall", SimgridAction::wait_all},
                                                             {"barrier", SimgridAction::barrier},
                                                             {"bcast", SimgridAction::bcast},
                                                             {"reduce", SimgridAction::reduce},
                                                             {"allreduce", SimgridAction::allreduce},
                                                             {"scan", SimgridAction::scan},
                                                             {"exscan", SimgridAction::scan},
                                                             {"alltoall", SimgridAction::alltoall},
                                                             {"gather", SimgridAction::gather},
                                                             {"scatter", SimgridAction::scatter},
                                                             {"allgather", SimgridAction::allgather},
                                                             {"gatherv", SimgridAction::gatherv},
                                                             {"scatterv", SimgridAction::scatterv},
                                                             {"allgatherv", SimgridAction::allgatherv},
                                                             {"alltoallv", SimgridAction::alltoallv},
                                                             {"reducescatter", SimgridAction::reduce_scatter}};
  return all;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::optional<std::uint64_t> simgrid_type_bytes(std::uint64_t number) {
  if (number >= kTypeBytes.size()) return std::nullopt;
  return kTypeBytes[number];
}

std::uint64_t last_simgrid_type() { return kTypeBytes.size() - 1; }

std::optional<SimgridAction> find_simgrid_action(std::string_view name) {
  std::string small(name);
  std::transform(small.begin(), small.end(), small.begin(), lower);
  const auto found = actions().find(small);
  if (found == actions().end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> simgrid_action_names() {
  std::vector<std::string> names;
  for (const auto& [name, action] : actions()) names.emplace_back(name);
  return names;
}

std::string_view simgrid_rank_digits(std::string_view word) {
  if (!word.empty() && word[0] == 'p') word.remove_prefix(1);
  return word;
}

bool is_simgrid_rank(std::string_view word) {
  word = simgrid_rank_digits(word);
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace trenza::traces
