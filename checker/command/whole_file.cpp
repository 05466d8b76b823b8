// SPDX-License-Identifier: Apache-2.0
#include "checker/command/whole_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bireach::checker {
namespace {

std::runtime_error write_failure(const std::string& path) {
  return std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

/// `asked`: the file that the user knows of.
void write_directly(const std::string& path, const std::string& content, const std::string& asked) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) throw write_failure(asked);
}

}  // namespace

void write_whole_file(const std::string& path, const std::string& content) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
    write_directly(path, content, path);
    return;
  }
  // A link keeps pointing where it points.
  const std::string place =
      std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path).string() : path;
  const std::string temporary = place + ".part" + std::to_string(::getpid());
  try {
    write_directly(temporary, content, path);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
  if (std::rename(temporary.c_str(), place.c_str()) != 0) {
    const std::runtime_error failure = write_failure(path);
    std::remove(temporary.c_str());
    throw failure;
  }
}

std::string cannot_write(const std::string& path) {
  std::error_code error;
  if (path.empty()) return "cannot write a file without a name";
  if (std::filesystem::is_directory(path, error)) return "cannot write " + path + ": it is a directory";
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    return ::access(path.c_str(), W_OK) == 0 ? "" : write_failure(path).what();
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? "" : write_failure(path).what();
}

}  // namespace bireach::checker
