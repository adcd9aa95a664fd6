// The communicators of a rank, and what tells them apart (recorder/communicators.h).
#include <numeric>

#include "mpi/record/recorder.h"

namespace trenza::recorder {

std::vector<std::int32_t> Recorder::world_ranks(MPI_Comm comm) const {
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> members(ranks.size());
  PMPI_Group_translate_ranks(group, size, ranks.data(), world_, members.data());
  PMPI_Group_free(&group);
  return {members.begin(), members.end()};
}

std::shared_ptr<Communicator> Recorder::find(MPI_Comm comm) {
  const auto found = communicators_.find(comm);
  if (found != communicators_.end() && found->second->usable) return found->second;
  int is_inter = 0;
  PMPI_Comm_test_inter(comm, &is_inter);
  refuse(is_inter != 0 ? "an operation on an inter-communicator; expected communicators of one group"
                       : "an operation on a communicator of MPI_Comm_join, or with ranks of another MPI_COMM_WORLD; "
                         "expected communicators within MPI_COMM_WORLD");
  return nullptr;
}

void Recorder::define(MPI_Comm made, std::int32_t parent, Creation creation, int tag, std::uint64_t count) {
  const auto place = std::make_shared<Communicator>();
  communicators_[made] = place;
  Communicator& communicator = *place;
  int is_inter = 0;
  PMPI_Comm_test_inter(made, &is_inter);
  communicator.usable = is_inter == 0;
  if (!communicator.usable) return;
  communicator.members = world_ranks(made);
  for (const std::int32_t member : communicator.members) communicator.usable &= member >= 0;
  if (!communicator.usable) return;
  communicator.number = next_communicator_++;
  if (creation == Creation::group || creation == Creation::merged)
    count = groups_[{{parent, tag}, communicator.members}]++;
  Event event;
  event.kind = Kind::communicator;
  event.communicator = communicator.number;
  event.partner = parent;
  event.tag = static_cast<std::int32_t>(creation);
  event.actual_tag = tag;
  event.amount = count;
  event.extra = communicator.members.size();
  writer_.add(event, communicator.members.data(), communicator.members.size() * sizeof(std::int32_t));
}

void Recorder::created(MPI_Comm parent, MPI_Comm made, Creation creation, int tag) {
  const auto found = communicators_.find(parent);
  const bool has_parent = found != communicators_.end() && found->second->usable;
  if (!has_parent) creation = Creation::merged;
  std::uint64_t count = 0;
  if (creation == Creation::collective) count = found->second->children++;
  if (made == MPI_COMM_NULL) return;
  define(made, creation == Creation::merged ? kNoParent : found->second->number, creation, tag, count);
}

void Recorder::duplicating(MPI_Comm parent, MPI_Comm* made, MPI_Request request) {
  const auto found = communicators_.find(parent);
  if (found == communicators_.end() || !found->second->usable) return;
  Request held;
  held.made = made;
  held.parent = found->second->number;
  held.count = found->second->children++;
  hold(request, held);
}

}  // namespace trenza::recorder
