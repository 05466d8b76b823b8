// SPDX-License-Identifier: Apache-2.0
/// scanf and its kin written out for a format (part of special_text.h). What comes from a stream is any value that the
/// conversion can give.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/clang/library/special_call.h"

namespace bireach::frontend {

[[nodiscard]] std::string scanning_helpers();
/// The part of them that is about the ends of streams, as replays need it, too.
[[nodiscard]] std::string_view scanning_streams();
[[nodiscard]] std::optional<std::string> scanning_text(const SpecialCall& call);
/// The conversion because of which scanning_text() has nothing for the call; empty: it is something else.
[[nodiscard]] std::string unmodelled_scan(const SpecialCall& call);

}  // namespace bireach::frontend
