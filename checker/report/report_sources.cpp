// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report_sources.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bireach::checker {
namespace {

/// "\r\n" and "\r" become "\n", so that lines are those the compiler counts.
std::string with_plain_line_ends(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      result += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      result += '\n';
  return result;
}

ReportSource read_source(const std::string& file) {
  ReportSource source{file, {}, {}, sha256_of_file(file)};
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    source.missing = error ? error.message() : "not a regular file";
    return source;
  }
  if (std::filesystem::file_size(file, error) > longest_source || error) {
    source.missing = error ? error.message() : "too long";
    return source;
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || !text) {
    source.missing = errno == 0 ? "cannot be read" : std::strerror(errno);
    return source;
  }
  source.text = with_plain_line_ends(text.str());
  return source;
}

}  // namespace

std::vector<ReportSource> read_sources(const std::vector<std::string>& files) {
  std::vector<ReportSource> sources;
  for (const std::string& file : files) sources.push_back(read_source(file));
  return sources;
}

unsigned character_column(const std::string& line, unsigned byte_column) {
  unsigned column = 1;
  for (std::size_t i = 0; i < line.size() && i + 1 < byte_column; ++i) {
    const bool continues = (static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U;
    if (!continues) ++column;
  }
  // Within a character: that character.
  if (byte_column >= 1 && byte_column <= line.size() && column > 1 &&
      (static_cast<unsigned char>(line[byte_column - 1]) & 0xC0U) == 0x80U)
    --column;
  return column;
}

}  // namespace bireach::checker
