// What one member does in a collective.
#pragma once

#include <cstdint>
#include <vector>

namespace trenza::testbench {

/// A message of the member.
struct Transfer {
  std::uint64_t bytes = 0;
  std::uint32_t peer = 0;  ///< the member that it goes to or comes from
  bool is_send = false;
};

/// The messages of one member in rounds. Those of a round go at the same time; the next round begins when all have
/// ended. Messages without bytes are left out, and so are rounds without messages.
class Rounds {
 public:
  /// `keeps_empty`: messages without bytes are made (barrier).
  explicit Rounds(bool keeps_empty = false) : keeps_empty_(keeps_empty) {}

  void send(std::uint32_t to, std::uint64_t bytes) { add({bytes, to, true}); }
  void receive(std::uint32_t from, std::uint64_t bytes) { add({bytes, from, false}); }
  /// The round is complete.
  void end() {
    if (transfers_.size() > begin_.back()) begin_.push_back(transfers_.size());
  }
  /// A round of one message, or of a pair.
  void only_send(std::uint32_t to, std::uint64_t bytes) {
    send(to, bytes);
    end();
  }
  void only_receive(std::uint32_t from, std::uint64_t bytes) {
    receive(from, bytes);
    end();
  }
  void exchange(std::uint32_t to, std::uint64_t bytes_out, std::uint32_t from, std::uint64_t bytes_in) {
    send(to, bytes_out);
    receive(from, bytes_in);
    end();
  }

  std::size_t size() const { return begin_.size() - 1; }
  const Transfer* begin(std::size_t round) const { return transfers_.data() + begin_[round]; }
  const Transfer* end(std::size_t round) const { return transfers_.data() + begin_[round + 1]; }
  std::size_t transfers() const { return transfers_.size(); }

 private:
  void add(const Transfer& transfer) {
    if (transfer.bytes > 0 || keeps_empty_) transfers_.push_back(transfer);
  }

  bool keeps_empty_;
  std::vector<Transfer> transfers_;
  std::vector<std::size_t> begin_{0};  ///< of each round, and of the next one
};

}  // namespace trenza::testbench
