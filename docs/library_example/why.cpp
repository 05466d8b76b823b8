// SPDX-License-Identifier: Apache-2.0
// Uses bireach as a library: for each file, is there an error, and which lines are to blame?
//
//   why [--json] FILE.c…
//
// Exit status: 0 if no file has an error, 1 if one has, 2 for bad input, 3 if some answer is unknown.
#include <bireach/bireach.h>

#include <iostream>
#include <string>
#include <vector>

namespace {

int answer(const std::string& file, bool as_json) {
  const bireach::Program program = bireach::parse({file});
  for (const std::string& warning : program.warnings()) std::cerr << warning << '\n';
  bireach::ExplainOptions options;
  options.verify.timeout_s = 60;
  options.max_traces = 20;
  const bireach::Result result = bireach::explain(program, options);
  if (as_json) {
    std::cout << result.json();
  } else {
    std::cout << file << ": " << result.verdict_line() << '\n';
    for (const auto& statement : result.relevant_in_all_traces()) {
      std::cout << "  " << statement.rank << ". line " << statement.place.line << ": " << statement.text;
      if (statement.fix) std::cout << "  (" << statement.fix->value << " instead would help)";
      std::cout << '\n';
    }
  }
  switch (result.verdict()) {
    case bireach::Verdict::safe:
      return 0;
    case bireach::Verdict::unsafe:
      return 1;
    case bireach::Verdict::unknown:
      break;
  }
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  const bool as_json = !files.empty() && files.front() == "--json";
  if (as_json) files.erase(files.begin());
  int worst = 0;
  try {
    for (const std::string& file : files) {
      const int status = answer(file, as_json);
      if (status == 1 || worst == 0) worst = status;
    }
  } catch (const bireach::InputError& problem) {
    std::cerr << "why: " << problem.what() << '\n';
    return 2;
  }
  return worst;
}
