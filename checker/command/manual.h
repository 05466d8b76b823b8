// SPDX-License-Identifier: Apache-2.0
/// What is installed beside the binary and made from the one table of options: the manual page and the completions of
/// shells. `bireach --generate man|bash|zsh|fish` prints them, and `header` <bireach.h>; the build does so when it
/// installs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/command/command_description.h"

namespace bireach::checker {

/// How an option is typed, taken apart from how the help shows it: "-v, --verbose", "--json FILE", "-std=STD".
struct OptionNames {
  std::vector<std::string>
      names;                 ///< "-v", "--verbose"; with "=" at its end, "-std=", the value stands in the same word
  std::string metavariable;  ///< "FILE"; empty: a flag
};
[[nodiscard]] OptionNames option_names(std::string_view shown);

/// The manual page in the language of man(7).
[[nodiscard]] std::string manual_page(const CommandLineDescription& description);
/// For bash's `complete`, zsh's `_arguments`, fish's `complete`.
[[nodiscard]] std::string bash_completion(const CommandLineDescription& description);
[[nodiscard]] std::string zsh_completion(const CommandLineDescription& description);
[[nodiscard]] std::string fish_completion(const CommandLineDescription& description);

/// By name: "man", "bash", "zsh", "fish"; else a message that says so.
[[nodiscard]] CommandLineText generated_document(const std::string& name, const CommandLineDescription& description);

}  // namespace bireach::checker
