// What the folder of `trenza reproduce` holds of a figure. FOLDER/PAPER/STEM is the folder of its sweep; the table that
// was computed and the claims that were judged are the one point of FOLDER/PAPER/STEM.computed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/claims/claim.h"
#include "apps/reproduce/paper_file.h"

namespace trenza::apps {

/// Judges claims, each once in the life of this object.
class ClaimBook {
 public:
  struct Entry {
    std::string claim;
    Finding finding;
  };

  ClaimBook() : groups_(all_claims()) {}
  /// Precondition: the id is that of a claim.
  const Entry& judged(const std::string& id);

 private:
  std::vector<ClaimGroup> groups_;
  std::map<std::string, Entry> known_;
};

/// What is known of a figure without computing or simulating anything.
struct StoredFigure {
  bool has_computed = false;  ///< its computation and its claims; true if the file asks for neither
  DataTable table;            ///< simulated points over their seeds, joined with what was computed; or that alone
  std::map<std::string, Judged> claims;  ///< by id
  std::size_t points = 0;                ///< of the sweep
  std::size_t documents = 0;             ///< of them that have one
  bool other_contract = false;           ///< made by another version of the program

  bool complete() const { return has_computed && documents == points; }
};

/// The folders of a figure below that of the paper.
std::string sweep_folder(const std::string& paper_folder, const PaperFile& file);
std::string computed_folder(const std::string& paper_folder, const PaperFile& file);

/// Computes what the file asks for and the folder lacks, and writes it. Returns whether anything was computed. Throws
/// FolderError.
bool store_computed(const std::string& paper_folder, const PaperFile& file, ClaimBook& claims, int threads);

/// Reads what is there. Throws FolderError for folders that are damaged.
StoredFigure read_stored(const std::string& paper_folder, const PaperFile& file);

/// All judgements of a figure, in their order, each claim on its own.
std::vector<Judged> judge(const PaperFile& file, const StoredFigure& stored);

}  // namespace trenza::apps
