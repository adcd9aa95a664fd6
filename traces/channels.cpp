#include "traces/channels.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr std::uint64_t kTagMask = 0xffff'ffff;

class ChannelDropper {
 public:
  explicit ChannelDropper(Program& program) : program_(program) {}

  void run() {
    if (!has_channels()) return;
    visit([this](std::uint32_t rank, Step& step) { collect(rank, step); });
    visit([this](std::uint32_t rank, Step& step) { check_any_tag(rank, step); });
    visit([this](std::uint32_t rank, Step& step) {
      if (decides_nothing(key(rank, step))) step.tag &= kTagMask;
    });
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // from, to, tag
  using Channels = std::vector<std::uint32_t>;
  struct Stream {
    Channels sends;
    Channels receives;
  };

  template <class Visit>
  void visit(const Visit& visit) {
    for (std::uint32_t rank = 0; rank < program_.ranks.size(); ++rank) {
      for (Step& step : program_.ranks[rank].steps) {
        if (sends_message(step.kind) || receives_message(step.kind)) visit(rank, step);
      }
    }
  }

  bool has_channels() {
    std::uint64_t tags = 0;
    visit([&](std::uint32_t, const Step& step) { tags |= step.tag; });
    return tags > kTagMask;
  }

  static std::uint32_t channel(const Step& step) { return static_cast<std::uint32_t>(step.tag >> 32U); }
  static Key key(std::uint32_t rank, const Step& step) {
    const std::uint64_t tag = step.tag & kTagMask;
    return sends_message(step.kind) ? Key{rank, step.peer, tag} : Key{step.peer, rank, tag};
  }

  void collect(std::uint32_t rank, const Step& step) {
    const Key stream = key(rank, step);
    (sends_message(step.kind) ? streams_[stream].sends : streams_[stream].receives).push_back(channel(step));
    const std::uint32_t to = std::get<1>(stream);
    channels_of_rank_[to].insert(channel(step));
    channels_of_tag_[{to, std::get<2>(stream)}].insert(channel(step));
    if (receives_message(step.kind) && step.peer == kAnyRank) any_source_.insert({to, std::get<2>(stream)});
  }

  void check_any_tag(std::uint32_t rank, const Step& step) const {
    if (step.any_tag && channels_of_rank_.at(rank).size() > 1)
      throw InputError(program_.place(rank, step),
                       "a receive of any tag is converted only where all messages to its task are of one communicator");
  }

  bool decides_nothing(const Key& stream) const {
    const std::pair<std::uint32_t, std::uint64_t> at{std::get<1>(stream), std::get<2>(stream)};
    if (channels_of_tag_.at(at).size() == 1) return true;
    const Stream& found = streams_.at(stream);
    return any_source_.count(at) == 0 && found.sends == found.receives;
  }

  Program& program_;
  std::map<Key, Stream> streams_;
  std::map<std::uint32_t, std::set<std::uint32_t>> channels_of_rank_;  ///< of all that goes to a rank
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::set<std::uint32_t>> channels_of_tag_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> any_source_;  ///< ranks and tags with such receives
};

}  // namespace

void drop_channels(Program& program) { ChannelDropper(program).run(); }

}  // namespace trenza::traces
