// SPDX-License-Identifier: Apache-2.0
/// Variadic functions: since calls are inlined, the arguments behind the parameters are variables, and a va_list is the
/// number of the next one. A function that gets a list as a parameter reads the arguments of the activation that
/// started it.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

constexpr ScalarType number_type = signed_integer(32);
/// The number of no argument: a list that was passed on and may not be read any more.
constexpr int list_of_nobody = 0x7fffffff;

bool is_start(const std::string& name) {
  return name == "__builtin_va_start" || name == "__builtin_stdarg_start";
}

/// Does a body start a list of its arguments?
bool starts_list(const clang::Stmt* code) {
  if (!code) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(code);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && is_start(callee->getNameAsString())) return true;
  return std::any_of(code->child_begin(), code->child_end(), starts_list);
}

/// The local or parameter that an operand of va_arg and its kin names; null: another expression.
const clang::VarDecl* list_variable(const clang::Expr* list) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(list->IgnoreParenCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage()) return nullptr;
  const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);  // arrays are passed as pointers
  return is_argument_list(parameter ? parameter->getOriginalType() : variable->getType()) ? variable : nullptr;
}

bool fits(const ScalarType& passed, const ScalarType& read) {
  return passed.width == read.width && passed.is_floating() == read.is_floating();
}

/// A wider integer has the bits that are read at their place, where each argument has a register or 8 bytes of its own.
bool holds(const ScalarType& passed, const ScalarType& read, unsigned pointer_width) {
  return pointer_width == 64 && passed.width == 64 && read.width < 64 && !passed.is_floating() && !read.is_floating();
}

}  // namespace

bool Lowering::reads_argument_list(const clang::FunctionDecl* body) {
  if (!body->isVariadic()) return false;
  const auto [entry, fresh] = reads_argument_list_.try_emplace(body, false);
  if (fresh) entry->second = starts_list(body->getBody());
  return entry->second;
}

void Lowering::keep_argument(const clang::Expr* argument, const ExprPtr& passed, Frame& inner) {
  const Storage* storage = passed ? temporary(argument, "argument", passed->type) : nullptr;
  inner.further_arguments.push_back(storage);
  Origin place = emitter_.origin(argument);
  place.text = inner.copy.name + "(..., " + place.text + ")";
  if (!storage) return;
  program_.variables[storage->variable].is_pointer = argument->getType()->isPointerType();
  store(place_of(storage), passed, place, EdgeRole::Plain);
}

std::optional<Place> Lowering::argument_list(const clang::Expr* list) {
  const clang::VarDecl* variable = list_variable(list);
  const clang::FunctionDecl* function = frame().function;
  const bool is_own = variable && variable->getDeclContext() == function;
  const bool is_passed = is_own && llvm::isa<clang::ParmVarDecl>(variable);
  const bool is_known = !is_passed || frame().passed_lists.contains(variable);
  if (is_own) frame().used_lists.insert(variable);
  if (is_own && is_known && !frame().is_entry && !is_in_recursion(function)) return place_of(storage_of(variable));
  emitter_.unsupported(
      is_own && is_known ? "va_list of a recursive function or the entry function" : "va_list of unknown origin", list);
  return std::nullopt;
}

const Frame& Lowering::listed(const clang::Expr* list) {
  const clang::VarDecl* variable = list_variable(list);
  const auto passed = frame().passed_lists.find(variable);
  return passed == frame().passed_lists.end() ? frame() : *passed->second;
}

void Lowering::pass_list(const clang::Expr* list, const clang::ParmVarDecl* parameter, Frame& inner) {
  const auto from = argument_list(list);
  if (!from || !emitter_.alive()) return;
  const auto* activation = activation_of(inner.function);
  if (activation && activation != &inner) return emitter_.unsupported("va_list passed to a recursive function", list);
  inner.passed_lists[parameter] = &listed(list);
  const Place to = place_of(storage_of(parameter));
  store(to, make_cast(load(*from, emitter_.range(list)), to.storage->integer, emitter_.range(list)),
        emitter_.origin(list), EdgeRole::Parameter);
  // Where the list is an array the callee reads from the caller's; elsewhere from a copy. So the number is of no use.
  store(*from, make_constant(list_of_nobody, number_type), emitter_.origin(list), EdgeRole::Internal, Part(1));
}

bool Lowering::call_argument_list(const clang::CallExpr* call, const std::string& name) {
  const bool starts = is_start(name);
  const bool copies = name == "__builtin_va_copy";
  if ((!starts && !copies && name != "__builtin_va_end") || call->getNumArgs() == 0) return false;
  const clang::VarDecl* variable = list_variable(call->getArg(0));
  // Whose arguments a list has is the same wherever it is read.
  const bool is_new = !frame().used_lists.contains(variable) && !frame().passed_lists.contains(variable);
  const auto list = argument_list(call->getArg(0));
  if (!list || !emitter_.alive()) return true;
  if (starts && &listed(call->getArg(0)) != &frame()) {
    emitter_.unsupported("va_start of a va_list that is a parameter", call);
  } else if (starts) {
    store(*list, make_constant(0, number_type), emitter_.origin(call), EdgeRole::Internal);
  } else if (copies) {
    const auto from = argument_list(call->getArg(1));
    if (from && emitter_.alive()) {
      const Frame& owner = listed(call->getArg(1));
      if (is_new && &owner != &frame()) frame().passed_lists[variable] = &owner;
      if (&owner != &listed(call->getArg(0))) {
        emitter_.unsupported("copy of a va_list into one that has other arguments", call);
      } else {
        store(*list, make_cast(load(*from, emitter_.range(call)), number_type, emitter_.range(call)),
              emitter_.origin(call), EdgeRole::Internal);
      }
    }
  } else {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Internal);
  }
  return true;
}

ExprPtr Lowering::next_argument(const clang::VAArgExpr* read) {
  if (emitter_.fail_trial()) return zero_value(read);
  const ScalarType type = *integer(read->getType());
  const auto list = argument_list(read->getSubExpr());
  if (!list || !emitter_.alive()) return zero_value(read);
  const SourceRange where = emitter_.range(read);
  const Place result = place_of(temporary(read, "va_arg", type));
  const Node end = emitter_.new_node();
  const ExprPtr number = make_cast(load(*list, where), number_type, where);
  const auto& arguments = listed(read->getSubExpr()).further_arguments;
  for (unsigned i = 0; i < arguments.size() && emitter_.alive(); ++i) {
    const Node is_next = emitter_.new_node();
    const Node is_later = emitter_.new_node();
    emitter_.branch(make_binary(BinaryOp::Eq, number, make_constant(i, number_type), int_type, where),
                    Origin{read, where, {}}, is_next, is_later, Part(i));
    emitter_.enter(is_next);
    const Storage* passed = arguments[i];
    const bool is_wider = passed && !program_.variables[passed->variable].is_pointer &&
                          holds(passed->integer, type, integer(context().VoidPtrTy)->width);
    if (is_wider) {
      emitter_.assume_globally("where va_arg reads an int and a long was passed, it gets the low bits, as on x86-64");
      store(result, make_cast(load(place_of(passed), where), type, where), emitter_.origin(read), EdgeRole::Internal,
            Part(i));
      emitter_.go_to(end);
    } else if (!passed || !fits(passed->integer, type)) {
      emitter_.unsupported("va_arg of another type than that of the argument", read);
    } else {
      store(result, load(place_of(passed), where), emitter_.origin(read), EdgeRole::Internal, Part(i));
      emitter_.go_to(end);
    }
    emitter_.enter(is_later);
  }
  emitter_.unsupported("va_arg behind the last argument", read);
  emitter_.enter(end);
  if (!emitter_.alive()) return zero_value(read);
  store(*list, make_binary(BinaryOp::Add, number, make_constant(1, number_type), number_type, where),
        emitter_.origin(read), EdgeRole::Internal);
  return load(result, where);
}

}  // namespace bireach::frontend
