// SPDX-License-Identifier: Apache-2.0
/// Inlined copies of functions' bodies in a program's graph: where each begins and ends, and which are the same.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The copies by call path. In O(edges * depth of calls).
class CallCopies {
 public:
  /// The part of a graph that control enters at one location only, and leaves for one location only if it goes on.
  struct Copy {
    LocationId entry = 0;
    LocationId exit = 0;  ///< what comes next; not in the copy
    bool has_loop = false;
  };

  /// The program must outlive this.
  explicit CallCopies(const Program& program);

  /// Nothing: it is entered or left at several places, or never.
  [[nodiscard]] const std::optional<Copy>& operator[](std::uint32_t call_path) const { return copies_[call_path]; }
  /// Is the call of `path` the call of `outer`, or made while that is active?
  [[nodiscard]] bool is_within(std::uint32_t path, std::uint32_t outer) const;
  /// Whose edges leave the location: of all that do. Nothing: none does.
  [[nodiscard]] std::optional<std::uint32_t> path_at(LocationId location) const;

 private:
  struct Ends {
    std::optional<LocationId> location;
    bool several = false;
    void note(LocationId place) {
      several = several || (location && *location != place);
      location = place;
    }
  };
  void find_loops();

  const Program& program_;
  std::vector<std::optional<Copy>> copies_;
};

/// What of one copy is which part of another.
struct CopyMatch {
  std::map<LocationId, LocationId> locations;  ///< with entry and exit
  std::map<VariableId, VariableId> variables;  ///< all that the first mentions
};

/// Are the copies of two call paths the same, statement by statement, but for scalar variables without a name of the
/// user's? Those of one are then to those of the other as letters of a cipher. Precondition: both are copies.
[[nodiscard]] std::optional<CopyMatch> match_copies(const Program& program, const CallCopies& copies,
                                                    std::uint32_t first, std::uint32_t second);

}  // namespace bireach::frontend
