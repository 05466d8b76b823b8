// SPDX-License-Identifier: Apache-2.0
#include "checker/command/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "checker/command/version.h"
#include "frontend/clang/library/program_header.h"

namespace bireach::checker {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Words with one space between them.
std::string on_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string replaced(std::string_view text, const std::map<char, std::string>& replacements) {
  std::string result;
  for (const char c : text) {
    const auto found = replacements.find(c);
    if (found == replacements.end())
      result += c;
    else
      result += found->second;
  }
  return result;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator = " ") {
  return fmt::format("{}", fmt::join(words, separator));
}

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// What the general help says about a command.
std::string summary_of(const CommandLineDescription& description, const std::string& command) {
  std::string summary;
  bool inside = false;
  for (const std::string& line : lines_of(description.about)) {
    const std::string head = "  " + command + " ";
    if (indent_of(line) <= 2) inside = line.compare(0, head.size(), head) == 0;
    if (inside) summary += ' ' + (indent_of(line) <= 2 ? line.substr(head.size()) : line);
  }
  return on_one_line(summary);
}

enum class ValueKind { none, choice, file, folder, other };

ValueKind kind_of(const OptionDescription& option, const OptionNames& names) {
  if (names.metavariable.empty()) return ValueKind::none;
  if (!option.choices.empty()) return ValueKind::choice;
  if (names.metavariable == "DIR") return ValueKind::folder;
  const bool file = names.metavariable.compare(0, 4, "FILE") == 0 || names.metavariable == "P";
  return file ? ValueKind::file : ValueKind::other;
}

// The manual page

std::string roff(std::string_view text) {
  std::string result = replaced(text, {{'\\', "\\e"}, {'-', "\\-"}});
  if (!result.empty() && (result.front() == '.' || result.front() == '\'')) result.insert(0, "\\&");
  return result;
}

/// Options that several commands share are listed once, with the names of these.
struct ManualOption {
  OptionDescription option;
  std::vector<std::string> commands;
};

std::vector<ManualOption> manual_options(const CommandLineDescription& description) {
  std::vector<ManualOption> options;
  for (const CommandDescription& command : description.commands) {
    for (const OptionDescription& option : command.options) {
      auto known = std::find_if(options.begin(), options.end(),
                                [&](const ManualOption& other) { return other.option.shown == option.shown; });
      if (known == options.end()) known = options.insert(options.end(), {option, {}});
      known->commands.push_back(command.name);
    }
  }
  return options;
}

std::string manual_entry(const ManualOption& entry, std::size_t all_commands) {
  const OptionNames names = option_names(entry.option.shown);
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < names.names.size(); ++i)
    text += fmt::format("{}\\fB{}\\fR", i == 0 ? "" : ", ", roff(names.names[i]));
  if (!names.metavariable.empty())
    text += fmt::format("{}\\fI{}\\fR", names.names.back().back() == '=' ? "" : " ", roff(names.metavariable));
  text += '\n' + roff(on_one_line(entry.option.help));
  if (entry.commands.size() < all_commands) text += fmt::format(" (\\fI{}\\fR only)", joined(entry.commands, ", "));
  return text + '\n';
}

/// Lines as they stand, without the heading.
std::string verbatim(const std::string& text) {
  std::string result = ".nf\n";
  for (const std::string& line : lines_of(text))
    if (indent_of(line) > 0 && indent_of(line) < line.size()) result += roff(line.substr(2)) + '\n';
  return result + ".fi\n";
}

std::string paragraphs(const std::string& text) {
  std::string result;
  bool open = false;
  for (const std::string& line : lines_of(text)) {
    if (line.compare(0, 6, "Usage:") == 0) continue;
    if (line.empty()) {
      open = false;
      continue;
    }
    if (!open) result += ".PP\n";
    open = true;
    result += roff(line) + '\n';
  }
  return result;
}

std::string exit_status_entries(const std::string& text) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    if (indent_of(line) != 2) continue;
    const std::size_t end = line.find(' ', 2);
    result += fmt::format(".TP\n.B {}\n{}\n", line.substr(2, end - 2), roff(on_one_line(line.substr(end))));
  }
  return result;
}

}  // namespace

OptionNames option_names(std::string_view shown) {
  OptionNames result;
  while (!shown.empty() && shown.front() == '-') {
    const std::size_t end = std::min(shown.find_first_of(" ,="), shown.size());
    const bool one_word = end < shown.size() && shown[end] == '=';
    result.names.emplace_back(shown.substr(0, one_word ? end + 1 : end));
    shown.remove_prefix(std::min(shown.find_first_not_of(" ,=", end), shown.size()));
  }
  result.metavariable = shown;
  return result;
}

std::string manual_page(const CommandLineDescription& description) {
  std::string page = fmt::format(
      ".\\\" Made by bireach --generate man\n"
      ".TH BIREACH 1 \"\" \"bireach {}\" \"User commands\"\n"
      ".SH NAME\nbireach \\- software model checker for C that explains what it finds\n"
      ".SH SYNOPSIS\n.B bireach\n.I COMMAND\n[\\fIoptions\\fR] \\fIFILE.c\\fR...\n"
      ".SH DESCRIPTION\n{}.SH COMMANDS\n",
      roff(tool_version()), paragraphs(description.about.substr(0, description.about.find("\n\n") + 1)));
  for (const CommandDescription& command : description.commands) {
    page += fmt::format(".SS {}\n{}.PP\nExamples:\n{}", command.name, paragraphs(command.intro),
                        verbatim(command.examples));
  }
  page += ".SH OPTIONS\nValues in brackets hold where an option is not given.\n";
  for (const ManualOption& entry : manual_options(description))
    page += manual_entry(entry, description.commands.size());
  page += ".SH EXIT STATUS\n" + exit_status_entries(description.exit_statuses) +
          ".PP\nOf cfa, 0 says that the automaton was printed, 3 that the property is not supported.\n";
  page +=
      ".SH OUTPUT\nThe last line of standard output is the verdict: \\fBTRUE\\fR, \\fBFALSE(\\fIproperty\\fB)\\fR or "
      "\\fBUNKNOWN(\\fIreason\\fB)\\fR.\nLogs and progress go to standard error.\n"
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colours on a terminal, if set.\n";
  return page;
}

std::string bash_completion(const CommandLineDescription& description) {
  std::string commands, values, options;
  std::vector<std::string> seen;
  for (const CommandDescription& command : description.commands) {
    commands += command.name + ' ';
    std::string all;
    for (const OptionDescription& option : command.options) {
      const OptionNames names = option_names(option.shown);
      all += joined(names.names) + ' ';
      if (std::find(seen.begin(), seen.end(), option.shown) != seen.end()) continue;
      seen.push_back(option.shown);
      const std::string pattern = joined(names.names, " | ");
      switch (kind_of(option, names)) {
        case ValueKind::choice:
          values +=
              fmt::format("    {})\n      COMPREPLY=($(compgen -W \"{}\" -- \"$current\"))\n      return\n      ;;\n",
                          pattern, joined(option.choices));
          break;
        case ValueKind::folder:
          values += fmt::format(
              "    {})\n      mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n      return\n      ;;\n", pattern);
          break;
        case ValueKind::file:  // readline's own completion, which names files
          values += fmt::format("    {}) return ;;\n", pattern);
          break;
        case ValueKind::other:
          if (names.names.back().back() == '=') break;
          values += fmt::format("    {})\n      compopt +o default 2>/dev/null\n      return\n      ;;\n", pattern);
          break;
        case ValueKind::none:
          break;
      }
    }
    options += fmt::format("    {}) options=\"{}\" ;;\n", command.name, all.substr(0, all.size() - 1));
  }
  return "# bash completion for bireach; made by bireach --generate bash\n"
         "_bireach() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options=\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W \"" +
         commands +
         "--help --version\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case $previous in\n" +
         values +
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n" +
         options +
         "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
         "    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _bireach bireach\n";
}

std::string zsh_completion(const CommandLineDescription& description) {
  const std::map<char, std::string> in_spec{{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}};
  const std::map<char, std::string> in_message{{'\'', "'\\''"}, {'[', "("}, {']', ")"}, {':', " "}};
  std::string commands, cases;
  for (const CommandDescription& command : description.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name,
                            replaced(summary_of(description, command.name), {{'\'', "'\\''"}, {':', "\\:"}}));
    cases += fmt::format("    {})\n      _arguments -s", command.name);
    for (const OptionDescription& option : command.options) {
      const OptionNames names = option_names(option.shown);
      const std::string help = replaced(on_one_line(option.help), in_spec);
      const std::string label = replaced(names.metavariable, in_message);
      std::string value;
      switch (kind_of(option, names)) {
        case ValueKind::choice:
          value = fmt::format(":{}:({})", label, joined(option.choices));
          break;
        case ValueKind::file:
          value = fmt::format(":{}:_files", label);
          break;
        case ValueKind::folder:
          value = fmt::format(":{}:_files -/", label);
          break;
        case ValueKind::other:
          value = fmt::format(":{}: ", label);
          break;
        case ValueKind::none:
          break;
      }
      for (const std::string& name : names.names) {
        const bool one_word = name.back() == '=';
        cases += fmt::format(" \\\n        '*{}{}[{}]{}'", one_word ? name.substr(0, name.size() - 1) : name,
                             one_word ? "=-" : "", help, value);
      }
    }
    cases += " \\\n        '*:C file:_files -g \"*.(c|i)\"'\n      ;;\n";
  }
  return "#compdef bireach\n# Made by bireach --generate zsh\n"
         "_bireach() {\n"
         "  local state line\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands +
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe -t commands command commands\n"
         "    _values option --help --version\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_bireach \"$@\"\n";
}

std::string fish_completion(const CommandLineDescription& description) {
  const std::map<char, std::string> quoted{{'\'', "\\'"}, {'\\', "\\\\"}};
  std::string text = "# fish completion for bireach; made by bireach --generate fish\n";
  for (const CommandDescription& command : description.commands) {
    text += fmt::format("complete -c bireach -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                        replaced(summary_of(description, command.name), quoted));
  }
  for (const ManualOption& entry : manual_options(description)) {
    const OptionNames names = option_names(entry.option.shown);
    std::string line = fmt::format("complete -c bireach -n '__fish_seen_subcommand_from {}'", joined(entry.commands));
    for (const std::string& name : names.names) {
      const bool one_word = name.back() == '=';
      const std::string bare = one_word ? name.substr(0, name.size() - 1) : name;
      if (bare.compare(0, 2, "--") == 0)
        line += " -l " + bare.substr(2);
      else
        line += (bare.size() == 2 ? " -s " : " -o ") + bare.substr(1);
    }
    switch (kind_of(entry.option, names)) {
      case ValueKind::choice:
        line += fmt::format(" -x -a '{}'", joined(entry.option.choices));
        break;
      case ValueKind::file:
        line += " -r -F";
        break;
      case ValueKind::folder:
        line += " -x -a '(__fish_complete_directories)'";
        break;
      case ValueKind::other:
        line += " -x";
        break;
      case ValueKind::none:
        break;
    }
    text += fmt::format("{} -d '{}'\n", line, replaced(on_one_line(entry.option.help), quoted));
  }
  return text;
}

CommandLineText generated_document(const std::string& name, const CommandLineDescription& description) {
  if (name == "man") return {manual_page(description), 0};
  if (name == "bash") return {bash_completion(description), 0};
  if (name == "zsh") return {zsh_completion(description), 0};
  if (name == "fish") return {fish_completion(description), 0};
  if (name == "header") return {std::string(frontend::program_header()), 0};
  return {"bireach: --generate takes one of man, bash, zsh, fish, header\n", 2};
}

}  // namespace bireach::checker
