// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include "frontend/clang/modular/function_lowering.h"
#include "frontend/clang/modular/function_program.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/thread.h"

namespace bireach::frontend {
namespace {

/// So many edges of one function are still looked at.
constexpr std::size_t max_edges_of_function = 40000;

/// Walks through the function until it names nothing new.
FunctionProgram lowered(const clang::FunctionDecl* function, const std::string& file, const ModularOptions& options,
                        NeverReturns& never_returns) {
  FunctionProgram result;
  FileNumbers files({file});
  const SourceMapper places(function->getASTContext(), files, 0);
  result.name = function->getNameAsString();
  result.place = places.range(function->getLocation());
  try {
    Cells cells;
    for (std::size_t known = 0;; known = cells.all().size()) {
      result.program = Program();
      result.arms.clear();
      result.beliefs.clear();
      FunctionLowering(function, places, options.beliefs, cells, never_returns, result.program).lower(result);
      if (result.program.edge_count() > max_edges_of_function) throw FunctionRefused("more than 40000 steps");
      if (cells.all().size() == known) break;
    }
    result.program.files = {file};
    result.program.headers = files.included();
  } catch (const FunctionRefused& refused) {
    result.program = Program();
    result.arms.clear();
    result.beliefs.clear();
    result.refused = refused.what();
  }
  return result;
}

std::set<std::uint32_t> lines_to_ignore(const clang::SourceManager& sources) {
  std::set<std::uint32_t> result;
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  std::uint32_t line = 1;
  for (llvm::StringRef rest = text; !rest.empty(); ++line) {
    const auto [first, others] = rest.split('\n');
    const std::size_t comment = first.find("//");
    const std::size_t block = first.find("/*");
    const std::size_t at = std::min(comment, block);
    if (at != llvm::StringRef::npos && first.substr(at).contains("bireach: ignore")) result.insert(line);
    rest = others;
  }
  return result;
}

/// The functions that the file itself defines, if they are wanted.
std::vector<const clang::FunctionDecl*> functions_of(const clang::ASTContext& context, const ModularOptions& options) {
  const clang::SourceManager& sources = context.getSourceManager();
  std::vector<const clang::FunctionDecl*> result;
  for (const clang::Decl* one : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one);
    if (!function || !function->isThisDeclarationADefinition() || !function->hasBody()) continue;
    if (!sources.isInMainFile(sources.getExpansionLoc(function->getLocation()))) continue;
    if (!options.functions.empty() && !options.functions.contains(function->getNameAsString())) continue;
    result.push_back(function);
  }
  return result;
}

}  // namespace

FunctionsOfFile read_functions(const std::string& file, const ModularOptions& options, std::stop_token stop) {
  FunctionsOfFile result;
  on_parser_thread([&] {
    const std::unique_ptr<clang::ASTUnit> unit = parse_unit(file, options.parse, nullptr);
    const clang::ASTContext& context = unit->getASTContext();
    result.ignored_lines = lines_to_ignore(context.getSourceManager());
    NeverReturns never_returns;
    for (const clang::FunctionDecl* function : functions_of(context, options)) {
      if (stop.stop_requested()) return;
      result.functions.push_back(lowered(function, file, options, never_returns));
    }
  });
  return result;
}

std::vector<NamedFunction> list_functions(const std::string& file, const ModularOptions& options) {
  std::vector<NamedFunction> result;
  on_parser_thread([&] {
    const std::unique_ptr<clang::ASTUnit> unit = parse_unit(file, options.parse, nullptr);
    FileNumbers files({file});
    const SourceMapper places(unit->getASTContext(), files, 0);
    for (const clang::FunctionDecl* function : functions_of(unit->getASTContext(), options))
      result.push_back({function->getNameAsString(), places.range(function->getLocation())});
  });
  return result;
}

}  // namespace bireach::frontend
