// A file of configs/papers: a figure or a table, its experiment, and how it is judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/reproduce/computation.h"
#include "apps/reproduce/judgement.h"
#include "settings/configuration.h"
#include "settings/paper_section.h"
#include "sweeps/plan.h"

namespace trenza::apps {

struct PaperFile {
  std::string file;
  std::string stem;  ///< of the file: "figure-7-latency"
  settings::PaperSection section;
  std::optional<PreparedComputation> computation;
  std::optional<sweeps::Plan> plan;  ///< of its section `sweep`
  std::vector<std::string> keys;     ///< columns of the sweep that tell its points apart, without the seed
  std::vector<Judgement> judgements;
  std::vector<std::string> claims;  ///< ids of all claims that it judges, each once

  /// "Figure 7, latency"
  std::string place() const;
};

/// A paper: a folder of such files.
struct Paper {
  std::string name;  ///< of the folder
  std::string title;
  std::vector<PaperFile> files;  ///< tables, figures, then sections, each by number
};

/// Reads a file and everything it names; overrides are for its sweep. Throws ConfigError or testbench::InputError.
PaperFile read_paper_file(const std::string& file, const std::vector<settings::Override>& overrides);

/// Reads all YAML files of a folder that have a section `paper`; the title is the heading of its README.md. Overrides
/// are for every sweep. Throws also UsageError for a folder that holds none.
Paper read_paper(const std::string& folder, const std::vector<settings::Override>& overrides);

/// The papers below a folder, by name. Throws UsageError if there is no such folder, or no paper in it.
std::vector<std::string> paper_names(const std::string& folder);

}  // namespace trenza::apps
