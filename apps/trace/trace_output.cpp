#include "apps/trace/trace_output.h"

#include <fmt/core.h>
#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "microarch/output_file.h"

namespace trenza::apps {

namespace {

class StandardOutput : public TraceOutput {
 public:
  void write(std::string_view text) override {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
  }
  void commit() override {
    if (std::fflush(stdout) != 0) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw UsageError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  }
};

class PlainOutput : public TraceOutput {
 public:
  explicit PlainOutput(const std::string& file) try : file_(file) {
  } catch (const microarch::OutputError& error) {
    throw UsageError(error.what());
  }

  void write(std::string_view text) override {
    try {
      file_.write(text.data(), text.size());
    } catch (const microarch::OutputError& error) {
      throw UsageError(error.what());
    }
  }
  void commit() override {
    try {
      file_.commit();
    } catch (const microarch::OutputError& error) {
      throw UsageError(error.what());
    }
  }

 private:
  microarch::OutputFile file_;
};

class ZstdOutput : public TraceOutput {
 public:
  explicit ZstdOutput(const std::string& file)
      : output_(file), context_(ZSTD_createCCtx()), buffer_(ZSTD_CStreamOutSize()) {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  }

  void write(std::string_view text) override { compress(text, ZSTD_e_continue); }
  void commit() override {
    compress({}, ZSTD_e_end);
    output_.commit();
  }

 private:
  static constexpr int kLevel = 12;
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  void compress(std::string_view text, ZSTD_EndDirective directive) {
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    for (;;) {
      ZSTD_outBuffer output{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_.get(), &output, &input, directive);
      if (ZSTD_isError(left) != 0) throw std::bad_alloc();  // it fails for want of memory only
      output_.write({buffer_.data(), output.pos});
      if (directive == ZSTD_e_end ? left == 0 : input.pos == input.size) return;
    }
  }

  PlainOutput output_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  std::vector<char> buffer_;
};

}  // namespace

std::unique_ptr<TraceOutput> open_trace_output(const std::string& file) {
  if (is_standard_output(file)) return std::make_unique<StandardOutput>();
  const std::string ending = ".zst";
  if (file.size() > ending.size() && file.compare(file.size() - ending.size(), ending.size(), ending) == 0)
    return std::make_unique<ZstdOutput>(file);
  return std::make_unique<PlainOutput>(file);
}

}  // namespace trenza::apps
