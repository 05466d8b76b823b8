// SPDX-License-Identifier: Apache-2.0
/// The blocks of a function, whose execution bounds the lifetimes of the objects in them.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace bireach::frontend {

/// Blocks as C has them (C11 6.8p3, 6.8.4p3, 6.8.5p5): compound statements, `for` statements, and what `if` and loops
/// control. Block 0 is the function's body, to which its parameters belong. Linear in the size of the body.
class Scopes {
 public:
  using Block = std::size_t;
  static constexpr Block body = 0;

  explicit Scopes(const clang::FunctionDecl* definition);

  /// Objects with automatic storage duration that live while the block is executed: variables and compound literals.
  struct Objects {
    std::vector<const clang::VarDecl*> variables;
    std::vector<const clang::CompoundLiteralExpr*> literals;
  };
  [[nodiscard]] const Objects& objects(Block block) const { return blocks_[block].objects; }
  /// `body` is its own parent.
  [[nodiscard]] Block parent(Block block) const { return blocks_[block].parent; }
  /// The block that is this statement; nothing: it is none.
  [[nodiscard]] std::optional<Block> block_of(const clang::Stmt* statement) const;
  /// The block in which the label or case stands.
  [[nodiscard]] Block of(const clang::LabelDecl* label) const { return labels_.at(label); }
  /// All labels, each with its block.
  [[nodiscard]] const std::map<const clang::LabelDecl*, Block>& labels() const { return labels_; }
  [[nodiscard]] Block of(const clang::SwitchCase* label) const { return cases_.at(label); }
  /// Where the object lives; parameters live in the body.
  [[nodiscard]] Block of(const clang::VarDecl* variable) const;
  [[nodiscard]] Block of(const clang::CompoundLiteralExpr* literal) const;
  /// May the block begin more than once while the function is executed once?
  [[nodiscard]] bool is_repeated(Block block) const;
  /// Is `inner` the block or inside of it?
  [[nodiscard]] bool is_inside(Block inner, Block block) const;

 private:
  struct Node {
    Block parent;
    Objects objects;
    bool is_in_loop;
  };
  /// `is_in_loop`: may it be executed more than once while the block is once?
  void visit(const clang::Stmt* statement, Block block, bool is_in_loop);
  void open(const clang::Stmt* statement, Block block, bool is_in_loop);

  std::vector<Node> blocks_;
  std::map<const clang::Stmt*, Block> by_statement_;
  std::map<const clang::LabelDecl*, Block> labels_;
  std::map<const clang::SwitchCase*, Block> cases_;
  std::map<const clang::VarDecl*, Block> variables_;
  std::map<const clang::CompoundLiteralExpr*, Block> literals_;
};

}  // namespace bireach::frontend
