// SPDX-License-Identifier: Apache-2.0
/// From options to a program: what all commands that read C share.
#pragma once

#include <spdlog/logger.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checker/answer/property_file.h"
#include "checker/command/command_line.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Syntax trees and terms are traversed recursively, and C files nest deeply.
inline constexpr std::size_t worker_stack_bytes = std::size_t{256} << 20U;

/// Over progress: a progress line may stand on standard error, which is then overwritten.
enum class LogPlace : std::uint8_t { plain, over_progress };
/// Logs to standard error.
[[nodiscard]] std::shared_ptr<spdlog::logger> make_logger(LogLevel level, LogPlace place);

/// Flags of compilers that do nothing here: warns of those that nobody knows, names the others with -v.
void log_flags(const InputOptions& options, spdlog::logger& log);

/// The entry function: as given, else as the property says, else main.
[[nodiscard]] std::string entry_of(const InputOptions& options, const Property& property);

/// How one reading of the files takes memory that is used through types that do not fit together:
/// ParseOptions::memory_as_bytes.
enum class MemoryReading : std::uint8_t { typed, bytes };
/// What a run with this option begins with.
[[nodiscard]] constexpr MemoryReading first_reading(MemoryModel model) {
  return model == MemoryModel::bytes ? MemoryReading::bytes : MemoryReading::typed;
}

/// What the frontend is told. Throws frontend::ParseError if arguments of the entry function cannot be made.
[[nodiscard]] frontend::ParseOptions parse_options(const InputOptions& options, const Property& property,
                                                   MemoryReading memory,
                                                   unsigned thread_copies = frontend::usual_thread_copies);

/// Parses the files and checks that the automaton is well formed.
/// Throws frontend::ParseError for bad input, std::logic_error if the frontend built a malformed automaton.
/// `warnings` receives Clang's and our own, one a line.
[[nodiscard]] frontend::Program read_program(const InputOptions& options, const Property& property, spdlog::logger& log,
                                             MemoryReading memory, std::vector<std::string>* warnings = nullptr,
                                             unsigned thread_copies = frontend::usual_thread_copies);

/// Reads the files of a command, and remembers how it did so last. The references must outlive it.
class ProgramReader {
 public:
  ProgramReader(const InputOptions& options, Property property, spdlog::logger& log)
      : options_(options), property_(std::move(property)), log_(log) {}

  /// As read_program.
  [[nodiscard]] frontend::Program read(MemoryReading memory) {
    latest_ = memory;
    return read_program(options_, property_, log_, memory, nullptr, thread_copies_);
  }
  /// The same as read last, but for the number of threads that a place may create.
  [[nodiscard]] frontend::Program read_with_threads(unsigned copies) {
    thread_copies_ = copies;
    return read(latest_);
  }
  [[nodiscard]] const std::vector<std::string>& files() const { return options_.files; }
  /// Of this reading.
  [[nodiscard]] frontend::ParseOptions parse_options(MemoryReading memory) const {
    return checker::parse_options(options_, property_, memory, thread_copies_);
  }
  /// Of the latest reading.
  [[nodiscard]] frontend::ParseOptions parse_options() const { return parse_options(latest_); }

 private:
  const InputOptions& options_;
  const Property property_;
  spdlog::logger& log_;
  MemoryReading latest_ = MemoryReading::typed;
  unsigned thread_copies_ = frontend::usual_thread_copies;
};

/// Writes a message about bad arguments or input to standard error; returns the exit status.
int report_bad_input(const std::string& message);
/// The same for an internal error.
int report_internal_error(const std::string& message);

}  // namespace bireach::checker
