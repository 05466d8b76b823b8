// SPDX-License-Identifier: Apache-2.0
/// Calls through pointers to functions. The value of such a pointer is the number that stands for the function's
/// address, so a call is a choice by that number.
#include <clang/AST/Decl.h>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// Does an argument passed as `argument` arrive unchanged in a parameter of this type?
bool passes_as(clang::QualType argument, clang::QualType parameter, const clang::ASTContext& context) {
  if (argument->isPointerType() && parameter->isPointerType()) return true;
  const auto from = integer_type(argument, context);
  const auto to = integer_type(parameter, context);
  if (from && to) return from->width == to->width && from->is_boolean() == to->is_boolean();
  return argument.getCanonicalType().getUnqualifiedType() == parameter.getCanonicalType().getUnqualifiedType();
}

std::string type_text(clang::QualType type) {
  return type.getCanonicalType().getUnqualifiedType().getAsString();
}

/// May a function of type `function` be called as one of type `called` with these arguments (C11 6.5.2.2)? Types of
/// different files are compared by their text, as tags mean the same in each.
bool may_be_called(const clang::FunctionDecl* function, const clang::FunctionType* called, const clang::CallExpr* call,
                   clang::ASTContext& context) {
  const auto* type = function->getType()->castAs<clang::FunctionType>();
  if (type_text(type->getReturnType()) != type_text(called->getReturnType())) return false;
  const auto* parameters = llvm::dyn_cast<clang::FunctionProtoType>(type);
  const auto* wanted = llvm::dyn_cast<clang::FunctionProtoType>(called);
  if (parameters && wanted) {
    if (&function->getASTContext() == &context)
      return context.typesAreCompatible(clang::QualType(type, 0), clang::QualType(called, 0));
    return type_text(clang::QualType(type, 0)) == type_text(clang::QualType(called, 0));
  }
  // One of the two is declared without parameters: `int f()`. As with gcc, arguments beyond them change nothing.
  if ((parameters && parameters->isVariadic()) || call->getNumArgs() < function->getNumParams()) return false;
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const clang::QualType parameter = function->getParamDecl(i)->getType();
    const bool survives_promotion = !parameter->isPromotableIntegerType() && !parameter->isFloatingType();
    if (!survives_promotion || !passes_as(call->getArg(i)->getType(), parameter, context)) return false;
  }
  return true;
}

}  // namespace

std::optional<Place> Lowering::call_pointer(const clang::CallExpr* call, bool wants_result) {
  const clang::Expr* callee = call->getCallee();
  const ExprPtr pointer = read_once(value(callee), callee);
  if (!emitter_.alive()) return std::nullopt;
  if (!addressed_functions_) addressed_functions_ = addressed_functions(entry_, linker_);
  const auto* type = callee->getType()->getPointeeType()->castAs<clang::FunctionType>();
  const bool has_result = wants_result && !call->getType()->isVoidType();
  const Node end = emitter_.new_node();
  // Where the analysis knows none, it does not know the pointer.
  std::set<const clang::FunctionDecl*> possible;
  if (memory_.points_to().covers(frame().function))
    possible = memory_.points_to().functions(memory_.points_to().target(callee));
  unsigned number = 0;
  for (const clang::FunctionDecl* function : *addressed_functions_) {
    ++number;
    if (!may_be_called(function, type, call, context())) continue;
    if (!possible.empty() && !possible.contains(function)) continue;
    if (linker_.is_null(function) || !linker_.refusal(function).empty()) continue;  // no pointer leads there
    const Node chosen = emitter_.new_node();
    const Node others = emitter_.new_node();
    Origin place = emitter_.origin(callee);
    place.text += " == " + function->getNameAsString();
    const ExprPtr address = memory_.fixed_address(function, function->getType());
    emitter_.branch(make_binary(BinaryOp::Eq, pointer, address, int_type, emitter_.range(callee)), place, chosen,
                    others, Part(number));
    emitter_.enter(chosen);
    if (emitter_.alive()) static_cast<void>(call_function(call, function, wants_result));
    emitter_.go_to(end);
    emitter_.enter(others);
  }
  const Node null = emitter_.new_node();
  const Node other = emitter_.new_node();
  Origin is_null = emitter_.origin(callee);
  is_null.text += " == 0";
  emitter_.branch(make_binary(BinaryOp::Eq, pointer, make_constant(0, pointer->type), int_type, emitter_.range(callee)),
                  is_null, null, other, Part(++number));
  emitter_.enter(null);
  if (options_.property.has(Violation::valid_deref))
    emitter_.undefined_at(Violation::valid_deref, "call through " + emitter_.origin(callee).text + ", which is null",
                          emitter_.origin(call));
  else
    end_path(LocationKind::Exit, {}, call);  // it traps
  emitter_.enter(other);
  // A pointer to a function of another type, or a number that is no function's.
  emitter_.unsupported("call through a function pointer to none of the functions of its type", call);
  emitter_.enter(end);
  if (!has_result || !emitter_.alive()) return std::nullopt;
  return place_of(result_storage(call, call->getType()));
}

}  // namespace bireach::frontend
