#include <cctype>
#include <fstream>
#include <vector>

#include "waves/wave_error.h"
#include "waves/wave_reader.h"

namespace trenza::waves {
namespace {

std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
    } else if (std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0 && i + 3 < text.size()) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[++i];
    }
  }
  return plain;
}

class Parser {
 public:
  explicit Parser(const std::string& file) : file_(file), stream_(file) {
    if (!stream_) throw WaveError("cannot read wave file '" + file + "'");
  }

  WaveContents parse() {
    parse_declarations();
    parse_changes();
    return std::move(contents_);
  }

 private:
  [[noreturn]] void fail(const std::string& fault) const { throw WaveError("wave file '" + file_ + "': " + fault); }

  std::vector<std::string> until_end() {
    std::vector<std::string> words;
    std::string word;
    while (stream_ >> word) {
      if (word == "$end") return words;
      words.push_back(word);
    }
    fail("ends within a declaration");
  }

  void parse_declarations() {
    std::vector<std::string> scopes;
    std::string keyword;
    while (stream_ >> keyword) {
      const std::vector<std::string> words = until_end();
      if (keyword == "$enddefinitions") return;
      if (keyword == "$scope" && words.size() == 2) {
        scopes.push_back(words[1]);
      } else if (keyword == "$upscope" && !scopes.empty()) {
        scopes.pop_back();
      } else if (keyword == "$var" && words.size() >= 4) {
        std::string path;
        for (const std::string& scope : scopes) path += scope + ".";
        path += words[3];
        WaveTrace& trace = contents_.traces[path];
        trace.kind = words[0] == "string" ? VariableKind::text : VariableKind::number;
        trace.bits = words[0] == "string" ? 0 : static_cast<unsigned>(std::stoul(words[1]));
        by_code_[words[2]] = &trace;
      } else if (keyword == "$timescale" && (words.size() != 1 || words[0] != "1ps")) {
        fail("the time unit is not 1 ps");
      } else if (keyword[0] != '$') {
        fail("'" + keyword + "' is not a declaration");
      }
    }
    fail("has no end of declarations");
  }

  WaveTrace& declared(const std::string& code) const {
    const auto found = by_code_.find(code);
    if (found == by_code_.end()) fail("change of an undeclared variable '" + code + "'");
    return *found->second;
  }

  void parse_changes() {
    bool any_time = false;
    std::string word;
    std::string code;
    while (stream_ >> word) {
      if (word[0] == '#') {
        contents_.end = std::stoull(word.substr(1));
        if (!any_time) contents_.begin = contents_.end;
        any_time = true;
      } else if (word[0] == 'b' || word[0] == 's') {
        if (!(stream_ >> code)) fail("ends within a change");
        WaveTrace& trace = declared(code);
        const bool is_number = word[0] == 'b';
        add_change(trace, contents_.end,
                   is_number ? number_text(word.substr(1), trace.bits) : unescape(word.substr(1)));
      } else if (word[0] == '0' || word[0] == '1' || word[0] == 'x') {
        add_change(declared(word.substr(1)), contents_.end, word.substr(0, 1));
      } else if (word[0] != '$') {
        fail("'" + word + "' is not a change");
      }
    }
  }

  std::string file_;
  std::ifstream stream_;
  WaveContents contents_;
  std::map<std::string, WaveTrace*> by_code_;
};

}  // namespace

WaveContents read_vcd(const std::string& file) { return Parser(file).parse(); }

}  // namespace trenza::waves
