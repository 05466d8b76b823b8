// SPDX-License-Identifier: Apache-2.0
/// Calls of functions that write to a stream (printf, puts): nothing that the program sees changes but the result.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/analysis/output_formats.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

using Result = LibraryFunction::Output::Result;

/// May a `%n` write through the argument?
bool may_be_counter(const clang::Expr* argument) {
  const clang::QualType type = argument->IgnoreParenImpCasts()->getType();
  if (!type->isPointerType()) return false;
  const clang::QualType target = type->getPointeeType();
  return target->isIntegerType() && !target.isConstQualified() && !target->isCharType();
}

bool writes_memory(const LibraryFunction& function) {
  return function.output.result == Result::bytes || function.output.result == Result::elements;
}

/// Is it the address of an object?
bool is_memory(const clang::Expr* argument) {
  return argument->getType()->isVoidPointerType() && !llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts());
}

/// Is it the address of text that the program may have written? (Literals end where they should.)
bool is_text(const clang::Expr* argument) {
  const clang::QualType type = argument->getType();
  return type->isPointerType() && type->getPointeeType()->isAnyCharacterType() &&
         !llvm::isa<clang::StringLiteral>(argument->IgnoreParenImpCasts());
}

bool has_one_length(const WrittenText& text) {
  return text.most == text.least;
}

}  // namespace

void Lowering::refuse_texts(const clang::CallExpr* call, const LibraryFunction& function) {
  if (!options_.property.has(Violation::valid_deref) || !emitter_.alive()) return;
  if (std::none_of(call->arg_begin(), call->arg_end(), writes_memory(function) ? is_memory : is_text)) return;
  const Place is_valid = place_of(temporary(call, "text", bool_type));
  emitter_.emit(Havoc{LValue{is_valid.storage->variable, nullptr}, {}}, emitter_.origin(call), EdgeRole::Internal);
  const Node valid = emitter_.new_node();
  const Node open = emitter_.new_node();
  const SourceRange where = emitter_.range(call);
  emitter_.branch(make_cast(load(is_valid, where), bool_type, where), Origin{call, where, {}}, valid, open);
  emitter_.enter(open);
  emitter_.unsupported("access of an output function to a text", call);
  emitter_.enter(valid);
}

bool Lowering::refuse_format(const clang::CallExpr* call, const LibraryFunction& function, const WrittenText& text) {
  const std::string name(function.name);
  if (text.stores) {
    emitter_.unsupported("%n in the format of " + name, call);
    return true;
  }
  if (text.is_literal) return false;
  const unsigned first = function.output.format + 1;
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    if (!may_be_counter(call->getArg(i))) continue;
    emitter_.unsupported("call of " + name + " with a format that is no literal and may have %n", call);
    return true;
  }
  if (function.output.takes_list)
    emitter_.assume_globally("formats that are no literals, of functions with a va_list, have no %n");
  return false;
}

ExprPtr Lowering::possible_result(const clang::CallExpr* call, const LibraryFunction& function, const ExprPtr& result) {
  const std::string name(function.name);
  const SourceRange where = emitter_.range(call);
  const auto compare = [&](BinaryOp op, std::int64_t bound) {
    return make_binary(op, result, make_constant(bound, result->type), int_type, where);
  };
  const auto both = [&](BinaryOp op, ExprPtr a, ExprPtr b) {
    return make_binary(op, std::move(a), std::move(b), int_type, where);
  };
  if (const auto format = function.format()) {
    const WrittenText text = written_by_format(call, *format);
    ExprPtr complete = compare(BinaryOp::Ge, text.least);
    if (text.most) complete = both(BinaryOp::LogicalAnd, complete, compare(BinaryOp::Le, *text.most));
    emitter_.assume_globally("'" + name + "' returns a negative number, or how many characters it writes");
    return both(BinaryOp::LogicalOr, compare(BinaryOp::Lt, 0), complete);
  }
  if (function.output.result == Result::character) {
    const ExprPtr written = call->getNumArgs() != 0 ? pure_value(call->getArg(0)) : nullptr;
    emitter_.assume_globally("'" + name + "' returns the character that it writes, or EOF");
    if (!written) return both(BinaryOp::LogicalAnd, compare(BinaryOp::Ge, -1), compare(BinaryOp::Le, 255));
    const ExprPtr character = make_cast(make_cast(written, unsigned_integer(8), where), result->type, where);
    return both(BinaryOp::LogicalOr, both(BinaryOp::Eq, result, character), compare(BinaryOp::Eq, -1));
  }
  if (writes_memory(function) && call->getNumArgs() > 2) {
    const bool may_fail = function.output.result == Result::bytes;
    const ExprPtr most = pure_value(call->getArg(2));
    const ScalarType wide = signed_integer(128);
    const ExprPtr written = make_cast(result, wide, where);
    const ExprPtr least = make_constant(may_fail ? -1 : 0, wide, where);
    const ExprPtr enough = make_binary(BinaryOp::Ge, written, least, int_type, where);
    if (!most) return enough;
    return both(BinaryOp::LogicalAnd, enough,
                make_binary(BinaryOp::Le, written, make_cast(most, wide, where), int_type, where));
  }
  if (function.output.result == Result::success)
    return both(BinaryOp::LogicalOr, compare(BinaryOp::Eq, 0), compare(BinaryOp::Eq, -1));
  if (function.output.result == Result::time_left && call->getNumArgs() == 1) {
    emitter_.assume_globally("'" + name + "' returns how many seconds are left, at most its argument");
    const ExprPtr asked = pure_value(call->getArg(0));
    const auto seconds = [&](const ExprPtr& value) { return make_cast(value, unsigned_integer(32), where); };
    return asked ? make_binary(BinaryOp::Le, seconds(result), seconds(asked), int_type, where)
                 : compare(BinaryOp::Ge, 0);
  }
  if (function.output.result == Result::any_number) emitter_.assume_globally("'" + name + "' may return any number");
  return function.output.result == Result::not_below_eof ? compare(BinaryOp::Ge, -1) : make_constant(1, int_type);
}

std::optional<Place> Lowering::call_output(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                           const LibraryFunction& function, bool wants_result) {
  const std::string name(function.name);
  if (const auto format = function.format()) {
    if (refuse_format(call, function, written_by_format(call, *format))) return std::nullopt;
  }
  evaluate_arguments(call, callee, true);
  refuse_texts(call, function);
  if (name == "fclose") emitter_.assume_globally("no stream is used after it was closed");
  if (!emitter_.alive()) return std::nullopt;
  const clang::QualType type = call->getType();
  if (!wants_result || type->isVoidType()) {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
    return std::nullopt;
  }
  const Storage* storage = result_storage(call, type);
  if (!integer(type)) {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
    return place_of(storage);
  }
  const auto format = function.format();
  const bool is_exact = format && has_one_length(written_by_format(call, *format));
  const bool is_doubtful = format && !is_exact;
  havoc(place_of(storage), emitter_.origin(call), EdgeRole::Plain, is_exact ? "" : name,
        is_doubtful ? "depends on how many characters " + name + " writes" : "");
  keep_if(possible_result(call, function, load(place_of(storage), emitter_.range(call))), call);
  return place_of(storage);
}

}  // namespace bireach::frontend
