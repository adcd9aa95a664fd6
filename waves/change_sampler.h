// Finds what has changed since the last sample, at the cost of one comparison for each word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rtl_models/probe.h"
#include "waves/wave_writer.h"

namespace trenza::waves {

/// Watches probes and hands the changed ones to a writer.
///
/// The words of all probes are held once each, in flat arrays by width, sorted by group and first use, beside their old
/// values: a sample walks those arrays, leaving out groups that are said not to have changed, and the fields of a word
/// are looked at only when the word has changed. A text is rendered only when a word that it watches has changed
/// (always in the first sample), and is written only when the rendering differs. Reads nothing but the words of the
/// probes; they must be alive in every call of sample().
class ChangeSampler {
 public:
  /// `variables[i]` is the variable of `probes[i]`, none of them a clock. The probes are copied as far as they are
  /// needed. Throws std::logic_error for a probe that is not well formed (check_probe).
  ChangeSampler(const std::vector<const rtl_models::Probe*>& probes, const std::vector<VariableId>& variables);

  /// Writes what differs from the last sample; everything in the first one. Probes of group g are looked at only if
  /// changed[g] is not 0; `changed` empty: all are.
  void sample(WaveWriter& writer, const std::vector<std::uint8_t>& changed);

 private:
  struct Field {
    VariableId variable = 0;
    unsigned shift = 0;
    std::uint64_t mask = 0;  ///< after shifting
  };
  struct Text {
    VariableId variable = 0;
    std::function<void(std::string&)> render;
    std::string old;
    bool stale = true;
    bool digits = false;  ///< of a number
  };
  /// Words of one width. The fields of word i are fields[first_field[i]] to fields[first_field[i + 1] - 1]; texts that
  /// watch it likewise.
  template <typename Word>
  struct Lane {
    std::vector<const void*> addresses;
    std::vector<Word> old;
    std::vector<std::uint32_t> first_field;
    std::vector<std::uint32_t> first_watcher;
    std::vector<std::uint32_t> first_of_group;  ///< word at which span i begins; one more at the end
  };
  struct Use;

  static void sort_by_word(std::vector<Use>& uses);
  template <typename Word>
  void fill(Lane<Word>& lane, const std::vector<Use>& uses);
  template <typename Word>
  void scan(Lane<Word>& lane, std::size_t span, WaveWriter& writer);
  template <typename Word>
  void word_changed(Lane<Word>& lane, std::size_t index, std::uint64_t value, WaveWriter& writer);
  bool block_unchanged(std::size_t span, const std::vector<std::uint8_t>& changed) const;
  void render_stale(WaveWriter& writer);

  Lane<std::uint8_t> bytes_;
  Lane<std::uint16_t> halves_;
  Lane<std::uint32_t> words_;
  Lane<std::uint64_t> doubles_;
  std::vector<Field> fields_;
  std::vector<std::uint32_t> watchers_;  ///< indices of texts
  std::vector<Text> texts_;
  std::string rendered_;
  std::vector<std::uint32_t> stale_texts_;
  std::vector<int> groups_;  ///< of span i
  bool first_ = true;
};

/// Whether a probe is a clock, which has no word.
inline bool is_clock(const rtl_models::Probe& probe) {
  return probe.kind == rtl_models::ProbeKind::clock || probe.kind == rtl_models::ProbeKind::fallen_clock;
}

/// Throws std::logic_error, which names the probe, unless its path, width, word, names and renderer can be recorded.
void check_probe(const rtl_models::Probe& probe);

}  // namespace trenza::waves
