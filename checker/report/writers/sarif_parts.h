// SPDX-License-Identifier: Apache-2.0
/// What all SARIF files say alike: messages and places of files (SARIF 2.1.0).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace bireach::checker {

/// To what relative paths are relative.
inline constexpr const char* sarif_root = "%SRCROOT%";

/// §3.11.5: braces of a message are doubled, since they enclose placeholders. "](" would begin a link (§3.11.6).
[[nodiscard]] nlohmann::ordered_json sarif_message(const std::string& text);
[[nodiscard]] std::string sarif_file_uri(const std::filesystem::path& path);
/// §3.4: relative to the root where the file is below it, else absolute.
[[nodiscard]] nlohmann::ordered_json sarif_artifact_location(const std::string& file);

}  // namespace bireach::checker
