// SPDX-License-Identifier: Apache-2.0
#include "checker/command/whole_file.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>

#include "checker/report/report.h"

namespace {

using namespace bireach::checker;

TEST_CASE("files are written whole, and hashed") {
  const auto folder = std::filesystem::temp_directory_path() / ("bireach-report-test-" + std::to_string(std::rand()));
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "result.json").string();
  CHECK(cannot_write(path).empty());
  write_whole_file(path, "abc");
  write_whole_file(path, "abc");
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  // Test vectors of FIPS 180-2.
  CHECK(sha256_of_file(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  write_whole_file(path, "");
  CHECK(sha256_of_file(path) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(!sha256_of_file(folder.string()));
  CHECK(!sha256_of_file(path + ".missing"));
  CHECK(!cannot_write(folder.string()).empty());
  CHECK(!cannot_write((folder / "missing" / "x.json").string()).empty());
  CHECK_THROWS_AS(write_whole_file((folder / "missing" / "x.json").string(), "abc"), std::runtime_error);
  CHECK_NOTHROW(write_whole_file("/dev/null", "abc"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::remove_all(folder);
}

}  // namespace
