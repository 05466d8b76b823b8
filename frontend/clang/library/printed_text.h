// SPDX-License-Identifier: Apache-2.0
/// sprintf and its kin written out for a format (part of special_text.h).
#pragma once

#include <optional>
#include <string>

#include "frontend/clang/library/special_call.h"

namespace bireach::frontend {

[[nodiscard]] std::optional<std::string> printing_text(const SpecialCall& call);
/// The definition of a function that writes to a stream: it reads texts, and its result is their length or a failure;
/// nothing: something is not modelled, or there is no text to read and no result that matters.
[[nodiscard]] std::optional<std::string> output_text(const SpecialCall& call);
/// The conversion because of which printing_text() has nothing for the call; empty: it is something else.
[[nodiscard]] std::string unmodelled_print(const SpecialCall& call);

}  // namespace bireach::frontend
