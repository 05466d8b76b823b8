// SPDX-License-Identifier: Apache-2.0
/// Parsing C given as text, and running it concretely.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "frontend/clang/parse.h"
#include "frontend/program/interpreter.h"

namespace bireach::frontend::test {

/// A C file that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    static int counter = 0;
    path_ = "/tmp/bireach_parse_" + std::to_string(getpid()) + "_" + std::to_string(counter++) + ".c";
    std::ofstream(path_, std::ios::binary) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline Program parse(const std::string& text, const ParseOptions& options = {}) {
  const TemporaryFile file(text);
  Program program = parse_c_files({file.path()}, options);
  CHECK(check_well_formed(program) == std::vector<std::string>{});
  return program;
}

/// The message of the ParseError that the text causes, without the file's name; empty if there is none.
inline std::string parse_error(const std::string& text, const ParseOptions& options = {}) {
  const TemporaryFile file(text);
  try {
    static_cast<void>(parse_c_files({file.path()}, options));
  } catch (const ParseError& error) {
    std::string message = error.what();
    if (message.starts_with(file.path())) message.erase(0, file.path().size());
    return message;
  }
  return {};
}

/// Runs the program; its havocs take these values in turn, then zero.
inline RunResult execute(const Program& program, const std::vector<long>& inputs = {}) {
  std::size_t next = 0;
  const HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const auto& havoc = std::get<Havoc>(program.edge(edge).statement);
    const Variable& variable = program.variables[havoc.target.variable];
    if (variable.array && !havoc.target.index) return logic::ArrayValue{};
    // Only inputs count; what is merely uninitialised gets a value that shows.
    if (havoc.function.empty()) return variable.type.convert(77);
    return variable.type.convert(next < inputs.size() ? inputs[next++] : 0);
  };
  return run(program, oracle, 100000, {}, KeptStates::first_and_last);
}

/// Does the body of main, with these declarations before it, end without an error (and without undefined behaviour)?
inline bool holds(const std::string& declarations, const std::string& body, const std::vector<long>& inputs = {},
                  const ParseOptions& options = {}) {
  const std::string prelude =
      "void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n#define CHECK(c) if (!(c)) reach_error()\n";
  const Program program = parse(prelude + declarations + "\nint main(void) {\n" + body + "\nreturn 0;\n}\n", options);
  const RunResult result = execute(program, inputs);
  CHECK(result.execution.undefined.empty());
  CHECK(result.end != RunEnd::Unsupported);
  return result.end == RunEnd::Exit;
}

/// Notes of all unsupported locations.
inline std::vector<std::string> unsupported_notes(const Program& program) {
  std::vector<std::string> notes;
  for (LocationId id = 0; id < program.location_count(); ++id)
    if (program.location(id).kind == LocationKind::Unsupported) notes.push_back(program.location(id).note);
  return notes;
}

}  // namespace bireach::frontend::test
