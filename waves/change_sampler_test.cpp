#include "waves/change_sampler.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trenza::waves {
namespace {

/// Keeps what it is told.
class Notes final : public WaveWriter {
 public:
  void begin_scope(const std::string& /*name*/) override {}
  void end_scope() override {}
  VariableId declare(const Variable& /*variable*/) override { return 0; }
  void end_declarations() override {}
  void time(std::uint64_t /*picoseconds*/) override {}
  void number(VariableId variable, std::uint64_t value) override { changes.emplace_back(variable, value); }
  void digits(VariableId variable, std::string_view value) override { wide.emplace_back(variable, value); }
  void text(VariableId /*variable*/, std::string_view /*value*/) override {}
  void close() override {}
  void discard() override {}

  std::vector<std::pair<VariableId, std::uint64_t>> changes;
  std::vector<std::pair<VariableId, std::string>> wide;
};

TEST(ChangeSampler, ChangesComeInTheOrderOfTheProbesWhereverTheirWordsLie) {
  std::array<std::uint32_t, 4> words{10, 11, 12, 13};
  // Variable, word, shift: the words against their addresses, the second one twice.
  const std::array<std::array<unsigned, 2>, 5> fields{{{3, 0}, {1, 0}, {2, 0}, {1, 1}, {0, 0}}};
  std::vector<rtl_models::Probe> probes;
  for (const auto& [word, shift] : fields) {
    rtl_models::Probe probe;
    probe.path = "a.b" + std::to_string(probes.size());
    probe.bits = shift == 0 ? 1 : 8;
    probe.shift = shift;
    probe.word = {&words[word], sizeof(std::uint32_t)};
    probes.push_back(probe);
  }
  std::vector<const rtl_models::Probe*> pointers;
  std::vector<VariableId> variables;
  for (const rtl_models::Probe& probe : probes) {
    variables.push_back(static_cast<VariableId>(pointers.size()));
    pointers.push_back(&probe);
  }
  ChangeSampler sampler(pointers, variables);
  using Changes = std::vector<std::pair<VariableId, std::uint64_t>>;
  Notes first;
  sampler.sample(first, {});
  EXPECT_EQ(first.changes, (Changes{{0, 1}, {1, 1}, {3, 5}, {2, 0}, {4, 0}}));
  words = {11, 8, 12, 13};
  Notes second;
  sampler.sample(second, {});
  EXPECT_EQ(second.changes, (Changes{{1, 0}, {3, 4}, {4, 1}}));
}

TEST(ChangeSampler, ANumberOfManyBitsIsWrittenWhenOneOfItsWordsChanges) {
  std::array<std::uint64_t, 2> words{5, 1};
  rtl_models::Probe probe;
  probe.path = "a.b";
  probe.kind = rtl_models::ProbeKind::wide;
  probe.bits = 66;
  for (const std::uint64_t& word : words) probe.watches.push_back({&word, sizeof word});
  ChangeSampler sampler({&probe}, {7});
  Notes notes;
  sampler.sample(notes, {});
  sampler.sample(notes, {});
  words[1] = 2;
  sampler.sample(notes, {});
  words[1] = 2 + 4;  // a bit that the number does not have
  sampler.sample(notes, {});
  const std::string low = std::string(61, '0') + "101";
  using Wide = std::vector<std::pair<VariableId, std::string>>;
  EXPECT_EQ(notes.wide, (Wide{{7, "01" + low}, {7, "10" + low}}));
  EXPECT_TRUE(notes.changes.empty());
}

TEST(ChangeSampler, WideNumbersAndClocksAreChecked) {
  const std::array<std::uint64_t, 2> words{};
  const auto refused = [&](rtl_models::ProbeKind kind, unsigned bits, std::size_t count, std::uint8_t bytes) {
    rtl_models::Probe probe;
    probe.path = "a.b";
    probe.kind = kind;
    probe.bits = bits;
    for (std::size_t k = 0; k < count; ++k) probe.watches.push_back({&words[k], bytes});
    EXPECT_THROW(ChangeSampler({&probe}, {0}), std::logic_error) << bits << ' ' << count << ' ' << int{bytes};
  };
  refused(rtl_models::ProbeKind::wide, 64, 1, 8);
  refused(rtl_models::ProbeKind::wide, 65, 1, 8);
  refused(rtl_models::ProbeKind::wide, 129, 2, 8);
  refused(rtl_models::ProbeKind::wide, 65, 2, 4);
  refused(rtl_models::ProbeKind::clock, 1, 0, 8);
}

}  // namespace
}  // namespace trenza::waves
