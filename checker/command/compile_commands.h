// SPDX-License-Identifier: Apache-2.0
/// Compilation databases: how a build compiles each file, as CMake, Meson, Bear and others write it down (Clang's
/// documentation, "JSON Compilation Database Format Specification").
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/command/compiler_flags.h"

namespace bireach::checker {

/// The database cannot be read, or does not tell how a file is compiled; what() says it, with the place.
class CompileCommandsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the database says of these files, by their names as they stand here: of several entries of a file the first
/// one. Folders are as seen from the working directory. `path`: the file, or the folder of compile_commands.json.
/// Throws CompileCommandsError.
[[nodiscard]] std::map<std::string, CompilerFlags> read_compile_commands(const std::string& path,
                                                                         const std::vector<std::string>& files);

}  // namespace bireach::checker
