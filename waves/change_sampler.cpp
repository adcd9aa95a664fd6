#include "waves/change_sampler.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

namespace trenza::waves {

using rtl_models::Probe;
using rtl_models::ProbeKind;
using rtl_models::ProbeWord;

namespace {

/// Signals lie hundreds of bytes apart, so the processor does not prefetch them by itself.
constexpr std::size_t kPrefetchDistance = 24;
constexpr unsigned kWordBits = 64;

bool readable(const ProbeWord& word) {
  return word.address != nullptr && (word.bytes == 1 || word.bytes == 2 || word.bytes == 4 || word.bytes == 8);
}

/// The binary digits of a number of more than 64 bits, the highest first.
std::function<void(std::string&)> digits_of(const Probe& probe) {
  return [words = probe.watches, bits = probe.bits](std::string& text) {
    text.resize(bits);
    for (unsigned bit = 0; bit < bits; ++bit) {
      std::uint64_t word = 0;
      std::memcpy(&word, words[bit / kWordBits].address, sizeof word);
      text[bits - 1 - bit] = (word >> bit % kWordBits & 1U) != 0 ? '1' : '0';
    }
  };
}

bool well_named(const std::string& path) {
  bool in_component = false;
  for (const char symbol : path) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte <= ' ' || byte > '~') return false;
    if (symbol == '.' && !in_component) return false;
    in_component = symbol != '.';
  }
  return in_component;
}

}  // namespace

void check_probe(const Probe& probe) {
  const auto require = [&](bool condition, const char* fault) {
    if (!condition) throw std::logic_error("probe '" + probe.path + "': " + fault);
  };
  require(well_named(probe.path), "the path is not printable components joined by dots");
  if (probe.kind == ProbeKind::text) {
    require(static_cast<bool>(probe.render), "nothing renders the text");
    for (const ProbeWord& word : probe.watches)
      require(readable(word), "a watched word has no address or a width other than 1, 2, 4 or 8 bytes");
    return;
  }
  if (probe.kind == ProbeKind::wide) {
    require(probe.bits > kWordBits, "a wide number has 64 bits or fewer");
    require(probe.watches.size() == (probe.bits + kWordBits - 1) / kWordBits, "other words than its bits need");
    for (const ProbeWord& word : probe.watches)
      require(readable(word) && word.bytes == sizeof(std::uint64_t), "a word of a wide number has other than 8 bytes");
    return;
  }
  if (is_clock(probe)) return;
  require(readable(probe.word), "the word has no address or a width other than 1, 2, 4 or 8 bytes");
  require(probe.bits >= 1 && probe.shift + probe.bits <= 8U * probe.word.bytes,
          "the field does not lie within its word");
  require(probe.kind != ProbeKind::enumeration || !probe.names.empty(), "the enumeration has no names");
}

/// One reason to look at a word: a field in it or, if `text` is set, a text that watches it.
struct ChangeSampler::Use {
  int group = -1;
  std::size_t place = 0;  // of the word among those of its group
  ProbeWord word;
  bool text = false;
  std::uint32_t watcher = 0;
  Field field;
};

/// Brings the uses of a word together, words in the order of their first uses: that of addresses differs from run to
/// run, and the bytes of a wave file must not.
void ChangeSampler::sort_by_word(std::vector<Use>& uses) {
  std::map<std::pair<int, const void*>, std::size_t> places;
  for (Use& use : uses) use.place = places.emplace(std::pair(use.group, use.word.address), places.size()).first->second;
  std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return a.group != b.group ? a.group < b.group : a.place < b.place;
  });
}

ChangeSampler::ChangeSampler(const std::vector<const Probe*>& probes, const std::vector<VariableId>& variables) {
  std::vector<Use> uses;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Probe& probe = *probes[i];
    check_probe(probe);
    if (is_clock(probe)) throw std::logic_error("probe '" + probe.path + "': a clock has no samples");
    Use use;
    use.group = probe.group;
    groups_.push_back(probe.group);
    if (probe.kind == ProbeKind::text || probe.kind == ProbeKind::wide) {
      const bool wide = probe.kind == ProbeKind::wide;
      use.text = true;
      use.watcher = static_cast<std::uint32_t>(texts_.size());
      for (const ProbeWord& word : probe.watches) {
        use.word = word;
        uses.push_back(use);
      }
      texts_.push_back({variables[i], wide ? digits_of(probe) : probe.render, "", true, wide});
      stale_texts_.push_back(use.watcher);
    } else {
      use.word = probe.word;
      use.field = {variables[i], probe.shift, ~std::uint64_t{0} >> (64 - probe.bits)};
      uses.push_back(use);
    }
  }
  sort_by_word(uses);
  std::sort(groups_.begin(), groups_.end());
  groups_.erase(std::unique(groups_.begin(), groups_.end()), groups_.end());
  fill(bytes_, uses);
  fill(halves_, uses);
  fill(words_, uses);
  fill(doubles_, uses);
}

template <typename Word>
void ChangeSampler::fill(Lane<Word>& lane, const std::vector<Use>& uses) {
  for (const Use& use : uses) {
    if (use.word.bytes != sizeof(Word)) continue;
    while (lane.first_of_group.size() < groups_.size() && groups_[lane.first_of_group.size()] <= use.group) {
      lane.first_of_group.push_back(static_cast<std::uint32_t>(lane.addresses.size()));
    }
    const bool new_span = lane.first_of_group.back() == lane.addresses.size();
    if (new_span || lane.addresses.back() != use.word.address) {
      lane.addresses.push_back(use.word.address);
      lane.first_field.push_back(static_cast<std::uint32_t>(fields_.size()));
      lane.first_watcher.push_back(static_cast<std::uint32_t>(watchers_.size()));
    }
    if (use.text) {
      watchers_.push_back(use.watcher);
    } else {
      fields_.push_back(use.field);
    }
  }
  lane.first_field.push_back(static_cast<std::uint32_t>(fields_.size()));
  lane.first_watcher.push_back(static_cast<std::uint32_t>(watchers_.size()));
  lane.first_of_group.resize(groups_.size() + 1, static_cast<std::uint32_t>(lane.addresses.size()));
  lane.old.resize(lane.addresses.size());
}

/// Whether the eight groups from span `span` on follow each other and none of them has changed: a fabric that is mostly
/// asleep has long runs of them.
bool ChangeSampler::block_unchanged(std::size_t span, const std::vector<std::uint8_t>& changed) const {
  std::uint64_t block = 0;
  const std::size_t last = span + sizeof block - 1;
  if (last >= groups_.size() || groups_[span] < 0) return false;
  const auto group = static_cast<std::size_t>(groups_[span]);
  if (groups_[last] != groups_[span] + static_cast<int>(sizeof block) - 1 || group + sizeof block > changed.size())
    return false;
  std::memcpy(&block, &changed[group], sizeof block);
  return block == 0;
}

void ChangeSampler::sample(WaveWriter& writer, const std::vector<std::uint8_t>& changed) {
  for (std::size_t span = 0; span < groups_.size(); ++span) {
    if (!first_ && block_unchanged(span, changed)) {
      span += sizeof(std::uint64_t) - 1;
      continue;
    }
    const int group = groups_[span];
    const bool known = group >= 0 && static_cast<std::size_t>(group) < changed.size();
    if (!first_ && known && changed[static_cast<std::size_t>(group)] == 0) continue;
    scan(bytes_, span, writer);
    if (!halves_.addresses.empty()) scan(halves_, span, writer);
    scan(words_, span, writer);
    scan(doubles_, span, writer);
  }
  render_stale(writer);
  first_ = false;
}

template <typename Word>
void ChangeSampler::scan(Lane<Word>& lane, std::size_t span, WaveWriter& writer) {
  const std::size_t count = lane.first_of_group[span + 1];
  const void* const* const addresses = lane.addresses.data();
  const Word* const old = lane.old.data();
  const bool first = first_;
  for (std::size_t i = lane.first_of_group[span]; i < count; ++i) {
    if (i + kPrefetchDistance < count) __builtin_prefetch(addresses[i + kPrefetchDistance]);
    Word value;
    std::memcpy(&value, addresses[i], sizeof value);
    if (value != old[i] || first) word_changed(lane, i, value, writer);
  }
}

template <typename Word>
void ChangeSampler::word_changed(Lane<Word>& lane, std::size_t index, std::uint64_t value, WaveWriter& writer) {
  const std::uint64_t flipped = first_ ? ~std::uint64_t{0} : value ^ lane.old[index];
  lane.old[index] = static_cast<Word>(value);
  for (std::uint32_t i = lane.first_field[index]; i < lane.first_field[index + 1]; ++i) {
    const Field& field = fields_[i];
    if ((flipped >> field.shift & field.mask) != 0) writer.number(field.variable, value >> field.shift & field.mask);
  }
  for (std::uint32_t i = lane.first_watcher[index]; i < lane.first_watcher[index + 1]; ++i) {
    Text& text = texts_[watchers_[i]];
    if (text.stale) continue;
    text.stale = true;
    stale_texts_.push_back(watchers_[i]);
  }
}

void ChangeSampler::render_stale(WaveWriter& writer) {
  for (const std::uint32_t index : stale_texts_) {
    Text& text = texts_[index];
    text.stale = false;
    text.render(rendered_);
    if (rendered_ == text.old && !first_) continue;
    if (text.digits) {
      writer.digits(text.variable, rendered_);
    } else {
      writer.text(text.variable, rendered_);
    }
    text.old.swap(rendered_);
  }
  stale_texts_.clear();
}

}  // namespace trenza::waves
