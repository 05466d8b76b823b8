// SPDX-License-Identifier: Apache-2.0
/// Library functions written out for one kind of call: snprintf for a format, qsort for a type of elements. What they
/// do depends on an argument that C's types cannot tell.
#pragma once

#include <optional>
#include <string>

#include "frontend/clang/library/special_call.h"

namespace bireach::frontend {

/// Which argument of the function is its format; nothing: it is not one of those that are written out for formats.
[[nodiscard]] std::optional<unsigned> special_format(const std::string& function);
/// Does it write text, so that it is written out only where it reads a text of the program's or its result matters?
[[nodiscard]] bool is_special_output(const std::string& function);
/// Which argument of a function that writes bytes (fwrite) points to them; it is written out for their type.
[[nodiscard]] std::optional<unsigned> special_memory(const std::string& function);
/// Is it written out for the type of its elements?
[[nodiscard]] bool is_special_for_elements(const std::string& function);

/// The name of the definition with this number.
[[nodiscard]] std::string special_symbol(const std::string& function, unsigned number);
/// The function that it was made of; empty: it is not such a name.
[[nodiscard]] std::string special_function(const std::string& symbol);

/// What the definitions call.
[[nodiscard]] std::string special_helpers();
/// The definition; nothing: the call has something that is not modelled.
[[nodiscard]] std::optional<std::string> special_text(const SpecialCall& call);
/// Of a call with a format: the conversion that is not modelled ("%5.2f"); empty: it is something else.
[[nodiscard]] std::string unmodelled_conversion(const SpecialCall& call);

}  // namespace bireach::frontend
