// The folder of a sweep on the disk:
//   index.json             the points in their order
//   points/NAME.json       the document of a point: its configuration and results
//   failures/NAME.json     why a point has none
//   log/HOST-PID.jsonl     when and where points ran: all that is not the same each time
//   .lock                  held while somebody sweeps
// Files appear whole or not at all. What is found is used only if its checksum is right.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "sweeps/index.h"
#include "topologies/user_error.h"

namespace trenza::sweeps {

/// A folder that cannot be used, read or written. what() begins with its name, or that of a file in it.
class FolderError : public topologies::UserError {
 public:
  using UserError::UserError;
};

/// What is known of a file of a point.
struct FileState {
  bool exists = false;
  std::string fault;  ///< empty: it can be trusted

  bool good() const { return exists && fault.empty(); }
};

/// Its lifetime is that of the lock, if it has one.
class Folder {
 public:
  enum class Access {
    read,   ///< of a folder that is there
    join,   ///< to write points of a sweep that somebody else leads, who holds the lock
    sweep,  ///< made if need be, and locked: throws FolderError if another process sweeps into it
  };

  /// Throws FolderError for a folder that holds something else than a sweep.
  Folder(const std::string& path, Access access);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string document_file(const std::string& point) const;

  /// Whether the document of a point is there, and whole.
  FileState document_state(const std::string& point) const;
  /// Its text. Throws FolderError if it is not there or not whole.
  std::string document(const std::string& point) const;
  /// `json`: a JSON object of several lines that begins with the name of the point. Any process may write it.
  void write_document(const std::string& point, const std::string& json) const;

  /// Why the point has no document; empty if nothing is known.
  std::string failure(const std::string& point) const;
  void write_failure(const std::string& point, const std::string& reason) const;
  void remove_failure(const std::string& point) const;

  bool has_index() const;
  /// Throws FolderError if it is not there or not whole.
  Index index() const;
  void write_index(const Index& index) const;

  /// Appends a line to the log of this process.
  void log(const std::string& line) const;
  std::string log_folder() const;

  /// Files that no sweep made, and documents and failures that cannot be trusted: "points/x.json was changed: ...".
  std::vector<std::string> strange_files() const;
  /// Removes folders of failures in which there is nothing.
  void tidy() const;

 private:
  void check_contents() const;
  void lock();
  void remove_drafts() const;
  std::string failure_file(const std::string& point) const;
  std::string read(const std::string& file) const;

  std::string path_;
  int lock_ = -1;
};

}  // namespace trenza::sweeps
