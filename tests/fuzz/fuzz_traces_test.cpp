// The short form of fuzzing: the corpus, and some thousand mutations of it that are the same each time. The long form
// is scripts/acceptance fuzz-traces.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli_program.h"
#include "tests/fuzz/convert_bytes.h"
#include "tests/places.h"
#include "tests/support/random_draws.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;

constexpr int kMutations = 3'000;  // of each format

std::vector<std::string> corpus(const std::string& format) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TRENZA_SOURCE_DIR) / "tests/fuzz/corpus" / format))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path& file : files) texts.push_back(read_file(file));
  return texts;
}

class Mutator {
 public:
  Mutator(std::uint64_t seed, const std::vector<std::string>& texts) : draws_(seed), texts_(texts) {}

  std::string next() {
    std::string text = draws_.one_of(texts_);
    for (int times = draws_.range(1, 6); times > 0; --times) mutate(text);
    return text;
  }

 private:
  std::size_t place(const std::string& text) {
    return static_cast<std::size_t>(draws_.below(static_cast<int>(text.size()) + 1));
  }

  void mutate(std::string& text) {
    static const std::vector<std::string> kWords{"0",
                                                 "-1",
                                                 "1",
                                                 "65536",
                                                 "1048575",
                                                 "4294967295",
                                                 "4294967296",
                                                 "18446744073709551615",
                                                 "99999999999999999999",
                                                 ":",
                                                 ",",
                                                 "\n",
                                                 " ",
                                                 "\f",
                                                 "(",
                                                 ")",
                                                 "1e300",
                                                 "0.0000000000001",
                                                 "\t",
                                                 "#",
                                                 "\r\n",
                                                 "{",
                                                 "}",
                                                 std::string(1, '\0')};
    const std::size_t at = place(text);
    const std::size_t length = static_cast<std::size_t>(draws_.below(12));
    switch (draws_.below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(draws_.below(256));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(at, draws_.one_of(kWords));
        return;
      case 3:  // in place of a word
        text.replace(
            at, std::min<std::size_t>(std::min(text.find_first_of(" :,\n", at), text.size()) - at, text.size() - at),
            draws_.one_of(kWords));
        return;
      case 4:  // a line once more, or of another file
        return insert_line(text, draws_.one_of(draws_.one_in(2) ? texts_ : std::vector<std::string>{text}));
      default:
        if (draws_.one_in(4)) text.resize(at);
        return;
    }
  }

  void insert_line(std::string& text, const std::string& from) {
    const auto line_begin = [](const std::string& of, std::size_t at) {
      const std::size_t before = of.rfind('\n', at == 0 ? 0 : at - 1);
      return at == 0 || before == std::string::npos ? 0 : before + 1;
    };
    const std::size_t begin = line_begin(from, place(from));
    const std::size_t end = std::min(from.find('\n', begin), from.size());
    const std::string line = from.substr(begin, end - begin) + "\n";
    text.insert(line_begin(text, place(text)), line);
  }

  Draws draws_;
  const std::vector<std::string>& texts_;
};

class FuzzTraces : public testing::TestWithParam<std::string> {};

TEST_P(FuzzTraces, CorpusAndMutations) {
  const std::vector<std::string> texts = corpus(GetParam());
  ASSERT_GE(texts.size(), 3U);
  int traces = 0;
  for (const std::string& text : texts) traces += convert_bytes(GetParam(), text) ? 1 : 0;
  EXPECT_GE(traces, 3) << "of the corpus itself";
  Mutator mutator(1, texts);
  int mutated = 0;
  for (int k = 0; k < kMutations; ++k) {
    const std::string text = mutator.next();
    try {
      mutated += convert_bytes(GetParam(), text) ? 1 : 0;
    } catch (const std::exception& error) {
      FAIL() << "mutation " << k << ": " << error.what() << "\n" << text;
    }
  }
  // Some mutations leave a trace, most do not.
  EXPECT_GT(mutated, kMutations / 100);
  EXPECT_LT(mutated, kMutations);
}

INSTANTIATE_TEST_SUITE_P(Formats, FuzzTraces, testing::ValuesIn(fuzzed_formats()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace trenza::test
