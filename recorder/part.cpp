#include "recorder/part.h"

#include <fmt/core.h>

#include <fstream>

namespace trenza::recorder {

namespace {

constexpr std::uint64_t kMostMembers = 1U << 24U;

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : name_(file.filename().string()), in_(file, std::ios::binary) {}

  void read(void* bytes, std::size_t count) {
    in_.read(static_cast<char*>(bytes), static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(in_.gcount()) != count) fail("ends without MPI_Finalize");
  }
  [[noreturn]] void fail(const char* reason) const { throw RecordingError(fmt::format("{} {}", name_, reason)); }

 private:
  std::string name_;
  std::ifstream in_;
};

template <class Number>
void read_list(Reader& in, std::uint64_t count, std::vector<Number>& list) {
  if (count > kMostMembers) in.fail("is no recording of this trenza");
  const std::size_t begin = list.size();
  list.resize(begin + count);
  if (count > 0) in.read(list.data() + begin, count * sizeof(Number));
}

}  // namespace

Part read_part(const std::filesystem::path& file) {
  Reader in(file);
  PartHeader header;
  in.read(&header, sizeof header);
  if (header.magic != kMagic) in.fail("is no recording of this trenza");
  Part part;
  part.rank = header.rank;
  part.ranks = header.ranks;
  std::uint64_t operations = 0;
  for (;;) {
    PartEvent next;
    Event& event = next.event;
    in.read(&event, sizeof event);
    if (event.kind == Kind::end) return part;
    if (event.kind == Kind::communicator) {
      CommunicatorDefinition made{event.communicator, event.partner, Creation(event.tag),
                                  event.actual_tag,   event.amount,  {}};
      read_list(in, event.extra, made.members);
      part.communicators.push_back(std::move(made));
      continue;
    }
    if ((event.kind == Kind::complete || event.kind == Kind::cancel) && event.extra >= operations)
      in.fail("is no recording of this trenza");
    if (is_operation(event.kind)) ++operations;
    if (has_list(event.kind)) {
      next.list = part.lists.size();
      read_list(in, event.extra, part.lists);
    }
    part.events.push_back(next);
  }
}

}  // namespace trenza::recorder
