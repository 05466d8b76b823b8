// SPDX-License-Identifier: Apache-2.0
/// C files to a Program (Clang LibTooling behind it; Clang is included in clang_*.cpp only).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/program.h"

namespace bireach::frontend {

enum class DataModel { ILP32, LP64 };

struct ParseOptions {
  DataModel data_model = DataModel::LP64;
  std::string entry = "main";
  /// Passed to Clang as they are: -I… -D… -U… -std=… -include … (two elements)
  std::vector<std::string> clang_arguments;
  /// A failing assert() is an error too (when no property file says otherwise).
  bool assert_is_error = true;
  /// malloc and its kin may return null; else they never do (SV-COMP's rule).
  bool malloc_may_fail = false;
  /// Each read of a volatile object gives any value; else the program alone changes it.
  bool volatile_is_arbitrary = false;
  /// Memory that is used through types that do not fit together consists of bytes; else accesses to it are not modelled
  /// (Program::needs_bytes tells).
  bool memory_as_bytes = false;
  /// Functions whose call violates the property.
  std::vector<std::string> error_functions{"reach_error", "__VERIFIER_error"};
  /// Texts to be read in place of files, by their paths. A path that is no file can be named by `-include`.
  std::map<std::string, std::string> texts;
};

/// The input is not a C program we can read; message is "file:line:column: …" where a place is known.
class ParseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses, links, inlines and lowers. What is not modelled becomes an Unsupported location at its place.
/// Throws ParseError (missing file, directory, binary or empty file, syntax error, no entry function, two definitions
/// of one function). `warnings` receives Clang's and our own warnings, one a line.
[[nodiscard]] Program parse_c_files(const std::vector<std::string>& files, const ParseOptions& options,
                                    std::vector<std::string>* warnings = nullptr);

}  // namespace bireach::frontend
