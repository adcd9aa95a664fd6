// Parts that tests make by hand, through the file that the recorder writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "recorder/goal_text.h"
#include "recorder/part.h"
#include "recorder/part_writer.h"
#include "tests/cli_program.h"

namespace trenza::recorder {

/// One rank, event by event. Its world is defined.
class RankScript {
 public:
  RankScript(const std::filesystem::path& file, std::int32_t rank, std::int32_t ranks) : file_(file) {
    writer_.open(file, rank, ranks);
    std::vector<std::int32_t> world;
    for (std::int32_t i = 0; i < ranks; ++i) world.push_back(i);
    communicator(0, kNoParent, 0, world, Creation::world);
  }

  void outside(bool is_outside) { flags_ = is_outside ? kOutside : 0; }
  void calc(std::uint64_t ns) { add({Kind::calc, 0, 0, 0, 0, 0, 0, 0, ns, 0}); }
  /// Returns the number of the operation.
  std::uint64_t send(std::int32_t to, std::int32_t tag, std::uint64_t bytes, std::uint8_t flags = 0,
                     std::int32_t communicator = 0) {
    return operation({Kind::send, flags, 0, communicator, to, tag, 0, 0, bytes, 0});
  }
  std::uint64_t post(std::int32_t from, std::int32_t tag, std::int32_t communicator = 0) {
    return operation({Kind::receive, kNonBlocking, 0, communicator, from, tag, 0, 0, 0, 0});
  }
  std::uint64_t receive(std::int32_t from, std::int32_t tag, std::int32_t source, std::int32_t came,
                        std::int32_t communicator = 0) {
    return operation({Kind::receive, kKnown, 0, communicator, from, tag, source, came, 0, 0});
  }
  void wait(std::uint64_t operation) { add({Kind::complete, 0, 0, 0, 0, 0, 0, 0, 0, operation}); }
  void wait_received(std::uint64_t operation, std::int32_t source, std::int32_t tag) {
    add({Kind::complete, kKnown, 0, 0, 0, 0, source, tag, 0, operation});
  }
  void cancel(std::uint64_t operation) { add({Kind::cancel, 0, 0, 0, 0, 0, 0, 0, 0, operation}); }
  std::uint64_t collective(Kind kind, std::uint64_t bytes, std::int32_t root = 0, std::int32_t communicator = 0,
                           std::uint8_t flags = 0) {
    return operation({kind, flags, 0, communicator, root, 0, 0, 0, bytes, 0});
  }
  void list(Kind kind, const std::vector<std::uint64_t>& bytes, std::int32_t communicator = 0) {
    Event event{kind, flags_, 0, communicator, 0, 0, 0, 0, 0, bytes.size()};
    ++operations_;
    writer_.add(event, bytes.data(), bytes.size() * sizeof(std::uint64_t));
  }
  void communicator(std::int32_t number, std::int32_t parent, std::uint64_t count,
                    const std::vector<std::int32_t>& members, Creation creation = Creation::collective, int tag = 0) {
    writer_.add(
        {Kind::communicator, 0, 0, number, parent, static_cast<std::int32_t>(creation), 0, tag, count, members.size()},
        members.data(), members.size() * sizeof(std::int32_t));
  }
  Part part() {
    writer_.close();
    return read_part(file_);
  }

 private:
  void add(Event event) {
    event.flags |= flags_;
    writer_.add(event);
  }
  std::uint64_t operation(const Event& event) {
    add(event);
    return operations_++;
  }

  std::filesystem::path file_;
  std::uint8_t flags_ = 0;
  std::uint64_t operations_ = 0;
  PartWriter writer_;
};

/// The text without its first line, a comment.
inline std::string goal_of(const std::vector<Part>& parts, GoalCounts* counts = nullptr, bool resolve = false) {
  std::string text;
  const GoalCounts found = write_goal(parts, {resolve}, [&](std::string_view piece) { text += piece; });
  if (counts != nullptr) *counts = found;
  return text.substr(text.find('\n') + 1);
}

}  // namespace trenza::recorder
