#include "recorder/matching.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace trenza::recorder {

namespace {

/// One end of a message.
struct End {
  std::int32_t source;
  std::int32_t destination;
  std::size_t communicator;
  std::int32_t tag;
  std::size_t operation;  ///< of its rank
  std::uint64_t bytes;
  bool inside;  ///< the region of interest

  auto key() const { return std::tie(source, destination, communicator, tag); }
  bool operator<(const End& other) const {
    return std::tuple_cat(key(), std::tie(operation)) < std::tuple_cat(other.key(), std::tie(other.operation));
  }
};

/// One member's part of a collective.
struct Share {
  std::size_t communicator;
  std::size_t turn;  ///< of the collectives of the communicator on this rank
  std::int32_t rank;
  std::size_t operation;
  Kind kind;
  std::int32_t root;
  bool inside;

  auto instance() const { return std::tie(communicator, turn); }
  bool operator<(const Share& other) const {
    return std::tie(communicator, turn, rank) < std::tie(other.communicator, other.turn, other.rank);
  }
};

class Matcher {
 public:
  Matcher(const std::vector<Part>& parts, const Communicators& communicators)
      : parts_(parts), communicators_(communicators) {}

  Matching match() {
    for (const Part& part : parts_) collect(part);
    match_messages();
    match_collectives();
    return std::move(result_);
  }

 private:
  void collect(const Part& part);
  void match_messages();
  void match_collectives();
  void judge(std::size_t begin, std::size_t end);

  Fate& fate(std::int32_t rank, std::size_t operation) {
    return result_.fates[static_cast<std::size_t>(rank)][operation];
  }

  const std::vector<Part>& parts_;
  const Communicators& communicators_;
  std::vector<End> sends_;
  std::vector<End> receives_;
  std::vector<Share> shares_;
  Matching result_;
};

void Matcher::collect(const Part& part) {
  std::vector<Fate>& fates = result_.fates.emplace_back();
  std::vector<const Event*> operations;
  std::vector<bool> cancelled;
  std::vector<std::size_t> turns(communicators_.size(), 0);
  for (const PartEvent& next : part.events) {
    const Event& event = next.event;
    if (is_operation(event.kind)) {
      operations.push_back(&event);
      cancelled.push_back(false);
      const bool exact = event.partner != kAny && event.tag != kAny;
      fates.push_back({false, exact, event.partner, event.tag, event.amount});
    }
    if (event.kind == Kind::cancel) cancelled[event.extra] = true;
    const std::size_t number = event.kind == Kind::complete ? event.extra : operations.size() - 1;
    if ((event.kind == Kind::receive || event.kind == Kind::complete) && (event.flags & kKnown) != 0)
      fates[number] = {false, true, event.actual_partner, event.actual_tag, event.amount};
  }
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Event& event = *operations[i];
    const std::size_t communicator = communicators_.of(part.rank, event.communicator);
    const bool inside = (event.flags & kOutside) == 0;
    if (is_collective(event.kind)) {
      shares_.push_back({communicator, turns[communicator]++, part.rank, i, event.kind, event.partner, inside});
    } else if (cancelled[i]) {
      continue;
    } else if (event.kind == Kind::send) {
      sends_.push_back({part.rank, event.partner, communicator, event.tag, i, event.amount, inside});
    } else if (fates[i].known) {
      receives_.push_back({fates[i].source, part.rank, communicator, fates[i].tag, i, 0, inside});
    }
  }
}

void Matcher::match_messages() {
  std::sort(sends_.begin(), sends_.end());
  std::sort(receives_.begin(), receives_.end());
  auto receive = receives_.begin();
  std::uint64_t inside = 0;
  for (const End& end : receives_) inside += end.inside ? 1 : 0;
  for (const End& send : sends_) {
    while (receive != receives_.end() && receive->key() < send.key()) ++receive;
    const bool has_receive = receive != receives_.end() && receive->key() == send.key();
    if (has_receive && receive->inside && send.inside) {
      fate(send.source, send.operation).written = true;
      Fate& received = fate(send.destination, receive->operation);
      received.written = true;
      received.bytes = send.bytes;
      ++result_.messages;
      --inside;
    } else if (send.inside) {
      ++result_.cut_messages;
    }
    if (has_receive) ++receive;
  }
  result_.cut_messages += inside;
}

void Matcher::match_collectives() {
  std::sort(shares_.begin(), shares_.end());
  for (std::size_t begin = 0; begin < shares_.size();) {
    std::size_t end = begin + 1;
    while (end < shares_.size() && shares_[end].instance() == shares_[begin].instance()) ++end;
    judge(begin, end);
    begin = end;
  }
}

void Matcher::judge(std::size_t begin, std::size_t end) {
  const Share& first = shares_[begin];
  bool whole = end - begin == communicators_.members(first.communicator).size();
  bool partly = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (shares_[i].kind != first.kind || shares_[i].root != first.root)
      throw RecordingError(
          fmt::format("ranks {} and {} called different collectives, or with different roots, as number "
                      "{} of a communicator",
                      first.rank, shares_[i].rank, first.turn + 1));
    whole = whole && shares_[i].inside;
    partly = partly || shares_[i].inside;
  }
  if (whole) ++result_.collectives;
  if (!whole && partly) ++result_.cut_collectives;
  for (std::size_t i = begin; i < end; ++i) fate(shares_[i].rank, shares_[i].operation).written = whole;
}

}  // namespace

Matching match_operations(const std::vector<Part>& parts, const Communicators& communicators) {
  return Matcher(parts, communicators).match();
}

}  // namespace trenza::recorder
