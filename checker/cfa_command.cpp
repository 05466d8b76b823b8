// SPDX-License-Identifier: Apache-2.0
#include "checker/cfa_command.h"

#include <cstdio>
#include <string>

#include "checker/input.h"
#include "checker/limits.h"
#include "frontend/parse.h"

namespace bireach::checker {
namespace {

std::string printed(const frontend::Program& program, CfaFormat format) {
  switch (format) {
    case CfaFormat::dot:
      return frontend::program_to_dot(program);
    case CfaFormat::json:
      return frontend::program_to_json(program);
    case CfaFormat::text:
      return frontend::program_to_text(program);
  }
  return {};
}

// The automaton is the same for every property of a call, so an unsupported one does not matter here.
Property property_of(const CfaOptions& options) {
  try {
    return load_property(options.input.property);
  } catch (const UnsupportedProperty&) {
    return {};
  }
}

int print_automaton(const CfaOptions& options) {
  const auto log = make_logger(options.input.log_level, false);
  const frontend::Program program =
      read_program(options.input, property_of(options), *log, options.input.memory == MemoryModel::bytes);
  std::string text = printed(program, options.format);
  if (!text.empty() && text.back() != '\n') text += '\n';
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? 0 : report_bad_input("cannot write to standard output");
}

}  // namespace

int run_cfa(const CfaOptions& options) {
  int status = 4;
  try {
    run_with_stack(worker_stack_bytes, [&] { status = print_automaton(options); });
  } catch (const PropertyError& problem) {
    return report_bad_input(problem.what());
  } catch (const frontend::ParseError& problem) {
    return report_bad_input(problem.what());
  } catch (const std::exception& problem) {
    return report_internal_error(problem.what());
  }
  return status;
}

}  // namespace bireach::checker
