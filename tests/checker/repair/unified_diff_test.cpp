// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/unified_diff.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/checker/repair/apply_patch.h"

namespace {

using namespace bireach::checker;
using bireach::checker::test::joined;
using bireach::checker::test::patched;

/// The old text with the changes made.
std::string with_changes(const std::string& before, const std::string& after) {
  const auto old_lines = split_lines(before);
  const auto new_lines = split_lines(after);
  std::string text;
  std::size_t next = 0;
  for (const LineChange& change : changed_lines(old_lines, new_lines)) {
    REQUIRE(change.old_begin >= next);
    text += joined(old_lines, next, change.old_begin) + joined(new_lines, change.new_begin, change.new_end);
    next = change.old_end;
  }
  return text + joined(old_lines, next, old_lines.size());
}

TEST_CASE("unified_diff: one changed line") {
  const std::string before = "a\nb\nc\nd\ne\nf\ng\nh\n";
  const std::string after = "a\nb\nc\nd\nE\nf\ng\nh\n";
  CHECK(unified_diff("x.c", before, after) ==
        "--- a/x.c\n+++ b/x.c\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n");
  CHECK(unified_diff("x.c", before, before).empty());
}

TEST_CASE("unified_diff: names that patch -p1 finds") {
  CHECK(unified_diff("dir/./x.c", "a\n", "b\n").rfind("--- a/dir/x.c\n+++ b/dir/x.c\n", 0) == 0);
  CHECK(unified_diff("/dir/x.c", "a\n", "b\n").rfind("--- a/dir/x.c\n", 0) == 0);
  CHECK(unified_diff("my x.c", "a\n", "b\n").rfind("--- a/my x.c\t\n+++ b/my x.c\t\n", 0) == 0);
  CHECK(unified_diff("../x.c", "a\n", "b\n").find("..") == std::string::npos);
}

TEST_CASE("unified_diff: a last line without its end") {
  CHECK(unified_diff("x.c", "a\nb", "a\nc") ==
        "--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of "
        "file\n");
}

TEST_CASE("unified_diff: random texts") {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    std::string before, after;
    const auto lines = random() % 30;
    for (unsigned i = 0; i < lines; ++i) {
      const std::string line = std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
      if (random() % 6 != 0) before += line;
      if (random() % 6 != 0) after += line;
      if (random() % 9 == 0) after += "new\n";
    }
    CHECK(with_changes(before, after) == after);
    if (!before.empty() && random() % 3 == 0) before.pop_back();
    if (before != after) CHECK(patched(before, unified_diff("x.c", before, after)) == after);
  }
}

}  // namespace
