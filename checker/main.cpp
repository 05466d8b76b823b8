// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "checker/cfa_command.h"
#include "checker/check_command.h"
#include "checker/command_line.h"
#include "checker/explain_command.h"
#include "checker/input.h"
#include "checker/limits.h"
#include "checker/validate_command.h"

namespace {

using namespace bireach::checker;

int run(const CommandLine& command, Clock::time_point start, OutputGate& gate) {
  if (const auto* text = std::get_if<CommandLineText>(&command)) {
    std::fputs(text->text.c_str(), text->status == 0 ? stdout : stderr);
    return text->status;
  }
  if (const auto* cfa = std::get_if<CfaOptions>(&command)) {
    // No verdict is due: a crash is reported on standard error alone. Signals keep their usual meaning.
    static_cast<void>(gate.claim());
    return run_cfa(*cfa);
  }
  block_termination_signals();
  if (const auto* explain = std::get_if<ExplainOptions>(&command)) return run_explain(*explain, start, gate);
  if (const auto* validate = std::get_if<ValidateOptions>(&command)) return run_validate(*validate, start, gate);
  return run_check(std::get<CheckOptions>(command), start, gate);
}

}  // namespace

int main(int argc, char** argv) {
  const Clock::time_point start = Clock::now();
  static OutputGate gate;
  try {
    install_crash_report(gate);
    static const CommandLine command = parse_command_line(std::vector<std::string>(argv + 1, argv + argc));
    return run(command, start, gate);
  } catch (const std::bad_alloc&) {
    std::fputs("bireach: out of memory\n", stderr);
    if (gate.claim()) std::puts("UNKNOWN(out of memory)");
    return 3;
  } catch (const std::exception& problem) {
    if (gate.claim()) std::puts("UNKNOWN(internal error)");
    return report_internal_error(problem.what());
  }
}
