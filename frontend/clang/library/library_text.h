// SPDX-License-Identifier: Apache-2.0
/// What functions of the C library and of gcc compute, as C: calls of them are inlined like those of the program.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace bireach::frontend {

/// The name under which library_text() defines the function that C or gcc calls `name` ("strlen", "__builtin_clz");
/// nothing: it is not there.
[[nodiscard]] std::optional<std::string> library_symbol(const std::string& name);

/// The definitions. Where a function's behaviour is not defined they call `bireach_undefined`, or `bireach_refuse` with
/// what happens; neither is modelled. `integers`: the types among `synchronisation_types` that are integers in the
/// program, with their names.
[[nodiscard]] std::string library_text(const std::map<std::string, std::string>& integers = {});

/// PTHREAD_MUTEX_RECURSIVE (1) and PTHREAD_MUTEX_ERRORCHECK (2) times this are the states of mutexes of these kinds
/// that nobody holds.
inline constexpr unsigned mutex_kind_unit = 0x10000;

/// In the definitions, functions of <math.h> whose results C does not fix to the bit call another function, of this
/// `symbol`, for a number that they then restrict to what is known of the result: "sin"; empty: it is not one of these.
/// See frontend/program/math_results.h.
[[nodiscard]] std::string arbitrary_result_of(const std::string& symbol);

/// Does the function of our text return a value that comes from outside of the program?
[[nodiscard]] bool is_input(const std::string& symbol);
/// The definition of a function that reads such values, for a file in which `bireach_input_int` and so on give them;
/// empty: it is not one of these. `streams_have_state`: of stream_state_text.h, if it is there.
[[nodiscard]] std::string replayed_text(const std::string& function, bool streams_have_state);

/// The name that users know a function of library_text() by.
[[nodiscard]] std::string library_name(const std::string& symbol);

}  // namespace bireach::frontend
