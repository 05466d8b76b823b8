// SPDX-License-Identifier: Apache-2.0
/// Functions of <math.h> whose results neither C nor IEEE 754 fixes to the bit (sin, exp, pow, …). Their definitions in
/// frontend/clang/library/library_text.cpp return any number that their contract allows, which proofs have to cover. An
/// execution counts only if each result is the one that the C library of this machine computes. So it is with numbers
/// that only proofs cover (Havoc::doubt): how many characters printf and the like write where that is not modelled
/// (`%f`, a va_list), which is negative whatever the text is if they fail; and with what functions without a body leave
/// in memory, if the execution goes another way for other contents (dependence.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// A result that an execution chose.
struct MathResult {
  EdgeId edge = 0;       ///< the Havoc of the result
  std::string function;  ///< "sinf"
  std::vector<VariableId> parameters;
  std::vector<logic::Integer> arguments;  ///< patterns
  logic::Integer chosen;
  std::optional<logic::Integer> computed;  ///< nothing: there is no such function for these arguments' type
  std::string doubt;                       ///< Havoc::doubt; `computed` is then negative
};

/// The pattern of f(arguments) as this machine's C library computes it; `width` is that of the patterns (32, 64, 79).
/// Nothing: it is not one of these functions.
[[nodiscard]] std::optional<logic::Integer> math_result(const std::string& function,
                                                        const std::vector<logic::Integer>& arguments, unsigned width);

/// The results in the execution, which has all its states, that differ from what the C library computes; linear in its
/// length. NaNs are all alike.
[[nodiscard]] std::vector<MathResult> wrong_math_results(const Program& program, const Execution& execution);

/// The program whose executions are those of `program` in which the functions have the computed results for these
/// arguments. Locations, variables and edges keep their numbers.
[[nodiscard]] Program with_math_results(const Program& program, const std::vector<MathResult>& results);

}  // namespace bireach::frontend
