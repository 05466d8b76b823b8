// SPDX-License-Identifier: Apache-2.0
/// What C demands of the arguments of library functions (C11 7.1.4p1), where the model of the function does not say it.
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/FormatString.h>

#include <algorithm>

#include "frontend/clang/analysis/foreign_functions.h"
#include "frontend/clang/library/library_names.h"
#include "frontend/clang/library/special_text.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

using clang::analyze_format_string::ArgType;
using clang::analyze_format_string::OptionalAmount;
using clang::analyze_printf::PrintfSpecifier;

/// What a format says of the arguments behind it.
class FormatArguments : public clang::analyze_format_string::FormatStringHandler {
 public:
  FormatArguments(const clang::CallExpr* call, unsigned format, clang::ASTContext& context)
      : call_(call), first_(format + 1), context_(context) {}

  bool HandlePrintfSpecifier(const PrintfSpecifier& specifier, const char* start, unsigned length,
                             const clang::TargetInfo&) override {
    text_ = std::string(start, length);
    amount(specifier.getFieldWidth());
    amount(specifier.getPrecision());
    if (!specifier.consumesDataArgument()) return true;
    const ArgType type = specifier.getArgType(context_, false);
    const clang::Expr* given = argument(specifier.getArgIndex());
    if (!given || !type.isValid()) return true;
    if (type.matchesType(context_, given->getType()) == ArgType::NoMatch && !narrows(specifier, *given))
      mismatch_ = mismatch_.empty() ? text_ + " for a value of type " + given->getType().getAsString() : mismatch_;
    if (specifier.getConversionSpecifier().getKind() == clang::analyze_format_string::ConversionSpecifier::sArg)
      strings_.push_back(given);
    return true;
  }

  [[nodiscard]] const std::string& mismatch() const { return mismatch_; }
  [[nodiscard]] const std::vector<const clang::Expr*>& strings() const { return strings_; }

 private:
  const clang::Expr* argument(unsigned number) {
    if (first_ + number < call_->getNumArgs()) return call_->getArg(first_ + number);
    if (mismatch_.empty()) mismatch_ = text_ + " without an argument";
    return nullptr;
  }

  void amount(const OptionalAmount& amount) {
    if (amount.getHowSpecified() != OptionalAmount::Arg) return;
    const clang::Expr* given = argument(amount.getArgIndex());
    const bool fits = given && amount.getArgType(context_).matchesType(context_, given->getType()) != ArgType::NoMatch;
    if (given && !fits && mismatch_.empty()) mismatch_ = "* of " + text_ + " for " + given->getType().getAsString();
  }

  /// An int is what arguments of narrower types become; the function makes it narrow again.
  static bool narrows(const PrintfSpecifier& specifier, const clang::Expr& given) {
    using clang::analyze_format_string::LengthModifier;
    const auto length = specifier.getLengthModifier().getKind();
    return (length == LengthModifier::AsChar || length == LengthModifier::AsShort) && given.getType()->isIntegerType();
  }

  const clang::CallExpr* call_;
  unsigned first_;
  clang::ASTContext& context_;
  std::string text_;
  std::string mismatch_;
  std::vector<const clang::Expr*> strings_;
};

}  // namespace

bool Lowering::uses_stream(const std::string& name, const clang::Expr* argument) {
  if (name.starts_with("fflush") || !(is_c_library_name(name) || is_system_library_name(name))) return false;
  return is_stream(argument->getType());
}

void Lowering::refuse_if(const ExprPtr& condition, const std::string& what, const clang::CallExpr* call,
                         const Part& part) {
  if (!emitter_.alive()) return;
  const Node refused = emitter_.new_node();
  const Node goes_on = emitter_.new_node();
  emitter_.branch(condition, Origin{call, emitter_.range(call), {}}, refused, goes_on, part);  // not what is written
  emitter_.enter(refused);
  emitter_.undefined_at(Violation::undefined_call, what, emitter_.origin(call));
  emitter_.enter(goes_on);
}

void Lowering::check_contract(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  if (!options_.property.has(Violation::undefined_call) || emitter_.copy().library_call || !emitter_.alive()) return;
  const std::string name = callee->getNameAsString();
  const clang::FunctionDecl* body = linker_.definition(callee);
  if (body && !linker_.is_library(body)) return;
  check_not_null(call, callee);
  if (name == "memcpy" && body && call->getNumArgs() == 3) check_overlap(call);
  const std::string special = special_function(name);
  const LibraryFunction* known = library_function(special.empty() ? name : special);
  const auto format = known && !known->output.takes_list ? known->format() : std::nullopt;
  if (format && *format < call->getNumArgs()) check_format(call, *format);
}

void Lowering::check_not_null(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const auto* attribute = callee->getAttr<clang::NonNullAttr>();
  const std::string special = special_function(callee->getNameAsString());
  const std::string name = special.empty() ? callee->getNameAsString() : special;
  for (unsigned i = 0; i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    if (!argument->getType()->isPointerType() || target_of(argument)) continue;
    const bool is_used = (attribute && attribute->isNonNull(i)) || (entry_->isMain() && uses_stream(name, argument));
    if (!is_used) continue;
    const ExprPtr given = pure_value(argument);
    if (!given) continue;
    refuse_if(make_binary(BinaryOp::Eq, given, make_constant(0, given->type), int_type),
              "null passed to " + name + ", which forbids it", call, Part(1000 + i));
  }
}

void Lowering::check_overlap(const clang::CallExpr* call) {
  const auto to = target_of(call->getArg(0));
  const auto from = target_of(call->getArg(1));
  const bool is_within_one = to && from && to->base.storage == from->base.storage;
  if ((to || from) && !is_within_one) return;  // no pointer leads to what has variables of its own
  const ExprPtr values[] = {pure_value(call->getArg(0)), pure_value(call->getArg(1)), pure_value(call->getArg(2))};
  if (std::any_of(std::begin(values), std::end(values), [](const ExprPtr& value) { return !value; })) return;
  const ScalarType& pointer = values[0]->type;
  const ExprPtr bytes = make_cast(values[2], pointer);
  const auto reaches = [&](const ExprPtr& a, const ExprPtr& b) {
    const ExprPtr distance = make_binary(BinaryOp::Sub, a, b, pointer);
    return make_binary(BinaryOp::Lt, distance, bytes, int_type);
  };
  refuse_if(make_binary(BinaryOp::LogicalOr, reaches(values[0], values[1]), reaches(values[1], values[0]), int_type),
            "memcpy between objects that overlap", call, Part(1100));
}

void Lowering::check_format(const clang::CallExpr* call, unsigned format) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(call->getArg(format)->IgnoreParenCasts());
  if (!literal || literal->getCharByteWidth() != 1) return;
  const llvm::StringRef text = literal->getString();
  FormatArguments arguments(call, format, context());
  clang::analyze_format_string::ParsePrintfString(arguments, text.begin(), text.end(), context().getLangOpts(),
                                                  context().getTargetInfo(), false);
  if (!arguments.mismatch().empty())
    return emitter_.undefined_at(Violation::undefined_call, "format and argument do not match: " + arguments.mismatch(),
                                 emitter_.origin(call));
  unsigned number = 0;
  for (const clang::Expr* string : arguments.strings()) {
    ++number;
    if (!string->getType()->isPointerType() || target_of(string)) continue;
    const ExprPtr given = pure_value(string);
    if (given)
      refuse_if(make_binary(BinaryOp::Eq, given, make_constant(0, given->type), int_type), "null for %s", call,
                Part(1200 + number));
  }
}

}  // namespace bireach::frontend
