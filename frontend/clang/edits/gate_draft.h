// SPDX-License-Identifier: Apache-2.0
/// Edits while they are collected: a place that the schema changes, and what may stand there instead.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/clang/edits/candidates.h"

namespace bireach::frontend {

/// What becomes of an expression's value.
enum class Role : std::uint8_t {
  condition,  ///< it is compared with 0
  value,      ///< it is converted to a known type
  compared,
  subscript,
  other
};

/// Where an expression stands.
struct Spot {
  std::size_t site = 0;
  Role role = Role::other;
  int needs = binds_comma;
  std::string to;      ///< Role::value: the type
  bool whole = false;  ///< of a statement: guards may be given
};

/// What is collected, over all files.
struct Collected {
  Candidates& data;
  std::map<std::int64_t, std::size_t> constants;  ///< how often each is written
  std::vector<std::vector<Draft>> drafts;         ///< by unit
};

/// A unit and its drafts while they are made.
struct GateDraft {
  Gate unit;
  std::vector<Draft> drafts;
  Spot place;
  SourceRange range;
  int old_binding = binds_all;

  Draft& add(EditKind kind, unsigned size, const std::string& text, const std::string& schema, int binding);
};

}  // namespace bireach::frontend
