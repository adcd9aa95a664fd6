// What one rank of a recorded MPI program did: the file that the recorder writes for it (a part).
//
// A part is the header, then events in the order of the program, then an event `end`; all in the byte order of the
// machine. Some events have a payload behind them.
#pragma once

#include <array>
#include <cstdint>

namespace trenza::recorder {

/// Names a part and the version of its format.
inline constexpr std::array<char, 8> kMagic{'t', 'r', 'z', 'r', 'e', 'c', '1', '\n'};

struct PartHeader {
  std::array<char, 8> magic = kMagic;
  std::int32_t rank = 0;   ///< of the world
  std::int32_t ranks = 0;  ///< of the world
};

/// Any source, or any tag, of a receive.
inline constexpr std::int32_t kAny = -1;

enum class Kind : std::uint8_t {
  calc,      ///< amount: nanoseconds of processor time
  send,      ///< partner, tag, amount: bytes
  receive,   ///< partner and tag as posted; with kKnown what came: actual_partner, actual_tag, amount
  complete,  ///< extra: the operation that has ended; of a receive with kKnown what came, as above
  cancel,    ///< extra: the operation, which never takes place
  barrier,
  bcast,      ///< partner: root within the communicator; amount: bytes (see docs/traces.md for those of each kind)
  reduce,     ///< partner: root
  gather,     ///< partner: root
  scatter,    ///< partner: root
  allreduce,  ///< amount: bytes, as with the next three
  allgather,
  alltoall,
  scan,
  alltoallv,       ///< payload: bytes for each member, 64 bits each; extra: how many
  reduce_scatter,  ///< payload as alltoallv
  communicator,    ///< a definition, see below; payload: the members' world ranks, 32 bits each; extra: how many
  end              ///< the program called MPI_Finalize
};

/// Flags of an event.
inline constexpr std::uint8_t kNonBlocking = 1;  ///< the program went on before the operation had ended
inline constexpr std::uint8_t kOutside = 2;      ///< outside the region of interest: only numbers messages
inline constexpr std::uint8_t kKnown = 4;        ///< it is known what was received

/// How a communicator came to be. The definition has partner: the parent (none: kNoParent), tag: one of these,
/// actual_tag: the tag of MPI_Comm_create_group, amount: how many of this kind the parent had before.
enum class Creation : std::int32_t {
  world,
  self,
  collective,  ///< by a call of all members of the parent
  group,       ///< by a call of the members; counted by parent, tag and members
  merged       ///< from an inter-communicator; counted by members
};
inline constexpr std::int32_t kNoParent = -1;

/// The numbers of communicators are those of the rank; 0 is the world. Operations (send, receive, collectives) are
/// numbered from 0 in the order of the part.
struct Event {
  Kind kind = Kind::calc;
  std::uint8_t flags = 0;
  std::uint16_t unused = 0;
  std::int32_t communicator = 0;
  std::int32_t partner = 0;  ///< world rank, or as said at the kind
  std::int32_t tag = 0;
  std::int32_t actual_partner = 0;
  std::int32_t actual_tag = 0;
  std::uint64_t amount = 0;
  std::uint64_t extra = 0;
};
static_assert(sizeof(Event) == 40);

inline bool is_collective(Kind kind) { return kind >= Kind::barrier && kind <= Kind::reduce_scatter; }
inline bool is_operation(Kind kind) { return kind == Kind::send || kind == Kind::receive || is_collective(kind); }
/// Whether its bytes are a list in the payload.
inline bool has_list(Kind kind) { return kind == Kind::alltoallv || kind == Kind::reduce_scatter; }

}  // namespace trenza::recorder
