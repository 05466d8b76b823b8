// SPDX-License-Identifier: Apache-2.0
/// Nested words (Alur, Madhusudan, "Adding Nesting Structure to Words", JACM 2009): words some of whose positions are
/// calls and returns, so that each return belongs to the call it ends. A word of a program that stops in the middle of
/// a procedure leaves calls open; no return is without its call.
#pragma once

#include <vector>

#include "automata/nfa.h"

namespace bireach::automata {

enum class SymbolKind : std::uint8_t { internal, call, return_ };

struct Symbol {
  Letter letter;
  SymbolKind kind = SymbolKind::internal;
  auto operator<=>(const Symbol&) const = default;
};

/// The kinds determine the nesting: a return ends the last call that is open.
using NestedWord = std::vector<Symbol>;

/// Has each return a call?
[[nodiscard]] bool is_nested_word(const NestedWord& word);
/// For each position that is a return, the position of its call; for the others nothing. Throws std::invalid_argument
/// if a return has no call.
[[nodiscard]] std::vector<std::optional<std::size_t>> matching_calls(const NestedWord& word);

/// A nested word with the states along one of its runs: states.size() == word.size() + 1.
struct NestedRun {
  NestedWord word;
  std::vector<State> states;
};

}  // namespace bireach::automata
