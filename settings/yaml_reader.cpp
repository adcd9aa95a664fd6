#include "settings/yaml_reader.h"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "settings/config_error.h"
#include "settings/text_check.h"
#include "topologies/byte_order_mark.h"

namespace trenza::settings {

namespace {

constexpr std::size_t kDeepest = 32;
constexpr std::size_t kMostValues = 100'000;
constexpr std::size_t kLargestFile = 16U << 20U;

/// Builds the tree from the events of the parser.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string source, bool lines, std::string path) : source_(std::move(source)), lines_(lines) {
    root_.place = {source_, lines ? 1 : 0, lines ? 1 : 0, std::move(path)};
  }

  Value take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor, Value{}); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    Value value;
    value.kind = Value::Kind::scalar;
    value.text = text;
    value.quoted = tag == "!";
    if (tag == "?" && (text == "~" || text == "null")) value.kind = Value::Kind::null;
    leaf(mark, anchor, value);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw ConfigError(place(mark), "an alias stands inside what its own anchor names");
    add(mark, copy(found->second));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor, Value::Kind::list);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor, Value::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is not complete yet.
  struct Frame {
    Value value;
    YAML::anchor_t anchor = 0;
    bool expects_key = false;
    Entry entry;  ///< the key that waits for its value
  };

  Place place(const YAML::Mark& mark) const {
    Place result = root_.place;
    if (lines_ && mark.line >= 0) {
      result.line = mark.line + 1;
      result.column = mark.column + 1;
    }
    result.path = path();
    return result;
  }

  /// Path of the value that comes next.
  std::string path() const {
    if (frames_.empty()) return root_.place.path;
    const Frame& frame = frames_.back();
    const std::string& parent = frame.value.place.path;
    if (frame.value.is_list()) return fmt::format("{}[{}]", parent, frame.value.items.size());
    return frame.expects_key || frame.entry.key.empty() ? parent
           : parent.empty()                             ? frame.entry.key
                                                        : parent + "." + frame.entry.key;
  }

  void leaf(const YAML::Mark& mark, YAML::anchor_t anchor, const Value& value) {
    if (anchor != 0) anchors_[anchor] = value;
    if (!frames_.empty() && frames_.back().expects_key) {
      key(mark, value);
    } else {
      add(mark, value);
    }
  }

  void key(const YAML::Mark& mark, const Value& value) {
    Frame& frame = frames_.back();
    if (!value.is_scalar() || value.text.empty())
      throw ConfigError(place(mark), "a key must be a word, or a bracket is not closed");
    frame.entry.key = value.text;
    frame.expects_key = false;
    frame.entry.place = place(mark);
    if (const Entry* const same = frame.value.entry(value.text)) {
      throw ConfigError(frame.entry.place,
                        lines_ ? fmt::format("duplicate key; it is in line {} already", same->place.line)
                               : std::string("duplicate key"));
    }
  }

  void add(const YAML::Mark& mark, Value value) {
    if (++values_ > kMostValues) throw ConfigError(place(mark), fmt::format("more than {} values", kMostValues));
    if (frames_.empty()) {
      value.place = place(mark);
      root_ = std::move(value);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.expects_key) throw ConfigError(place(mark), "a key must be a word, or a bracket is not closed");
    value.place = place(mark);
    if (value.kind == Value::Kind::null && frame.value.is_map()) value.place = frame.entry.place;
    rename(value);
    attach(std::move(value));
  }

  /// Puts a complete value into the list or map that is open.
  void attach(Value value) {
    Frame& frame = frames_.back();
    if (frame.value.is_list()) {
      frame.value.items.push_back(std::move(value));
    } else {
      frame.entry.value = std::move(value);
      frame.value.entries.push_back(std::move(frame.entry));
      frame.entry = Entry{};
      frame.expects_key = true;
    }
  }

  /// Gives everything below a value (a copy of what an alias names) its path here; lines stay those of the anchor.
  static void rename(Value& value) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      value.items[i].place.path = fmt::format("{}[{}]", value.place.path, i);
      rename(value.items[i]);
    }
    for (Entry& entry : value.entries) {
      entry.place.path = value.place.path.empty() ? entry.key : value.place.path + "." + entry.key;
      entry.value.place.path = entry.place.path;
      rename(entry.value);
    }
  }

  Value copy(const Value& value) {
    values_ += count(value);
    return value;
  }

  static std::size_t count(const Value& value) {
    std::size_t sum = 1;
    for (const Value& item : value.items) sum += count(item);
    for (const Entry& entry : value.entries) sum += count(entry.value);
    return sum;
  }

  void open(const YAML::Mark& mark, YAML::anchor_t anchor, Value::Kind kind) {
    if (!frames_.empty() && frames_.back().expects_key)
      throw ConfigError(place(mark), "a key must be a word, or a bracket is not closed");
    if (frames_.size() == kDeepest) throw ConfigError(place(mark), fmt::format("nested more than {} deep", kDeepest));
    Frame frame;
    frame.value.kind = kind;
    frame.value.place = place(mark);
    frame.anchor = anchor;
    frame.expects_key = kind == Value::Kind::map;
    frames_.push_back(std::move(frame));
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (++values_ > kMostValues) throw ConfigError(frame.value.place, fmt::format("more than {} values", kMostValues));
    if (frame.anchor != 0) anchors_[frame.anchor] = frame.value;
    if (frames_.empty()) {
      root_ = std::move(frame.value);
    } else {
      attach(std::move(frame.value));
    }
  }

  std::string source_;
  bool lines_;
  Value root_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Value> anchors_;
  std::size_t values_ = 0;
};

Value parse(const std::string& text, TreeBuilder& builder, const Place& start) {
  const auto at = [&](const YAML::Mark& mark) {
    Place place = start;
    if (place.line > 0 && mark.line >= 0) {
      place.line = mark.line + 1;
      place.column = mark.column + 1;
    }
    return place;
  };
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder)) {
      Value value = builder.take();
      TreeBuilder second(start.source, start.line > 0, start.path);
      if (parser.HandleNextDocument(second)) {
        throw ConfigError(second.take().place, "a second YAML document begins here; expected one");
      }
      return value;
    }
    return builder.take();
  } catch (const YAML::Exception& error) {
    throw ConfigError(at(error.mark), "not valid YAML: " + error.msg);
  }
}

}  // namespace

Value read_yaml(const std::string& text, const std::string& source) {
  const Place start{source, 1, 1, ""};
  check_text(text, start);
  TreeBuilder builder(source, true, "");
  return parse(text, builder, start);
}

Value read_option_value(const std::string& text, const std::string& option, const std::string& path) {
  const Place start{option, 0, 0, path};
  check_text(text, start);
  TreeBuilder builder(option, false, path);
  return parse(text, builder, start);
}

std::string read_text_file(const std::string& file) {
  const Place place{file, 0, 0, ""};
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw ConfigError(place, "no such file; expected a YAML file");
  if (std::filesystem::is_directory(status)) throw ConfigError(place, "is a directory; expected a YAML file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ConfigError(place, fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string text;
  std::string block(1U << 16U, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kLargestFile) throw ConfigError(place, "is larger than 16 MiB; expected a YAML file");
  }
  if (stream.bad()) throw ConfigError(place, "cannot be read");
  return std::string(topologies::without_byte_order_mark(text));
}

}  // namespace trenza::settings
