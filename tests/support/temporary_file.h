// A file that exists as long as the object.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace trenza::test {

class TemporaryFile {
 public:
  /// `name` is the end of the file's name.
  TemporaryFile(const std::string& name, const std::string& content)
      : path_(
            (std::filesystem::temp_directory_path() / ("trenza_" + std::to_string(::getpid()) + "_" + name)).string()) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace trenza::test
