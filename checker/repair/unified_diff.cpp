// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace bireach::checker {
namespace {

constexpr std::size_t context = 3;
/// Cells of the table of common subsequences.
constexpr std::size_t most_cells = 4'000'000;

/// Of two parts without a common first or last line.
std::vector<LineChange> changes_between(const std::vector<std::string>& before, std::size_t old_begin,
                                        std::size_t old_end, const std::vector<std::string>& after,
                                        std::size_t new_begin, std::size_t new_end) {
  const std::size_t rows = old_end - old_begin;
  const std::size_t columns = new_end - new_begin;
  if (rows * columns > most_cells || rows == 0 || columns == 0) return {{old_begin, old_end, new_begin, new_end}};
  // longest[i][j]: of the lines from i and from j on.
  std::vector<std::vector<unsigned>> longest(rows + 1, std::vector<unsigned>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      longest[i][j] = before[old_begin + i] == after[new_begin + j] ? longest[i + 1][j + 1] + 1
                                                                    : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<LineChange> changes;
  bool is_open = false;
  for (std::size_t i = 0, j = 0; i < rows || j < columns;) {
    if (i < rows && j < columns && before[old_begin + i] == after[new_begin + j]) {
      ++i;
      ++j;
      is_open = false;
      continue;
    }
    if (!is_open) changes.push_back({old_begin + i, old_begin + i, new_begin + j, new_begin + j});
    is_open = true;
    if (i < rows && (j == columns || longest[i + 1][j] >= longest[i][j + 1]))
      changes.back().old_end = old_begin + ++i;
    else
      changes.back().new_end = new_begin + ++j;
  }
  return changes;
}

std::string range_text(std::size_t begin, std::size_t end) {
  // An empty range is named by the line before it.
  return fmt::format("{},{}", end == begin ? begin : begin + 1, end - begin);
}

void add_line(std::string& text, char mark, const std::string& line) {
  text += mark + line;
  if (line.empty() || line.back() != '\n') text += "\n\\ No newline at end of file\n";
}

/// "a/x.c": `patch` refuses names that lead out of its folder.
std::string name_in_patch(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path here = std::filesystem::current_path(problem);
  const std::filesystem::path whole = (here / path).lexically_normal();
  const std::filesystem::path from_here = whole.lexically_relative(here);
  const bool leads_out = problem || from_here.empty() || *from_here.begin() == "..";
  std::string name = leads_out ? whole.string() : "/" + from_here.string();
  // A name with spaces ends at a tab.
  if (name.find(' ') != std::string::npos) name += '\t';
  return name;
}

}  // namespace

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::size_t next = end == std::string::npos ? text.size() : end + 1;
    lines.push_back(text.substr(begin, next - begin));
    begin = next;
  }
  return lines;
}

std::vector<LineChange> changed_lines(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::size_t begin = 0;
  while (begin < std::min(before.size(), after.size()) && before[begin] == after[begin]) ++begin;
  std::size_t old_end = before.size();
  std::size_t new_end = after.size();
  while (old_end > begin && new_end > begin && before[old_end - 1] == after[new_end - 1]) {
    --old_end;
    --new_end;
  }
  if (old_end == begin && new_end == begin) return {};
  return changes_between(before, begin, old_end, after, begin, new_end);
}

std::string unified_diff(const std::string& path, const std::string& before, const std::string& after) {
  const std::vector<std::string> old_lines = split_lines(before);
  const std::vector<std::string> new_lines = split_lines(after);
  const std::vector<LineChange> changes = changed_lines(old_lines, new_lines);
  if (changes.empty()) return {};
  const std::string name = name_in_patch(path);
  std::string text = fmt::format("--- a{}\n+++ b{}\n", name, name);
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].old_begin - changes[last].old_end <= 2 * context) ++last;
    const std::size_t before_it = std::min(context, changes[first].old_begin);
    const std::size_t after_it = std::min(context, old_lines.size() - changes[last].old_end);
    text += fmt::format("@@ -{} +{} @@\n",
                        range_text(changes[first].old_begin - before_it, changes[last].old_end + after_it),
                        range_text(changes[first].new_begin - before_it, changes[last].new_end + after_it));
    std::size_t old_line = changes[first].old_begin - before_it;
    for (std::size_t i = first; i <= last; ++i) {
      while (old_line < changes[i].old_begin) add_line(text, ' ', old_lines[old_line++]);
      while (old_line < changes[i].old_end) add_line(text, '-', old_lines[old_line++]);
      for (std::size_t j = changes[i].new_begin; j < changes[i].new_end; ++j) add_line(text, '+', new_lines[j]);
    }
    for (std::size_t i = 0; i < after_it; ++i) add_line(text, ' ', old_lines[old_line++]);
    first = last + 1;
  }
  return text;
}

}  // namespace bireach::checker
