// Section 8.4 of the page: whether the extended channel dependency graph has a cycle. Every packet that can be is sent
// on all the ways that it can take.
#ifndef ORACLE_FLIT_DEPENDENCIES_H
#define ORACLE_FLIT_DEPENDENCIES_H

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "flit_config.h"
#include "flit_routing.h"

namespace oracle {
namespace flit {

class Dependencies {
 public:
  explicit Dependencies(const Config& c);

  std::size_t arcs() const { return graph.size(); }

  bool has_cycle() const;

  // Whether a packet can come to a place from which it may have none of the VCs of which the graph is made.
  bool has_dead_end() const { return dead_ends > 0; }

 private:
  struct State {
    int node, port, vc;  // where the head stands
    Header header;
  };
  using Vertices = std::set<int>;
  using Key = std::tuple<int, int, int, detail::Record, bool>;

  // The classes of messages do not meet.
  static Config one_class(Config c);

  static Key key_of(const State& s);

  std::vector<int> lanes_from(const State& here) const;

  State after(const State& here, int lane) const;

  // All ring VCs of one ring and one number are one vertex.
  int vertex(int node, int lane) const;

  bool is_ring(int vertex_number) const { return vertex_number < 0; }

  // Whether an arc can lead to this lane, which the head may ask for.
  bool counts(const State& here, int lane, const std::vector<int>& offered) const;

  // What can be asked for next, at `here` or after hops that do not count.
  const Vertices& asked(const State& here);

  void visit(const State& here);

  Config config;
  FlitRouting routing;
  int destination = 0;
  std::set<Key> visited;
  std::map<Key, Vertices> asked_from;  // of one destination
  std::set<std::pair<int, int>> graph;
  std::size_t dead_ends = 0;
};

// Why section 8.4 refuses a machine, or nothing.
std::string why_refused(const Config& c);

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_DEPENDENCIES_H
