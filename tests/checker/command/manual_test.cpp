// SPDX-License-Identifier: Apache-2.0
#include "checker/command/manual.h"

#include <doctest/doctest.h>

#include "checker/command/command_line.h"

using namespace bireach::checker;

TEST_CASE("manual: how an option is typed") {
  const auto check = [](const char* shown, const std::vector<std::string>& names, const char* metavariable) {
    const OptionNames split = option_names(shown);
    CHECK(split.names == names);
    CHECK(split.metavariable == metavariable);
  };
  check("--json FILE", {"--json"}, "FILE");
  check("-v, --verbose", {"-v", "--verbose"}, "");
  check("-std=STD", {"-std="}, "STD");
  check("-D NAME[=VALUE]", {"-D"}, "NAME[=VALUE]");
  check("-m32", {"-m32"}, "");
}

TEST_CASE("manual: choices come from what an option says to a wrong value") {
  for (const CommandDescription& command : describe_command_line().commands) {
    CHECK(!command.options.empty());
    for (const OptionDescription& option : command.options) {
      if (option.shown == "--data-model M") CHECK(option.choices == std::vector<std::string>{"ILP32", "LP64"});
      if (option.shown == "--json FILE" || option.shown == "--timeout S") CHECK(option.choices.empty());
      if (option_names(option.shown).metavariable.empty()) CHECK(option.choices.empty());
    }
  }
}

TEST_CASE("manual: text that means something to roff or a shell is escaped") {
  CommandLineDescription description{"about", "  0  fine\n", {}};
  description.commands.push_back({"run", "Usage: run\n\n.danger 'quoted' \\ - it\n", "", {}});
  description.commands[0].options.push_back({"--odd X", "it's [a:b] \\ it", {}});
  const std::string page = manual_page(description);
  CHECK(page.find("\n\\&.danger") != std::string::npos);
  CHECK(page.find("\\e \\- it") != std::string::npos);
  CHECK(fish_completion(description).find("'it\\'s [a:b] \\\\ it'") != std::string::npos);
  CHECK(zsh_completion(description).find("it'\\''s \\[a\\:b\\]") != std::string::npos);
}
