// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <string_view>

#include "frontend/clang/analysis/exact_math.h"
#include "frontend/clang/analysis/foreign_functions.h"
#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/library/library_names.h"
#include "frontend/clang/library/library_text.h"
#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/special_calls.h"
#include "frontend/clang/reading/symbols.h"

namespace bireach::frontend {
namespace {

using Kind = LibraryFunction::Kind;

/// The type that an undeclared __VERIFIER_nondet_T returns, by its name.
std::optional<ScalarType> type_by_name(const std::string& name) {
  const std::string suffix = name.substr(std::string("__VERIFIER_nondet_").size());
  if (suffix == "bool") return bool_type;
  if (suffix == "char") return signed_integer(8);
  if (suffix == "uchar" || suffix == "unsigned_char" || suffix == "u8") return unsigned_integer(8);
  if (suffix == "short") return signed_integer(16);
  if (suffix == "ushort" || suffix == "u16") return unsigned_integer(16);
  return std::nullopt;
}

/// Does the C library or the implementation define what it returns, so that "any value" would be wrong? Also where an
/// argument is not modelled: the result then depends on it.
bool has_known_meaning(const clang::FunctionDecl* callee, const std::string& name, const clang::CallExpr* call) {
  if (callee->getBuiltinID() != 0) return true;
  if (name.starts_with("__") && !name.starts_with("__VERIFIER_")) return true;
  if (!is_math_library_name(name) && !is_system_library_name(name) && !library_symbol(name)) return false;
  return std::any_of(call->arg_begin(), call->arg_end(),
                     [](const clang::Expr* argument) { return argument->getType()->isFloatingType(); });
}

/// Does the library define it, which has no model here (of this type)? Its results are not any values.
bool is_of_library_only(const clang::FunctionDecl* callee, const std::string& name) {
  if (is_c_library_name(name)) return true;
  const bool is_undeclared = !callee->hasPrototype();  // its header is missing
  return (is_in_system_header(callee) || is_undeclared) && (is_system_library_name(name) || library_symbol(name));
}

/// Would a value of this type that is not the library's lead astray? What an opaque object holds nobody sees.
bool matters(clang::QualType result) {
  if (!result->isPointerType()) return !result->isVoidType();
  return result->getPointeeType()->isAnyCharacterType() || result->getPointeeType()->isIntegerType();
}

/// Is a function among the arguments, or a pointer to one that may not be null?
bool passes_function(const clang::CallExpr* call, clang::ASTContext& context) {
  return std::any_of(call->arg_begin(), call->arg_end(), [&context](const clang::Expr* argument) {
    const clang::Expr* passed = argument->IgnoreParenCasts();
    const bool is_function = argument->getType()->isFunctionPointerType() || passed->getType()->isFunctionType() ||
                             passed->getType()->isFunctionPointerType();
    return is_function && !argument->isNullPointerConstant(context, clang::Expr::NPC_ValueDependentIsNotNull);
  });
}

}  // namespace

void Lowering::evaluate_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                  bool allow_addresses) {
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    const bool is_pointer = argument->getType()->isPointerType();
    bool only_read = allow_addresses;
    if (is_pointer && i < callee->getNumParams()) {
      const clang::QualType type = callee->getParamDecl(i)->getType();
      only_read = only_read || (type->isPointerType() && type->getPointeeType().isConstQualified());
    }
    const bool is_string = llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts());
    const bool is_null = argument->isNullPointerConstant(context(), clang::Expr::NPC_ValueDependentIsNotNull);
    const bool is_name = llvm::isa<clang::PredefinedExpr>(argument->IgnoreParenCasts());  // __func__, as assert has it
    if (is_pointer && !is_string && !is_name && !is_null && counts_races() && !is_of_threads(callee->getNameAsString()))
      emitter_.unsupported("data races of what " + callee->getNameAsString() + " reads", call);
    if (is_pointer && (is_string || (only_read && target_of(argument)))) continue;
    discard(argument);
  }
}

void Lowering::end_path(LocationKind kind, const std::string& note, const clang::CallExpr* call,
                        const std::string& callee) {
  if (!emitter_.alive()) return;
  Location location;
  location.kind = kind;
  location.place = emitter_.range(call);  // which the return from the entry function does not have
  if (kind == LocationKind::Error) {
    location.function = emitter_.copy().name;
    location.note = note;
    location.violation = Violation::unreach_call;
  }
  location.callee = callee;
  emitter_.end_path(location, emitter_.origin(call), EdgeRole::Call);
}

bool Lowering::call_assertion(const clang::CallExpr* call, const LibraryFunction& function) {
  const std::string message(kind_of(Violation::unreach_call).message);
  const LocationKind kind = options_.property.assert_is_error ? LocationKind::Error : LocationKind::Exit;
  if (function.kind == Kind::fails) {
    evaluate_arguments(call, call->getDirectCallee(), true);
    end_path(kind, message, call);
    return true;
  }
  const bool is_assert = function.kind == Kind::asserts;
  const bool is_promise = function.kind == Kind::promises;
  if ((!is_assert && !is_promise && function.kind != Kind::assumes) || call->getNumArgs() != 1) return false;
  // A condition with side effects is not evaluated (Clang's language extensions).
  if (is_promise && effects_.has_effects(call->getArg(0))) return true;
  const Node holds = emitter_.new_node();
  const Node fails = emitter_.new_node();
  condition(call->getArg(0), holds, fails);
  emitter_.enter(fails);
  if (is_promise)
    emitter_.undefined_at(Violation::unreachable_reached, "behaviour that is left undefined: an assumption that fails",
                          emitter_.origin(call));
  else
    end_path(is_assert ? kind : LocationKind::Exit, message, call);
  emitter_.enter(holds);
  return true;
}

bool Lowering::call_special(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  const LibraryFunction* known = library_function(name);
  if (known && call_assertion(call, *known)) return true;
  if (name == "__builtin_unreachable" && options_.property.has(Violation::unreachable_reached)) {
    emitter_.undefined_at(Violation::unreachable_reached, "unreachable code reached", emitter_.origin(call));
    return true;
  }
  if (known && (known->kind == Kind::ends || known->kind == Kind::exits)) {
    evaluate_arguments(call, callee, true);
    if (known->kind == Kind::exits) run_destructors(call);
    end_path(LocationKind::Exit, {}, call, name);
    return true;
  }
  if (name == "bireach_outside") {  // of the contract of the function
    end_path(LocationKind::Exit, {}, call);
    return true;
  }
  if (name == "bireach_undefined") {
    emitter_.undefined_at(Violation::undefined_call, "behaviour that C leaves undefined", emitter_.origin(call));
    return true;
  }
  if (name == "bireach_misuse") {
    const auto* what = llvm::cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenCasts());
    emitter_.undefined_at(Violation::undefined_call, what->getString().str(), emitter_.origin(call));
    return true;
  }
  if (name == "bireach_refuse") {
    const auto* what = llvm::cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenCasts());
    emitter_.unsupported(what->getString().str(), call);
    return true;
  }
  if (name == "bireach_assume_spurious") {
    emitter_.assume_globally("waits for condition variables may end without a signal");
    return true;
  }
  if (name == "bireach_assume_clock") {
    emitter_.assume_globally("the clock shows a time before the year 10000");
    return true;
  }
  if (name == "bireach_assume_text_ends") {
    emitter_.assume_globally("the strings of the environment are accessed up to their ends only");
    return true;
  }
  if (call_argument_list(call, name)) return true;
  if (is_refused(name)) {
    emitter_.unsupported((is_of_threads(name) ? "threads: call of " : "call of ") + name + unmodelled_in_format(call),
                         call);
    return true;
  }
  return false;
}

std::optional<Place> Lowering::call(const clang::CallExpr* call, bool wants_result) {
  if (!emitter_.alive()) return std::nullopt;
  if (emitter_.fail_trial()) return std::nullopt;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee ? call_function(call, callee, wants_result) : call_pointer(call, wants_result);
}

std::optional<Place> Lowering::call_function(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                             bool wants_result) {
  const std::string name = known_name(callee);
  for (const std::string& symbol : {name, known_name(linker_.function(callee))}) {  // which an alias may hide
    const auto& errors = options_.property.error_functions;
    if (std::find(errors.begin(), errors.end(), symbol) == errors.end()) continue;
    evaluate_arguments(call, callee, true);
    end_path(LocationKind::Error, "call of " + symbol, call, symbol);
    return std::nullopt;
  }
  if (refuse_symbol(callee, call)) return std::nullopt;
  check_contract(call, callee);
  const clang::FunctionDecl* body = linker_.definition(callee);
  if (body && linker_.is_library(body))
    stay_in_named_arrays(call, body->getNameAsString(), pure_range(call, body->getNameAsString()));
  if (body && linker_.is_library(body) && call_on_object(call, body->getNameAsString())) {
    if (!wants_result || !emitter_.alive()) return std::nullopt;
    const Place result = place_of(result_storage(call, call->getType()));
    store(result, value(call->getArg(0)), emitter_.origin(call), EdgeRole::Internal);
    return result;
  }
  if (std::optional<Place> result;
      body && linker_.is_library(body) && call_on_range(call, body->getNameAsString(), wants_result, result))
    return result;
  if (body && linker_.is_library(body)) {
    const std::string conversion = unmodelled_in_format(call);
    if (!conversion.empty() && conversion != no_literal_format) {
      emitter_.unsupported("call of library function " + name + conversion, call);
      return std::nullopt;
    }
  }
  if (body && linker_.is_library(body) && is_of_threads(name)) note_left_out(call, name);
  if (body && !is_nondeterministic(name)) return inline_call(call, body, wants_result);
  if (is_exact_math(call, linker_)) {  // the value is not used
    for (const clang::Expr* argument : call->arguments()) discard(argument);
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
    return std::nullopt;
  }
  if (std::optional<Place> result; !body && call_of_threads(call, name, wants_result, result)) return result;
  if (call_special(call, callee)) return std::nullopt;
  if (linker_.is_null(callee) && !is_nondeterministic(name)) {
    evaluate_arguments(call, callee, true);
    assume_undefined(callee);
    end_path(LocationKind::Exit, {}, call);  // it traps
    return std::nullopt;
  }
  if (callee->hasAttr<clang::NoReturnAttr>() || callee->isNoReturn()) {
    evaluate_arguments(call, callee, false);
    if (!linker_.around().destructors().empty()) {
      emitter_.unsupported("call of " + name + ", which does not return: it may end the program, with its destructors",
                           call);
    }
    end_path(LocationKind::Exit, {}, call);
    return std::nullopt;
  }
  return call_without_body(call, callee, wants_result);
}

std::optional<Place> Lowering::call_without_body(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                                 bool wants_result) {
  const std::string name = callee->getNameAsString();
  const LibraryFunction* known = library_function(name);
  const bool has_argument = call->getNumArgs() != 0 && integer(call->getArg(0)->getType());
  if (known && known->is_allocator() && has_argument) return call_allocation(call, callee, *known, wants_result);
  if (const std::string function = arbitrary_result_of(name); !function.empty()) {
    emitter_.assume_globally("'" + function +
                             "' returns a number in its range, exactly what C's Annex F says of its cases");
    const Place result = place_of(result_storage(call, call->getType()));
    havoc(result, emitter_.origin(call), EdgeRole::Plain, function);
    return result;
  }
  if (is_input(name)) {
    const Place result = place_of(result_storage(call, call->getType()));
    havoc(result, emitter_.origin(call), EdgeRole::Plain, library_name(frame().function->getNameAsString()));
    return result;
  }
  if (known && known->kind == Kind::invisible) return call_output(call, callee, *known, wants_result);
  if (name.starts_with("__builtin_")) {
    if (!integer(call->getType())) {
      emitter_.unsupported("call of " + name, call);
      return std::nullopt;
    }
    const ExprPtr constant = constant_value(call, "call of " + name);
    if (!emitter_.alive() || !wants_result) return std::nullopt;
    const Place result = place_of(temporary(call, name, constant->type));
    store(result, constant, emitter_.origin(call), EdgeRole::Internal);
    return result;
  }
  if (!is_nondeterministic(name) && has_known_meaning(callee, name, call)) {
    emitter_.unsupported("call of library function " + name + unmodelled_in_format(call), call);
    return std::nullopt;
  }
  if ((calls_back(name) || is_of_system(callee)) && passes_function(call, context())) {
    emitter_.unsupported("call of library function " + name + ", which may call the function it is given", call);
    return std::nullopt;
  }
  std::vector<const clang::Expr*> written;
  const bool writes_are_known = written_arguments(call, callee, written);
  evaluate_arguments(call, callee, false);
  if (!emitter_.alive()) return std::nullopt;
  const bool is_range = known && known->kind == Kind::number && call->getNumArgs() == known->range.arguments;
  const LibraryFunction::Range* returned = is_range ? &known->range : nullptr;
  if (returned && (name.starts_with("feof") || name.starts_with("ferror")))
    emitter_.assume_globally(
        "feof and ferror give any answer: streams are also read in ways that are modelled without");
  const bool depends = (wants_result && !returns_argument(name) && matters(call->getType())) || !written.empty();
  if (!returned && depends && is_of_library_only(callee, name)) {
    emitter_.unsupported("call of library function " + name + unmodelled_in_format(call), call);
    return std::nullopt;
  }
  const bool may_change_all = !writes_are_known && !returned;
  const bool changes_all = may_change_all && change_all(call, callee);
  if (!emitter_.alive()) return std::nullopt;
  if (!is_nondeterministic(name) && !returned) {
    const char* changed = changes_all                            ? what_arguments_lead_to
                          : writes_are_known && !written.empty() ? numbers_of_arguments
                                                                 : "";
    assume_of_function(call, callee, returns_own_object(callee) && has_foreign_object(call), changed);
  }
  if (may_change_all && !changes_all) {
    Location location;
    location.kind = LocationKind::Unsupported;
    location.bytes_model_it = !options_.memory_as_bytes;
    location.function = emitter_.copy().name;
    location.note = "call of " + name + ", which has no body and may write through a pointer";
    location.place = emitter_.range(call);
    pointer_calls_.emplace_back(emitter_.edge_count(), std::move(location));
  }
  unsigned number = 1;
  for (const clang::Expr* argument : written) write_argument(call, argument, Part(number++));
  if (!emitter_.alive()) return std::nullopt;
  const clang::QualType type = call->getType();
  if (!wants_result || type->isVoidType()) {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
    return std::nullopt;
  }
  if (type->isPointerType() && returns_own_object(callee)) {
    if (auto object = foreign_object(call, callee)) return object;
  }
  const auto named = callee->isImplicit() && is_nondeterministic(name) ? type_by_name(name) : std::nullopt;
  const Storage* storage = named ? temporary(call, name + "()", *named) : result_storage(call, type);
  if (!storage->is_modelled()) {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
  } else {
    havoc(place_of(storage), emitter_.origin(call), EdgeRole::Plain, name);
    if (returned) assume_between(place_of(storage), returned->low, returned->high, call);
  }
  return place_of(storage);
}

void Lowering::assume_between(const Place& place, std::int64_t low, std::int64_t high, const clang::CallExpr* call) {
  const SourceRange where = emitter_.range(call);
  const ExprPtr result = load(place, where);
  const auto compare = [&](BinaryOp op, std::int64_t bound) {
    return make_binary(op, result, make_constant(bound, result->type), int_type, where);
  };
  keep_if(make_binary(BinaryOp::LogicalAnd, compare(BinaryOp::Ge, low), compare(BinaryOp::Le, high), int_type, where),
          call);
}

void Lowering::keep_if(const ExprPtr& condition, const clang::CallExpr* call) {
  const Node inside = emitter_.new_node();
  const Node outside = emitter_.new_node();
  emitter_.branch(condition, Origin{call, emitter_.range(call), {}}, inside, outside);
  emitter_.enter(outside);
  end_path(LocationKind::Exit, {}, call);
  emitter_.enter(inside);
}

const clang::CallExpr* Lowering::input_call(const clang::Expr* source) {
  source = source->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(source)) {
    if (!integer(cast->getType()) || integer(cast->getType()) != integer(cast->getSubExpr()->getType())) return nullptr;
    source = cast->getSubExpr()->IgnoreParens();
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || call->getNumArgs() != 0 || callee->isImplicit()) return nullptr;
  const bool has_object = returns_own_object(callee) && has_foreign_object(call);
  return is_nondeterministic(callee->getNameAsString()) && !has_object ? call : nullptr;
}

bool Lowering::assign_call(const Place& target, const clang::Expr* source, const Origin& origin) {
  const clang::CallExpr* call = input_call(source);
  if (!call || target.member || target.storage->kind != Storage::Kind::Scalar ||
      integer(call->getType()) != target.storage->integer)
    return false;
  havoc(target, origin, EdgeRole::Plain, call->getDirectCallee()->getNameAsString());
  return true;
}

}  // namespace bireach::frontend
