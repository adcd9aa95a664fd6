// Files that traces are written to.
#pragma once

#include <memory>
#include <string>

#include "traces/text_sink.h"

namespace trenza::apps {

/// A file being written: whole or not at all, compressed with zstd if its name ends in .zst; "-" is standard output.
/// Throws UsageError when it cannot be written.
class TraceOutput : public traces::TextSink {
 public:
  /// Has to be called once everything is written: gives the file its name.
  virtual void commit() = 0;
};

std::unique_ptr<TraceOutput> open_trace_output(const std::string& file);

}  // namespace trenza::apps
