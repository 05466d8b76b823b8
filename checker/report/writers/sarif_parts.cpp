// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/sarif_parts.h"

#include <fmt/format.h>

namespace bireach::checker {

using Json = nlohmann::ordered_json;

namespace {

/// RFC 3986: everything but unreserved characters and slashes as "%XX".
std::string encoded(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '.' || c == '_' || c == '~' || c == '/';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

}  // namespace

Json sarif_message(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '{' || text[i] == '}') result += text[i];
    if (text[i] == ']' && i + 1 < text.size() && text[i + 1] == '(') result += ' ';
  }
  return {{"text", std::move(result)}};
}

std::string sarif_file_uri(const std::filesystem::path& path) {
  return "file://" + encoded(path.string());
}

Json sarif_artifact_location(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  std::error_code error;
  const bool below = path.is_relative() && !path.empty() && *path.begin() != "..";
  if (!below) return {{"uri", sarif_file_uri(std::filesystem::absolute(path, error).lexically_normal())}};
  return {{"uri", encoded(path.string())}, {"uriBaseId", sarif_root}};
}

}  // namespace bireach::checker
