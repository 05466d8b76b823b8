// SPDX-License-Identifier: Apache-2.0
/// Builds a program with its harness and runs it, under limits, in an empty folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "checker/replay/harness.h"

namespace bireach::checker {

enum class ReplayResult : std::uint8_t {
  replayed,             ///< the error was reached
  not_reached,          ///< the program ended in another way
  undefined_behaviour,  ///< UndefinedBehaviorSanitizer stopped it before
  timeout,
  build_failed,
  no_compiler
};
/// "replayed", "not reached", "undefined behaviour", "timeout", "build failed", "no compiler"
[[nodiscard]] std::string_view to_string(ReplayResult result);

struct Replay {
  std::string compiler;    ///< "gcc", "clang"
  bool sanitized = false;  ///< with UndefinedBehaviorSanitizer, and without -fwrapv; or to find races
  ReplayResult result = ReplayResult::no_compiler;
  std::string detail;  ///< one line: the exit status, the first words of the compiler or the sanitizer
  /// Which sanitizer reports the error where it is said to be: "AddressSanitizer", "Valgrind"; empty: none, or the
  /// program itself says that it got there.
  std::string confirmed_by = {};
};

/// Of a replay in which sanitizers had to report the error: "confirmed by AddressSanitizer (gcc),
/// UndefinedBehaviorSanitizer (clang)", or why none can.
[[nodiscard]] std::string confirmation_text(const std::vector<Replay>& replays, frontend::Violation violation);

/// With gcc and clang, each with and without UndefinedBehaviorSanitizer; for data races with ThreadSanitizer; for
/// errors of memory and arithmetic with AddressSanitizer and UndefinedBehaviorSanitizer, which have to report the error
/// on its line, and with LeakSanitizer for memory that is left. The program runs in a new empty folder, without an
/// environment, with limits for time (10 s), memory (2 GiB) and files; the folder is removed. Throws std::runtime_error
/// if there is no place for temporary files.
[[nodiscard]] std::vector<Replay> replay_violation(const Harness& harness, const frontend::ParseOptions& options,
                                                   const std::vector<std::string>& files);

/// Ends what a replay in another thread has started and removes its folder, since the process is about to end. With
/// system calls only, so that a signal handler may call it.
void abandon_replay();

}  // namespace bireach::checker
