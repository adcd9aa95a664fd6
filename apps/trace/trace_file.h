// A trace that is written.
#pragma once

#include <zstd.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "microarch/output_file.h"

namespace trenza::apps {

/// A file of text, compressed with zstd if its name ends in .zst. It appears whole, with finish(), or not at all. Throws
/// microarch::OutputError.
class TraceFile {
 public:
  explicit TraceFile(const std::string& name);

  void write(std::string_view text);
  void finish();

 private:
  void compress(std::string_view text, ZSTD_EndDirective directive);

  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  microarch::OutputFile file_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;  ///< none: not compressed
  std::vector<char> out_;
};

}  // namespace trenza::apps
