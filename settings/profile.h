// Profiles: values that take the place of the defaults of keys, so that one line gives a router the timing of another
// simulator (`router.profile`).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "settings/settings.h"
#include "settings/value.h"
#include "topologies/topology.h"

namespace trenza::settings {

inline constexpr const char* kProfileKey = "router.profile";

struct Profile {
  /// A default that looks at the network.
  struct ByNetwork {
    std::uint64_t closed = 0;  ///< with a closed dimension
    std::uint64_t open = 0;    ///< without one
  };

  std::string name;                             ///< of `router.profile`
  std::string summary;                          ///< for the table of keys, without the name
  std::map<std::string, std::string> defaults;  ///< YAML text by the path of the key
  std::map<std::string, ByNetwork> by_network;  ///< integers by the path of the key
};

const std::vector<Profile>& profiles();

/// The profile that a tree of keys names; nullptr if it names none. Throws ConfigError for one that is not there.
const Profile* profile_of(const Value& tree);

/// Fills in what the profile of the settings says of the network, where the user says nothing.
void settle_profile(Settings& settings, const topologies::Topology& topology);

}  // namespace trenza::settings
