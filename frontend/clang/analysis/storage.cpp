// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/storage.h"

#include <algorithm>

#include "frontend/clang/analysis/variable_types.h"
#include "frontend/clang/reading/synchronisation.h"
#include "frontend/program/array_limits.h"

namespace bireach::frontend {
namespace {

/// The type of a real floating type; nothing for formats that gcc's machine does not compute in directly.
std::optional<ScalarType> floating_point(clang::QualType type, const clang::ASTContext& context) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (!builtin) return std::nullopt;
  switch (builtin->getKind()) {
    case clang::BuiltinType::Float:
    case clang::BuiltinType::Double:
    case clang::BuiltinType::LongDouble:
    case clang::BuiltinType::Float128:
      break;
    default:
      return std::nullopt;
  }
  const llvm::fltSemantics& format = context.getFloatTypeSemantics(type);
  if (&format == &llvm::APFloat::IEEEsingle()) return floating_type(32);
  if (&format == &llvm::APFloat::IEEEdouble()) return floating_type(64);
  if (&format == &llvm::APFloat::x87DoubleExtended()) return floating_type(79);
  if (&format == &llvm::APFloat::IEEEquad()) return floating_type(128);
  return std::nullopt;
}

Storage opaque(Storage storage, Unmodelled what) {
  storage.kind = Storage::Kind::Opaque;
  storage.what = std::move(what);
  return storage;
}

/// As the user wrote it, but of a pointer whose typedef hides that: "int (*)(int)". What typeof stands for is written
/// out, since the `*` of its expression says nothing of the type.
std::string spelled(clang::QualType type, const clang::ASTContext& context) {
  std::string text = type.getAsString(context.getPrintingPolicy());
  const auto hides_pointer = [&] { return type->isPointerType() && text.find('*') == std::string::npos; };
  while (hides_pointer() || text.find("typeof") != std::string::npos) {
    const clang::QualType next = type.getSingleStepDesugaredType(context);
    if (next == type) break;
    type = next;
    text = type.getAsString(context.getPrintingPolicy());
  }
  return text;
}

}  // namespace

bool is_union_of_scalars(const clang::RecordDecl* record, const clang::ASTContext& context) {
  return std::all_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
    const auto member = integer_type(field->getType(), context);
    return member && (!member->is_floating() || member->width % 8 == 0);
  });
}

bool Storage::is_modelled() const {
  if (kind == Kind::Scalar || kind == Kind::Union || kind == Kind::Memory) return true;
  return std::any_of(children.begin(), children.end(), [](const Storage& child) { return child.is_modelled(); });
}

bool Storage::has_variable_length() const {
  return kind == Kind::Array && (length || children.front().has_variable_length());
}

std::optional<ScalarType> integer_type(clang::QualType type, const clang::ASTContext& context) {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
  if (type->isBooleanType()) return bool_type;
  if (type->isPointerType()) return unsigned_integer(static_cast<unsigned>(context.getTypeSize(type)));
  if (type->isRealFloatingType()) return floating_point(type, context);
  if (!type->isIntegralOrEnumerationType() || type->isIncompleteType()) return std::nullopt;
  return integer_of(static_cast<unsigned>(context.getIntWidth(type)), type->isSignedIntegerOrEnumerationType());
}

std::uint64_t pointee_size(clang::QualType type, const clang::ASTContext& context) {
  const clang::QualType pointee = type->getPointeeType();
  const bool has_size =
      !pointee.isNull() && pointee->isObjectType() && !pointee->isIncompleteType() && pointee->isConstantSizeType();
  return has_size ? static_cast<std::uint64_t>(context.getTypeSizeInChars(pointee).getQuantity()) : 0;
}

bool is_argument_list(clang::QualType type) {
  while (const auto* alias = type->getAs<clang::TypedefType>()) {
    const llvm::StringRef name = alias->getDecl()->getName();
    if (name == "__builtin_va_list" || name == "__gnuc_va_list" || name == "va_list") return true;
    type = alias->desugar();
  }
  return false;
}

bool ends_in_array(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  if (!record || !record->getDecl()->isCompleteDefinition() || record->getDecl()->field_empty()) return false;
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->getDecl()->fields()) last = field;
  return last->getType()->isArrayType() || ends_in_array(last->getType());
}

bool is_read_only(const clang::VarDecl& variable) {
  if (!variable.hasGlobalStorage() || variable.getTLSKind() != clang::VarDecl::TLS_None) return false;
  return variable.getASTContext().getBaseElementType(variable.getType()).isConstQualified();
}

bool ends_in_padding_array(clang::QualType type, const clang::ASTContext& context) {
  if (!ends_in_array(type)) return false;
  const clang::RecordDecl* record = type->getAs<clang::RecordType>()->getDecl()->getDefinition();
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->fields()) last = field;
  if (const auto* array = context.getAsConstantArrayType(last->getType()); array && array->getSize() != 0) return false;
  if (!last->getType()->isArrayType()) return ends_in_padding_array(last->getType(), context);
  return context.getFieldOffset(last) < context.getTypeSize(type);
}

Storage memory_layout(clang::QualType type, const clang::ASTContext& context, bool unions) {
  Storage storage;
  storage.type = type;
  if (const auto integer = integer_type(type, context)) {
    storage.kind = Storage::Kind::Scalar;
    storage.integer = *integer;
    return storage;
  }
  if (const std::string_view name = synchronisation_type(type); !name.empty()) {
    storage.kind = Storage::Kind::Scalar;
    storage.integer = state_type(name);
    return storage;
  }
  if (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
    storage.kind = Storage::Kind::Array;
    storage.count = array->getSize().getLimitedValue();
    storage.children.push_back(memory_layout(array->getElementType(), context, unions));
    return storage;
  }
  // At the end of a struct: as long as the object is. Of a variable length: that is asked of its type.
  if (context.getAsIncompleteArrayType(type) || context.getAsVariableArrayType(type)) {
    storage.kind = Storage::Kind::Array;
    storage.children.push_back(memory_layout(context.getAsArrayType(type)->getElementType(), context, unions));
    return storage;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (!record || !record->getDecl()->isCompleteDefinition()) return opaque(std::move(storage), opaque_name(type));
  if (!record->getDecl()->isUnion()) {
    storage.kind = Storage::Kind::Struct;
    return storage;
  }
  const auto width = static_cast<unsigned>(context.getTypeSize(type));
  const bool is_number = is_union_of_scalars(record->getDecl(), context);
  if (width == 0 || (!is_number && !unions)) return opaque(std::move(storage), opaque_name(type));
  storage.kind = is_number ? Storage::Kind::Union : Storage::Kind::Struct;
  storage.integer = unsigned_integer(width);
  return storage;
}

Unmodelled opaque_name(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isRealFloatingType()) return "floating-point value";
  if (type->isAnyComplexType()) return "complex number";
  if (type->isVariableArrayType()) return "variable-length array";
  if (type->isArrayType()) return "array of unknown size";
  if (type->isUnionType()) return {"union with members that are not numbers", Remedy::memory_of_bytes};
  if (type->isVectorType()) return "vector";
  return "object of type " + type.getAsString();
}

void StorageBuilder::make_unique(Origin& origin) {
  const std::string wished = origin.name;
  const std::string line = "@" + std::to_string(origin.declared.line);
  if (names_.contains(origin.name)) origin.name = wished + line;
  if (names_.contains(origin.name)) origin.name = wished + line + ":" + std::to_string(origin.declared.column);
  for (unsigned number = 2; names_.contains(origin.name); ++number)
    origin.name = wished + line + "#" + std::to_string(number);
  names_.insert(origin.name);
}

Storage StorageBuilder::create(Origin origin, clang::QualType type, const clang::ASTContext& context,
                               LengthVariables& lengths) {
  make_unique(origin);
  return build(origin, type, context, {0, false, &lengths});
}

Storage StorageBuilder::create_integer(Origin origin, ScalarType type) {
  make_unique(origin);
  Storage storage;
  storage.kind = Storage::Kind::Scalar;
  storage.integer = type;
  const std::string name = type.is_floating() ? (type.width == 32   ? "float"
                                                 : type.width == 64 ? "double"
                                                                    : "long double")
                           : type.is_boolean()
                               ? "_Bool"
                               : (type.is_signed() ? "int" : "uint") + std::to_string(type.width) + "_t";
  storage.variable = add_variable(origin, type, name, {});
  return storage;
}

Storage StorageBuilder::build(const Origin& origin, clang::QualType type, const clang::ASTContext& context,
                              Around around) {
  Storage storage;
  storage.type = type;
  if (const auto integer = integer_type(type, context)) {
    storage.kind = Storage::Kind::Scalar;
    storage.integer = *integer;
    storage.variable = add_variable(origin, *integer, spelled(type, context), around);
    program_.variables[storage.variable].is_pointer = type->isPointerType();
    program_.variables[storage.variable].pointee = pointee_size(type, context);
    return storage;
  }
  const clang::ArrayType* array = context.getAsArrayType(type);
  if (array && llvm::isa<clang::ConstantArrayType, clang::VariableArrayType>(array))
    return build_array(origin, *array, std::move(storage), context, around);
  if (const std::string_view name = synchronisation_type(type); !name.empty()) {
    storage.kind = Storage::Kind::Scalar;
    storage.integer = state_type(name);
    storage.variable = add_variable(origin, storage.integer, spelled(type, context), around);
    return storage;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record && record->getDecl()->isCompleteDefinition())
    return build_record(origin, record->getDecl(), std::move(storage), context, around);
  return opaque(std::move(storage), opaque_name(type));
}

Storage StorageBuilder::build_array(const Origin& origin, const clang::ArrayType& array, Storage storage,
                                    const clang::ASTContext& context, Around around) {
  const auto* variable = llvm::dyn_cast<clang::VariableArrayType>(&array);
  const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(&array);
  std::optional<logic::Integer> count;
  if (constant) count = logic::Integer(constant->getSize().getLimitedValue());
  if (variable) count = constant_length(*variable, context);
  if (variable && !variable->getSizeExpr()) return opaque(std::move(storage), opaque_name(storage.type));
  Around inner = around;
  inner.is_variable = inner.is_variable || !count || has_variable_size(array.getElementType());
  if (count) {
    const std::uint64_t others = inner.is_variable ? 1 : std::max<std::uint64_t>(around.elements, 1);
    if (*count <= 0 || *count > max_elements / others) return opaque(std::move(storage), "array of this size");
    storage.count = static_cast<std::uint64_t>(*count);
    inner.elements = others * storage.count;
  } else {
    storage.count = max_elements;
    const auto [entry, fresh] = around.lengths->try_emplace(variable->getSizeExpr());
    if (fresh) {
      Origin length = origin;
      length.name += ".(length)";
      length.user_name.clear();
      make_unique(length);
      entry->second = add_variable(length, signed_integer(64), "long long", {});
    }
    storage.length = entry->second;
  }
  inner.indices.push_back({origin.user_name.size(), count ? storage.count : 0});  // only the outermost may be open
  if (inner.is_variable) inner.elements = max_elements;
  storage.kind = Storage::Kind::Array;
  storage.children.push_back(build(origin, array.getElementType(), context, inner));
  return storage;
}

Storage StorageBuilder::build_record(const Origin& origin, const clang::RecordDecl* record, Storage storage,
                                     const clang::ASTContext& context, Around around) {
  if (record->isUnion()) {
    const auto width = static_cast<unsigned>(context.getTypeSize(storage.type));
    if (width == 0 || !is_union_of_scalars(record, context)) {
      Unmodelled name = opaque_name(storage.type);
      return opaque(std::move(storage), std::move(name));
    }
    storage.kind = Storage::Kind::Union;
    storage.integer = unsigned_integer(width);
    storage.variable =
        add_variable(origin, storage.integer, storage.type.getAsString(context.getPrintingPolicy()), around);
    return storage;
  }
  storage.kind = Storage::Kind::Struct;
  for (const clang::FieldDecl* field : record->fields()) {
    Origin part = origin;
    if (field->isAnonymousStructOrUnion()) part.name += ".(" + std::to_string(field->getFieldIndex()) + ")";
    if (!field->getDeclName().isEmpty()) {
      part.name += "." + field->getNameAsString();
      if (!part.user_name.empty()) part.user_name += "." + field->getNameAsString();
    } else if (field->isBitField()) {
      storage.children.emplace_back();  // an unnamed bit-field is padding
      storage.children.back().what = "padding";
      continue;
    }
    if (field->isBitField()) {
      Storage bits;
      bits.type = field->getType();
      bits.kind = Storage::Kind::Scalar;
      bits.integer = *integer_type(field->getType(), context);
      bits.integer.width = std::min(bits.integer.width, field->getBitWidthValue(context));
      bits.variable =
          add_variable(part, bits.integer, field->getType().getAsString(context.getPrintingPolicy()), around);
      storage.children.push_back(std::move(bits));
    } else {
      storage.children.push_back(build(part, field->getType(), context, around));
    }
  }
  return storage;
}

VariableId StorageBuilder::add_variable(const Origin& origin, ScalarType type, const std::string& c_type,
                                        const Around& around) {
  Variable variable;
  variable.name = origin.name;
  variable.user_name = origin.user_name;
  variable.c_type = c_type;
  variable.type = type;
  if (around.elements != 0) variable.array = ArrayShape{logic::Integer(around.elements)};
  const bool is_plain = around.indices.size() == 1 && around.indices.front().at == origin.user_name.size();
  const auto has_count = [&](const auto& index) { return index.count != 0 || &index == &around.indices.front(); };
  if (!origin.user_name.empty() && !is_plain && std::all_of(around.indices.begin(), around.indices.end(), has_count))
    for (const auto& [at, count] : around.indices) variable.indices.push_back({origin.user_name.size() - at, count});
  variable.function = origin.function;
  variable.declared = origin.declared;
  program_.variables.push_back(std::move(variable));
  return static_cast<VariableId>(program_.variables.size() - 1);
}

}  // namespace bireach::frontend
