#include "sweeps/folder.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "microarch/output_file.h"
#include "sweeps/document.h"

namespace trenza::sweeps {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kIndex = "index.json";
constexpr const char* kPoints = "points";
constexpr const char* kFailures = "failures";
constexpr const char* kLog = "log";
constexpr const char* kLock = ".lock";

bool is_draft(const std::string& name) {
  static const std::regex draft(R"((index|[0-9a-f]{16})\.json\.[0-9]+(-[0-9]+)?\.tmp)");
  return std::regex_match(name, draft);
}

bool is_point_file(const std::string& name) {
  constexpr std::size_t kDigits = 16;
  const std::string ending = ".json";
  return name.size() == kDigits + ending.size() && name.compare(kDigits, ending.size(), ending) == 0 &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    throw FolderError(fmt::format("{} cannot be made: {}", folder.string(),
                                  error ? error.message() : "something else has this name"));
  }
}

void write(const std::string& file, const std::string& text) {
  try {
    microarch::write_file(file, text);
  } catch (const microarch::OutputError& error) {
    throw FolderError(error.what());
  }
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

}  // namespace

Folder::Folder(const std::string& path, Access access) : path_(path) {
  if (path.empty()) throw FolderError("the name of the folder is empty; expected a name");
  if (access == Access::sweep) make_folder(path);
  if (!fs::is_directory(path_)) throw FolderError(path + " is no folder; expected one that `trenza sweep` made");
  check_contents();
  if (access == Access::read) return;
  make_folder(fs::path(path_) / kPoints);
  make_folder(fs::path(path_) / kLog);
  if (access == Access::join) return;
  lock();
  remove_drafts();
}

Folder::~Folder() {
  if (lock_ >= 0) close(lock_);
}

/// A folder with an index is that of a sweep; one without may be that of one that was ended early.
void Folder::check_contents() const {
  if (has_index()) return;
  const std::set<std::string> known = {kPoints, kFailures, kLog, kLock};
  for (const std::string& name : names_in(path_)) {
    if (known.count(name) == 0 && !is_draft(name)) {
      throw FolderError(fmt::format("{} holds `{}` and no sweep; expected a new folder, or that of a sweep", path_, name));
    }
  }
}

void Folder::lock() {
  const std::string file = (fs::path(path_) / kLock).string();
  lock_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw FolderError(fmt::format("{} cannot be written: {}", file, std::strerror(errno)));
  struct flock region = {};
  region.l_type = F_WRLCK;
  region.l_whence = SEEK_SET;
  if (fcntl(lock_, F_SETLK, &region) == 0) return;
  const int reason = errno;
  const bool held = reason == EACCES || reason == EAGAIN;
  std::string who;
  if (held && fcntl(lock_, F_GETLK, &region) == 0 && region.l_type != F_UNLCK && region.l_pid > 0)
    who = fmt::format(" (process {})", region.l_pid);
  close(lock_);
  lock_ = -1;
  if (!held) throw FolderError(fmt::format("{} cannot be locked: {}", file, std::strerror(reason)));
  throw FolderError(fmt::format("{}: another `trenza sweep`{} is writing there; expected another folder, or its end",
                                path_, who));
}

/// Of processes that were ended while they wrote.
void Folder::remove_drafts() const {
  for (const char* const part : {".", kPoints, kFailures}) {
    for (const std::string& name : names_in(fs::path(path_) / part)) {
      std::error_code error;
      if (is_draft(name)) fs::remove(fs::path(path_) / part / name, error);
    }
  }
}

std::string Folder::document_file(const std::string& point) const {
  return (fs::path(path_) / kPoints / (point + ".json")).string();
}

std::string Folder::failure_file(const std::string& point) const {
  return (fs::path(path_) / kFailures / (point + ".json")).string();
}

std::string Folder::read(const std::string& file) const {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) throw FolderError(fmt::format("{} cannot be read", file));
  return text.str();
}

FileState Folder::document_state(const std::string& point) const {
  const std::string file = document_file(point);
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  if (!fs::is_regular_file(file, error)) return {true, "is no regular file"};
  return {true, seal_fault(read(file), point_start(point))};
}

std::string Folder::document(const std::string& point) const {
  const std::string file = document_file(point);
  std::string text = read(file);
  if (const std::string fault = seal_fault(text, point_start(point)); !fault.empty())
    throw FolderError(file + " " + fault);
  return text;
}

void Folder::write_document(const std::string& point, const std::string& json) const {
  write(document_file(point), sealed(json));
}

std::string Folder::failure(const std::string& point) const {
  const std::string file = failure_file(point);
  if (!fs::exists(file)) return "";
  const std::string text = read(file);
  if (!seal_fault(text, point_start(point)).empty()) return "";
  return Json::parse(text)["reason"].get<std::string>();
}

void Folder::write_failure(const std::string& point, const std::string& reason) const {
  make_folder(fs::path(path_) / kFailures);
  const Json json = {{"point", point}, {"reason", reason}};
  write(failure_file(point), sealed(json.dump(2, ' ', false, Json::error_handler_t::replace)));
}

void Folder::remove_failure(const std::string& point) const {
  std::error_code error;
  fs::remove(failure_file(point), error);
}

bool Folder::has_index() const {
  std::error_code error;
  return fs::is_regular_file(fs::path(path_) / kIndex, error);
}

Index Folder::index() const {
  const std::string file = (fs::path(path_) / kIndex).string();
  if (!has_index()) throw FolderError(fmt::format("{} holds no index.json; expected the folder of a sweep", path_));
  try {
    return parse_index(read(file));
  } catch (const FolderError&) {
    throw;
  } catch (const std::exception& error) {
    throw FolderError(fmt::format("{} {}; `trenza sweep` makes it again", file, error.what()));
  }
}

void Folder::write_index(const Index& index) const {
  write((fs::path(path_) / kIndex).string(), index_text(index));
}

std::string Folder::log_folder() const { return (fs::path(path_) / kLog).string(); }

void Folder::log(const std::string& line) const {
  const std::string file = fmt::format("{}/{}-{}.jsonl", log_folder(), host_name(), getpid());
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const std::string text = line + "\n";
  const bool good =
      descriptor >= 0 && ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int reason = errno;
  if (descriptor >= 0) close(descriptor);
  if (!good) throw FolderError(fmt::format("{} cannot be written: {}", file, std::strerror(reason)));
}

std::vector<std::string> Folder::strange_files() const {
  std::vector<std::string> strange;
  const std::set<std::string> known = {kIndex, kPoints, kFailures, kLog, kLock};
  for (const std::string& name : names_in(path_)) {
    if (known.count(name) == 0 && !is_draft(name)) strange.push_back(name + " is not of a sweep");
  }
  for (const char* const part : {kPoints, kFailures}) {
    for (const std::string& name : names_in(fs::path(path_) / part)) {
      const std::string shown = std::string(part) + "/" + name;
      const std::string file = (fs::path(path_) / part / name).string();
      if (is_draft(name)) continue;
      if (!is_point_file(name) || !fs::is_regular_file(file)) {
        strange.push_back(shown + " is not of a sweep");
        continue;
      }
      const std::string fault = seal_fault(read(file), point_start(name.substr(0, name.find('.'))));
      if (!fault.empty()) strange.push_back(shown + " " + fault);
    }
  }
  return strange;
}

void Folder::tidy() const {
  std::error_code error;
  fs::remove(fs::path(path_) / kFailures, error);  // fails if there is something in it
}

}  // namespace trenza::sweeps
