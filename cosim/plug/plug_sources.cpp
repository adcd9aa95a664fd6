#include "cosim/plug/plug_sources.h"

#include <fmt/core.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <utility>

#include "cosim/plug/plug_error.h"
#include "topologies/byte_order_mark.h"

namespace trenza::cosim {

namespace fs = std::filesystem;

namespace {

struct Word {
  std::string text;
  int line = 0;
};

/// Splits a file list into words: removes comments and quotes, and fills in variables of the environment.
class Splitter {
 public:
  Splitter(const std::string& file, std::string text) : file_(file), text_(std::move(text)) {}

  std::vector<Word> words() {
    while (skip_blanks()) {
      const int line = line_;
      words_.push_back({word(), line});
    }
    return words_;
  }

 private:
  bool ended() const { return at_ >= text_.size(); }
  bool follows(const char* what) const { return text_.compare(at_, std::string(what).size(), what) == 0; }
  char take() {
    line_ += text_[at_] == '\n' ? 1 : 0;
    return text_[at_++];
  }
  bool at_blank() const { return std::isspace(static_cast<unsigned char>(text_[at_])) != 0; }

  bool skip_blanks() {
    while (!ended()) {
      if (follows("//") || follows("#")) {
        while (!ended() && text_[at_] != '\n') take();
      } else if (follows("/*")) {
        const int line = line_;
        while (!ended() && !follows("*/")) take();
        if (ended()) throw PlugError("{}:{}: the comment has no end; expected */", file_, line);
        at_ += 2;
      } else if (at_blank() || text_[at_] == '\\') {
        take();
      } else {
        return true;
      }
    }
    return false;
  }

  std::string word() {
    std::string word;
    while (!ended() && !at_blank()) {
      const char letter = take();
      if (letter == '"' || letter == '\'') {
        const int line = line_;
        while (!ended() && text_[at_] != letter) word += take();
        if (ended()) throw PlugError("{}:{}: the quote {} has no end", file_, line, letter);
        take();
      } else if (letter == '$') {
        word += variable();
      } else {
        word += letter;
      }
    }
    return word;
  }

  /// The value of a variable; its dollar sign has been read. It is written NAME, {NAME} or (NAME).
  std::string variable() {
    char close = '\0';
    if (!ended() && (text_[at_] == '{' || text_[at_] == '(')) close = take() == '{' ? '}' : ')';
    std::string name;
    while (!ended() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) name += take();
    const bool closed = close == '\0' || (!ended() && take() == close);
    const char* const value = closed ? std::getenv(name.c_str()) : nullptr;
    if (value == nullptr)
      throw PlugError("{}:{}: ${} is not in the environment; expected a variable that is set", file_, line_, name);
    return value;
  }

  const std::string& file_;
  std::string text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Word> words_;
};

/// The words after `head`: a and b of "+incdir+a+b".
std::vector<std::string> plus_words(const std::string& text, const std::string& head) {
  std::istringstream rest(text.substr(head.size()));
  std::vector<std::string> words;
  for (std::string word; std::getline(rest, word, '+');) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

bool begins(const std::string& text, const std::string& head) { return text.rfind(head, 0) == 0; }

class ListReader {
 public:
  explicit ListReader(PlugSources& sources) : sources_(sources) {}

  void read(const std::string& file, const fs::path& base, const std::string& place, int depth) {
    constexpr int kDeepest = 20;
    if (depth > kDeepest) throw PlugError("{}: file lists that name each other without end", place);
    std::error_code ignored;
    std::ifstream stream(file, std::ios::binary);
    if (!fs::is_regular_file(file, ignored) || !stream)
      throw PlugError("{}{}: no such file list", place.empty() ? "" : place + ": ", file);
    std::stringstream text;
    text << stream.rdbuf();
    const std::string list = text.str();
    const std::vector<Word> words = Splitter(file, std::string(topologies::without_byte_order_mark(list))).words();
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::string here = fmt::format("{}:{}", file, words[at].line);
      const auto next = [&]() -> const std::string& {
        if (at + 1 == words.size()) throw PlugError("{}: nothing follows {}", here, words[at].text);
        return words[++at].text;
      };
      take(words[at].text, next, base, here, depth);
    }
  }

 private:
  static std::string path_in(const fs::path& base, const std::string& path) { return (base / path).string(); }

  template <class Next>
  void take(const std::string& word, const Next& next, const fs::path& base, const std::string& here, int depth) {
    if (word == "-f" || word == "-F") {
      const std::string list = path_in(base, next());
      read(list, word == "-F" ? fs::path(list).parent_path() : base, here, depth + 1);
    } else if (word == "-v") {
      sources_.library_files.push_back(file(path_in(base, next()), here));
    } else if (begins(word, "+incdir+")) {
      for (const std::string& folder : plus_words(word, "+incdir+")) add_folder(base, folder);
    } else if (begins(word, "+define+")) {
      for (const std::string& define : plus_words(word, "+define+")) sources_.defines.push_back(define);
    } else if (begins(word, "+libext+")) {
      for (const std::string& extension : plus_words(word, "+libext+")) sources_.extensions.push_back(extension);
    } else if (begins(word, "-I") || begins(word, "-y")) {
      add_folder(base, word.size() > 2 ? word.substr(2) : next());
    } else if (begins(word, "-D")) {
      sources_.defines.push_back(word.size() > 2 ? word.substr(2) : next());
    } else if (word == "--top-module" || word == "-top-module" || word == "--top" || word == "-top") {
      sources_.top = next();
    } else if (word == "--timescale" || word == "-timescale" || word == "--language" || word == "--std") {
      next();
    } else if (!says_nothing(word)) {
      if (word[0] == '-' || word[0] == '+') {
        throw PlugError(
            "{}: the option {} is not understood; expected a file, -f, -F, -I, -y, -v, -D, "
            "+incdir+, +define+, +libext+ or --top-module",
            here, word);
      }
      sources_.files.push_back(file(path_in(base, word), here));
    }
  }

  /// Whether a word is an option for warnings, languages and the like, which is ignored here.
  static bool says_nothing(const std::string& word) {
    static const std::regex ignored(
        R"((-W|-sv|-g20|-full64|--?timescale=|\+librescan|\+notimingchecks|\+v2k|\+systemverilogext\+).*|)"
        R"((\+verilog(1995|2001)ext\+|\+(1364|1800)-|--lint-only).*)");
    return std::regex_match(word, ignored);
  }

  static std::string file(const std::string& path, const std::string& here) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) throw PlugError("{}: {}: no such file", here, path);
    return path;
  }

  void add_folder(const fs::path& base, const std::string& folder) {
    sources_.include_folders.push_back(path_in(base, folder));
  }

  PlugSources& sources_;
};

std::string absolute_file(const std::string& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) throw PlugError("{}: no such file", file);
  return fs::absolute(file).string();
}

}  // namespace

void read_file_list(const std::string& file, bool from_its_folder, PlugSources& sources) {
  ListReader(sources).read(file, from_its_folder ? fs::path(file).parent_path() : fs::path(), "", 0);
}

std::vector<std::string> verilator_arguments(const PlugSources& sources) {
  std::vector<std::string> words;
  for (const std::string& folder : sources.include_folders) words.push_back("-I" + fs::absolute(folder).string());
  for (const std::string& extension : sources.extensions) words.push_back("+libext+" + extension);
  for (const std::string& define : sources.defines) words.push_back("-D" + define);
  for (const std::string& file : sources.library_files) {
    words.emplace_back("-v");
    words.push_back(absolute_file(file));
  }
  for (const std::string& file : sources.files) words.push_back(absolute_file(file));
  return words;
}

std::vector<std::string> icarus_arguments(const PlugSources& sources) {
  std::vector<std::string> words{"-Y", ".v", "-Y", ".sv"};
  for (const std::string& extension : sources.extensions) words.insert(words.end(), {"-Y", extension});
  for (const std::string& folder : sources.include_folders) {
    const std::string path = fs::absolute(folder).string();
    words.insert(words.end(), {"-I", path, "-y", path});
  }
  for (const std::string& define : sources.defines) words.push_back("-D" + define);
  for (const std::string& file : sources.files) words.push_back(absolute_file(file));
  for (const std::string& file : sources.library_files) words.push_back(absolute_file(file));
  return words;
}

}  // namespace trenza::cosim
