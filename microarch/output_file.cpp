#include "microarch/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace trenza::microarch {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kPermissions = 0777;
constexpr std::size_t kMostDrafts = 64;

/// The paths of all drafts, each null where there is none. Strings in it are freed after they were taken out.
std::array<std::atomic<char*>, kMostDrafts> drafts{};

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

/// Whether the path lies in /proc/N/fd, where links are open files and their texts no paths.
bool is_open_file(const fs::path& path) {
  std::error_code error;
  const std::string folder = fs::canonical(folder_of(path), error).string();
  const std::string end = "/fd";
  return !error && folder.rfind("/proc/", 0) == 0 && folder.size() > end.size() &&
         folder.compare(folder.size() - end.size(), end.size(), end) == 0;
}

/// The number of an open file of this process, -1 for one of another.
int own_descriptor(const fs::path& path) {
  std::error_code error;
  if (!fs::equivalent(folder_of(path), "/proc/self/fd", error) || error) return -1;
  return std::atoi(path.filename().c_str());
}

std::string refused(const std::string& file, const std::string& reason) { return file + " " + reason; }

std::string cannot(const std::string& file, int error) {
  return refused(file, std::string("cannot be written: ") + std::strerror(error));
}

/// What is wrong with something that exists and is not to be replaced.
std::string in_place_fault(const std::string& file, const OutputPlace& place) {
  if (place.descriptor >= 0) {
    const int flags = fcntl(place.descriptor, F_GETFL);
    if (flags < 0) return cannot(file, errno);
    return (flags & O_ACCMODE) == O_RDONLY ? cannot(file, EBADF) : "";
  }
  return access(place.path.c_str(), W_OK) != 0 ? cannot(file, errno) : "";
}

int opened(const std::string& path, int flags, mode_t mode = 0) { return open(path.c_str(), flags | O_CLOEXEC, mode); }

/// A new file of which nobody knows the name yet.
std::string draft_name(const std::string& path, int attempt) {
  constexpr std::size_t kLongestStem = 200;  // of 255 bytes; the rest is for endings
  const fs::path place(path);
  const std::string stem = place.filename().string().substr(0, kLongestStem);
  const std::string number = attempt == 0 ? "" : "-" + std::to_string(attempt);
  return (place.parent_path() / (stem + "." + std::to_string(getpid()) + number + ".tmp")).string();
}

}  // namespace

OutputPlace output_place(const std::string& file) {
  constexpr int kMostLinks = 40;  // as the kernel
  OutputPlace place{file, false, true, -1};
  for (int links = 0; links < kMostLinks; ++links) {
    struct stat status = {};
    if (is_open_file(place.path)) {
      place.exists = stat(place.path.c_str(), &status) == 0;
      place.regular = false;
      place.descriptor = own_descriptor(place.path);
      return place;
    }
    if (lstat(place.path.c_str(), &status) != 0) return place;
    if (!S_ISLNK(status.st_mode)) {
      place.exists = true;
      place.regular = S_ISREG(status.st_mode);
      return place;
    }
    std::error_code error;
    const fs::path target = fs::read_symlink(place.path, error);
    if (error) return place;
    place.path = target.is_absolute() ? target.string() : (fs::path(place.path).parent_path() / target).string();
  }
  return place;
}

std::string writing_fault(const std::string& file) {
  if (file.empty()) return "the name of the file is empty; expected a name";
  if (file.find('\0') != std::string::npos) return "the name of the file has a character 0; expected a name";
  struct stat status = {};
  const bool exists = stat(file.c_str(), &status) == 0;
  if (!exists && errno != ENOENT && errno != ENOTDIR) return cannot(file, errno);
  if (exists && S_ISDIR(status.st_mode)) return refused(file, "is a directory; expected a file");
  if (exists && S_ISBLK(status.st_mode)) return refused(file, "is a disk (a block device); expected a file");
  const OutputPlace place = output_place(file);
  if (!place.regular) return in_place_fault(file, place);
  const fs::path folder = folder_of(place.path);
  std::error_code error;
  if (!fs::is_directory(folder, error)) return "there is no folder " + folder.string() + " for " + file;
  if (access(folder.c_str(), W_OK) != 0 || (place.exists && access(place.path.c_str(), W_OK) != 0)) {
    return cannot(file, errno);
  }
  return "";
}

bool same_file(const std::string& one, const std::string& other) {
  struct stat first = {};
  struct stat second = {};
  const bool one_exists = stat(one.c_str(), &first) == 0;
  const bool other_exists = stat(other.c_str(), &second) == 0;
  if (one_exists != other_exists) return false;
  if (one_exists) return !S_ISCHR(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  const fs::path here = output_place(one).path;
  const fs::path there = output_place(other).path;
  if (here.filename() != there.filename()) return false;
  std::error_code error;
  return folder_of(here) == folder_of(there) || fs::equivalent(folder_of(here), folder_of(there), error);
}

DraftName::DraftName(const std::string& path) {
  char* const text = strdup(path.c_str());
  for (std::size_t i = 0; i < kMostDrafts && slot_ < 0; ++i) {
    char* none = nullptr;
    if (drafts[i].compare_exchange_strong(none, text)) slot_ = static_cast<int>(i);
  }
  if (slot_ < 0) std::free(text);
}

DraftName::~DraftName() {
  if (slot_ >= 0) std::free(drafts[static_cast<std::size_t>(slot_)].exchange(nullptr));
}

void remove_drafts() noexcept {
  for (const std::atomic<char*>& draft : drafts) {
    const char* const path = draft.load();
    if (path != nullptr) unlink(path);
  }
}

OutputFile::OutputFile(const std::string& file, Access access, mode_t mode) : file_(file), place_(output_place(file)) {
  const std::string fault = writing_fault(file);
  if (!fault.empty()) throw OutputError(fault);
  if (place_.regular || access == Access::random) {
    open_draft(mode);
    return;
  }
  descriptor_ = place_.descriptor >= 0 ? fcntl(place_.descriptor, F_DUPFD_CLOEXEC, 0)
                                       : opened(place_.path, O_WRONLY | O_APPEND | O_NOCTTY);
  if (descriptor_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!committed_ && !draft_.empty()) unlink(draft_.c_str());
}

/// The draft stands beside the file, so that it can take its name; that of what is no regular file, among the temporary
/// files.
void OutputFile::open_draft(mode_t mode) {
  std::string near = place_.path;
  struct stat old = {};
  if (!place_.regular) {
    std::error_code error;
    near = (fs::temp_directory_path(error) / fs::path(place_.path).filename()).string();
  } else if (place_.exists && stat(place_.path.c_str(), &old) == 0) {
    mode = old.st_mode & kPermissions;
  }
  constexpr int kAttempts = 1000;
  for (int attempt = 0; attempt < kAttempts && descriptor_ < 0; ++attempt) {
    const std::string name = draft_name(near, attempt);
    descriptor_ = opened(name, O_RDWR | O_CREAT | O_EXCL, mode | S_IRUSR | S_IWUSR);
    if (descriptor_ >= 0) draft_ = name;
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) fail(errno);
  name_.emplace(draft_);
}

void OutputFile::fail(int error) const { throw OutputError(cannot(file_, error)); }

void OutputFile::write(const void* bytes, std::size_t count) {
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::write(descriptor_, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    at += written;
    count -= static_cast<std::size_t>(written);
    written_ += static_cast<std::size_t>(written);
  }
}

void OutputFile::write_at(std::size_t offset, const void* bytes, std::size_t count) {
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = pwrite(descriptor_, at, count, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    at += written;
    offset += static_cast<std::size_t>(written);
    count -= static_cast<std::size_t>(written);
  }
}

void OutputFile::truncate(std::size_t bytes) {
  const auto size = static_cast<off_t>(bytes);
  if (ftruncate(descriptor_, size) != 0 || lseek(descriptor_, size, SEEK_SET) != size) fail(errno);
  written_ = bytes;
}

void OutputFile::close_descriptor() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && close(descriptor) != 0 && errno != EINTR) fail(errno);
}

/// Into what is no regular file, or a regular one whose name cannot be given to another: one that is mounted.
void OutputFile::copy_to_place() {
  std::FILE* const from = std::fopen(draft_.c_str(), "rb");
  if (from == nullptr) fail(errno);
  const int append = place_.regular ? O_TRUNC : O_APPEND;
  descriptor_ = place_.descriptor >= 0 ? fcntl(place_.descriptor, F_DUPFD_CLOEXEC, 0)
                                       : opened(place_.path, O_WRONLY | O_NOCTTY | append);
  int error = descriptor_ < 0 ? errno : 0;
  std::array<char, 1 << 16> block{};
  try {
    for (std::size_t got = 1; error == 0 && (got = std::fread(block.data(), 1, block.size(), from)) > 0;)
      write(block.data(), got);
    if (error == 0 && std::ferror(from) != 0) error = EIO;
  } catch (...) {
    std::fclose(from);
    throw;
  }
  std::fclose(from);
  if (error != 0) fail(error);
  close_descriptor();
  unlink(draft_.c_str());
}

void OutputFile::commit(bool lasting) {
  if (committed_) return;
  if (lasting && !draft_.empty() && fsync(descriptor_) != 0) fail(errno);
  struct stat old = {};
  if (place_.regular && place_.exists && stat(place_.path.c_str(), &old) == 0) {
    if (chown(draft_.c_str(), old.st_uid, old.st_gid) == 0 || errno == EPERM)
      chmod(draft_.c_str(), old.st_mode & kPermissions);
  }
  close_descriptor();
  if (!draft_.empty() && !place_.regular) {
    copy_to_place();
  } else if (!draft_.empty() && std::rename(draft_.c_str(), place_.path.c_str()) != 0) {
    if (errno != EBUSY) fail(errno);
    copy_to_place();
  }
  committed_ = true;
  name_.reset();
  if (!lasting || draft_.empty()) return;
  const int folder = opened(folder_of(place_.path).string(), O_RDONLY | O_DIRECTORY);
  if (folder < 0) return;
  fsync(folder);
  close(folder);
}

void write_file(const std::string& file, const std::string& text) {
  OutputFile output(file);
  output.write(text.data(), text.size());
  output.commit();
}

}  // namespace trenza::microarch
