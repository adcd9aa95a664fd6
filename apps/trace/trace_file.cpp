#include "apps/trace/trace_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <new>

#include "apps/exit_status.h"

namespace trenza::apps {

TraceFile::TraceFile(const std::string& name) : file_(name) {
  if (std::filesystem::path(name).extension() != ".zst") return;
  context_.reset(ZSTD_createCCtx());
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  out_.resize(ZSTD_CStreamOutSize());
}

void TraceFile::write(std::string_view text) {
  if (context_ == nullptr) {
    file_.write(text.data(), text.size());
  } else {
    compress(text, ZSTD_e_continue);
  }
}

void TraceFile::finish() {
  if (context_ != nullptr) compress({}, ZSTD_e_end);
  file_.commit();
}

void TraceFile::compress(std::string_view text, ZSTD_EndDirective directive) {
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{out_.data(), out_.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    if (ZSTD_isError(left) != 0)
      throw RunFailure(kFault, fmt::format("{}: zstd: {}", file_.name(), ZSTD_getErrorName(left)));
    file_.write(out_.data(), out.pos);
    if (directive == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
  }
}

}  // namespace trenza::apps
