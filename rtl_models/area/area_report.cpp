// The report of Yosys, read.
#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "rtl_models/area/area_blocks.h"
#include "rtl_models/area/router_area.h"

namespace trenza::rtl_models {

namespace {

/// Reads the lines one after the other.
class ReportReader {
 public:
  ReportReader() {
    for (const char* const block : kAreaBlocks) {
      area_.blocks.push_back({});
      area_.blocks.back().block = block;
    }
    area_.router.block = "router";
  }

  void read(const std::string& line) {
    static const std::regex section(R"(^SECTION (\w+)$)");
    std::smatch found;
    if (std::regex_search(line, found, section)) {
      section_ = found[1];
      sections_ += " " + section_;
    } else if (section_ == "memory") {
      memory(line);
    } else if (section_ == "cells") {
      cells(line);
    } else if (section_ == "levels" || section_ == "path") {
      levels(line);
    } else if (section_ == "area") {
      square(line);
    }
  }

  RouterArea result() {
    const bool whole =
        sections_ == " memory cells levels path end" || sections_ == " memory cells levels area path end";
    if (!whole || !has_path_) throw RtlError(fmt::format("the report of yosys is not whole: it has{}", sections_));
    fifos().memory_bits = memory_bits_;
    for (const BlockArea& block : area_.blocks) {
      area_.router.cells += block.cells;
      area_.router.flip_flops += block.flip_flops;
      area_.router.memory_bits += block.memory_bits;
      area_.router.square += block.square;
    }
    const auto is_empty = [](const BlockArea& block) {
      return block.cells == 0 && block.flip_flops == 0 && block.memory_bits == 0;
    };
    area_.blocks.erase(std::remove_if(area_.blocks.begin(), area_.blocks.end(), is_empty), area_.blocks.end());
    return area_;
  }

 private:
  /// The block of a module "trenza_area_<block>"; null: something else.
  BlockArea* block_of(const std::string& module) {
    static const std::string prefix = "trenza_area_";
    if (module.rfind(prefix, 0) != 0) return nullptr;
    const auto at = std::find_if(area_.blocks.begin(), area_.blocks.end(), [&](const BlockArea& block) {
      return module.compare(prefix.size(), std::string::npos, block.block) == 0;
    });
    return at == area_.blocks.end() ? nullptr : &*at;
  }

  BlockArea& fifos() {
    BlockArea& units = *block_of("trenza_area_input_unit");
    return units.cells > 0 ? units : *block_of("trenza_area_input_buffer");
  }

  /// All memories are the FIFOs of input buffers or input units.
  void memory(const std::string& line) {
    static const std::regex value(R"(^\s*parameter (?:signed )?\\(SIZE|WIDTH) (\d+)$)");
    std::smatch found;
    if (!std::regex_search(line, found, value)) return;
    (found[1] == "SIZE" ? size_ : width_) = std::stol(found[2]);
    if (size_ == 0 || width_ == 0) return;
    memory_bits_ += size_ * width_;
    size_ = 0;
    width_ = 0;
  }

  void cells(const std::string& line) {
    static const std::regex module(R"(^=== (.*) ===$)");
    static const std::regex kind(R"(^\s+(\S+)\s+(\d+)$)");
    std::smatch found;
    if (std::regex_search(line, found, module)) {
      current_ = block_of(found[1]);
    } else if (current_ != nullptr && std::regex_search(line, found, kind)) {
      const bool stores = found[1].str().find("DFF") != std::string::npos;
      (stores ? current_->flip_flops : current_->cells) += std::stol(found[2]);
    }
  }

  void levels(const std::string& line) {
    static const std::regex longest(R"(^Longest topological path in (\S+) \(length=(\d+)\))");
    std::smatch found;
    if (!std::regex_search(line, found, longest)) return;
    if (section_ == "path") {
      area_.router.levels = std::stoi(found[2]);
      has_path_ = true;
    } else if (BlockArea* const block = block_of(found[1])) {
      block->levels = std::stoi(found[2]);
    }
  }

  void square(const std::string& line) {
    static const std::regex chip(R"(^\s*Chip area for module '\\(\S+)': ([0-9.eE+-]+))");
    std::smatch found;
    if (!std::regex_search(line, found, chip)) return;
    if (BlockArea* const block = block_of(found[1])) block->square = std::stod(found[2]);
  }

  RouterArea area_;
  std::string section_;
  std::string sections_;
  BlockArea* current_ = nullptr;
  long size_ = 0;
  long width_ = 0;
  long memory_bits_ = 0;
  bool has_path_ = false;
};

}  // namespace

RouterArea read_area_report(const std::string& report) {
  ReportReader reader;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) reader.read(line);
  return reader.result();
}

}  // namespace trenza::rtl_models
