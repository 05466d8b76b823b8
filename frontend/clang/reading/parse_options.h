// SPDX-License-Identifier: Apache-2.0
/// How C files are read.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/program/property.h"

namespace bireach::frontend {

enum class DataModel { ILP32, LP64 };

/// How many threads one place may create when a program is read for the first time.
inline constexpr unsigned usual_thread_copies = 2;

struct ParseOptions {
  DataModel data_model = DataModel::LP64;
  std::string entry = "main";
  /// Passed to Clang as they are: -I… -D… -U… -std=… -include … (two elements)
  std::vector<std::string> clang_arguments;
  /// Which errors the program is to have locations for. Where executions start says `entry`, not the property.
  Property property;
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

/// The input is not a C program we can read; message is "file:line:column: …" where a place is known.
class ParseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bireach::frontend
