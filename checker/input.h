// SPDX-License-Identifier: Apache-2.0
/// From options to a program: what all commands that read C share.
#pragma once

#include <spdlog/logger.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "checker/command_line.h"
#include "checker/property.h"
#include "frontend/parse.h"
#include "frontend/program.h"

namespace bireach::checker {

/// Syntax trees and terms are traversed recursively, and C files nest deeply.
inline constexpr std::size_t worker_stack_bytes = std::size_t{256} << 20U;

/// Logs to standard error. `over_progress`: a progress line may stand there, which is then overwritten.
[[nodiscard]] std::shared_ptr<spdlog::logger> make_logger(LogLevel level, bool over_progress);

/// The entry function: as given, else as the property says, else main.
[[nodiscard]] std::string entry_of(const InputOptions& options, const Property& property);

/// What the frontend is told. `as_bytes`: ParseOptions::memory_as_bytes.
[[nodiscard]] frontend::ParseOptions parse_options(const InputOptions& options, const Property& property,
                                                   bool as_bytes);

/// Parses the files and checks that the automaton is well formed. `as_bytes`: ParseOptions::memory_as_bytes.
/// Throws frontend::ParseError for bad input, std::logic_error if the frontend built a malformed automaton.
/// `warnings` receives Clang's and our own, one a line.
[[nodiscard]] frontend::Program read_program(const InputOptions& options, const Property& property, spdlog::logger& log,
                                             bool as_bytes, std::vector<std::string>* warnings = nullptr);

/// Writes a message about bad arguments or input to standard error; returns the exit status.
int report_bad_input(const std::string& message);
/// The same for an internal error.
int report_internal_error(const std::string& message);

}  // namespace bireach::checker
