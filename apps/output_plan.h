// The files of a call: an output that is an input, and two outputs of one name, are refused before the work.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"

namespace trenza::apps {

class OutputPlan {
 public:
  /// A file that is read. `role`: what it is, such as "the configuration". All are told before the outputs.
  void reads(const std::string& file, const std::string& role);
  /// The configuration and all files that its runs read.
  void reads(const settings::Configuration& configuration);

  /// A file that will be written, or "-" for standard output; nothing if the name is empty. `option`: how messages
  /// begin. Throws UsageError if it cannot be written, is read as well, or is written twice; links count for nothing.
  void writes(const std::string& file, const std::string& option);
  /// The same for a file that may never be written: its folder need not be there yet.
  void may_write(const std::string& file, const std::string& option);

 private:
  struct Use {
    std::string file;
    std::string what;  ///< a role or an option
  };

  void refuse_uses_of(const std::string& file, const std::string& option) const;

  std::vector<Use> inputs_;
  std::vector<Use> outputs_;
};

}  // namespace trenza::apps
