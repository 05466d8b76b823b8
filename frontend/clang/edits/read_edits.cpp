// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>

#include "frontend/clang/edits/schema.h"
#include "frontend/clang/edits/shared_constants.h"
#include "frontend/clang/edits/statement_edits.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/thread.h"

namespace bireach::frontend {

/// Parses, collects, and makes the schema.
class EditReader {
 public:
  EditReader(const std::vector<std::string>& files, const ParseOptions& options, const EditWishes& wishes)
      : files_(files), options_(options), wishes_(wishes) {}

  EditSpace run() {
    on_parser_thread([&] { read(); });
    leave_targets();
    keep_nested();
    limit();
    finish();
    SchemaWriter writer(data_->files, data_->drafts, data_->units);
    data_->selectors = writer.selectors();
    data_->schema = writer.texts();
    EditSpace space;
    space.data_ = data_;
    return space;
  }

 private:
  void read() {
    std::vector<std::unique_ptr<clang::ASTUnit>> trees;
    std::vector<const clang::ASTContext*> contexts;
    for (const std::string& file : files_) {
      trees.push_back(parse_unit(file, options_, nullptr));
      contexts.push_back(&trees.back()->getASTContext());
      add_text(file, *contexts.back());
    }
    const Facts facts(contexts, options_.property, wishes_);
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const SourceFile file(*contexts[i], i, data_->files[i]);
      find_targets(file, *contexts[i]);
      StatementEdits(file, facts, collected_).run(wishes_.elsewhere);
      if (wishes_.elsewhere) SharedConstants(file, facts, collected_).run(options_.entry);
      copy_functions(file, facts, data_->files[i]);
    }
  }

  void add_text(const std::string& path, const clang::ASTContext& context) {
    const clang::SourceManager& sources = context.getSourceManager();
    SourceText file;
    file.path = path;
    file.text = sources.getBufferData(sources.getMainFileID()).str();
    file.lines.push_back(0);
    for (std::size_t i = 0; i < file.text.size(); ++i)
      if (file.text[i] == '\n') file.lines.push_back(i + 1);
    const std::size_t first = file.text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && file.text[first] == '#') file.prelude = first_declaration(context, file);
    data_->files.push_back(std::move(file));
  }

  /// The begin of its line, since what `typedef` declares may have a declaration of its own.
  static std::size_t first_declaration(const clang::ASTContext& context, const SourceText& file) {
    const clang::SourceManager& sources = context.getSourceManager();
    for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      const clang::SourceLocation begin = sources.getExpansionLoc(declaration->getBeginLoc());
      if (begin.isInvalid() || !sources.isInMainFile(begin)) continue;
      return *(std::upper_bound(file.lines.begin(), file.lines.end(), sources.getFileOffset(begin)) - 1);
    }
    return file.text.size();
  }

  /// Functions that edits call: as they are, so that a schema is not inlined into itself.
  static void copy_functions(const SourceFile& file, const Facts& facts, SourceText& source) {
    for (const clang::FunctionDecl* function : facts.values()) {
      if (&function->getASTContext() != &file.context()) continue;
      const auto body = file.span(function->getBody());
      const auto text = body ? on_one_line(file.text(*body)) : std::nullopt;
      if (!text) continue;
      std::string copy = *text;
      for (const clang::FunctionDecl* other : facts.values())
        copy = replaced_word(copy, other->getNameAsString(), copy_name(other->getNameAsString()));
      const std::string header = "static " + file.type_name(function->getReturnType()) + " " +
                                 copy_name(function->getNameAsString()) + "(void)";
      source.declarations += header + "; ";
      source.additions[body->end] += " " + header + " " + copy;
    }
  }

  /// Stands between statements, and not around an expression.
  static bool is_between(Gate::Form form) {
    return form == Gate::Form::before || form == Gate::Form::after || form == Gate::Form::otherwise ||
           form == Gate::Form::moved || form == Gate::Form::joined;
  }

  /// An argument of a macro may be read in one place and assigned, or declared, in another.
  void find_targets(const SourceFile& file, const clang::ASTContext& context) {
    const auto note = [&](clang::SourceRange range) {
      if (!range.getBegin().isMacroID()) return;
      if (const auto span = file.span(range)) targets_.emplace(file.number(), *span);
    };
    for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (!function || !function->doesThisDeclarationHaveABody()) continue;
      for_each_node(function->getBody(), [&](const clang::Stmt* node) {
        if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(node); pair && pair->isAssignmentOp())
          note(pair->getLHS()->getSourceRange());
        if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(node))
          if (single->isIncrementDecrementOp() || single->getOpcode() == clang::UO_AddrOf)
            note(single->getSubExpr()->IgnoreParens()->getSourceRange());
        if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(node))
          for (const clang::Decl* part : declared->decls()) note(clang::SourceRange(part->getLocation()));
      });
    }
  }

  void leave_targets() {
    const auto is_in_target = [&](const Gate& unit) {
      return std::any_of(targets_.begin(), targets_.end(), [&](const auto& target) {
        return target.first == unit.file && target.second.contains(unit.span);
      });
    };
    for (std::size_t i = 0; i < data_->units.size(); ++i)
      if (!is_between(data_->units[i].form) && is_in_target(data_->units[i]))
        collected_.drafts[data_->units[i].source.value_or(i)].clear();
  }

  /// Leaves out what overlaps without being nested: uses of macros can be like that.
  void keep_nested() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < data_->units.size(); ++i)
      if (!is_between(data_->units[i].form)) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Gate &x = data_->units[a], &y = data_->units[b];
      if (x.file != y.file) return x.file < y.file;
      if (x.span.begin != y.span.begin) return x.span.begin < y.span.begin;
      return x.span.end > y.span.end;
    });
    std::vector<const Gate*> open;
    for (const std::size_t i : order) {
      Gate& unit = data_->units[i];
      while (!open.empty() && (open.back()->file != unit.file || open.back()->span.end <= unit.span.begin))
        open.pop_back();
      if (!open.empty() && open.back()->span.end < unit.span.end)
        collected_.drafts[unit.source.value_or(i)].clear();
      else
        open.push_back(&unit);
    }
  }

  void limit() {
    std::size_t count = 0;
    unsigned largest = 0;
    std::map<unsigned, std::size_t> sizes;
    for (const std::vector<Draft>& drafts : collected_.drafts)
      for (const Draft& draft : drafts) ++sizes[draft.edit.size];
    for (const auto& [size, drafts] : sizes) {
      count += drafts;
      if (count <= wishes_.most_edits) largest = size;
    }
    for (std::size_t i = 0; i < collected_.drafts.size(); ++i) {
      std::vector<Draft>& drafts = collected_.drafts[i];
      const Gate::Form form = data_->units[i].form;
      const auto is_large = [&](const Draft& draft) { return draft.edit.size > largest; };
      if (form == Gate::Form::condition || form == Gate::Form::logical) {
        if (std::all_of(drafts.begin(), drafts.end(), is_large)) drafts.clear();
      } else {
        drafts.erase(std::remove_if(drafts.begin(), drafts.end(), is_large), drafts.end());
      }
    }
  }

  /// Orders edits by site and place.
  void finish() {
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < collected_.drafts.size(); ++i)
      for (std::size_t k = 0; k < collected_.drafts[i].size(); ++k) order.emplace_back(i, k);
    std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
      const Edit &x = collected_.drafts[a.first][a.second].edit, &y = collected_.drafts[b.first][b.second].edit;
      return std::tie(x.site, x.place.line, x.place.column) < std::tie(y.site, y.place.line, y.place.column);
    });
    std::vector<std::vector<std::size_t>> indices(collected_.drafts.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i].resize(collected_.drafts[i].size());
    for (const auto& [unit, k] : order) {
      Draft& draft = collected_.drafts[unit][k];
      draft.unit = unit;
      indices[unit][k] = data_->drafts.size();
      data_->edits.push_back(draft.edit);
      data_->drafts.push_back(std::move(draft));
    }
    for (std::size_t i = 0; i < indices.size(); ++i) data_->units[i].drafts = indices[i];
    for (Gate& unit : data_->units)
      if (unit.source) unit.part_of = data_->units[*unit.source].drafts;
    std::vector<std::pair<std::int64_t, std::size_t>> constants(collected_.constants.begin(),
                                                                collected_.constants.end());
    std::stable_sort(constants.begin(), constants.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [number, times] : constants) data_->constants.push_back(number);
  }

  static std::string copy_name(const std::string& function) { return "__bireach_call_" + function; }

  const std::vector<std::string>& files_;
  const ParseOptions& options_;
  const EditWishes& wishes_;
  std::shared_ptr<EditSpace::Data> data_ = std::make_shared<EditSpace::Data>();
  Collected collected_{*data_, {}, {}};
  std::set<std::pair<std::size_t, Span>> targets_;  ///< by file: what is assigned or declared within macros
};

EditSpace read_edits(const std::vector<std::string>& files, const ParseOptions& options, const EditWishes& wishes) {
  return EditReader(files, options, wishes).run();
}

}  // namespace bireach::frontend
