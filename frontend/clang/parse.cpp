// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/parse.h"

#include "frontend/checks/checked_program.h"
#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/thread.h"
#include "frontend/threads/interleaving.h"

namespace bireach::frontend {
namespace {

/// What is lowered, read and linked.
class Input {
 public:
  Input(const std::vector<std::string>& files, const ParseOptions& options, std::vector<std::string>* warnings)
      : files_(files),
        options_(options),
        numbers_(files),
        units_(read(warnings)),
        linker_(units_, options.data_model),
        entry_(linker_.find_function(options.driver ? options.driver->function : options.entry)) {
    for (const std::string& name : options.named_functions) check_named(name);
    if (!entry_) throw ParseError("no function '" + options.entry + "' with a body in the input (see --entry)");
    discovered_.emplace(linker_, entry_, options);
  }

  /// With threads: their graphs, side by side.
  [[nodiscard]] Program lower() {
    while (true) {  // ends: what is discovered grows with each round, and is finite
      const std::size_t known = discovered_->size();
      Program program;
      program.files = files_;
      program.entry = options_.entry;
      program.property = options_.property;
      program.streams_have_state = linker_.streams_have_state();
      program.call_paths.front().callee = entry_->getNameAsString();
      if (options_.driver) program.assumptions = options_.driver->assumptions;
      const std::optional<LowerReason> again = lower_once(program);
      program.headers = numbers_.included();
      if (!again) return with_checks(std::move(program));
      if (discovered_->size() == known)
        throw std::logic_error(std::string("lowered again with nothing new: ") + reason_text(*again));
    }
  }

  /// After `lower`: the same with one thread for each place that creates some; null: all threads are there.
  [[nodiscard]] std::shared_ptr<const Program> lower_templates() {
    if (!discovered_->threads.has_repeated()) return nullptr;
    discovered_->threads.use_templates();
    return std::make_shared<const Program>(lower());
  }

 private:
  [[nodiscard]] std::vector<std::unique_ptr<Unit>> read(std::vector<std::string>* warnings) {
    if (files_.empty()) throw ParseError("no input file");
    std::vector<std::unique_ptr<Unit>> units;
    for (const std::string& file : files_) {
      std::vector<IgnoredText> ignored;
      auto tree = parse_unit(file, options_, warnings, &ignored);
      const SourceMapper mapper(tree->getASTContext(), numbers_, static_cast<std::uint32_t>(units.size()));
      units.push_back(std::make_unique<Unit>(Unit{std::move(tree), mapper, std::move(ignored)}));
    }
    return units;
  }

  /// Is there something that may be a function of this name?
  void check_named(const std::string& name) const {
    bool is_macro = false;
    for (const auto& unit : units_) {
      clang::ASTContext& context = unit->tree->getASTContext();
      const auto found = context.Idents.find(name);
      if (found == context.Idents.end()) continue;
      const clang::DeclarationName declared(found->second);
      if (!context.getTranslationUnitDecl()->lookup(declared).empty()) return;
      if (!found->second->hadMacroDefinition()) return;  // declared within a function
      is_macro = true;
    }
    throw ParseError("no function '" + name + "' is declared or called in the input" +
                     (is_macro ? ": it is a macro" : "") + " (see --error-function)");
  }

  /// Why the program has to be lowered once more; nothing: it has not.
  [[nodiscard]] std::optional<LowerReason> lower_once(Program& program) {
    discovered_->recursions.begin_run();
    try {
      Lowering(linker_, options_, entry_, *discovered_, program).run(options_.entry != "main");
    } catch (const LowerAgain& again) {
      return again.why();
    }
    const std::set<LowerReason>& reasons = discovered_->recursions.reasons();
    return reasons.empty() ? std::nullopt : std::optional(*reasons.begin());
  }

  const std::vector<std::string>& files_;
  const ParseOptions& options_;
  FileNumbers numbers_;
  std::vector<std::unique_ptr<Unit>> units_;
  Linker linker_;
  const clang::FunctionDecl* entry_;
  std::optional<Discovered> discovered_;
};

Program interleaved(Input& input) {
  Program program = input.lower();
  if (program.threads.empty()) return program;
  program = interleave(program);
  program.thread_templates = input.lower_templates();
  return program;
}

}  // namespace

Program parse_c_files(const std::vector<std::string>& files, const ParseOptions& options,
                      std::vector<std::string>* warnings) {
  std::optional<Program> program;
  on_parser_thread([&] {
    Input input(files, options, warnings);
    program = interleaved(input);
  });
  return std::move(*program);
}

ThreadGraphs parse_threads(const std::vector<std::string>& files, const ParseOptions& options) {
  ThreadGraphs result;
  on_parser_thread([&] {
    Input input(files, options, nullptr);
    result.graphs = input.lower();
    result.templates = input.lower_templates();
  });
  return result;
}

}  // namespace bireach::frontend
