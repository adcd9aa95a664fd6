// The one rule for files that users name as outputs: a regular file appears whole or not at all, and what is no regular
// file (a device, a fifo, an open descriptor such as /dev/stdout) is written to and never replaced.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace trenza::microarch {

/// An output that cannot be written. what() is "FILE cannot be written: reason".
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the name of an output leads.
struct OutputPlace {
  std::string path;     ///< the name after all symbolic links
  bool exists = false;  ///< something has that name
  bool regular = true;  ///< a regular file, or nothing yet: it is replaced. Otherwise it is written to
  int descriptor = -1;  ///< the path names this open descriptor of the process: /dev/stdout, /dev/fd/3
};

/// Follows the symbolic links of a name. A link that leads nowhere leads to the file that will be made.
OutputPlace output_place(const std::string& file);

/// Why an output of this name cannot be written (no folder, no permission, a folder itself, a disk), as a message that
/// begins with the name; empty if it can.
std::string writing_fault(const std::string& file);

/// Whether two names are one file: the same after all links, symbolic and hard, or the same file still to be made.
/// Character devices are shared by any number of names and are the same as nothing.
bool same_file(const std::string& one, const std::string& other);

/// The name of a file that only exists while something is written. remove_drafts() removes it.
class DraftName {
 public:
  explicit DraftName(const std::string& path);
  /// Forgets the name; removes no file.
  ~DraftName();
  DraftName(const DraftName&) = delete;
  DraftName& operator=(const DraftName&) = delete;

 private:
  int slot_ = -1;
};

/// Removes the files of all drafts that there are. For handlers of signals before _exit().
void remove_drafts() noexcept;

/// A file being written. A regular file is written under a temporary name in its folder (the draft) and takes its name
/// with commit(); the target of a symbolic link is replaced and the link stays. All throw OutputError.
class OutputFile {
 public:
  enum class Access {
    stream,  ///< from begin to end: what is no regular file gets each byte at once
    random,  ///< anywhere: what is no regular file gets a copy of all bytes from commit()
  };

  /// `mode`: permissions of a new file, less the umask. A file that is replaced hands on its own.
  explicit OutputFile(const std::string& file, Access access = Access::stream, mode_t mode = 0666);
  /// Removes the draft.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// The name as it was given.
  const std::string& name() const { return file_; }
  /// The file that takes the bytes until commit(). Somebody else may replace it by another of the same name.
  const std::string& draft() const { return draft_; }
  /// Whether each byte written is out at once, and cannot be taken back.
  bool is_stream() const { return draft_.empty(); }

  void write(const void* bytes, std::size_t count);
  /// Bytes that write() got rid of, also before it failed.
  std::size_t written() const { return written_; }
  /// Overwrites bytes at an offset; for Access::random and drafts.
  void write_at(std::size_t offset, const void* bytes, std::size_t count);
  /// Cuts the draft to its first bytes; further ones follow these.
  void truncate(std::size_t bytes);
  /// Gives the file its name. `lasting`: waits until the disk has it. Further calls do nothing.
  void commit(bool lasting = false);

 private:
  void open_draft(mode_t mode);
  void copy_to_place();
  void close_descriptor();
  [[noreturn]] void fail(int error) const;

  std::string file_;
  OutputPlace place_;
  std::string draft_;  ///< empty: written to the place itself
  std::optional<DraftName> name_;
  int descriptor_ = -1;
  std::size_t written_ = 0;
  bool committed_ = false;
};

/// Writes a whole file. Throws OutputError; nothing is left behind then.
void write_file(const std::string& file, const std::string& text);

}  // namespace trenza::microarch
