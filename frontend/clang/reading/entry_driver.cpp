// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/entry_driver.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/thread.h"

namespace bireach::frontend {
namespace {

/// Elements that hold pointers are written out one by one.
constexpr std::uint64_t most_written_out = 256;

/// Writes the function, and before it the declarations of the functions that give values.
class Writer {
 public:
  Writer(const clang::FunctionDecl& function, EntryPointers kind, unsigned elements)
      : function_(function),
        context_(function.getASTContext()),
        policy_(context_.getPrintingPolicy()),
        kind_(kind),
        elements_(elements) {
    policy_.Bool = false;  // else _Bool is printed as bool, which <stdbool.h> declares
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration)) taken_.insert(named->getNameAsString());
  }

  /// Throws ParseError.
  EntryDriver write(std::string file) {
    const std::string name = function_.getNameAsString();
    std::string arguments;
    for (const clang::ParmVarDecl* parameter : function_.parameters()) {
      std::string own = parameter->getNameAsString();
      if (own.empty()) own = "argument" + std::to_string(parameter->getFunctionScopeIndex() + 1);
      arguments += (arguments.empty() ? "" : ", ") + argument(*parameter, own);
    }
    const std::string driver = unique("bireach_call_" + name);
    std::string text;
    for (const auto& [function, declaration] : inputs_) text += declaration + "\n";
    text += "void " + driver + "(void) {\n" + body_ + "  (" + name + ")(" + arguments + ");\n}\n";
    EntryDriver result{std::move(file), driver, without_macros(text) + text, {}};
    if (!has_pointers_) return result;
    const std::string count = elements_ == 1 ? "1 element" : std::to_string(elements_) + " elements";
    const std::string bytes = std::to_string(elements_);
    result.assumptions.push_back(
        "pointer parameters of '" + name + "' point to separate objects of " + count +
        (kind_ == EntryPointers::maybe_null ? ", or are null" : "") +
        (has_arrays_ ? "; those declared as arrays, of as many elements as declared if that is more" : "") +
        (has_strings_ ? "; those of char to strings of at most " + bytes + (elements_ == 1 ? " byte" : " bytes") +
                            ", in arrays of " + std::to_string(elements_ + 1)
                      : ""));
    if (has_inner_)
      result.assumptions.push_back("pointers in arguments of '" + name +
                                   "', and in what these point to, point to separate objects, too");
    if (is_cut_)
      result.assumptions.push_back(
          "pointers in objects that these point to lead to objects whose own pointers are null");
    return result;
  }

 private:
  [[noreturn]] void refuse(clang::QualType type, const std::string& why) const {
    throw ParseError("--entry-pointers: no argument of type '" + type.getAsString(policy_) + "' can be made for '" +
                     function_.getNameAsString() + "': " + why);
  }

  /// No other name of the file, nor one of this function.
  std::string unique(std::string name) {
    for (char& c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    std::string result = name;
    for (unsigned number = 2; !taken_.insert(result).second; ++number) result = name + std::to_string(number);
    return result;
  }

  /// Lines that take names away from macros: the text means what the syntax tree does.
  static std::string without_macros(const std::string& text) {
    std::set<std::string> names;
    std::string name;
    for (const char c : text + " ") {
      const bool belongs = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
      if (belongs) name += c;
      if (belongs) continue;
      if (!name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0) names.insert(name);
      name.clear();
    }
    std::string lines;
    for (const std::string& one : names)
      if (one != "defined") lines += "#undef " + one + "\n";
    return lines;
  }

  /// "int *name[3]"
  [[nodiscard]] std::string declared(clang::QualType type, std::string name) const {
    check_named(type);
    type.getUnqualifiedType().getAsStringInternal(name, policy_);
    return name;
  }

  void check_named(clang::QualType type) const {
    const clang::Type* base = context_.getBaseElementType(type)->getPointeeOrArrayElementType();
    const auto* tag = base->getAsTagDecl();
    const bool is_typedef = llvm::isa<clang::TypedefType>(context_.getBaseElementType(type).getTypePtr());
    if (tag != nullptr && !is_typedef && !tag->getDeclName() && tag->getTypedefNameForAnonDecl() == nullptr)
      refuse(type, "the type has no name");
  }

  void line(const std::string& text) { body_ += std::string(2 * indent_, ' ') + text + "\n"; }

  /// A call that gives any value of the scalar type.
  std::string input(clang::QualType type) {
    const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
    clang::QualType given = canonical;
    if (const auto* of = canonical->getAs<clang::EnumType>()) given = of->getDecl()->getIntegerType();
    if (const auto* atomic = given->getAs<clang::AtomicType>()) return input(atomic->getValueType());
    const std::string name = given.getAsString(policy_);
    std::string suffix;
    for (const char c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) suffix += c;
    const std::string function = "__VERIFIER_nondet_bireach_" + suffix;
    inputs_.emplace(function, "extern " + name + " " + function + "(void);");
    return function + "()";
  }

  /// What the parameter is passed.
  std::string argument(const clang::ParmVarDecl& parameter, const std::string& name) {
    const clang::QualType type = parameter.getType();
    if (!type->isPointerType()) {
      const std::string variable = unique(name + "_value");
      line(declared(type, variable) + ";");
      fill(variable, type, 0);
      return variable;
    }
    std::uint64_t count = elements_;
    // "int a[static 4]" has at least as many, and one means "int a[4]" so.
    const auto* array = context_.getAsConstantArrayType(parameter.getOriginalType());
    if (array == nullptr) return pointer(type, name, 1, count);
    has_arrays_ = true;
    count = std::max(count, array->getSize().getZExtValue());
    return pointer(type, name, 1, count, Chars::array);
  }

  /// What a pointer to char leads to.
  enum class Chars : std::uint8_t { string, array };

  /// Makes what the pointer leads to, and says its value.
  std::string pointer(clang::QualType type, const std::string& name, unsigned depth, std::uint64_t count,
                      Chars chars = Chars::string) {
    clang::QualType target = type->getPointeeType();
    has_pointers_ = true;
    if (target->isFunctionType() || (target->isIncompleteType() && !target->isVoidType())) return foreign(type);
    if (depth > entry_pointer_depth) {
      is_cut_ = true;
      return "0";
    }
    if (target->isVoidType()) target = context_.UnsignedCharTy;
    const bool is_string = chars == Chars::string && context_.hasSameUnqualifiedType(target, context_.CharTy);
    has_strings_ |= is_string;
    const std::string object = unique(name + "_object");
    clang::Qualifiers ignored;
    const clang::QualType element = context_.getUnqualifiedArrayType(target, ignored);
    line(declared(element, object + "[" + std::to_string(count + (is_string ? 1 : 0)) + "]") + ";");
    fill_elements(object, element, count, depth);
    if (is_string) line(object + "[" + std::to_string(count) + "] = 0;");
    if (kind_ != EntryPointers::maybe_null) return object;
    return "(" + input(context_.BoolTy) + " ? " + object + " : 0)";
  }

  /// An address of which nothing is known: accesses through it are not modelled.
  std::string foreign(clang::QualType type) {
    const std::string function = unique("__VERIFIER_nondet_bireach_pointer");
    inputs_.emplace(function, "extern " + declared(type, function + "(void)") + ";");
    return function + "()";
  }

  [[nodiscard]] bool holds_pointers(clang::QualType type) const {
    type = context_.getBaseElementType(type);
    if (type->isPointerType()) return true;
    const clang::RecordDecl* record = type->isStructureType() ? type->getAsRecordDecl() : nullptr;
    return record != nullptr && std::any_of(record->field_begin(), record->field_end(),
                                            [this](const auto* field) { return holds_pointers(field->getType()); });
  }

  void fill_elements(const std::string& array, clang::QualType element, std::uint64_t count, unsigned depth) {
    const bool is_short = count <= 4;
    if (holds_pointers(element) || is_short) {
      if (count > most_written_out) refuse(element, "so many elements that hold pointers are not made");
      for (std::uint64_t i = 0; i < count; ++i) fill(array + "[" + std::to_string(i) + "]", element, depth);
      return;
    }
    const std::string number = counter();
    line("for (" + number + " = 0; " + number + " < " + std::to_string(count) + "; " + number + "++) {");
    ++indent_;
    fill(array + "[" + number + "]", element, depth);
    --indent_;
    line("}");
  }

  /// Declares one: C90 has no declarations in loops.
  std::string counter() {
    const std::string number = unique("i");
    line("unsigned long " + number + ";");
    return number;
  }

  void fill_bytes(const std::string& place) {
    const std::string number = counter();
    line("for (" + number + " = 0; " + number + " < sizeof " + place + "; " + number + "++)");
    line("  ((unsigned char *)&" + place + ")[" + number + "] = " + input(context_.UnsignedCharTy) + ";");
  }

  void fill(const std::string& place, clang::QualType type, unsigned depth) {
    const clang::QualType canonical = type.getCanonicalType();
    if (const auto* array = context_.getAsConstantArrayType(type))
      return fill_elements(place, array->getElementType(), array->getSize().getZExtValue(), depth);
    if (canonical->isArrayType()) return;  // a flexible member: the object ends there
    if (canonical->isUnionType()) return fill_union(place, *canonical->getAsRecordDecl(), depth, place);
    if (canonical->isStructureType()) return fill_fields(place, *canonical->getAsRecordDecl(), depth);
    if (canonical->isComplexType() || canonical->isVectorType()) return;
    has_inner_ = has_inner_ || canonical->isPointerType();
    has_pointers_ = has_pointers_ || canonical->isPointerType();
    const std::string value = canonical->isPointerType() ? pointer(type, place, depth + 1, elements_) : input(type);
    // A member of a const type is a part of an object that is not.
    if (type.isConstQualified())
      line("*(" + declared(type, "*") + ")&" + place + " = " + value + ";");
    else
      line(place + " = " + value + ";");
  }

  void fill_fields(const std::string& place, const clang::RecordDecl& record, unsigned depth) {
    for (const clang::FieldDecl* field : record.fields()) {
      if (field->isUnnamedBitfield()) continue;
      if (field->isAnonymousStructOrUnion()) {
        fill_anonymous(place, *field, depth);
        continue;
      }
      fill(place + "." + field->getNameAsString(), field->getType(), depth);
    }
  }

  /// Members of it are written as if they were those of the structure around it.
  void fill_anonymous(const std::string& place, const clang::FieldDecl& field, unsigned depth) {
    const clang::RecordDecl& record = *field.getType()->getAsRecordDecl();
    if (!record.isUnion()) return fill_fields(place, record, depth);
    fill_union(place, record, depth, "");
  }

  /// By a member that is as large as the union: a number if there is one, else by bytes. `whole`: the union; empty: it
  /// has no name.
  void fill_union(const std::string& place, const clang::RecordDecl& record, unsigned depth, const std::string& whole) {
    const auto size_of = [this](const clang::FieldDecl* field) { return context_.getTypeSize(field->getType()); };
    const clang::FieldDecl* largest = nullptr;
    for (const clang::FieldDecl* member : record.fields()) {
      if (member->isUnnamedBitfield()) continue;
      const bool is_number = member->getType()->isIntegralOrEnumerationType() && !member->isBitField();
      const bool is_larger = largest == nullptr || size_of(member) > size_of(largest);
      if (is_larger || (is_number && size_of(member) == size_of(largest))) largest = member;
    }
    if (largest == nullptr) return;
    const std::string member = place + "." + largest->getNameAsString();
    if (largest->getType()->isIntegralOrEnumerationType() && !largest->isBitField())
      return fill(member, largest->getType(), depth);
    if (!whole.empty()) return fill_bytes(whole);
    if (largest->isAnonymousStructOrUnion()) return fill_anonymous(place, *largest, depth);
    fill_bytes(member);
  }

  const clang::FunctionDecl& function_;
  clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
  EntryPointers kind_;
  unsigned elements_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> inputs_;
  std::string body_;
  unsigned indent_ = 1;
  bool has_pointers_ = false;
  bool has_strings_ = false;
  bool has_arrays_ = false;
  bool has_inner_ = false;
  bool is_cut_ = false;
};

const clang::FunctionDecl* defined_in(clang::ASTContext& context, const std::string& name) {
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() && function->getNameAsString() == name)
      return function;
  }
  return nullptr;
}

}  // namespace

std::optional<EntryDriver> entry_driver(const std::vector<std::string>& files, const ParseOptions& options,
                                        EntryPointers kind, unsigned elements) {
  std::optional<EntryDriver> result;
  if (kind == EntryPointers::arbitrary || options.entry == "main") return result;
  on_parser_thread([&] {
    for (const std::string& file : files) {
      const auto tree = parse_unit(file, options, nullptr);
      const clang::FunctionDecl* function = defined_in(tree->getASTContext(), options.entry);
      if (function == nullptr) continue;
      result = Writer(*function, kind, elements).write(file);
      return;
    }
  });
  return result;
}

}  // namespace bireach::frontend
