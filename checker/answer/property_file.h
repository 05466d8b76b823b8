// SPDX-License-Identifier: Apache-2.0
/// Properties to verify: by name, or from SV-COMP property files.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/program/property.h"

namespace bireach::checker {

using frontend::Property;

/// The property file is missing or is none.
class PropertyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A well-formed property that nothing is checked for; what() is its name with its formula, or what is known of these.
class UnsupportedProperty : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the text of a property file: each non-empty line is `CHECK( init(f()), LTL(formula) )`, spaces anywhere.
/// Supported: the formulas of the kinds of violation that are checked, one or several lines with the same `init`.
/// Throws PropertyError or UnsupportedProperty.
[[nodiscard]] Property parse_property(std::string_view text);

/// The names of the kinds of violation that are checked: "unreach-call".
[[nodiscard]] std::string property_names();

/// What is verified, as a user chooses it.
struct PropertyChoice {
  std::vector<std::string> named;                 ///< names or property files; together they are one property
  std::vector<std::string> with;                  ///< kinds that are looked for beside those by default
  std::vector<std::string> without;               ///< … that are not
  std::vector<std::string> error_functions = {};  ///< more functions that must not be called
  bool all_by_default = false;  ///< nothing named: all kinds that are looked for by default; else unreach-call

  /// "unreach-call,valid-deref", as it was given; "default".
  [[nodiscard]] std::string text() const;
};
/// Throws PropertyError or UnsupportedProperty, also of files that start at different functions, and if there are error
/// functions but calls of them are not looked for.
[[nodiscard]] Property choose_property(const PropertyChoice& choice);

/// One of these names, or the path of a property file. Throws PropertyError or UnsupportedProperty.
[[nodiscard]] Property load_property(const std::string& name_or_path);

}  // namespace bireach::checker
