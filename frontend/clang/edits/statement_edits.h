// SPDX-License-Identifier: Apache-2.0
/// Changes of statements, and where expressions in them may be changed.
#pragma once

#include <clang/AST/Stmt.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/edits/expression_edits.h"

namespace bireach::frontend {

class StatementEdits {
 public:
  StatementEdits(const SourceFile& file, const Facts& facts, Collected& collected)
      : file_(file),
        facts_(facts),
        collected_(collected),
        visible_(facts),
        names_(file, facts, visible_),
        expressions_(file, facts, visible_, names_, collected) {}
  /// All functions of the file that are not the specification; with `moves`, statements also stand elsewhere.
  void run(bool moves);

 private:
  /// How a statement stands among others.
  struct Where {
    bool is_body = false;  ///< of an if or a loop, without braces
    bool before_else = false;
    bool is_else_if = false;
    bool in_loop = false, in_switch = false;
    bool is_labelled = false;
    const clang::Stmt *previous = nullptr, *next = nullptr;  ///< in its block
    const clang::Stmt* owner = nullptr;  ///< the loop or branch whose body this is, if that stands in a block
  };
  /// A place for a statement that stands elsewhere.
  struct Landing {
    std::size_t at = 0;
    bool after = false;               ///< where a statement ends
    std::optional<std::size_t> line;  ///< where a line of its own would begin
    std::string indentation;          ///< … and how
    std::string shown;                ///< for people
  };
  void function(const clang::FunctionDecl* function);
  void walk(const clang::Stmt* statement, Where where);
  void compound(const clang::CompoundStmt* statement, Where where);
  void choice(const clang::IfStmt* statement, const Where& where);
  void loop(const clang::Stmt* statement, const clang::Expr* condition, const clang::Stmt* body, const Where& where);
  void for_loop(const clang::ForStmt* statement, const Where& where);
  void declaration(const clang::DeclStmt* statement, bool in_compound);
  void initialiser(const clang::Expr* value, clang::QualType type, std::size_t site);
  void leave_uninitialised(const clang::DeclStmt* statement, const clang::VarDecl* variable, std::size_t site);
  void expression(const clang::Expr* statement, const clang::Stmt* owner);
  void before(const clang::Stmt* statement, const Where& where);
  void at_end(const clang::CompoundStmt* statement, const Where& where);
  void otherwise(const clang::IfStmt* statement, const Where& where);
  void join(const clang::IfStmt* statement, const clang::Stmt* next);
  void add_insertions(GateDraft& unit, const Layout& layout, const Where& where);
  void add_assignments(GateDraft& unit, const Layout& layout, const clang::VarDecl* variable);
  void add_output(GateDraft& unit, const Layout& layout, const std::string& output);
  void add_jumps(GateDraft& unit, const Layout& layout, const Where& where);
  void add_removal(GateDraft& unit, const clang::Stmt* statement, const Where& where);
  [[nodiscard]] bool computes_expected(const clang::Stmt* statement) const;
  void moves(const clang::CompoundStmt* block, std::size_t index, const Where& where);
  [[nodiscard]] bool is_movable(const clang::Stmt* statement) const;
  [[nodiscard]] std::vector<Landing> landings(const clang::CompoundStmt* block, std::size_t index,
                                              const Where& where) const;
  [[nodiscard]] std::optional<Landing> landing_before(const clang::Stmt* statement) const;
  [[nodiscard]] std::optional<Landing> landing_after(const clang::Stmt* statement) const;
  [[nodiscard]] Draft moved_to(const Landing& landing, const Span& statement, const GateDraft& unit) const;
  [[nodiscard]] std::string shown(const Span& span) const;
  void add_targets(GateDraft& unit, const clang::Stmt* statement);
  Draft& insertion(GateDraft& unit, const Layout& layout, EditKind kind, const std::string& text);
  [[nodiscard]] std::size_t site(SiteKind kind, const clang::Stmt* statement);
  [[nodiscard]] std::size_t site(SiteKind kind, const Span& span);
  [[nodiscard]] std::optional<Span> head(const clang::Stmt* statement) const;

  const SourceFile& file_;
  const Facts& facts_;
  Collected& collected_;
  Visible visible_;
  NameFinder names_;
  ExpressionEdits expressions_;
  bool moves_ = true;
  const clang::FunctionDecl* function_ = nullptr;
  std::vector<std::string> outputs_;  ///< functions called as `f(value);`
  std::map<std::string, std::string> output_types_;
};

/// Does control not go on after it, as its last part says?
[[nodiscard]] bool leaves(const clang::Stmt* statement);

}  // namespace bireach::frontend
