// SPDX-License-Identifier: Apache-2.0
/// How C files are read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/program/property.h"

namespace bireach::frontend {

enum class DataModel { ILP32, LP64 };

/// What char without `signed` or `unsigned` is.
enum class PlainChar : std::uint8_t { is_signed, is_unsigned };

/// How many threads one place may create when a program is read for the first time.
inline constexpr unsigned usual_thread_copies = 2;

/// What pointer parameters of the function where executions start lead to.
enum class EntryPointers : std::uint8_t {
  arbitrary,  ///< any address; accesses through it are not modelled
  valid,      ///< an object of its own each
  maybe_null  ///< the same, or nowhere
};

/// C that makes arguments for the function where executions start, and calls it (entry_driver.h).
struct EntryDriver {
  std::string file;      ///< at whose end the text is read
  std::string function;  ///< defined in it, void and without parameters: executions start there instead
  std::string text;
  std::vector<std::string> assumptions;  ///< under which it stands for all calls
};

struct ParseOptions {
  DataModel data_model = DataModel::LP64;
  std::string entry = "main";
  std::optional<EntryDriver> driver = std::nullopt;  ///< absent: arguments of `entry` are arbitrary
  /// For Clang, spelled as for gcc: -I… -D… -U… -std=… -funsigned-char -nostdinc, and with the value as an element of
  /// its own -include -imacros -isystem -iquote -idirafter.
  std::vector<std::string> clang_arguments;
  /// Of single files, by their names: such arguments that stand before these.
  std::map<std::string, std::vector<std::string>> arguments_of_files;
  /// Which errors the program is to have locations for. Where executions start says `entry`, not the property.
  Property property;
  /// Names of functions that have to occur in the input, as somebody who typed them believes.
  std::vector<std::string> named_functions;
  /// malloc and its kin may return null; else they never do (SV-COMP's rule).
  bool malloc_may_fail = false;
  /// Each read of a volatile object gives any value; else the program alone changes it.
  bool volatile_is_arbitrary = false;
  /// Memory that is used through types that do not fit together consists of bytes; else accesses to it are not modelled
  /// (Program::needs_bytes tells).
  bool memory_as_bytes = false;
  /// How many threads a place in the program may create; where it would create more is an Unsupported location.
  unsigned thread_copies = usual_thread_copies;
  /// Texts to be read in place of files, by their paths. A path that is no file can be named by `-include`.
  std::map<std::string, std::string> texts;
};

/// All arguments for Clang about this file.
[[nodiscard]] inline std::vector<std::string> arguments_for(const ParseOptions& options, const std::string& file) {
  std::vector<std::string> arguments;
  if (const auto own = options.arguments_of_files.find(file); own != options.arguments_of_files.end())
    arguments = own->second;
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  return arguments;
}

/// The input is not a C program we can read; message is "file:line:column: …" where a place is known.
class ParseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bireach::frontend
