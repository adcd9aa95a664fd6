#include "recorder/part_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace trenza::recorder {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

}  // namespace

PartWriter::~PartWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int PartWriter::open(const std::string& file, std::int32_t rank, std::int32_t ranks) {
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return error_ = errno;
  buffer_.reserve(kBufferBytes);
  PartHeader header;
  header.rank = rank;
  header.ranks = ranks;
  put(&header, sizeof header);
  return 0;
}

void PartWriter::add(const Event& event, const void* payload, std::size_t payload_bytes) {
  put(&event, sizeof event);
  if (payload_bytes > 0) put(payload, payload_bytes);
}

int PartWriter::close() {
  Event end;
  end.kind = Kind::end;
  add(end);
  flush();
  if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  return error_;
}

void PartWriter::put(const void* bytes, std::size_t count) {
  const char* const begin = static_cast<const char*>(bytes);
  buffer_.insert(buffer_.end(), begin, begin + count);
  if (buffer_.size() >= kBufferBytes) flush();
}

void PartWriter::flush() {
  std::size_t done = 0;
  while (error_ == 0 && done < buffer_.size()) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
}

}  // namespace trenza::recorder
