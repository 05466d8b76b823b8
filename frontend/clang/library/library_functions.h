// SPDX-License-Identifier: Apache-2.0
/// What is known of functions of the C library, POSIX, glibc, gcc, the Linux kernel and SV-COMP that have no definition
/// in C here (library_text.h) and are not determined by IEEE 754 (frontend/clang/analysis/exact_math.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bireach::frontend {

struct LibraryFunction {
  /// What a call of it does.
  enum class Kind : std::uint8_t {
    unknown,    ///< only the traits are known
    refused,    ///< it is not modelled
    ends,       ///< it ends the program at once …
    exits,      ///< … and after the destructors
    fails,      ///< it is called where an assertion does not hold
    asserts,    ///< its argument holds
    assumes,    ///< executions in which its argument does not hold are left out …
    promises,   ///< … or undefined
    number,     ///< it changes nothing, and returns any number in `range`
    invisible,  ///< it changes nothing that the program can see, but for objects behind a `%n`; see `output`
    allocates,
    zeroes,        ///< it allocates as many bytes as its argument says, all 0
    zeroes_array,  ///< the product of its arguments
    resizes,
    resizes_array,  ///< to the product of its last arguments
    frees,
  };
  enum Trait : unsigned {
    none = 0,
    /// It may return a pointer into what its arguments point to, …
    returns_argument = 1,
    /// … or to an object of the library that it has returned before.
    returns_known = 2,
    /// More is known of it than that it may write anything into the objects that its arguments point to: so much but no
    /// more, numbers of some range, a pointer into another argument.
    writes_by_contract = 4,
    /// It calls, or lets be called, a function that it is given.
    calls_back = 8,
    /// What it allocates lies on the stack: it ends with the function that calls it, and nobody frees it.
    on_stack = 16,
  };
  struct Range {
    std::int64_t low = 0;
    std::int64_t high = 0;
    unsigned arguments = 0;  ///< that a call has; with others it is another function of that name
  };
  /// Of a function that writes text.
  struct Output {
    /// What its result says.
    enum class Result : std::uint8_t {
      any,            ///< nothing that would have to be said
      any_number,     ///< C leaves it to the library
      time_left,      ///< at most the number in its argument
      length,         ///< how many characters it wrote (C11 7.21.6.1); else negative
      character,      ///< the one it wrote; else EOF
      success,        ///< 0; else -1
      bytes,          ///< how many of the bytes, its third argument; else -1
      elements,       ///< how many of the elements, its third argument
      not_below_eof,  ///< EOF, or not negative
    };
    Result result = Result::any;
    unsigned format = 0;      ///< `length`: which argument is the format; of printf the first, 0
    bool takes_list = false;  ///< `length`: the format's arguments come as a va_list
  };

  std::string_view name;
  Kind kind = Kind::unknown;
  unsigned traits = none;  ///< set of Trait
  Range range = {};
  Output output = {};

  [[nodiscard]] bool is_allocator() const { return kind >= Kind::allocates && kind <= Kind::frees; }
  [[nodiscard]] bool is_reallocator() const { return kind == Kind::resizes || kind == Kind::resizes_array; }
  /// Which argument is a format; nothing: none.
  [[nodiscard]] std::optional<unsigned> format() const {
    return output.result == Output::Result::length ? std::optional(output.format) : std::nullopt;
  }
};

/// The function of this name; null: nothing is known of it. Logarithmic in the length of the table.
[[nodiscard]] const LibraryFunction* library_function(std::string_view name);

/// Is nothing like it modelled? Also of functions known by the beginnings of their names only: threads, atomic
/// operations, va_lists.
[[nodiscard]] bool is_refused(std::string_view name);
[[nodiscard]] bool is_allocator(std::string_view name);
/// SV-COMP's functions that return any value.
[[nodiscard]] bool is_nondeterministic(std::string_view name);
/// Of POSIX or C11 threads, or of what they synchronise with.
[[nodiscard]] bool is_of_threads(std::string_view name);
/// SV-COMP's rule: a function of this name, if the program defines it, runs without other threads moving.
[[nodiscard]] bool is_atomic_function(std::string_view name);
/// LibraryFunction::returns_argument or returns_known.
[[nodiscard]] bool returns_argument(std::string_view name);
/// LibraryFunction::writes_by_contract, or one that returns an argument.
[[nodiscard]] bool writes_by_contract(std::string_view name);
[[nodiscard]] bool calls_back(std::string_view name);
[[nodiscard]] bool allocates_on_stack(std::string_view name);

}  // namespace bireach::frontend
