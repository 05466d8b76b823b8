// SPDX-License-Identifier: Apache-2.0
/// What a program is verified for: which kinds of errors count (the competition SV-COMP's names for them), and all that
/// a kind is called in verdicts, witnesses and reports. A new kind is an enumerator here, a row of the table in
/// property.cpp, and the error locations that the frontend makes for it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bireach::frontend {

/// Which property an error location violates; those that nobody looks for yet are known by name, to be refused.
enum class Violation : std::uint8_t {
  unreach_call,
  valid_deref,
  valid_free,
  valid_memtrack,
  valid_memcleanup,
  no_overflow,
  no_data_race,
  deadlock,
  division_by_zero,
  shift_out_of_range,
  uninitialised_read,
  undefined_call,
  unreachable_reached,
  missing_return,
  array_size,
  pointer_arithmetic,
  float_conversion,
  lossy_conversion
};

/// A row of the table. All texts end in a zero byte and are never freed.
struct ViolationKind {
  Violation violation;
  std::string_view name;         ///< as in FALSE(…), in files of results, and as the rule's id in SARIF
  std::string_view verdict;      ///< "FALSE(name)\n": can be written when there is no memory for texts any more
  std::string_view formula;      ///< as in property files; "{}" stands for the function that must not be called
  std::string_view message;      ///< what happened, where the program has no words of its own for it
  std::string_view rule;         ///< SARIF's name of the rule
  std::string_view summary;      ///< a sentence on it
  std::string_view description;  ///< more of them
  std::string_view section;      ///< of C11, that leaves it undefined; empty: C has nothing to say about it
  bool is_checked;               ///< are there locations for it? Otherwise properties that ask for it are refused
  bool by_default;               ///< is it looked for when no property is named?
};

/// All kinds, in the order of the enumeration.
[[nodiscard]] std::span<const ViolationKind> violation_kinds();
[[nodiscard]] const ViolationKind& kind_of(Violation violation);
/// Those that are looked for when no property is named.
[[nodiscard]] std::vector<Violation> default_kinds();
/// Is it an error of single operations, which frontend/checks makes locations for?
[[nodiscard]] bool is_of_operations(Violation violation);
/// By the competition's name, or ours where it has none; nothing: there is no such kind.
[[nodiscard]] std::optional<Violation> violation_named(std::string_view name);

struct Property {
  std::vector<Violation> kinds{Violation::unreach_call};  ///< each violates it; not empty
  std::string entry;                                      ///< of `init(f())`; empty: not said
  /// Of unreach_call: the functions that must not be called.
  std::vector<std::string> error_functions{"reach_error", "__VERIFIER_error"};
  bool is_default = false;      ///< nobody named a property: the kinds are those that are looked for by default
  bool assert_is_error = true;  ///< of unreach_call: a failing assert() counts when no property file says otherwise

  [[nodiscard]] bool has(Violation violation) const;
  /// Is some kind of errors of single operations looked for?
  [[nodiscard]] bool has_operations() const;
  /// The kinds' names, with commas between them.
  [[nodiscard]] std::string name() const;
  /// A line of a property file: "CHECK( init(main()), LTL(G ! call(reach_error())) )".
  [[nodiscard]] std::string specification(Violation violation, const std::string& start) const;
  /// A line for each kind.
  [[nodiscard]] std::string specification(const std::string& start) const;
};

}  // namespace bireach::frontend
