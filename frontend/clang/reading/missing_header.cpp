// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/missing_header.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <vector>

namespace bireach::frontend {
namespace {

namespace fs = std::filesystem;

constexpr int most_levels = 8;               // upwards
constexpr std::size_t most_folders = 2'000;  // looked into, all in all

/// Looks in folders for the header, while there are not too many of them.
class HeaderSearch {
 public:
  explicit HeaderSearch(fs::path name) : name_(std::move(name)) {}

  /// The folder in it (itself, those in it, those in these) that the name is right from.
  [[nodiscard]] std::optional<fs::path> in(const fs::path& folder, int depth) {
    std::error_code error;
    if (++looked_ > most_folders) return std::nullopt;
    if (fs::is_regular_file(folder / name_, error)) return folder;
    if (depth == 0) return std::nullopt;
    std::vector<fs::path> inner;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const bool is_hidden = at->path().filename().string().starts_with(".");
      std::error_code no_type;
      if (!is_hidden && at->is_directory(no_type) && !at->is_symlink(no_type)) inner.push_back(at->path());
    }
    std::sort(inner.begin(), inner.end());
    for (const fs::path& one : inner)
      if (auto found = in(one, depth - 1)) return found;
    return std::nullopt;
  }

 private:
  fs::path name_;
  std::size_t looked_ = 0;
};

/// As one would type it from here.
std::string shown(const fs::path& folder) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path relative = error ? folder : folder.lexically_relative(here);
  const bool climbs = std::distance(relative.begin(), relative.end()) > 3 && *relative.begin() == "..";
  return relative.empty() || climbs ? folder.string() : relative.string();
}

}  // namespace

std::string missing_header_note(const std::string& name, const std::string& from) {
  std::error_code error;
  const std::string nowhere =
      "it is in none of the folders around; -I DIR names the folder that it is in, or else a package is "
      "missing (of headers often one whose name ends in -dev)";
  const fs::path header(name);
  if (header.is_absolute()) return "there is no such file";
  fs::path folder = fs::absolute(from, error).lexically_normal().parent_path();
  HeaderSearch search(header);
  for (int level = 0; level < most_levels; ++level) {
    // Of what lies directly below the root ("/tmp") the neighbours have nothing to do with the program.
    if (!folder.has_relative_path() || folder.parent_path() == folder.root_path()) break;
    if (const auto found = search.in(folder, 2)) return "-I " + shown(*found) + " would find it";
    if (fs::exists(folder / ".git", error)) break;  // the project ends here
    folder = folder.parent_path();
  }
  return nowhere;
}

}  // namespace bireach::frontend
