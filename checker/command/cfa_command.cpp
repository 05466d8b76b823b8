// SPDX-License-Identifier: Apache-2.0
#include "checker/command/cfa_command.h"

#include <cstdio>
#include <string>

#include "checker/answer/limits.h"
#include "checker/command/input.h"
#include "frontend/clang/reading/parse_options.h"

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

int print_automaton(const CfaOptions& options) {
  const auto log = make_logger(options.input.log_level, LogPlace::plain);
  const frontend::Program program =
      read_program(options.input, choose_property(options.input.property), *log, first_reading(options.input.memory));
  const bool shows_threads = program.thread_graphs && !options.interleaving;
  std::string text = printed(shows_threads ? *program.thread_graphs : program, options.format);
  if (!text.empty() && text.back() != '\n') text += '\n';
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? 0 : report_bad_input("cannot write to standard output");
}

}  // namespace

int run_cfa(const CfaOptions& options) {
  int status = 4;
  try {
    run_with_stack(worker_stack_bytes, [&] { status = print_automaton(options); });
  } catch (const UnsupportedProperty& problem) {
    std::fprintf(stderr, "bireach: property %s is not supported\n", problem.what());
    return 3;
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
