#include "waves/wave_file.h"

#include "waves/vcd_writer.h"
#include "waves/wave_error.h"
#ifdef TRENZA_HAVE_FST
#include "waves/fst_writer.h"
#endif

namespace trenza::waves {
namespace {

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() > ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

bool fst_supported() {
#ifdef TRENZA_HAVE_FST
  return true;
#else
  return false;
#endif
}

void check_wave_file_name(const std::string& file) {
  if (ends_with(file, ".vcd")) return;
  if (!ends_with(file, ".fst")) {
    throw WaveError("wave file '" + file + "': the name must end in .fst or .vcd, which decides the format");
  }
  if (!fst_supported()) {
    throw WaveError("wave file '" + file +
                    "': this build does not write .fst, because the sources of the verilator package "
                    "(gtkwave/fstapi.c) were absent when it was built; a "
                    "name ending in .vcd works");
  }
}

std::unique_ptr<WaveWriter> open_wave_writer(const std::string& file) {
  check_wave_file_name(file);
#ifdef TRENZA_HAVE_FST
  if (ends_with(file, ".fst")) return std::make_unique<FstWriter>(file);
#endif
  return std::make_unique<VcdWriter>(file);
}

}  // namespace trenza::waves
