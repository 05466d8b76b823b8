// SPDX-License-Identifier: Apache-2.0
#include "checker/command/compile_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "checker/command/nearest_name.h"

namespace bireach::checker {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Entry {
  fs::path directory;
  fs::path file;  ///< absolute
  std::vector<std::string> arguments;
};

/// The words of a command as a shell takes it apart: blanks, quotes, backslashes; nothing is expanded.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const char next = i + 1 < command.size() ? command[i + 1] : '\0';
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == 0 && is_blank) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    const bool escapes =
        c == '\\' && next != '\0' &&
        (quote == 0 || (quote == '"' && std::string_view("\"\\$`").find(next) != std::string_view::npos));
    if (escapes)
      word += command[++i];
    else if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else
      word += c;
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string place_of(const std::string& text, std::size_t byte) {
  const std::string before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n');
  return fmt::format("{}:{}", line, before.size() - (start == std::string::npos ? 0 : start + 1) + 1);
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : result;
}

class Database {
 public:
  explicit Database(std::string path) : path_(std::move(path)) {
    std::error_code error;
    if (fs::is_directory(path_, error)) path_ = (fs::path(path_) / "compile_commands.json").string();
    std::ifstream file(path_, std::ios::binary);
    if (!file)
      throw CompileCommandsError(path_ +
                                 ": no such compilation database (CMake writes it with "
                                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds under `bear --`)");
    std::ostringstream text;
    text << file.rdbuf();
    read(text.str());
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Throws CompileCommandsError, with the nearest name.
  [[nodiscard]] const Entry& entry(const std::string& file) const {
    const fs::path wanted = resolved(fs::absolute(file));
    for (const Entry& entry : entries_)
      if (entry.file == wanted) return entry;
    if (entries_.empty()) throw CompileCommandsError(path_ + ": it has no entries");
    throw CompileCommandsError(
        fmt::format("{}: no entry for {} (the nearest is for {})", path_, file, nearest(wanted)));
  }

 private:
  void read(const std::string& text) {
    json content;
    try {
      content = json::parse(text);
    } catch (const json::parse_error& problem) {
      throw CompileCommandsError(fmt::format("{}:{}: this is not JSON", path_, place_of(text, problem.byte)));
    }
    if (!content.is_array()) throw CompileCommandsError(path_ + ":1:1: a compilation database is a list of entries");
    for (std::size_t i = 0; i < content.size(); ++i) add(content[i], fmt::format("{}: entry {}", path_, i + 1));
  }

  void add(const json& object, const std::string& where) {
    const auto text_of = [&](const char* key) {
      if (!object.is_object() || !object.contains(key) || !object[key].is_string())
        throw CompileCommandsError(fmt::format("{} has no text \"{}\"", where, key));
      return object[key].get<std::string>();
    };
    Entry entry;
    // As seen from where the database lies, which makes one that is handed on with its project useful.
    entry.directory = resolved(fs::absolute(path_).parent_path() / text_of("directory"));
    entry.file = resolved(entry.directory / text_of("file"));
    if (object.contains("arguments")) {
      const json& arguments = object["arguments"];
      const auto is_text = [](const json& argument) { return argument.is_string(); };
      if (!arguments.is_array() || !std::all_of(arguments.begin(), arguments.end(), is_text))
        throw CompileCommandsError(where + ": \"arguments\" is no list of texts");
      for (const json& argument : arguments) entry.arguments.push_back(argument.get<std::string>());
    } else if (object.contains("command")) {
      entry.arguments = words_of(text_of("command"));
    } else {
      throw CompileCommandsError(where + " has neither \"arguments\" nor \"command\"");
    }
    entries_.push_back(std::move(entry));
  }

  /// Names of files count more than those of folders.
  [[nodiscard]] std::string nearest(const fs::path& wanted) const {
    const auto distance = [&](const Entry& entry) {
      return std::pair(edit_distance(entry.file.filename().string(), wanted.filename().string()),
                       edit_distance(entry.file.string(), wanted.string()));
    };
    const auto best = std::min_element(entries_.begin(), entries_.end(),
                                       [&](const Entry& a, const Entry& b) { return distance(a) < distance(b); });
    std::error_code error;
    const fs::path relative = fs::proximate(best->file, error);
    return error || *relative.begin() == ".." ? best->file.string() : relative.string();
  }

  std::string path_;
  std::vector<Entry> entries_;
};

/// As seen from the working directory, if it is below it.
std::string from_here(const fs::path& directory, const std::string& path) {
  const fs::path whole = (directory / path).lexically_normal();
  std::error_code error;
  const fs::path relative = whole.lexically_relative(resolved(fs::current_path(error)));
  if (error || relative.empty() || *relative.begin() == "..") return whole.string();
  return relative.string();
}

/// Paths that are relative to the folder of the build.
void resolve_paths(std::vector<std::string>& arguments, const fs::path& directory) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (argument.starts_with("-I")) {
      argument = "-I" + from_here(directory, argument.substr(2));
      continue;
    }
    const bool is_folder = argument == "-isystem" || argument == "-iquote" || argument == "-idirafter";
    const bool is_file = argument == "-include" || argument == "-imacros";
    if ((!is_folder && !is_file) || i + 1 == arguments.size()) continue;
    std::string& path = arguments[++i];
    // gcc looks for such a file in the working directory first, and then as for one in quotes.
    std::error_code error;
    if (is_folder || fs::exists(directory / path, error)) path = from_here(directory, path);
  }
}

CompilerFlags flags_of(const Entry& entry, const std::string& where) {
  CompilerFlags flags;
  for (std::size_t at = 0; at < entry.arguments.size();) {
    const std::string& argument = entry.arguments[at];
    if (argument.starts_with("@")) throw CompileCommandsError(where + argument + ": files of arguments are not read");
    std::size_t taken = 0;
    try {
      taken = read_compiler_flag(entry.arguments, at, flags);
    } catch (const RefusedFlag& problem) {
      throw CompileCommandsError(where + problem.what());
    }
    if (taken == 0 && argument.starts_with("-")) flags.ignored.push_back(argument);
    at += std::max<std::size_t>(taken, 1);  // the compiler's name, the file's
  }
  resolve_paths(flags.clang_arguments, entry.directory);
  return flags;
}

}  // namespace

std::map<std::string, CompilerFlags> read_compile_commands(const std::string& path,
                                                           const std::vector<std::string>& files) {
  const Database database(path);
  std::map<std::string, CompilerFlags> result;
  for (const std::string& file : files)
    result.emplace(file, flags_of(database.entry(file), fmt::format("{}: {}: ", database.path(), file)));
  return result;
}

}  // namespace bireach::checker
