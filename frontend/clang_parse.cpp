// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <exception>

#include "frontend/clang_lowering.h"
#include "frontend/clang_thread.h"
#include "frontend/clang_unit.h"

namespace bireach::frontend {
namespace {

constexpr std::size_t stack_bytes = std::size_t{1} << 30U;

Program parse_and_lower(const std::vector<std::string>& files, const ParseOptions& options,
                        std::vector<std::string>* warnings) {
  if (files.empty()) throw ParseError("no input file");
  FileNumbers numbers(files);
  std::vector<std::unique_ptr<Unit>> units;
  for (const std::string& file : files) {
    auto tree = parse_unit(file, options, warnings);
    const SourceMapper mapper(tree->getASTContext(), numbers, static_cast<std::uint32_t>(units.size()));
    units.push_back(std::make_unique<Unit>(Unit{std::move(tree), mapper}));
  }
  const Linker linker(units, options.data_model);
  const clang::FunctionDecl* entry = linker.find_function(options.entry);
  if (!entry) throw ParseError("no function '" + options.entry + "' with a body in the input (see --entry)");
  Discovered discovered;
  while (true) {  // ends: what is discovered grows with each round, and is finite
    Program program;
    program.files = files;
    program.entry = options.entry;
    program.call_paths.front().callee = options.entry;
    discovered.recursions.changed = false;
    try {
      Lowering(linker, options, discovered, program).run(entry, options.entry != "main");
      program.headers = numbers.included();
      if (!discovered.recursions.changed) return program;
    } catch (const LowerAgain&) {
    }
  }
}

/// Work for another thread.
struct Task {
  const std::function<void()>& work;
  std::exception_ptr error;

  static void* run(void* argument) {
    auto* task = static_cast<Task*>(argument);
    try {
      task->work();
    } catch (...) {
      task->error = std::current_exception();
    }
    return nullptr;
  }
};

}  // namespace

void on_parser_thread(const std::function<void()>& work) {
  Task task{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread{};
  const bool started = pthread_create(&thread, &attributes, &Task::run, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (started) {
    pthread_join(thread, nullptr);
  } else {
    Task::run(&task);
  }
  if (task.error) std::rethrow_exception(task.error);
}

Program parse_c_files(const std::vector<std::string>& files, const ParseOptions& options,
                      std::vector<std::string>* warnings) {
  std::optional<Program> program;
  on_parser_thread([&] { program = parse_and_lower(files, options, warnings); });
  return std::move(*program);
}

}  // namespace bireach::frontend
