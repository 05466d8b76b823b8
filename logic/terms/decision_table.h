// SPDX-License-Identifier: Apache-2.0
/// What stands at an index of a table.
#pragma once

#include <utility>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// An entry: a constant of the index's sort, as its value, and what stands there.
using TableEntry = std::pair<Integer, Term>;

/// The term that is the entry's value where `index` (an integer or a bit-vector) is its key, and `otherwise` elsewhere.
/// As many conditions as entries, but only about log n of them on each way to a value, and none where neighbours have
/// the same one: a chain of n comparisons is what solvers take longest for in a table of constants. `entries` have
/// different keys in rising order. O(n) terms.
[[nodiscard]] Term table_read(TermManager& terms, const std::vector<TableEntry>& entries, Term index, Term otherwise);

}  // namespace bireach::logic
