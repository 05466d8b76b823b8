// SPDX-License-Identifier: Apache-2.0
/// The places of a program where witnesses of proofs have invariants, and the program's locations there.
#pragma once

#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// A loop, or a statement that says something to a reader of a proof: a label that `goto` names, the check of an error
/// (the `if` around its call, a call of a function that only checks), what follows a loop, the begin of a function.
struct InvariantPlace {
  const frontend::BranchingPoint* branching = nullptr;  ///< a loop, or the `if` that the statement is
  const frontend::StatementPoint* statement = nullptr;  ///< of do-loops and of statements
  std::size_t scope = 0;
  /// Where executions are when the invariant has to hold, in all inlined copies; perhaps more than these.
  std::vector<frontend::LocationId> locations;

  [[nodiscard]] bool is_loop() const { return branching != nullptr && branching->is_loop(); }
  /// The keyword of a loop, or the begin of the statement.
  [[nodiscard]] const frontend::SourceRange& where() const { return is_loop() ? branching->keyword : statement->range; }
  [[nodiscard]] const std::string& function() const { return is_loop() ? branching->function : statement->function; }
};

/// All loops, then at most `max_statements` statements. Left out are places within macros, those that no location can
/// be told for because a function with a body is called first, and those that no execution reaches. `points` must
/// outlive the result. Linear in the locations times the places.
[[nodiscard]] std::vector<InvariantPlace> invariant_places(const frontend::Program& program,
                                                           const frontend::SourcePoints& points,
                                                           const std::vector<std::string>& error_functions,
                                                           std::size_t max_statements);

/// Inserts statements that are executed whenever the invariant has to hold. At a do-loop that is before its condition,
/// and before its body, as the tools that read witnesses differ there.
void insert_at(frontend::SourceEditor& editor, const InvariantPlace& place, const std::string& statements);

}  // namespace bireach::checker
