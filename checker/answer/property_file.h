// SPDX-License-Identifier: Apache-2.0
/// Properties to verify: by name, or from SV-COMP property files.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

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

/// One of these names, or the path of a property file. Throws PropertyError or UnsupportedProperty.
[[nodiscard]] Property load_property(const std::string& name_or_path);

}  // namespace bireach::checker
