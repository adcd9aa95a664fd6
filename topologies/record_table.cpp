#include "topologies/record_table.h"

#include <algorithm>
#include <cstdlib>

#include "topologies/directions.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

/// Records as numbers that sort like the records: dimension 1 in the highest field, every field offset by half its
/// range.
class SortKey {
 public:
  explicit SortKey(const RecordFormat& format) : format_(format) {}

  std::uint64_t zero() const {
    std::uint64_t key = 0;
    for (int k = 0; k < format_.dimensions(); ++k) key |= std::uint64_t{1} << (position(k) + format_.bits() - 1);
    return key;
  }

  std::uint64_t step(std::uint64_t key, PortId port) const {
    const int k = port / 2;
    const std::uint64_t unit = std::uint64_t{1} << position(k);
    const std::uint64_t next = port % 2 == 0 ? key + unit : key - unit;
    if (std::abs(field(next, k)) > format_.limit()) throw TopologyError(record_too_long(k, format_));
    return next;
  }

  Record record(std::uint64_t key) const {
    Record record(static_cast<std::size_t>(format_.dimensions()));
    for (int k = 0; k < format_.dimensions(); ++k) record[static_cast<std::size_t>(k)] = field(key, k);
    return record;
  }

 private:
  int position(int k) const { return (format_.dimensions() - 1 - k) * format_.bits(); }
  int field(std::uint64_t key, int k) const {
    const std::uint64_t mask = (std::uint64_t{1} << format_.bits()) - 1;
    return static_cast<int>((key >> position(k)) & mask) - (1 << (format_.bits() - 1));
  }

  const RecordFormat& format_;
};

}  // namespace

std::string record_too_long(int dimension, const RecordFormat& format) {
  return std::string("dimension ") + dimension_letter(dimension) + " is too long: a shortest route takes more than " +
         std::to_string(format.limit()) + " hops in it, but the header of a network with " +
         std::to_string(format.dimensions()) + " dimensions has only " + std::to_string(format.bits()) +
         " bits for each hop count";
}

RecordTable RecordTable::by_search(const Graph& graph, const RecordFormat& format) {
  const SortKey key(format);
  RecordTable table(graph.nodes());
  std::vector<std::uint64_t> keys{key.zero()};
  std::vector<NodeId> order{0};
  table.entries_[0] = {0, 1, 0};
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const NodeId node = order[i];
    Entry& entry = table.entries_[static_cast<std::size_t>(node)];
    if (i > 0) {
      found.clear();
      for (PortId p = 0; p < graph.ports(); ++p) {
        if (!graph.has_in(node, p)) continue;
        const Channel& channel = graph.in(node, p);
        const Entry& before = table.entries_[static_cast<std::size_t>(channel.from)];
        if (before.distance != entry.distance - 1) continue;
        for (std::uint32_t n = 0; n < before.count; ++n) {
          found.push_back(key.step(keys[before.first + n], channel.out_port));
        }
      }
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      entry.first = static_cast<std::uint32_t>(keys.size());
      entry.count = static_cast<std::uint32_t>(found.size());
      keys.insert(keys.end(), found.begin(), found.end());
    }
    for (PortId p = 0; p < graph.ports(); ++p) {
      if (!graph.has_out(node, p)) continue;
      const NodeId next = graph.out(node, p).to;
      Entry& after = table.entries_[static_cast<std::size_t>(next)];
      if (after.distance >= 0) continue;
      after.distance = entry.distance + 1;
      order.push_back(next);
    }
  }
  table.packed_.reserve(keys.size());
  for (const std::uint64_t k : keys) table.packed_.push_back(format.pack(key.record(k)));
  return table;
}

RecordTable RecordTable::by_formula(NodeId nodes, const RecordFormat& format, const Records& records) {
  RecordTable table(nodes);
  for (NodeId difference = 0; difference < nodes; ++difference) {
    std::vector<Record> all = records(difference);
    std::sort(all.begin(), all.end());
    Entry& entry = table.entries_[static_cast<std::size_t>(difference)];
    entry.first = static_cast<std::uint32_t>(table.packed_.size());
    entry.count = static_cast<std::uint32_t>(all.size());
    entry.distance = 0;
    for (const int hops : all.front()) entry.distance += std::abs(hops);
    for (const Record& record : all) {
      for (int k = 0; k < format.dimensions(); ++k) {
        if (std::abs(record[static_cast<std::size_t>(k)]) > format.limit()) {
          throw TopologyError(record_too_long(k, format));
        }
      }
      table.packed_.push_back(format.pack(record));
    }
  }
  return table;
}

}  // namespace trenza::topologies
