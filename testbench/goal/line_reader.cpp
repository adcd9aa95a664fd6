#include "testbench/goal/line_reader.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "topologies/byte_order_mark.h"

namespace trenza::testbench {

namespace {
constexpr std::size_t kFirstBuffer = std::size_t{1} << 12;
constexpr std::size_t kUsualBuffer = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source) : source_(std::move(source)), buffer_(kFirstBuffer) {}

bool LineReader::fill() {
  if (is_finished_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  const bool is_full = end_ == buffer_.size();
  if (is_full && buffer_.size() >= kLongestLine) {
    throw std::runtime_error("line " + std::to_string(number_ + 1) + " is longer than " +
                             std::to_string(kLongestLine >> 20U) + " MiB");
  }
  // A short text needs little memory; a long one is read in ever larger pieces.
  if (is_full || buffer_.size() < kUsualBuffer) buffer_.resize(2 * buffer_.size());
  const std::size_t count = source_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  is_finished_ = count == 0;
  return count > 0;
}

bool LineReader::next() {
  std::size_t searched = 0;
  for (;;) {
    const void* found = end_ > begin_ + searched
                            ? std::memchr(buffer_.data() + begin_ + searched, '\n', end_ - begin_ - searched)
                            : nullptr;
    std::size_t length = end_ - begin_;
    if (found != nullptr) {
      length = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) - begin_;
    } else {
      searched = length;
      if (fill()) continue;
      if (begin_ == end_) return false;
      length = end_ - begin_;  // the last line has no end
    }
    line_ = std::string_view(buffer_.data() + begin_, length);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    begin_ += length + (found != nullptr ? 1 : 0);
    if (++number_ == 1) line_ = topologies::without_byte_order_mark(line_);
    return true;
  }
}

}  // namespace trenza::testbench
