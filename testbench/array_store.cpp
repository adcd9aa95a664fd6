#include "testbench/array_store.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nothing changes the environment
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

/// A file that disappears when it is closed, however the process ends.
int open_temporary_file() {
  const std::string folder = temporary_folder();
  int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {  // not every file system knows it
    std::string name = folder + "/trenza_trace_XXXXXX";
    file = mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) unlink(name.c_str());
  }
  if (file < 0)
    throw InputError(
        ExperimentPart::trace,
        fmt::format("the trace is large and needs temporary files, but none can be made in {} (TMPDIR): {}", folder,
                    std::strerror(errno)));
  return file;
}

/// Makes room on the disk, so that a full one is an error here and not a signal later.
void reserve(int file, std::size_t begin, std::size_t end) {
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(file, static_cast<off_t>(begin), static_cast<off_t>(end - begin));
  if (error != 0)
    throw InputError(
        ExperimentPart::trace,
        fmt::format("the trace is large and needs temporary files, but {} (TMPDIR) has no room for {} MiB more: {}",
                    temporary_folder(), ((end - begin) >> 20) + 1, std::strerror(error)));
}

void write_all(int file, const void* bytes, std::size_t count) {
  for (std::size_t at = 0; at < count;) {
    const ssize_t written = pwrite(file, static_cast<const char*>(bytes) + at, count - at, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      throw InputError(ExperimentPart::trace, fmt::format("a temporary file in {} (TMPDIR) cannot be written: {}",
                                                          temporary_folder(), std::strerror(errno)));
    at += static_cast<std::size_t>(written);
  }
}

}  // namespace

ArrayStore::~ArrayStore() {
  if (statistics_ >= 0) close(statistics_);
}

std::size_t ArrayStore::file_bytes() const {
  std::size_t sum = 0;
  for (const ArrayBlock* block : files_) sum += block->bytes();
  return sum;
}

std::size_t ArrayStore::resident_bytes() const {
  std::array<char, 128> text{};
  const ssize_t count = statistics_ < 0 ? -1 : pread(statistics_, text.data(), text.size() - 1, 0);
  if (count <= 0) return std::numeric_limits<std::size_t>::max();
  char* next = text.data();  // pages: size, resident, of which of files
  std::strtoull(next, &next, 10);
  std::strtoull(next, &next, 10);
  return std::strtoull(next, nullptr, 10) * page_bytes();
}

void ArrayStore::add_file(ArrayBlock* block) {
  if (statistics_ < 0) {
    statistics_ = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    resident_at_first_ = statistics_ < 0 ? 0 : resident_bytes();
  }
  files_.push_back(block);
}

void ArrayStore::trim() {
  if (files_.empty() || resident_bytes() < resident_at_first_ + kResidentBytes) return;
  for (const ArrayBlock* block : files_) block->release();
}

ArrayBlock::~ArrayBlock() {
  if (data_ != nullptr) munmap(data_, bytes_);
  if (file_ < 0) {
    store_->memory_used_ -= bytes_;
  } else {
    close(file_);
    auto& files = store_->files_;
    files.erase(std::find(files.begin(), files.end(), this));
  }
}

void ArrayBlock::grow(std::size_t bytes) {
  const std::size_t page = page_bytes();
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  bytes = (bytes + page - 1) / page * page;
  if (bytes <= bytes_) return;
  if (is_file()) {
    reserve(file_, bytes_, bytes);
    map(bytes);
  } else if (store_->memory_used_ + (bytes - bytes_) > store_->memory_) {
    move_to_file(bytes);
  } else {
    const std::size_t more = bytes - bytes_;
    map(bytes);
    store_->memory_used_ += more;
  }
}

void ArrayBlock::move_to_file(std::size_t bytes) {
  struct Descriptor {
    int number;
    ~Descriptor() {
      if (number >= 0) close(number);
    }
  } file{open_temporary_file()};
  reserve(file.number, 0, bytes);
  write_all(file.number, data_, bytes_);
  void* moved = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0);
  if (moved == MAP_FAILED) throw std::bad_alloc();
  madvise(moved, bytes, MADV_NOHUGEPAGE);  // one element that is read must not map 2 MiB
  store_->add_file(this);
  if (data_ != nullptr) munmap(data_, bytes_);
  store_->memory_used_ -= bytes_;
  data_ = moved;
  bytes_ = bytes;
  file_ = file.number;
  file.number = -1;
}

/// Grows in the form that it has already.
void ArrayBlock::map(std::size_t bytes) {
  void* moved = data_ != nullptr ? mremap(data_, bytes_, bytes, MREMAP_MAYMOVE)
                                 : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (moved == MAP_FAILED) throw std::bad_alloc();
  data_ = moved;
  bytes_ = bytes;
}

void ArrayBlock::release() const { madvise(data_, bytes_, MADV_DONTNEED); }

}  // namespace trenza::testbench
