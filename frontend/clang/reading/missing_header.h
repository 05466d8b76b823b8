// SPDX-License-Identifier: Apache-2.0
/// What to do about a header that is not found.
#pragma once

#include <string>

namespace bireach::frontend {

/// The sentence for a header that is included by this name from this file. It is looked for in the folders above the
/// file, and in those one or two below these: in the order of their names, a bounded number of them.
[[nodiscard]] std::string missing_header_note(const std::string& name, const std::string& from);

}  // namespace bireach::frontend
