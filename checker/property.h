// SPDX-License-Identifier: Apache-2.0
/// Properties to verify: by name, or from SV-COMP property files.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bireach::checker {

struct Property {
  std::string name = "unreach-call";  ///< as it stands in FALSE(…)
  std::string entry;                  ///< of `init(f())`; empty: not said
  std::vector<std::string> error_functions{"reach_error", "__VERIFIER_error"};
  bool assert_is_error = true;  ///< a failing assert() counts when no property file says otherwise
};

/// The property file is missing or is none.
class PropertyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A well-formed property that is not reachability of a call; what() is its formula.
class UnsupportedProperty : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the text of a property file: each non-empty line is `CHECK( init(f()), LTL(formula) )`, spaces anywhere.
/// Supported: `G ! call(f())`, one or several lines with the same `init`.
/// Throws PropertyError or UnsupportedProperty.
[[nodiscard]] Property parse_property(std::string_view text);

/// `unreach-call`, or the path of a property file. Throws PropertyError or UnsupportedProperty.
[[nodiscard]] Property load_property(const std::string& name_or_path);

}  // namespace bireach::checker
