// SPDX-License-Identifier: Apache-2.0
/// Whole C programs: what the frontend and the interpreter make of them against what gcc's program prints.
#pragma once

#include <cstdlib>
#include <filesystem>

#include "tests/frontend/parse_fixture.h"

namespace bireach::frontend::test {

inline constexpr unsigned max_outputs = 512;

/// The program's outputs, as gcc's program prints them. Undefined behaviour that the sanitizer sees fails the test.
inline std::vector<std::string> outputs_of_gcc(const std::string& text, const std::string& flags) {
  std::string directory = (std::filesystem::temp_directory_path() / "bireach-programs-XXXXXX").string();
  REQUIRE(mkdtemp(directory.data()) != nullptr);
  std::ofstream(directory + "/test.c") << text
                                       << "\nint printf(const char *, ...);\nint main(void) {\n  run();\n  for (int i "
                                          "= 0; i < count; i++) printf(\"%lld\\n\", out[i]);\n  return 0;\n}\n";
  const std::string compile = "gcc -w -Wno-sync-nand " + flags + " -o " + directory + "/test " + directory + "/test.c";
  REQUIRE_MESSAGE(std::system(compile.c_str()) == 0, compile);
  REQUIRE(std::system((directory + "/test > " + directory + "/out").c_str()) == 0);
  std::vector<std::string> lines;
  std::ifstream in(directory + "/out");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::filesystem::remove_all(directory);
  return lines;
}

inline std::vector<std::string> outputs_of_interpreter(const std::string& text, const ParseOptions& options) {
  const Program program = parse(text + "\nint main(void) { run(); return 0; }\n", options);
  const RunResult result = execute(program);
  CHECK(result.execution.undefined.empty());
  const EdgeId last_edge = result.execution.trace.back();
  REQUIRE_MESSAGE(result.end == RunEnd::Exit, program.location(program.target(last_edge)).note);
  const ConcreteState& last = result.execution.states.back();
  const auto value_of = [&](const std::string& name) -> const logic::Value& {
    for (VariableId id = 0; id < program.variables.size(); ++id) {
      if (program.variables[id].name == name) return last[id];
    }
    FAIL("no variable " << name);
    return last.front();
  };
  std::vector<std::string> outputs;
  const auto& array = std::get<logic::ArrayValue>(value_of("out"));
  const auto count = static_cast<long>(std::get<logic::Integer>(value_of("count")));
  for (long i = 0; i < count; ++i) outputs.push_back(array.at(i).str());
  return outputs;
}

/// Runs `void run(void)` of the text, which calls OUT(value), both ways and in both data models.
inline void check_same(const std::string& text) {
  const std::string whole = "int count; long long out[" + std::to_string(max_outputs) +
                            "];\n#define OUT(...) (out[count++] = (long long)(__VA_ARGS__))\n" + text;
  CAPTURE(text);
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    ParseOptions options;
    options.data_model = model;
    const auto computed = outputs_of_interpreter(whole, options);
    const std::string flags = model == DataModel::LP64 ? "-m64" : "-m32";
    CHECK(!computed.empty());
    const auto expected = outputs_of_gcc(whole, flags + " -O1 -fsanitize=undefined -fno-sanitize-recover=undefined");
    CHECK(computed.size() == expected.size());
    for (std::size_t i = 0; i < std::min(computed.size(), expected.size()); ++i) {
      CAPTURE(flags);
      CAPTURE(i);
      REQUIRE(computed[i] == expected[i]);
    }
  }
}

}  // namespace bireach::frontend::test
