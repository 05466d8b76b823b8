// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/special_calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>

#include <set>

#include "frontend/clang/reading/symbols.h"

namespace bireach::frontend {
namespace {

/// "__isoc99_sscanf" and "__builtin_snprintf" are the functions without these beginnings.
std::string plain_name(const clang::FunctionDecl* function) {
  std::string name = known_name(function);
  for (const std::string prefix : {"__builtin_", "__isoc99_"})
    if (name.starts_with(prefix)) name = name.substr(prefix.size());
  return name;
}

/// The argument without its conversion to `void *`.
clang::Expr* without_conversion(clang::Expr* argument) {
  for (;;) {
    clang::Expr* inner = argument->IgnoreParens();
    auto* cast = llvm::dyn_cast<clang::CastExpr>(inner);
    if (!cast || (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp)) return argument;
    argument = cast->getSubExpr();
  }
}

std::string written_type(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (!type->isPointerType()) return type.getAsString();
  const clang::QualType pointee = type->getPointeeType();
  const bool is_const = pointee.isConstQualified();
  const clang::QualType target = pointee.getUnqualifiedType();
  if (!target->isArithmeticType() || target->isEnumeralType()) return is_const ? "const void *" : "void *";
  return (is_const ? "const " : "") + target.getAsString() + " *";
}

/// What the text of a call depends on, but for its format.
SpecialCall described_call(const clang::CallExpr* call, const std::string& name) {
  SpecialCall special;
  special.function = name;
  for (const clang::Expr* argument : call->arguments()) {
    special.arguments.push_back(written_type(argument->getType()));
    special.are_literals.push_back(llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts()));
  }
  return special;
}

/// Null: it is no literal of single bytes.
const clang::StringLiteral* format_literal(const clang::CallExpr* call, unsigned format) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(call->getArg(format)->IgnoreParenCasts());
  return literal && literal->getCharByteWidth() == 1 ? literal : nullptr;
}

}  // namespace

class CallRewriter {
 public:
  CallRewriter(SpecialCalls& calls, clang::ASTContext& context,
               const std::function<bool(const clang::FunctionDecl*)>& is_of_library)
      : calls_(calls), context_(context), is_of_library_(is_of_library) {}

  void visit(clang::Stmt* code) {
    if (!code) return;
    note_unused(code);
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(code)) visit_call(call);
    for (clang::Stmt*& child : code->children()) {
      auto* asked = llvm::dyn_cast_or_null<clang::Expr>(child);
      if (clang::Expr* call = asked ? asks_table(asked) : nullptr) child = call;
      visit(child);
    }
  }

 private:
  /// Whose value does nobody see among the parts of this statement?
  void note_unused(const clang::Stmt* code) {
    const auto note = [this](const clang::Stmt* part) {
      const auto* expr = llvm::dyn_cast_or_null<clang::Expr>(part);
      if (expr) unused_.insert(expr->IgnoreParens());
    };
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(code)) {
      for (const clang::Stmt* part : block->body()) note(part);
    } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(code)) {
      note(choice->getThen());
      note(choice->getElse());
    } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(code)) {
      note(loop->getInit());
      note(loop->getInc());
      note(loop->getBody());
    } else if (const auto* repeated = llvm::dyn_cast<clang::WhileStmt>(code)) {
      note(repeated->getBody());
    } else if (const auto* once = llvm::dyn_cast<clang::DoStmt>(code)) {
      note(once->getBody());
    } else if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(code)) {
      note(label->getSubStmt());
    } else if (const auto* branch = llvm::dyn_cast<clang::SwitchCase>(code)) {
      note(branch->getSubStmt());
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(code)) {
      if (cast->getCastKind() == clang::CK_ToVoid || unused_.contains(cast)) note(cast->getSubExpr());
    } else if (const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(code)) {
      if (comma->getOpcode() != clang::BO_Comma) return;
      note(comma->getLHS());
      if (unused_.contains(comma)) note(comma->getRHS());
    } else if (const auto* cleaned = llvm::dyn_cast<clang::FullExpr>(code)) {
      if (unused_.contains(cleaned)) note(cleaned->getSubExpr());
    }
  }

  void visit_call(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return;
    const std::string name = plain_name(callee);
    if (const auto format = special_format(name)) {
      if (is_of_library_(callee)) for_format(call, name, *format);
    } else if (is_special_output(name) && is_of_library_(callee)) {
      replace(call, calls_.symbol_of(described(call, name)));
    } else if (is_special_for_elements(name) && is_of_library_(callee)) {
      for_elements(call, name);
    } else if (const auto object = special_memory(name); object && is_of_library_(callee)) {
      for_memory(call, name, *object);
    }
  }

  void for_format(clang::CallExpr* call, const std::string& name, unsigned format) {
    if (call->getNumArgs() <= format) return;
    const clang::StringLiteral* literal = format_literal(call, format);
    if (!literal) return;
    SpecialCall special = described(call, name);
    special.format = literal->getString().str();
    special.format_argument = format;
    replace(call, calls_.symbol_of(std::move(special)));
  }

  SpecialCall described(const clang::CallExpr* call, const std::string& name) {
    SpecialCall special = described_call(call, name);
    special.is_used = !unused_.contains(call);
    return special;
  }

  void for_elements(clang::CallExpr* call, const std::string& name) {
    if (call->getNumArgs() != 4) return;
    clang::Expr* array = without_conversion(call->getArg(0));
    const clang::QualType element = array->getType()->getPointeeType();
    clang::Expr::EvalResult size;
    if (element.isNull() || element->isIncompleteType() || element->isVoidType() || element.isConstQualified()) return;
    if (!call->getArg(2)->EvaluateAsInt(size, context_)) return;
    if (size.Val.getInt().getZExtValue() !=
        static_cast<std::uint64_t>(context_.getTypeSizeInChars(element).getQuantity()))
      return;
    const auto text = record_text(element);
    if (!text || !calls_.define(*text)) return;
    SpecialCall special;
    special.function = name;
    special.element = text->name;
    const std::string symbol = calls_.symbol_of(std::move(special));
    if (symbol.empty()) return;
    call->setArg(0, array);
    replace(call, symbol);
  }

  /// Elements are read as what they are, where they certainly are such; bytes otherwise, which makes the object one of
  /// bytes.
  void for_memory(clang::CallExpr* call, const std::string& name, unsigned object) {
    if (call->getNumArgs() <= object) return;
    SpecialCall special = described(call, name);
    clang::Expr* pointer = without_conversion(call->getArg(object));
    if (!call->getArg(object)->getType()->isPointerType() || pointer->getType()->getPointeeType().isNull()) return;
    const auto bytes = written_bytes(call, object);
    std::string type = "const void *";
    if (names_all(pointer, bytes)) type = element_pointer(pointer->getType());
    if (type != "const void *" && bytes && *bytes % size_of(pointer->getType()->getPointeeType()) != 0)
      type = "const void *";
    special.arguments[object] = type;
    const std::string symbol = calls_.symbol_of(std::move(special));
    if (symbol.empty()) return;
    if (type != "const void *") call->setArg(object, pointer);
    replace(call, symbol);
  }

  [[nodiscard]] std::uint64_t size_of(clang::QualType type) const {
    return static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
  }

  /// How many bytes are written; nothing: it is no constant.
  [[nodiscard]] std::optional<std::uint64_t> written_bytes(const clang::CallExpr* call, unsigned object) const {
    std::uint64_t bytes = 1;
    clang::Expr::EvalResult size;
    for (unsigned i = object + 1; i < std::min(call->getNumArgs(), 3U); ++i) {
      if (!call->getArg(i)->EvaluateAsInt(size, context_)) return std::nullopt;
      bytes *= size.Val.getInt().getZExtValue();
    }
    return bytes;
  }

  /// The type of a pointer to numbers or to structures of known layout, as the text has it; `const void *` for others.
  std::string element_pointer(clang::QualType pointer) {
    const clang::QualType element = pointer->getPointeeType();
    if (element->isArithmeticType() && !element->isEnumeralType()) return written_type(pointer);
    if (!element->isRecordType() || element->isIncompleteType()) return "const void *";
    const auto text = record_text(element.getUnqualifiedType());
    return text && calls_.define(*text) ? "const " + text->name + " *" : "const void *";
  }

  /// Does what is written lie within what the pointer names, if that is a part of an object (a member, an element)?
  [[nodiscard]] bool names_all(const clang::Expr* pointer, std::optional<std::uint64_t> bytes) const {
    const clang::Expr* named = pointer->IgnoreParenImpCasts();
    while (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(named)) {
      if (!sum->isAdditiveOp()) return false;
      named = (sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS())->IgnoreParenImpCasts();
      bytes = std::nullopt;
    }
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(named);
    if (address && address->getOpcode() == clang::UO_AddrOf)
      named = address->getSubExpr()->IgnoreParens();
    else if (!named->getType()->isArrayType())
      return true;
    if (named->getType()->isIncompleteType()) return false;
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(named);
    if (element && llvm::isa<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts())) return true;
    return llvm::isa<clang::DeclRefExpr, clang::StringLiteral>(named) || (bytes && *bytes <= size_of(named->getType()));
  }

  /// The index into a table that one of these functions gives; null: it is none. Names the function.
  clang::Expr* table_index(clang::Expr* expr, std::string& function) {
    auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr->IgnoreParenImpCasts());
    auto* table = element ? llvm::dyn_cast<clang::UnaryOperator>(element->getBase()->IgnoreParenImpCasts()) : nullptr;
    if (!table || table->getOpcode() != clang::UO_Deref) return nullptr;
    const auto* call = llvm::dyn_cast<clang::CallExpr>(table->getSubExpr()->IgnoreParenImpCasts());
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) return nullptr;
    function = callee->getNameAsString();
    const clang::QualType index = element->getIdx()->getType();
    const bool is_narrow =
        index->isIntegerType() && context_.getIntWidth(index) <= context_.getIntWidth(context_.IntTy);
    return function.starts_with("__ctype_") && is_narrow ? element->getIdx() : nullptr;
  }

  /// A call that asks in place of the tables of glibc's <ctype.h>; null: it asks none.
  clang::Expr* asks_table(clang::Expr* expr) {
    std::string function;
    if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(expr); both && both->getOpcode() == clang::BO_And) {
      clang::Expr* index = table_index(both->getLHS(), function);
      clang::Expr::EvalResult mask;
      if (!index || function != "__ctype_b_loc" || !both->getRHS()->EvaluateAsInt(mask, context_)) return nullptr;
      const auto bits = static_cast<unsigned>(mask.Val.getInt().getZExtValue() & 0xffff);
      return call_of_table(calls_.symbol_of_class(bits), index);
    }
    auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
    if (!read || read->getCastKind() != clang::CK_LValueToRValue) return nullptr;
    clang::Expr* index = table_index(read->getSubExpr(), function);
    if (!index || !context_.hasSameType(expr->getType(), context_.IntTy)) return nullptr;
    if (function == "__ctype_tolower_loc") return call_of_table(calls_.symbol_of_case(LetterCase::lower), index);
    if (function == "__ctype_toupper_loc") return call_of_table(calls_.symbol_of_case(LetterCase::upper), index);
    return nullptr;
  }

  clang::Expr* call_of_table(const std::string& symbol, clang::Expr* index) {
    clang::Expr* argument = index;
    if (!context_.hasSameType(index->getType(), context_.IntTy)) {
      argument = clang::ImplicitCastExpr::Create(context_, context_.IntTy, clang::CK_IntegralCast, index, nullptr,
                                                 clang::VK_PRValue, {});
    }
    auto* call =
        clang::CallExpr::Create(context_, index, {argument}, context_.IntTy, clang::VK_PRValue, index->getEndLoc(), {});
    replace(call, symbol);
    return call;
  }

  /// Lets it call the symbol, with the arguments that it has.
  void replace(clang::CallExpr* call, const std::string& symbol) {
    if (symbol.empty()) return;
    llvm::SmallVector<clang::QualType, 8> types;
    for (const clang::Expr* argument : call->arguments()) types.push_back(argument->getType().getUnqualifiedType());
    const clang::QualType type = context_.getFunctionType(call->getType(), types, {});
    const clang::SourceLocation where = call->getCallee()->getBeginLoc();
    clang::TranslationUnitDecl* unit = context_.getTranslationUnitDecl();
    auto* function = clang::FunctionDecl::Create(context_, unit, where, where, &context_.Idents.get(symbol), type,
                                                 nullptr, clang::SC_Extern);
    llvm::SmallVector<clang::ParmVarDecl*, 8> parameters;
    for (const clang::QualType parameter : types)
      parameters.push_back(clang::ParmVarDecl::Create(context_, function, where, where, nullptr, parameter, nullptr,
                                                      clang::SC_None, nullptr));
    function->setParams(parameters);
    auto* name = clang::DeclRefExpr::Create(context_, {}, {}, function, false, where, type, clang::VK_LValue);
    call->setCallee(clang::ImplicitCastExpr::Create(context_, context_.getPointerType(type),
                                                    clang::CK_FunctionToPointerDecay, name, nullptr, clang::VK_PRValue,
                                                    {}));
  }

  SpecialCalls& calls_;
  clang::ASTContext& context_;
  const std::function<bool(const clang::FunctionDecl*)>& is_of_library_;
  std::set<const clang::Expr*> unused_;
};

void SpecialCalls::add(clang::ASTContext& file, const std::function<bool(const clang::FunctionDecl*)>& is_of_library) {
  CallRewriter rewriter(*this, file, is_of_library);
  std::vector<clang::Stmt*> bodies;  // first: more functions are declared on the way
  for (const clang::Decl* declaration : file.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody()) bodies.push_back(function->getBody());
  }
  for (clang::Stmt* body : bodies) rewriter.visit(body);
}

std::string unmodelled_in_format(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const std::string name = callee ? plain_name(callee) : std::string();
  const auto format = special_format(name);
  if (!format || call->getNumArgs() <= *format) return {};
  const clang::StringLiteral* literal = format_literal(call, *format);
  if (!literal) return std::string(no_literal_format);
  SpecialCall special = described_call(call, name);
  special.format = literal->getString().str();
  special.format_argument = *format;
  const std::string conversion = unmodelled_conversion(special);
  return conversion.empty() ? "" : " with " + conversion;
}

bool SpecialCalls::define(const RecordText& type) {
  for (const auto& [name, text] : type.definitions) {
    const auto known = types_.find(name);
    if (known != types_.end() && known->second != text) return false;
  }
  for (const auto& [name, text] : type.definitions)
    if (types_.emplace(name, text).second) text_ += text;
  return true;
}

std::string SpecialCalls::symbol_of_class(unsigned mask) {
  std::string symbol = special_symbol("class_" + std::to_string(mask), 0);
  if (symbols_.emplace(symbol, "").second) text_ += class_text(symbol, mask);
  return symbol;
}

std::string SpecialCalls::symbol_of_case(LetterCase wanted) {
  std::string symbol = special_symbol(wanted == LetterCase::lower ? "tolower" : "toupper", 0);
  if (symbols_.emplace(symbol, "").second) text_ += case_text(symbol, wanted);
  return symbol;
}

std::string SpecialCalls::symbol_of(SpecialCall call) {
  call.symbol = "SYMBOL";
  const auto text = special_text(call);
  if (!text) return {};
  const auto [known, fresh] = known_.emplace(*text, std::string());
  if (!fresh) return known->second;
  call.symbol = special_symbol(call.function, ++count_);
  known->second = call.symbol;
  symbols_.emplace(call.symbol, *text);
  text_ += *special_text(call);
  return call.symbol;
}

}  // namespace bireach::frontend
