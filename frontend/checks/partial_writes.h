// SPDX-License-Identifier: Apache-2.0
/// Which bits of a variable a statement uses: members of a union all begin at its lowest bit.
#pragma once

#include <optional>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// How many of its target's lowest bits the statement writes, if it keeps the others; nothing: it writes all.
[[nodiscard]] std::optional<unsigned> written_part(const Statement& statement);

/// How many of the lowest bits `read`, which is a part of the statement, gives to what it is part of.
[[nodiscard]] unsigned bits_read(const Statement& statement, const Expr& read);

}  // namespace bireach::frontend
