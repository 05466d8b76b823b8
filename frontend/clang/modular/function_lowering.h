// SPDX-License-Identifier: Apache-2.0
/// One function's syntax tree to its program. It walks the tree once, in the order of evaluation; what it does not know
/// becomes an arbitrary value, what it cannot follow refuses the function.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/clang/modular/cells.h"
#include "frontend/clang/modular/flow.h"
#include "frontend/clang/modular/function_program.h"
#include "frontend/clang/modular/never_returns.h"
#include "frontend/clang/reading/syntax_places.h"

namespace bireach::frontend {

/// The function cannot be followed; what() names the construct and its line.
class FunctionRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which local variables others may reach by a pointer.
[[nodiscard]] std::set<const clang::VarDecl*> exposed_variables(const clang::FunctionDecl* function);

/// Is it a part of a variable that is certainly there, or a string?
[[nodiscard]] bool is_in_object(const clang::Expr* expr);

/// Does a macro's body (not one of its arguments) say what stands there?
[[nodiscard]] bool is_from_macro_body(clang::SourceLocation where, const clang::SourceManager& sources);

/// low <= value <= high, as far as the type leaves that open.
[[nodiscard]] ExprPtr in_range(const ExprPtr& value, const logic::Integer& low, const logic::Integer& high);

/// Has a `sizeof` or `offsetof` effects: in an operand that is evaluated, an index, or the sizes of a type?
[[nodiscard]] bool has_effects_in_size(const clang::Expr* expr, const clang::ASTContext& context);

class FunctionLowering {
 public:
  /// `cells`: those of an earlier walk through the same function. All but `function` outlive the lowering.
  FunctionLowering(const clang::FunctionDecl* function, const SourceMapper& places, const std::set<Belief>& beliefs,
                   Cells& cells, NeverReturns& never_returns, Program& program);

  /// Throws FunctionRefused.
  void lower(FunctionProgram& result);

 private:
  using Node = Flow::Node;
  /// Where a value is read or written.
  struct Place {
    AccessPath path;  ///< `key` is empty: it has no name
    clang::QualType type;
    bool is_bit_field = false;
  };
  /// The value of a pointer, and the path of the cell it was read from.
  struct Pointer {
    ExprPtr value;  ///< null: any
    std::optional<AccessPath> path;
  };

  /// While it lives an expression is evaluated beside others, in any order: if those have effects, what is in memory
  /// has any value.
  class Beside {
   public:
    Beside(FunctionLowering& lowering, const clang::Expr* other);
    ~Beside() { lowering_.order_is_open_ = before_; }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

   private:
    FunctionLowering& lowering_;
    bool before_;
  };

  // Values (lower_expressions.cpp). Null: any value of the type.
  ExprPtr value(const clang::Expr* expr);
  ExprPtr value_of_cast(const clang::CastExpr* cast);
  ExprPtr value_of_call(const clang::CallExpr* call);
  ExprPtr value_of_unary(const clang::UnaryOperator* unary);
  ExprPtr value_of_binary(const clang::BinaryOperator* binary);
  ExprPtr value_of_choice(const clang::Expr* condition, const clang::Expr* if_true, const clang::Expr* if_false,
                          const clang::Expr* whole);
  ExprPtr value_of_logical(const clang::Expr* whole);
  ExprPtr value_of_statement_expression(const clang::StmtExpr* expr);
  void evaluate_children(const clang::Stmt* statement);
  /// A value that is there: an arbitrary one gets a variable.
  ExprPtr known_value(const clang::Expr* expr);
  ExprPtr arbitrary(const ScalarType& type, const EdgeText& origin);
  /// Any value but null; null only where `unless` is, which may be absent.
  ExprPtr never_null(const clang::Expr* whole, const ExprPtr& unless);
  /// What evaluating an array or `&x` as a pointer evaluates, without its value. False: it is none.
  bool evaluate_address(const clang::Expr* expr);
  /// Kept in a variable of its own, so that later changes do not matter.
  ExprPtr kept(ExprPtr value, const EdgeText& origin);
  VariableId new_temporary(const ScalarType& type, const std::string& c_type);
  [[nodiscard]] std::optional<ScalarType> scalar(clang::QualType type) const;

  // Operators (lower_operators.cpp).
  ExprPtr arithmetic(const clang::Expr* whole, clang::BinaryOperatorKind kind, ExprPtr left, const ExprPtr& right,
                     const ScalarType& type, const clang::Expr* right_text);
  ExprPtr division(const clang::Expr* whole, BinaryOp op, const ExprPtr& left, const ExprPtr& right,
                   const ScalarType& type, const clang::Expr* divisor);
  ExprPtr shift(const clang::Expr* whole, BinaryOp op, const ExprPtr& left, const ExprPtr& right,
                const ScalarType& type, const clang::Expr* distance);
  void believe_no_overflow(const clang::Expr* whole, BinaryOp op, const ExprPtr& left, const ExprPtr& right,
                           const ScalarType& type);
  ExprPtr step(const clang::UnaryOperator* unary);
  ExprPtr assignment(const clang::BinaryOperator* binary);
  ExprPtr compound_assignment(const clang::CompoundAssignOperator* assignment);
  void believe(Belief kind, const ExprPtr& condition, const clang::Expr* where, const clang::Expr* subject);

  // Places (lower_places.cpp).
  Place place(const clang::Expr* expr);
  Place place_by_kind(const clang::Expr* expr);
  Place place_of_member(const clang::MemberExpr* member);
  Place place_of_element(const clang::ArraySubscriptExpr* subscript);
  Place dereferenced(const Pointer& pointer, clang::QualType type, const clang::Expr* where,
                     const clang::Expr* subject);
  Pointer pointer(const clang::Expr* expr);
  /// The pointer is not null, as far as its value is known.
  void believe_there(Belief kind, const Pointer& pointer, const clang::Expr* where, const clang::Expr* subject);
  /// Evaluates what `&expr`, or an array as a pointer, evaluates: what leads to the object, not the object.
  void address(const clang::Expr* expr);
  ExprPtr read(const Place& place);
  /// Is it open whether the value is that before or after what stands beside the expression?
  [[nodiscard]] bool is_order_open(const Place& place) const;
  /// Null: any value. What the cells around it become follows.
  void store(const Place& place, ExprPtr value, const EdgeText& origin);
  void havoc_cells(const std::vector<std::size_t>& cells, const EdgeText& origin);
  [[nodiscard]] const NamedCell* cell_of(const Place& place);
  [[nodiscard]] bool in_memory(const clang::VarDecl* variable) const;

  // What is the same in the whole program but differs between configurations (lower_configuration.cpp).
  /// The variable that stands for it.
  ExprPtr configuration(const std::string& key, const ScalarType& type, const std::string& text,
                        const std::optional<logic::Integer>& value = std::nullopt);
  /// Literals of macros, sizes, enumerators, constants; nothing: it is none of them.
  std::optional<ExprPtr> configured(const clang::Expr* expr);
  std::optional<ExprPtr> configured_variable(const clang::DeclRefExpr* reference);

  // Conditions (lower_conditions.cpp).
  void condition(const clang::Expr* expr, Node if_true, Node if_false, Arm::Construct construct,
                 clang::SourceLocation keyword);
  void leaf(const clang::Expr* expr, Node if_true, Node if_false, Arm::Construct construct,
            clang::SourceLocation keyword);

  // Statements (lower_statements.cpp).
  void statement(const clang::Stmt* statement);
  void declaration(const clang::DeclStmt* statement);
  void declare(const clang::VarDecl* variable);
  void evaluate_sizes(clang::QualType type);
  void if_statement(const clang::IfStmt* statement);
  void while_loop(const clang::WhileStmt* statement);
  void do_loop(const clang::DoStmt* statement);
  void for_loop(const clang::ForStmt* statement);
  void switch_statement(const clang::SwitchStmt* statement);
  void return_statement(const clang::ReturnStmt* statement);
  void assembler(const clang::AsmStmt* statement);
  void body_of_loop(const clang::Stmt* body, Node on_break, Node on_continue);
  Node label(const clang::LabelDecl* declaration);

  [[nodiscard]] EdgeText origin(const clang::Stmt* where) const;
  [[nodiscard]] bool from_macro(clang::SourceLocation where) const;
  [[noreturn]] void refuse(const std::string& construct, const clang::Stmt* where) const;

  const clang::FunctionDecl* function_;
  const clang::ASTContext& context_;
  const SourceMapper& places_;
  const std::set<Belief>& believed_;
  Cells& cells_;
  NeverReturns& never_returns_;
  Program& program_;
  Flow flow_;
  std::set<const clang::VarDecl*> exposed_;
  std::map<std::string, ExprPtr> configuration_;
  std::vector<VariableId> arbitrary_at_start_;
  std::map<VariableId, logic::Integer> configured_values_;
  std::map<const clang::LabelDecl*, Node> labels_;
  std::map<const clang::OpaqueValueExpr*, ExprPtr> opaque_;
  std::vector<Node> breaks_, continues_;
  std::map<const clang::SwitchCase*, Node> cases_;
  bool order_is_open_ = false;
  std::map<const clang::Decl*, std::size_t> numbers_;
  std::size_t number_of(const clang::Decl* declaration);
};

}  // namespace bireach::frontend
