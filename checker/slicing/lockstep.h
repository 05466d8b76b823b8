// SPDX-License-Identifier: Apache-2.0
/// A program and a changed version of it side by side, with the same inputs (self-composition; G. Barthe, J. Crespo,
/// C. Kunz, Relational verification using product programs, FM 2011).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/slicing/program_change.h"

namespace bireach::checker {

/// Both take the same steps as long as the changed program's branches go as the program's. Once one does not, or the
/// changed program might meet undefined behaviour (signed overflow wraps in it), they are apart, and the program goes
/// on alone. An error of this program: the program fails, and they are apart. So if none can be reached, and nothing
/// that is not modelled, every
/// execution of the program that fails is one with whose inputs the changed program fails as well, at the same place,
/// whatever values stand for what is left out.
struct Lockstep {
  frontend::Program program;
  /// False: no branch depends on what is left out, and all is modelled, so there is nothing to be proved.
  bool can_part = false;
  /// By edge: the edge of the program that it is a step of.
  std::vector<std::optional<frontend::EdgeId>> origin;
  /// By edge: of a havoc that stands for what is left out, the edge left out, or the first one of the block.
  std::vector<std::optional<frontend::EdgeId>> replaces;
  std::vector<std::optional<frontend::VariableId>>
      original;  ///< by variable: of which it is the changed program's copy
};

/// Nothing: memory, lifetimes or the stack of recursive calls would depend on what is left out; `why` says so.
[[nodiscard]] std::optional<Lockstep> make_lockstep(const ProgramChange& change, std::string& why);

}  // namespace bireach::checker
