#include "traces/simgrid_actions.h"

#include <algorithm>
#include <map>

namespace trenza::traces {

namespace {

const std::map<std::string_view, SimgridAction>& actions() {
  static const std::map<std::string_view, SimgridAction> all{{"init", SimgridAction::init},
                                                             {"finalize", SimgridAction::none},
                                                             {"comm_size", SimgridAction::none},
                                                             {"comm_split", SimgridAction::none},
                                                             {"comm_dup", SimgridAction::none},
                                                             {"test", SimgridAction::none},
                                                             {"compute", SimgridAction::compute},
                                                             {"sleep", SimgridAction::sleep},
                                                             {"send", SimgridAction::send},
                                                             {"isend", SimgridAction::isend},
                                                             {"recv", SimgridAction::recv},
                                                             {"irecv", SimgridAction::irecv},
                                                             {"sendRecv", SimgridAction::send_recv},
                                                             {"sendrecv", SimgridAction::send_recv},
                                                             {"wait", SimgridAction::wait},
                                                             {"waitall", SimgridAction::wait_all},
                                                             {"waitAll", SimgridAction::wait_all},
                                                             {"barrier", SimgridAction::barrier},
                                                             {"bcast", SimgridAction::bcast},
                                                             {"reduce", SimgridAction::reduce},
                                                             {"allreduce", SimgridAction::allreduce},
                                                             {"allReduce", SimgridAction::allreduce},
                                                             {"scan", SimgridAction::scan},
                                                             {"exscan", SimgridAction::scan},
                                                             {"alltoall", SimgridAction::alltoall},
                                                             {"allToAll", SimgridAction::alltoall},
                                                             {"gather", SimgridAction::gather},
                                                             {"scatter", SimgridAction::scatter},
                                                             {"allgather", SimgridAction::allgather},
                                                             {"allGather", SimgridAction::allgather},
                                                             {"gatherv", SimgridAction::gatherv},
                                                             {"scatterv", SimgridAction::scatterv},
                                                             {"allgatherv", SimgridAction::allgatherv},
                                                             {"alltoallv", SimgridAction::alltoallv},
                                                             {"allToAllv", SimgridAction::alltoallv},
                                                             {"reducescatter", SimgridAction::reduce_scatter},
                                                             {"reduceScatter", SimgridAction::reduce_scatter}};
  return all;
}

}  // namespace

std::optional<SimgridAction> find_simgrid_action(std::string_view name) {
  const auto found = actions().find(name);
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
