// Which routers have which blocks from outside.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

class RouterPlugs {
 public:
  /// `key`: of the section `rtl`, such as "arbiter". A later plug of the same key and router wins.
  void add(const std::string& key, const std::vector<topologies::NodeId>& nodes,
           const std::shared_ptr<const Plug>& plug) {
    for (const topologies::NodeId node : nodes) plugs_[key][node] = plug;
  }
  /// The plug of a router for a key; null if there is none.
  std::shared_ptr<const Plug> at(const std::string& key, topologies::NodeId node) const {
    const auto found = plugs_.find(key);
    if (found == plugs_.end()) return nullptr;
    const auto plug = found->second.find(node);
    return plug == found->second.end() ? nullptr : plug->second;
  }
  bool empty() const { return plugs_.empty(); }

 private:
  std::map<std::string, std::map<topologies::NodeId, std::shared_ptr<const Plug>>> plugs_;
};

}  // namespace trenza::cosim
