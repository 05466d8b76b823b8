// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/parse.h"

#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/thread.h"

namespace bireach::frontend {
namespace {

/// Why the program has to be lowered once more; nothing: it has not.
std::optional<LowerReason> lower(const Linker& linker, const ParseOptions& options, const clang::FunctionDecl* entry,
                                 Discovered& discovered, Program& program) {
  discovered.recursions.begin_run();
  try {
    Lowering(linker, options, entry, discovered, program).run(options.entry != "main");
  } catch (const LowerAgain& again) {
    return again.why();
  }
  const std::set<LowerReason>& reasons = discovered.recursions.reasons();
  return reasons.empty() ? std::nullopt : std::optional(*reasons.begin());
}

Program parse_and_lower(const std::vector<std::string>& files, const ParseOptions& options,
                        std::vector<std::string>* warnings) {
  if (files.empty()) throw ParseError("no input file");
  FileNumbers numbers(files);
  std::vector<std::unique_ptr<Unit>> units;
  for (const std::string& file : files) {
    std::vector<IgnoredText> ignored;
    auto tree = parse_unit(file, options, warnings, &ignored);
    const SourceMapper mapper(tree->getASTContext(), numbers, static_cast<std::uint32_t>(units.size()));
    units.push_back(std::make_unique<Unit>(Unit{std::move(tree), mapper, std::move(ignored)}));
  }
  const Linker linker(units, options.data_model);
  const clang::FunctionDecl* entry = linker.find_function(options.entry);
  if (!entry) throw ParseError("no function '" + options.entry + "' with a body in the input (see --entry)");
  Discovered discovered(linker, entry, options.memory_as_bytes);
  while (true) {  // ends: what is discovered grows with each round, and is finite
    const std::size_t known = discovered.size();
    Program program;
    program.files = files;
    program.entry = options.entry;
    program.property = options.property;
    program.call_paths.front().callee = options.entry;
    const std::optional<LowerReason> again = lower(linker, options, entry, discovered, program);
    program.headers = numbers.included();
    if (!again) return program;
    if (discovered.size() == known)
      throw std::logic_error(std::string("lowered again with nothing new: ") + reason_text(*again));
  }
}

}  // namespace

Program parse_c_files(const std::vector<std::string>& files, const ParseOptions& options,
                      std::vector<std::string>* warnings) {
  std::optional<Program> program;
  on_parser_thread([&] { program = parse_and_lower(files, options, warnings); });
  return std::move(*program);
}

}  // namespace bireach::frontend
