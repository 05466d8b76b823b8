// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/scopes.h"

#include <clang/AST/Stmt.h>

namespace bireach::frontend {
namespace {

/// Selection and iteration statements are blocks, which matters for compound literals in their conditions
/// (C11 6.8.4 §3, 6.8.5 §5).
bool is_block(const clang::Stmt* statement) {
  return llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::SwitchStmt, clang::WhileStmt, clang::DoStmt,
                   clang::ForStmt>(statement);
}

/// Is the child a block although it may be no compound statement?
bool is_controlled(const clang::Stmt* parent, const clang::Stmt* child) {
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(parent))
    return child == choice->getThen() || child == choice->getElse();
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(parent)) return child == loop->getBody();
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(parent)) return child == loop->getBody();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(parent)) return child == loop->getBody();
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(parent)) return child == choice->getBody();
  return false;
}

}  // namespace

Scopes::Scopes(const clang::FunctionDecl* definition) {
  blocks_.push_back({body, {}, false});
  by_statement_.emplace(definition->getBody(), body);
  for (const clang::Stmt* child : definition->getBody()->children()) visit(child, body, false);
}

std::optional<Scopes::Block> Scopes::block_of(const clang::Stmt* statement) const {
  const auto found = by_statement_.find(statement);
  return found == by_statement_.end() ? std::nullopt : std::optional(found->second);
}

Scopes::Block Scopes::of(const clang::VarDecl* variable) const {
  const auto found = variables_.find(variable);
  return found == variables_.end() ? body : found->second;
}

Scopes::Block Scopes::of(const clang::CompoundLiteralExpr* literal) const {
  const auto found = literals_.find(literal);
  return found == literals_.end() ? body : found->second;
}

bool Scopes::is_repeated(Block block) const {
  return block != body && (blocks_[block].is_in_loop || !labels_.empty());
}

bool Scopes::is_inside(Block inner, Block block) const {
  while (inner != block && inner != body) inner = blocks_[inner].parent;
  return inner == block;
}

void Scopes::open(const clang::Stmt* statement, Block block, bool is_in_loop) {
  const Block opened = blocks_.size();
  blocks_.push_back({block, {}, is_in_loop});
  by_statement_.emplace(statement, opened);
  visit(statement, opened, is_in_loop);
}

void Scopes::visit(const clang::Stmt* statement, Block block, bool is_in_loop) {
  if (!statement || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) return;
  if (is_block(statement) && !by_statement_.contains(statement)) return open(statement, block, is_in_loop);
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) labels_[label->getDecl()] = block;
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) cases_[label] = block;
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement)) {
    if (!literal->isFileScope() && literals_.emplace(literal, block).second)
      blocks_[block].objects.literals.push_back(literal);
  }
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!variable || !variable->hasLocalStorage()) continue;
      blocks_[block].objects.variables.push_back(variable);
      variables_[variable] = block;
    }
  }
  is_in_loop = is_in_loop || llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(statement);
  for (const clang::Stmt* child : statement->children())
    if (child && is_controlled(statement, child) && !is_block(child))
      open(child, block, is_in_loop);
    else
      visit(child, block, is_in_loop);
}

}  // namespace bireach::frontend
