// SPDX-License-Identifier: Apache-2.0
/// Formulas over program variables as a person would write them in C.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/text/variable_text.h"
#include "logic/terms/term.h"

namespace bireach::checker {

/// The conjuncts of a quantifier-free formula in C's notation, ready to be joined by " && ", in an order that depends
/// on the formula and the order of its variables only: what speaks of one variable first. Bounds of one term are
/// merged, what a variable's type says anyway is left out; `true` has the one conjunct "true".
///
/// Sort Int: + - * speak of mathematical integers, so a text and the formula agree wherever the text evaluates without
/// overflow; reductions modulo 2^n are casts. Bit-vectors: as C computes with -fwrapv, each constant in the signedness
/// of its operator. A conjunct that would be longer than some thousand characters names its variables only.
[[nodiscard]] std::vector<std::string> conjunct_texts(logic::Term formula, const VariableNames& names);

/// All of them.
[[nodiscard]] std::string formula_text(logic::Term formula, const VariableNames& names);

/// As many as fit into this many columns, in their order, those that `known` has not first: "x == 0 && …(3 more)";
/// where none fits "…(4 conditions)". 0 columns: all.
[[nodiscard]] std::string joined_conjuncts(const std::vector<std::string>& conjuncts, std::size_t width,
                                           const std::vector<std::string>& known = {});

}  // namespace bireach::checker
