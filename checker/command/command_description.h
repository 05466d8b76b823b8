// SPDX-License-Identifier: Apache-2.0
/// The command line as data: what help, manual page and completions are made of.
#pragma once

#include <string>
#include <vector>

namespace bireach::checker {

/// The command line asked for a text (help, version; status 0, to standard output), or was wrong (status 2, to
/// standard error).
struct CommandLineText {
  std::string text;
  int status = 0;
};

/// What the help says, as data: for the manual page and the completions of shells (manual.h).
struct OptionDescription {
  std::string shown, help;           ///< as in the help
  std::vector<std::string> choices;  ///< all values it takes; empty: these are many, or it takes none
};
struct CommandDescription {
  std::string name, intro, examples;  ///< as in the help
  std::vector<OptionDescription> options;
};
struct CommandLineDescription {
  std::string about, exit_statuses;  ///< as in the help
  std::vector<CommandDescription> commands;
};

}  // namespace bireach::checker
