// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang_foreign.h"
#include "frontend/clang_library.h"
#include "frontend/clang_lowering.h"
#include "frontend/clang_math.h"

namespace bireach::frontend {
namespace {

/// Beyond this many edges, calls are not inlined any more.
constexpr std::size_t max_edges = 2'000'000;

template <std::size_t count>
bool is_one_of(const std::string& name, const std::array<std::string_view, count>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 9> ending_functions{"abort",          "exit",
                                                           "_exit",          "_Exit",
                                                           "quick_exit",     "__builtin_abort",
                                                           "__builtin_trap", "__builtin_unreachable",
                                                           "__builtin_exit"};
constexpr std::array<std::string_view, 5> assertion_functions{"__assert_fail", "__assert", "__assert_rtn",
                                                              "__assert_perror_fail", "__assert_func"};
/// They change nothing that the program can see but what stands behind their results.
constexpr std::array<std::string_view, 24> effect_free_functions{"printf",
                                                                 "fprintf",
                                                                 "vprintf",
                                                                 "vfprintf",
                                                                 "puts",
                                                                 "fputs",
                                                                 "putchar",
                                                                 "putc",
                                                                 "fputc",
                                                                 "fflush",
                                                                 "perror",
                                                                 "__builtin_printf",
                                                                 "__builtin_puts",
                                                                 "__builtin_putchar",
                                                                 "printk",
                                                                 "syslog",
                                                                 "__VERIFIER_atomic_begin",
                                                                 "__VERIFIER_atomic_end",
                                                                 "__builtin_prefetch",
                                                                 "usleep",
                                                                 "sleep",
                                                                 "srand",
                                                                 "srandom",
                                                                 "fclose"};
constexpr std::array<std::string_view, 33> unsupported_functions{"atoi",  // C says what they return
                                                                 "atol",
                                                                 "atoll",
                                                                 "atof",
                                                                 "div",
                                                                 "ldiv",
                                                                 "lldiv",
                                                                 "setjmp",
                                                                 "_setjmp",
                                                                 "sigsetjmp",
                                                                 "__sigsetjmp",
                                                                 "longjmp",
                                                                 "siglongjmp",
                                                                 "_longjmp",
                                                                 "atexit",
                                                                 "on_exit",
                                                                 "at_quick_exit",
                                                                 "qsort",
                                                                 "qsort_r",
                                                                 "bsearch",
                                                                 "call_once",
                                                                 "signal",
                                                                 "sigaction",
                                                                 "fork",
                                                                 "vfork",
                                                                 "clone",
                                                                 "scanf",
                                                                 "fscanf",
                                                                 "sscanf",
                                                                 "__isoc99_scanf",
                                                                 "__isoc99_fscanf",
                                                                 "__isoc99_sscanf",
                                                                 "__VERIFIER_nondet_memory"};

/// Functions that change nothing the program can see and return any of these values (C11 7.21.7.6, 7.22.2; POSIX).
struct ReturnRange {
  std::string_view name;
  std::int64_t low;
  std::int64_t high;
};
constexpr std::array<ReturnRange, 3> return_ranges{
    {{"rand", 0, 2147483647}, {"random", 0, 2147483647}, {"getchar", -1, 255}}};

/// Null: not one of them.
const ReturnRange* return_range(const std::string& name) {
  const auto* found = std::find_if(return_ranges.begin(), return_ranges.end(),
                                   [&name](const ReturnRange& range) { return range.name == name; });
  return found == return_ranges.end() ? nullptr : found;
}

bool is_unsupported(const std::string& name) {
  return is_one_of(name, unsupported_functions) || name.starts_with("pthread_") || name.starts_with("thrd_") ||
         name.starts_with("__builtin_va_") || name.starts_with("__sync_") || name.starts_with("__atomic_") ||
         is_floating_environment(name);
}

bool is_nondeterministic(const std::string& name) {
  return name.starts_with("__VERIFIER_nondet_");
}

/// The type that an undeclared __VERIFIER_nondet_T returns, by its name.
std::optional<IntegerType> type_by_name(const std::string& name) {
  const std::string suffix = name.substr(std::string("__VERIFIER_nondet_").size());
  if (suffix == "bool") return IntegerType{1, false, true};
  if (suffix == "char") return IntegerType{8, true, false};
  if (suffix == "uchar" || suffix == "unsigned_char" || suffix == "u8") return IntegerType{8, false, false};
  if (suffix == "short") return IntegerType{16, true, false};
  if (suffix == "ushort" || suffix == "u16") return IntegerType{16, false, false};
  return std::nullopt;
}

/// Does the C library or the implementation define what it returns, so that "any value" would be wrong? Also where an
/// argument is not modelled: the result then depends on it.
bool has_known_meaning(const clang::FunctionDecl* callee, const std::string& name, const clang::CallExpr* call) {
  if (callee->getBuiltinID() != 0) return true;
  if (name.starts_with("__") && !name.starts_with("__VERIFIER_")) return true;
  return std::any_of(call->arg_begin(), call->arg_end(),
                     [](const clang::Expr* argument) { return argument->getType()->isFloatingType(); });
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
    if (is_pointer && (is_string || (only_read && target_of(argument)))) continue;
    discard(argument);
  }
}

void Lowering::end_path(LocationKind kind, const std::string& note, const clang::CallExpr* call) {
  if (!alive()) return;
  Location location;
  location.kind = kind;
  location.place = range(call);  // which the return from the entry function does not have
  if (kind == LocationKind::Error) {
    location.function = frame().name;
    location.note = note;
  }
  emit_to(graph_.terminal(location), Assume{make_constant(1, IntegerType{})}, origin(call), EdgeRole::Call);
}

bool Lowering::call_assertion(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  const LocationKind kind = options_.assert_is_error ? LocationKind::Error : LocationKind::Exit;
  if (is_one_of(name, assertion_functions)) {
    evaluate_arguments(call, callee, true);
    end_path(kind, "assertion failed", call);
    return true;
  }
  const bool is_assert = name == "assert";
  if ((!is_assert && name != "__VERIFIER_assume" && name != "__builtin_assume") || call->getNumArgs() != 1)
    return false;
  // A condition with side effects is not evaluated (Clang's language extensions).
  if (name == "__builtin_assume" && effects_.has_effects(call->getArg(0))) return true;
  const Node holds = new_node();
  const Node fails = new_node();
  condition(call->getArg(0), holds, fails);
  enter(fails);
  if (name == "__builtin_assume") {
    unsupported("behaviour that is left undefined: an assumption that fails", call);
  } else {
    end_path(is_assert ? kind : LocationKind::Exit, "assertion failed", call);
  }
  enter(holds);
  return true;
}

bool Lowering::call_special(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  if (call_assertion(call, callee)) return true;
  if (is_one_of(name, ending_functions)) {
    evaluate_arguments(call, callee, true);
    end_path(LocationKind::Exit, {}, call);
    return true;
  }
  if (name == "bireach_outside") {  // of the contract of the function
    end_path(LocationKind::Exit, {}, call);
    return true;
  }
  if (name == "bireach_undefined") {
    unsupported("behaviour that C leaves undefined", call);
    return true;
  }
  if (call_argument_list(call, name)) return true;
  if (is_unsupported(name)) {
    unsupported((name.starts_with("pthread_") || name.starts_with("thrd_") ? "threads: call of " : "call of ") + name,
                call);
    return true;
  }
  return false;
}

std::optional<Place> Lowering::call(const clang::CallExpr* call, bool wants_result) {
  if (!alive()) return std::nullopt;
  if (pure_ > 0) {
    pure_failed_ = true;
    return std::nullopt;
  }
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee ? call_function(call, callee, wants_result) : call_pointer(call, wants_result);
}

std::optional<Place> Lowering::call_function(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                             bool wants_result) {
  const std::string name = callee->getNameAsString();
  const auto& errors = options_.error_functions;
  if (std::find(errors.begin(), errors.end(), name) != errors.end()) {
    evaluate_arguments(call, callee, true);
    end_path(LocationKind::Error, "call of " + name, call);
    return std::nullopt;
  }
  const clang::FunctionDecl* body = linker_.definition(callee);
  if (body && linker_.is_library(body) && call_on_object(call, body->getNameAsString())) {
    if (!wants_result || !alive()) return std::nullopt;
    const Place result = place_of(result_storage(call, call->getType()));
    store(result, value(call->getArg(0)), origin(call), EdgeRole::Internal);
    return result;
  }
  if (body && !is_nondeterministic(name)) return inline_call(call, body, wants_result);
  if (is_exact_math(call, linker_)) {  // the value is not used
    for (const clang::Expr* argument : call->arguments()) discard(argument);
    emit_step(origin(call), EdgeRole::Call);
    return std::nullopt;
  }
  if (call_special(call, callee)) return std::nullopt;
  if (callee->hasAttr<clang::NoReturnAttr>() || callee->isNoReturn()) {
    evaluate_arguments(call, callee, false);
    end_path(LocationKind::Exit, {}, call);
    return std::nullopt;
  }
  return call_without_body(call, callee, wants_result);
}

std::optional<Place> Lowering::call_without_body(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                                 bool wants_result) {
  const std::string name = callee->getNameAsString();
  const bool has_argument = call->getNumArgs() != 0 && integer(call->getArg(0)->getType());
  if (const Allocator* known = has_argument ? allocator(name) : nullptr) {
    return call_allocation(call, callee, *known, wants_result);
  }
  if (const std::string function = arbitrary_result_of(name); !function.empty()) {
    assume_globally("'" + function + "' returns a number in its range, exactly what C's Annex F says of its cases");
    const Place result = place_of(result_storage(call, call->getType()));
    havoc(result, origin(call), EdgeRole::Plain, function);
    return result;
  }
  const bool effect_free = is_one_of(name, effect_free_functions);
  if (name.starts_with("__builtin_") && !effect_free) {
    if (!integer(call->getType())) {
      unsupported("call of " + name, call);
      return std::nullopt;
    }
    const ExprPtr constant = constant_value(call, "call of " + name);
    if (!alive() || !wants_result) return std::nullopt;
    const Place result = place_of(temporary(call, name, constant->type));
    store(result, constant, origin(call), EdgeRole::Internal);
    return result;
  }
  if (!effect_free && !is_nondeterministic(name) && has_known_meaning(callee, name, call)) {
    unsupported("call of library function " + name, call);
    return std::nullopt;
  }
  bool prints_only = effect_free && name.find("printf") != std::string::npos;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const auto* format = llvm::dyn_cast<clang::StringLiteral>(call->getArg(i)->IgnoreParenCasts());
    if (format && format->isAscii() && format->getString().contains("%n")) prints_only = false;
  }
  std::vector<const clang::Expr*> written;
  const bool writes_are_known = effect_free || written_arguments(call, callee, written);
  evaluate_arguments(call, callee, effect_free && (prints_only || name.find("printf") == std::string::npos));
  if (!alive()) return std::nullopt;
  const ReturnRange* returned = call->getNumArgs() == 0 ? return_range(name) : nullptr;
  if (!effect_free && !is_nondeterministic(name) && !returned) {
    assume_of_function(call, callee, returns_own_object(callee) && has_foreign_object(call),
                       writes_are_known && !written.empty());
  }
  if (!writes_are_known) {
    Location location;
    location.kind = LocationKind::Unsupported;
    location.function = frame().name;
    location.note = "call of " + name + ", which has no body and may write through a pointer";
    location.place = range(call);
    pointer_calls_.emplace_back(graph_.edge_count(), std::move(location));
  }
  unsigned number = 1;
  for (const clang::Expr* argument : written) write_argument(call, argument, 100000 * number++);
  if (!alive()) return std::nullopt;
  const clang::QualType type = call->getType();
  if (!wants_result || type->isVoidType()) {
    emit_step(origin(call), EdgeRole::Call);
    return std::nullopt;
  }
  if (type->isPointerType() && returns_own_object(callee)) {
    if (auto object = foreign_object(call, callee)) return object;
  }
  const auto named = callee->isImplicit() && is_nondeterministic(name) ? type_by_name(name) : std::nullopt;
  const Storage* storage = named ? temporary(call, name + "()", *named) : result_storage(call, type);
  if (!storage->is_modelled()) {
    emit_step(origin(call), EdgeRole::Call);
  } else {
    havoc(place_of(storage), origin(call), EdgeRole::Plain, name);
    if (returned) assume_between(place_of(storage), returned->low, returned->high, call);
  }
  return place_of(storage);
}

void Lowering::assume_between(const Place& place, std::int64_t low, std::int64_t high, const clang::CallExpr* call) {
  const SourceRange where = range(call);
  const ExprPtr result = load(place, where);
  const auto compare = [&](BinaryOp op, std::int64_t bound) {
    return make_binary(op, result, make_constant(bound, result->type), IntegerType{}, where);
  };
  const Node inside = new_node();
  const Node outside = new_node();
  branch(
      make_binary(BinaryOp::LogicalAnd, compare(BinaryOp::Ge, low), compare(BinaryOp::Le, high), IntegerType{}, where),
      origin(call), inside, outside);
  enter(outside);
  end_path(LocationKind::Exit, {}, call);
  enter(inside);
}

bool Lowering::assign_call(const Place& target, const clang::Expr* source, const Origin& origin) {
  source = source->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(source)) {
    if (!integer(cast->getType()) || integer(cast->getType()) != integer(cast->getSubExpr()->getType())) return false;
    source = cast->getSubExpr()->IgnoreParens();
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || call->getNumArgs() != 0 || callee->isImplicit() || target.member ||
      target.storage->kind != Storage::Kind::Scalar)
    return false;
  const std::string name = callee->getNameAsString();
  if (!is_nondeterministic(name) || integer(call->getType()) != target.storage->integer) return false;
  havoc(target, origin, EdgeRole::Plain, name);
  return true;
}

const Storage* Lowering::result_storage(const clang::CallExpr* call, clang::QualType type) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return internal_storage(call, (callee ? callee->getNameAsString() : "indirect") + "()", type);
}

Lowering::Argument Lowering::evaluate_argument(const clang::CallExpr* call, unsigned number,
                                               const clang::ParmVarDecl* parameter, const clang::FunctionDecl* body) {
  Argument result;
  const clang::Expr* argument = call->getArg(number);
  const auto keep = [&](ExprPtr kept) {
    for (unsigned later = number + 1; later < call->getNumArgs(); ++later)
      kept = protect(std::move(kept), argument, call->getArg(later));
    return kept;
  };
  if (parameter && is_argument_list(parameter->getOriginalType())) return result;  // see pass_list
  if (parameter && integer(parameter->getType()) && integer(argument->getType())) {
    if (parameter->getType()->isPointerType() && !effects_.written_by(body).variables.contains(parameter)) {
      result.target = target_of(argument);
      if (!result.target) result.target = literal_target(argument);
    }
    // The callee may change what the indices were computed from.
    if (result.target) fix_target(*result.target, argument);
    result.value = keep(value(argument));
  } else if (parameter && parameter->getType()->isRecordType() && argument->getType()->isRecordType()) {
    result.object = struct_value(argument);
    if (result.object) result.object->index = keep(result.object->index);
  } else if (!parameter && reads_argument_list(body) && integer(argument->getType())) {
    result.value = keep(value(argument));
  } else {
    discard(argument);
  }
  return result;
}

void Lowering::pass_argument(const clang::CallExpr* call, unsigned number, const clang::ParmVarDecl* parameter,
                             const Argument& argument, Frame& inner) {
  if (!parameter) {
    if (reads_argument_list(inner.function)) keep_argument(call->getArg(number), argument.value, inner);
    return;
  }
  if (is_argument_list(parameter->getOriginalType())) return pass_list(call->getArg(number), parameter, inner);
  Origin place;
  place.node = call->getArg(number);
  place.range = range(call->getArg(number));
  place.text = parameter->getNameAsString() + " = " + origin(call->getArg(number)).text;
  const Storage* storage = storage_of(parameter);
  begin_life(local_object(parameter));
  if (argument.target && !recursions_.varying.contains(parameter)) inner.pointers[parameter] = *argument.target;
  if (argument.value) {
    store(place_of(storage), argument.value, place, EdgeRole::Parameter);
  } else if (argument.object) {
    copy(place_of(storage), *argument.object, place, EdgeRole::Parameter);
  } else if (storage->is_modelled()) {
    unsupported("argument of another type", call->getArg(number));
  }
}

std::vector<Lowering::Argument> Lowering::evaluate_parameters(const clang::CallExpr* call,
                                                              const clang::FunctionDecl* body) {
  std::vector<Argument> arguments;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::ParmVarDecl* parameter = i < body->getNumParams() ? body->getParamDecl(i) : nullptr;
    arguments.push_back(evaluate_argument(call, i, parameter, body));
  }
  return arguments;
}

void Lowering::pass_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                              const std::vector<Argument>& arguments, Frame& inner) {
  const auto parameter = [body](unsigned i) { return i < body->getNumParams() ? body->getParamDecl(i) : nullptr; };
  for (unsigned i = 0; i < call->getNumArgs(); ++i) pass_argument(call, i, parameter(i), arguments[i], inner);
  for (unsigned i = call->getNumArgs(); i < body->getNumParams(); ++i) {
    begin_life(local_object(parameter(i)));
    havoc(place_of(storage_of(parameter(i))), origin(call), EdgeRole::Parameter);
  }
}

std::optional<Place> Lowering::inline_call(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                           bool wants_result) {
  const std::string name = library_name(body->getNameAsString());
  if (Frame* active = activation_of(body)) return call_again(call, *active, wants_result);
  if (graph_.edge_count() > max_edges) {
    unsupported("program too large after inlining", call);
    return std::nullopt;
  }
  Frame inner;
  inner.function = body;
  inner.unit = &linker_.unit_of(body);
  inner.name = name;
  if (frame().library_call || linker_.is_library(body)) inner.library_call = range(call);
  inner.caller = frame_;
  pass_arguments(call, body, evaluate_parameters(call, body), inner);
  if (!alive()) return std::nullopt;
  const bool has_result = wants_result && !call->getType()->isVoidType();
  const bool is_recursive = recursions_.functions.contains(body);
  if (has_result && !is_recursive) inner.result = result_storage(call, call->getType());
  const Node end = new_node();
  inner.end = is_recursive ? new_node() : end;
  inner.call_path = static_cast<std::uint32_t>(program_.call_paths.size());
  program_.call_paths.push_back(
      CallSite{frame().name, name, range(call), frame().call_path, inner.library_call.has_value()});
  Frame* const outer = frame_;
  frame_ = &inner;
  active_.push_back(body);
  if (is_recursive) begin_recursion();
  lower_body(body);
  if (alive() && inner.result) havoc(place_of(inner.result), Origin{body, {}, {}}, EdgeRole::Internal);
  go_to(inner.end);
  if (is_recursive) finish_recursion(end);
  active_.pop_back();
  frame_ = outer;
  enter(end);
  if (is_recursive) return take_result(call, body, wants_result);
  if (!inner.result) return std::nullopt;
  return place_of(inner.result);
}

void Lowering::lower_body(const clang::FunctionDecl* body) {
  const auto [entry, fresh] = bypassable_.try_emplace(body);
  if (fresh) entry->second = bypassable_locals(body);
  for (const clang::VarDecl* local : entry->second) {
    // A jump can enter the scope of this variable behind its declaration: it is arbitrary then.
    // Where lifetimes are noted, a jump to its block sees to that.
    if (lifetime_of(local_object(local)).kind == Lifetime::Kind::unnoted)
      havoc(place_of(storage_of(local)), origin(local), EdgeRole::Internal);
  }
  lower(body->getBody());
}

}  // namespace bireach::frontend
