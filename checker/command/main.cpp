// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "checker/answer/limits.h"
#include "checker/answer/second_start.h"
#include "checker/command/cfa_command.h"
#include "checker/command/check_command.h"
#include "checker/command/command_line.h"
#include "checker/command/explain_command.h"
#include "checker/command/inconsistent_command.h"
#include "checker/command/input.h"
#include "checker/command/repair_command.h"
#include "checker/command/slice_command.h"
#include "checker/command/validate_command.h"

namespace {

using namespace bireach::checker;

constinit OutputGate gate;

/// Before libraries make their global objects, which takes longer than all else in a short run: a signal waits until
/// there is somebody to answer it, and a crash there is one like any other.
void begin() {
  block_termination_signals();
  install_crash_report(gate);
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)() = begin;

int say(const CommandLineText& text) {
  std::FILE* const where = text.status == 0 ? stdout : stderr;
  const bool written = std::fputs(text.text.c_str(), where) >= 0 && std::fflush(where) == 0;
  return written || where == stderr ? text.status : report_bad_input("cannot write to standard output");
}

int run(const CommandLine& command, Clock::time_point start) {
  if (const auto* text = std::get_if<CommandLineText>(&command)) {
    gate.answered();
    return say(*text);
  }
  if (const auto* cfa = std::get_if<CfaOptions>(&command)) {
    // No verdict is due: a crash or a signal is reported on standard error alone.
    gate.answered();
    end_by_signals();
    return run_cfa(*cfa);
  }
  if (const auto* explain = std::get_if<ExplainOptions>(&command)) return run_explain(*explain, start, gate);
  if (const auto* repair = std::get_if<RepairOptions>(&command)) return run_repair(*repair, start, gate);
  if (const auto* slice = std::get_if<SliceOptions>(&command)) return run_slice(*slice, start, gate);
  if (const auto* inconsistent = std::get_if<InconsistentOptions>(&command))
    return run_inconsistent(*inconsistent, start, gate);
  if (const auto* validate = std::get_if<ValidateOptions>(&command)) return run_validate(*validate, start, gate);
  return run_check(std::get<CheckOptions>(command), start, gate);
}

int run_safely(int argc, char** argv) {
  const Clock::time_point start = prepare_second_start("/proc/self/exe", argv);
  try {
    report_exit_as_crash();
    static const CommandLine command = parse_command_line(std::vector<std::string>(argv + 1, argv + argc));
    return run(command, start);
  } catch (const std::bad_alloc&) {
    std::fputs("bireach: out of memory\n", stderr);
    if (gate.claim()) std::puts("UNKNOWN(out of memory)");
    return 3;
  } catch (const std::exception& problem) {
    if (gate.claim()) std::puts("UNKNOWN(internal error)");
    return report_internal_error(problem.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int status = run_safely(argc, argv);
  expect_exit();
  std::fflush(nullptr);
  std::_Exit(status);  // a thread may still destroy what libraries have made (Session::work_apart)
}
