// SPDX-License-Identifier: Apache-2.0
#include "checker/command/input.h"

#include <fmt/format.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

#include "frontend/clang/parse.h"
#include "frontend/clang/reading/entry_driver.h"

namespace bireach::checker {

std::shared_ptr<spdlog::logger> make_logger(LogLevel level, LogPlace place) {
  auto sink = std::make_shared<spdlog::sinks::ansicolor_stderr_sink_mt>(spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("bireach", std::move(sink));
  logger->set_pattern(place == LogPlace::over_progress ? "\r\033[K[%T.%e] %l: %v" : "[%T.%e] %l: %v");
  switch (level) {
    case LogLevel::quiet:
      logger->set_level(spdlog::level::err);
      break;
    case LogLevel::normal:
      logger->set_level(spdlog::level::warn);
      break;
    case LogLevel::verbose:
      logger->set_level(spdlog::level::info);
      break;
    case LogLevel::debug:
      logger->set_level(spdlog::level::debug);
      break;
  }
  return logger;
}

void log_flags(const InputOptions& options, spdlog::logger& log) {
  if (!options.unknown_flags.empty())
    log.warn("flags that are not known, and are ignored: {}", fmt::join(options.unknown_flags, " "));
  if (!options.ignored_flags.empty())
    log.info("flags that change nothing here: {}", fmt::join(options.ignored_flags, " "));
}

std::string entry_of(const InputOptions& options, const Property& property) {
  if (options.entry) return *options.entry;
  return property.entry.empty() ? "main" : property.entry;
}

frontend::ParseOptions parse_options(const InputOptions& options, const Property& property, MemoryReading memory,
                                     unsigned thread_copies) {
  frontend::ParseOptions parse;
  parse.data_model = options.data_model;
  parse.entry = entry_of(options, property);
  parse.malloc_may_fail = options.malloc_may_fail;
  parse.volatile_is_arbitrary = options.volatile_is_arbitrary;
  parse.thread_copies = thread_copies;
  parse.memory_as_bytes = memory == MemoryReading::bytes;
  parse.clang_arguments = options.clang_arguments;
  parse.arguments_of_files = options.arguments_of_files;
  parse.property = property;
  parse.named_functions = options.property.error_functions;
  parse.driver = frontend::entry_driver(options.files, parse, options.entry_pointers, options.entry_array);
  return parse;
}

frontend::Program read_program(const InputOptions& options, const Property& property, spdlog::logger& log,
                               MemoryReading memory, std::vector<std::string>* warnings, unsigned thread_copies) {
  const frontend::ParseOptions parse = parse_options(options, property, memory, thread_copies);
  std::vector<std::string> own_warnings;
  if (warnings == nullptr) warnings = &own_warnings;
  frontend::Program program = frontend::parse_c_files(options.files, parse, warnings);
  for (const std::string& warning : *warnings) log.info("{}", warning);
  log_flags(options, log);
  log.info("control-flow automaton: {} locations, {} edges, {} variables", program.location_count(),
           program.edge_count(), program.variables.size());
  const std::vector<std::string> flaws = frontend::check_well_formed(program);
  if (!flaws.empty()) {
    for (const std::string& flaw : flaws) log.error("malformed automaton: {}", flaw);
    throw std::logic_error("the control-flow automaton is malformed: " + flaws.front());
  }
  return program;
}

int report_bad_input(const std::string& message) {
  std::fprintf(stderr, "bireach: %s\n", message.c_str());
  return 2;
}

int report_internal_error(const std::string& message) {
  std::fprintf(
      stderr,
      "bireach: internal error: %s\nThis is a bug; please report it with the command line and the input files.\n",
      message.c_str());
  return 4;
}

}  // namespace bireach::checker
