#include "topologies/custom_network.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "topologies/byte_order_mark.h"
#include "topologies/graph.h"
#include "topologies/routing.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

constexpr int kMostNodes = static_cast<int>(kDestinationMask);
constexpr std::size_t kMostDigits = 8;
const std::string kForms = "expected `nodes 10`, `0 1`, `0:2 5:1`, `3 -> 4` or `3:0 -> 4:2`";

struct End {
  int node = -1;
  int port = -1;  ///< -1: not given
  int column = 0;
};

struct Link {
  End from;
  End to;
  bool one_way = false;
  int line = 0;
};

struct Word {
  std::string text;
  int column = 0;
};

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  CustomNetwork read(const std::string& text) {
    std::istringstream lines(std::string{without_byte_order_mark(text)});
    int number = 0;
    for (std::string line; std::getline(lines, line);) read_line(line, ++number);
    if (links_.empty()) fail(std::max(number, 1), 1, "there is no link; " + kForms);
    count_nodes();
    used_.assign(static_cast<std::size_t>(nodes_) * kMostPorts, 0);
    for (Link& link : links_) reserve(link);
    for (Link& link : links_) number_ports(link);
    return build();
  }

 private:
  enum Use : unsigned char { out = 1, in = 2 };

  [[noreturn]] void fail(int line, int column, const std::string& message) const {
    throw TopologyError(name_ + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + message);
  }

  static std::vector<Word> words_of(const std::string& line) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < line.size() && line[at] != '#'; ++at) {
      if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') continue;
      const std::size_t end = std::min(line.find_first_of(" \t\r#", at), line.size());
      words.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
      at = end - 1;
    }
    return words;
  }

  void read_line(const std::string& line, int number) {
    const std::vector<Word> words = words_of(line);
    if (words.empty()) return;
    if (words[0].text == "nodes") {
      read_nodes(words, number);
      return;
    }
    constexpr std::size_t kOneWayWords = 3;
    const bool one_way = words.size() == kOneWayWords && words[1].text == "->";
    if (words.size() != 2 && !one_way) {
      const Word& odd = words.size() < 2 ? words[0] : words[std::min<std::size_t>(words.size() - 1, 2)];
      fail(number, odd.column, "`" + odd.text + "` makes no link; " + kForms);
    }
    Link link{end_of(words.front(), number), end_of(words.back(), number), one_way, number};
    if (link.from.node == link.to.node) fail(number, link.to.column, "a link joins a node with itself");
    links_.push_back(link);
  }

  void read_nodes(const std::vector<Word>& words, int number) {
    if (words.size() != 2) fail(number, words[0].column, "`nodes` needs one number; " + kForms);
    if (given_nodes_ > 0) fail(number, words[0].column, "the number of nodes is given twice");
    given_nodes_ = integer(words[1].text, words[1].column, number, 1, kMostNodes, "number of nodes");
  }

  int integer(const std::string& text, int column, int line, int least, int most, const std::string& what) const {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) fail(line, column, "`" + text + "` is no " + what + "; " + kForms);
    const int value = text.size() > kMostDigits ? most + 1 : std::stoi(text);
    if (value < least || value > most) {
      fail(line, column,
           what + " " + text + " is out of range; it must be " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }

  End end_of(const Word& word, int line) const {
    const std::size_t colon = word.text.find(':');
    End end;
    end.column = word.column;
    end.node = integer(word.text.substr(0, colon), word.column, line, 0, kMostNodes - 1, "node");
    if (colon != std::string::npos) {
      end.port = integer(word.text.substr(colon + 1), word.column + static_cast<int>(colon) + 1, line, 0,
                         kMostPorts - 1, "port");
    }
    return end;
  }

  void count_nodes() {
    for (const Link& link : links_) {
      for (const End& end : {link.from, link.to}) {
        nodes_ = std::max(nodes_, end.node + 1);
        if (given_nodes_ == 0 || end.node < given_nodes_) continue;
        fail(link.line, end.column,
             "there is no node " + std::to_string(end.node) + " among " + std::to_string(given_nodes_) +
                 " nodes (0 to " + std::to_string(given_nodes_ - 1) + ")");
      }
    }
    nodes_ = std::max(nodes_, given_nodes_);
  }

  unsigned char& used(int node, int port) {
    return used_[static_cast<std::size_t>(node) * kMostPorts + static_cast<std::size_t>(port)];
  }

  /// The input and output that a link takes of the ports at its two ends.
  static int from_use(const Link& link) { return link.one_way ? out : out | in; }
  static int to_use(const Link& link) { return link.one_way ? in : out | in; }

  void reserve(const Link& link) {
    reserve(link, link.from, from_use(link));
    reserve(link, link.to, to_use(link));
  }

  void reserve(const Link& link, const End& end, int use) {
    if (end.port < 0) return;
    if ((used(end.node, end.port) & use) != 0)
      fail(link.line, end.column,
           "port " + std::to_string(end.port) + " of node " + std::to_string(end.node) + " is taken");
    used(end.node, end.port) = static_cast<unsigned char>(used(end.node, end.port) | use);
  }

  void number_ports(Link& link) {
    number_port(link, link.from, from_use(link));
    number_port(link, link.to, to_use(link));
  }

  void number_port(const Link& link, End& end, int use) {
    if (end.port >= 0) return;
    end.port = 0;
    while (end.port < kMostPorts && (used(end.node, end.port) & use) != 0) ++end.port;
    if (end.port == kMostPorts) {
      fail(link.line, end.column,
           "node " + std::to_string(end.node) + " has no port left; a node has at most " + std::to_string(kMostPorts));
    }
    used(end.node, end.port) = static_cast<unsigned char>(used(end.node, end.port) | use);
  }

  CustomNetwork build() const {
    PortId ports = 0;
    for (const Link& link : links_) ports = std::max({ports, link.from.port + 1, link.to.port + 1});
    CustomNetwork custom{{}, Graph(nodes_, ports)};
    Network& network = custom.network;
    network.name = "custom(" + std::filesystem::path(name_).filename().string() + ")";
    network.nodes = nodes_;
    network.ports = ports;
    network.next.assign(static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(ports), -1);
    for (PortId port = 0; port < ports; ++port) network.port_names.push_back("p" + std::to_string(port));
    network.port_classes.assign(static_cast<std::size_t>(ports), "link");
    network.dimensions.assign(static_cast<std::size_t>(ports), -1);
    network.sources = every_source(nodes_);
    network.symmetry = "none";
    const auto connect = [&](const End& from, const End& to) {
      custom.graph.connect({from.node, from.port, to.node, to.port, ChannelKind::mesh});
      network.next[static_cast<std::size_t>(custom.graph.id(from.node, from.port))] = to.node;
    };
    for (const Link& link : links_) {
      connect(link.from, link.to);
      if (!link.one_way) connect(link.to, link.from);
    }
    return custom;
  }

  std::string name_;
  std::vector<Link> links_;
  int given_nodes_ = 0;
  int nodes_ = 0;
  std::vector<unsigned char> used_;  ///< by node and port: Use
};

}  // namespace

CustomNetwork parse_custom_network(const std::string& text, const std::string& name) { return Reader(name).read(text); }

CustomNetwork read_custom_network(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw TopologyError(file + ": is a directory; expected a file with the links of a network");
  std::ifstream input(file, std::ios::binary);
  std::ostringstream text;
  text << input.rdbuf();
  if (!input.is_open() || text.bad()) throw TopologyError("cannot read " + file);
  return parse_custom_network(text.str(), file);
}

}  // namespace trenza::topologies
