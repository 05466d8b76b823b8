// SPDX-License-Identifier: Apache-2.0
/// ungetc, feof, ferror and clearerr, and what reads streams beside them: definitions for programs that call one of
/// them (part of library_text.h). In others such reads are of any character, without a state.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

[[nodiscard]] const std::vector<LibraryPart>& stream_state_parts();

/// Does a program that uses these functions of the library put characters back, or ask whether streams have ended, and
/// read them in ways that are written here?
[[nodiscard]] bool streams_have_state(const std::set<std::string>& used);
/// May it write to other streams than stdout? Then ferror tells of that, too.
[[nodiscard]] bool writes_streams(const std::set<std::string>& used);
/// What stands for either before library_text(), and before replayed texts.
inline constexpr std::string_view keeps_streams_macro = "#define KEEPS_STREAMS\n";
inline constexpr std::string_view writes_streams_macro = "#define WRITES_STREAMS\n";
/// The name under which library_text() defines the function for such programs; nothing: as for all others.
[[nodiscard]] std::optional<std::string> symbol_with_state(const std::string& function);
/// The other way round; "": it is no such name.
[[nodiscard]] std::string function_with_state(const std::string& symbol);

}  // namespace bireach::frontend
