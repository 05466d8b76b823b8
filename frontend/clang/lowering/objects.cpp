// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <bit>

#include "frontend/clang/library/library_text.h"
#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/synchronisation.h"
#include "frontend/program/lowering_names.h"

namespace bireach::frontend {
namespace {

constexpr std::uint64_t max_expanded_elements = 1024;
constexpr ScalarType index_type = signed_integer(64);

/// The value as an unsigned number of its bits, and back.
ExprPtr as_bits(ExprPtr value, SourceRange where) {
  if (!value->type.is_floating()) return value;
  const ScalarType bits = unsigned_integer(value->type.width);
  return make_pattern(std::move(value), bits, where);
}
ExprPtr from_bits(ExprPtr bits, const ScalarType& type, SourceRange where) {
  return type.is_floating() ? make_pattern(std::move(bits), type, where) : make_cast(std::move(bits), type, where);
}

/// The bits of a union that its member lies in.
ScalarType member_bits(const Place& place) {
  return unsigned_integer(place.member->is_boolean() && !place.first_bit ? 8 : place.member->width);
}

/// Is the field one of several adjacent bit-fields, which are one memory location (C11 3.14p3)?
bool shares_memory_location(const clang::FieldDecl& field) {
  if (!field.isBitField()) return false;
  const auto joins = [](const clang::FieldDecl& other) {
    return other.isBitField() && !other.isZeroLengthBitField(other.getASTContext());
  };
  const clang::FieldDecl* before = nullptr;
  for (const clang::FieldDecl* other : field.getParent()->fields()) {
    if (before != nullptr && joins(*before) && joins(*other) && (before == &field || other == &field)) return true;
    before = other;
  }
  return false;
}

}  // namespace

Place Lowering::place_of(const Storage* storage) {
  if (storage->kind != Storage::Kind::Memory) return Place{storage, nullptr, std::nullopt, nullptr, 0, false};
  const clang::VarDecl* variable = memory_.variable(storage->object);
  const auto* expr = variable ? nullptr : static_cast<const clang::Expr*>(storage->object);
  const auto* literal = expr ? llvm::dyn_cast<clang::CompoundLiteralExpr>(expr) : nullptr;
  const bool is_temporary = expr && !literal && !llvm::isa<clang::StringLiteral>(expr);
  if (is_temporary && recursions_.is_suspended(frame().function))
    emitter_.unsupported("temporary object in memory of a recursive function", expr);
  const bool is_of_many = threads_[thread()].any_number && (is_temporary || (variable && is_of_thread(variable)));
  if (is_of_many) emitter_.unsupported_at("object in memory that each of any number of threads has", Origin{});
  const ExprPtr address = variable  ? lifetimes_.address(lifetimes_.object(variable))
                          : literal ? lifetimes_.address(Lifetimes::object(literal, frame().function))
                                    : memory_.fixed_address(storage->object, storage->type,
                                                            llvm::isa<clang::StringLiteral>(expr) ? 0 : thread());
  if (address->kind == Expr::Kind::Constant)
    memory_.note_object(*storage, address->value, lifetimes_.flag(storage->object));
  const auto* record = storage->type->getAs<clang::RecordType>();
  clang::QualType type = storage->type;
  if (!type->isIncompleteType() && !type->isConstantSizeType()) {
    // As long as the object is.
    const clang::ArrayType* array = context().getAsArrayType(type);
    type = context().getIncompleteArrayType(array->getElementType(), clang::ArrayType::Normal, 0);
  } else if (record && record->getDecl()->hasFlexibleArrayMember()) {
    emitter_.unsupported_at("variable in memory that ends in an array of unknown length", Origin{});
  }
  const PointsTo::Region region = variable ? memory_.points_to().of(variable) : memory_.points_to().of(expr);
  return memory_.place(address, type, region, {});
}

void Lowering::use_memory(PointsTo::Region region) {
  if (memory_.use(region)) lifetimes_.reconsider(region);
}

bool Lowering::use_unions(clang::QualType type, const clang::ASTContext& types) {
  if (!options_.memory_as_bytes) return false;
  const std::set<PointsTo::Region> unions = memory_.points_to().byte_unions(type, types);
  for (const PointsTo::Region region : unions) use_memory(region);
  return !unions.empty();
}

const Storage* Lowering::storage_of(const clang::VarDecl* variable) {
  variable = linker_.variable(variable);
  const bool is_own = !variable->hasGlobalStorage() || is_of_thread(variable);
  if (!is_own && thread() != 0) {
    const InstanceScope shared(*this, 0);
    return storage_of(variable);
  }
  const auto known = storages_.find({variable, thread()});
  if (known != storages_.end()) return &known->second;
  StorageBuilder::Origin origin;
  origin.user_name = variable->getNameAsString();
  origin.name = origin.user_name;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (function) {
    origin.function = library_name(function->getNameAsString());
    origin.name = origin.function + "::" + origin.user_name;
  }
  const Unit& unit = linker_.unit_of(variable);
  origin.declared = unit.mapper.range(clang::SourceRange(variable->getLocation()));
  if (is_of_thread(variable) && (!function || thread() != 0)) origin.name = variables_.own_name(origin.name);
  if (thread() != 0 && is_of_thread(variable))
    threads_[thread()].variables.push_back(variable);
  else if (variable->hasGlobalStorage())
    globals_.push_back(variable);
  use_unions(variable->getType(), unit.context());
  Storage created;
  const bool is_local = function && !variable->hasGlobalStorage();
  const VariableOwner owner{variable, is_local ? linker_.definition(function) : nullptr};
  if (memory_.place_variable(variable)) {
    created.kind = Storage::Kind::Memory;
    created.type = variable->getType();
    created.object = variable;
  } else if (is_argument_list(variable->getType()) && !llvm::isa<clang::ParmVarDecl>(variable)) {
    created = variables_.create_scalar(std::move(origin), int_type, owner);
  } else {
    created = variables_.create(std::move(origin), variable->getType(), unit.context(), owner);
  }
  const Storage* result = &storages_.emplace(std::make_pair(variable, thread()), std::move(created)).first->second;
  note_twins(result, storages_.lower_bound({variable, 0})->second);
  return result;
}

bool Lowering::is_arbitrary_read(clang::QualType type) {
  if (!type.isVolatileQualified()) return false;
  if (!options_.volatile_is_arbitrary) emitter_.assume_globally("volatile objects are changed by the program only");
  return options_.volatile_is_arbitrary;
}

ExprPtr Lowering::read_to_change(const Place& object, const clang::Expr* expr) {
  return is_arbitrary_read(expr->getType()) && integer(expr->getType()) ? volatile_value(expr)
                                                                        : load_once(object, expr, false);
}

ExprPtr Lowering::volatile_value(const clang::Expr* read) {
  if (emitter_.fail_trial()) return zero_value(read);
  const Place result = place_of(temporary(read, "volatile", *integer(read->getType())));
  havoc(result, emitter_.origin(read), EdgeRole::Plain, {});
  return load(result, emitter_.range(read));
}

const Storage* Lowering::internal_storage(const clang::Expr* node, const std::string& name, clang::QualType type) {
  const auto* compound = llvm::dyn_cast<clang::CompoundLiteralExpr>(node);
  const bool is_shared = llvm::isa<clang::StringLiteral>(node) || (compound && compound->isFileScope());
  if (is_shared && thread() != 0) {
    const InstanceScope shared(*this, 0);
    return internal_storage(node, name, type);
  }
  if (const Storage* known = variables_.internal(node, name)) return known;
  bool is_in_memory = llvm::isa<clang::StringLiteral, clang::CompoundLiteralExpr>(node) && memory_.holds(node);
  if (!is_in_memory && use_unions(type, context()))
    is_in_memory = temporaries_in_memory_.insert({node, thread()}).second;
  if (is_in_memory) {
    Storage in_memory;
    in_memory.kind = Storage::Kind::Memory;
    in_memory.type = type;
    in_memory.object = node;
    return &variables_.keep_internal(node, name, std::move(in_memory));
  }
  Storage made = variables_.create(origin_of_internal(node, name), type, context(), {nullptr, frame().function});
  return keep_twin(node, name, std::move(made));
}

StorageBuilder::Origin Lowering::origin_of_internal(const clang::Expr* node, const std::string& purpose) {
  StorageBuilder::Origin place;
  place.declared = emitter_.range(node);
  place.function = emitter_.copy().name;
  place.name = emitter_.copy().name + "::" + purpose + "@" + std::to_string(place.declared.line) + ":" +
               std::to_string(place.declared.column);
  return place;
}

const Storage* Lowering::temporary(const clang::Expr* node, const std::string& purpose, ScalarType type) {
  const char* const kind = type.is_floating() ? "f" : type.is_signed() ? "s" : "u";
  const std::string key = purpose + std::to_string(type.width) + kind;
  if (const Storage* known = variables_.internal(node, key)) return known;
  Storage made = variables_.create_scalar(origin_of_internal(node, "$" + purpose), type, {nullptr, frame().function});
  return keep_twin(node, key, std::move(made));
}

Place Lowering::string_place(const clang::Expr* expr) {
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(expr)) expr = name->getFunctionName();
  const auto* literal = llvm::cast<clang::StringLiteral>(expr);
  Place result = place_of(internal_storage(literal, "string", literal->getType()));
  strings_.add(literal, emitter_.copy().unit, result);
  return result;
}

Place Lowering::element(const Place& array, ExprPtr index, SourceRange where) {
  if (array.address) return memory_.element(array, index, where);
  strings_.note_read(array.storage);
  Place result = place_of(&array.storage->children.front());
  if (!array.index && !array.storage->has_variable_length()) {
    result.index = std::move(index);
    return result;
  }
  // In an inner dimension an index out of bounds would fall into a neighbouring row, and a variable-length array has
  // bounds that its variable does not know: such an index is turned into -1, which is out of the bounds of the whole.
  const ScalarType truth{};
  const ExprPtr inner = make_cast(std::move(index), index_type, where);
  const ExprPtr count = array.storage->length ? make_variable(*array.storage->length, index_type, where)
                                              : make_constant(logic::Integer(array.storage->count), index_type, where);
  // Where it matters the product fits: that is seen to where the array is declared. It is none of the program's.
  const bool is_checked = array.storage->length && options_.property.has(Violation::no_overflow);
  const ScalarType sum = is_checked ? unsigned_integer(index_type.width) : index_type;
  const auto as_sum = [&](const ExprPtr& number) { return make_cast(number, sum, where); };
  const ExprPtr linear =
      array.index ? make_cast(make_binary(BinaryOp::Add,
                                          make_binary(BinaryOp::Mul, as_sum(make_cast(array.index, index_type, where)),
                                                      as_sum(count), sum, where),
                                          as_sum(inner), sum, where),
                              index_type, where)
                  : inner;
  const ExprPtr inside = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, inner, make_constant(0, index_type, where), truth, where),
      make_binary(BinaryOp::Lt, inner, count, truth, where), truth, where);
  result.index = make_conditional(inside, linear, make_constant(-1, index_type, where), index_type, where);
  return result;
}

ExprPtr Lowering::load(const Place& place, SourceRange where) const {
  if (place.is_bytes) return load_bytes(place, where);
  const Storage& storage = *place.storage;
  ExprPtr whole = place.index ? make_element(storage.variable, place.index, storage.integer, where)
                              : make_variable(storage.variable, storage.integer, where);
  if (!place.member) return whole;
  return from_bits(make_cast(as_bits(whole, where), member_bits(place), where), *place.member, where);
}

void Lowering::store(const Place& place, ExprPtr stored, const Origin& origin, EdgeRole role, const Part& part) {
  const Storage& storage = *place.storage;
  if (storage.kind == Storage::Kind::Opaque) return step_unseen(origin);
  if (place.is_bytes) return store_bytes(place, std::move(stored), origin, role, part);
  if (storage.kind != Storage::Kind::Scalar && storage.kind != Storage::Kind::Union)
    return emitter_.unsupported_at("number stored in a structure", origin);
  if (!in_globals_ && strings_.contains(place.storage))
    return emitter_.undefined_at(Violation::valid_deref, "write to a string literal", origin);
  if (emitter_.copy().library_call && place.index) check_inside(place, origin);
  const bool changes_part = place.member && member_bits(place).width < storage.integer.width;
  const bool is_one_step = changes_part && is_threaded() && !counts_races() && may_be_shared(place);
  // A constant that a bit-field cannot hold is one that a check of conversions has to see.
  const auto kept = [&](ExprPtr value, ScalarType type) {
    const bool is_checked =
        options_.property.has(Violation::lossy_conversion) && (type.width < 8 || !std::has_single_bit(type.width));
    return is_checked ? make_visible_cast(std::move(value), type, origin.range)
                      : make_cast(std::move(value), type, origin.range);
  };
  const Origin silent{origin.node, origin.range, {}};
  if (is_one_step) {  // the other bits are no access of the program's
    stored = keep_number(stored, {"stored", std::string(stored_value_name), EdgeRole::Internal}, origin, part);
    emitter_.begin_atomic(silent);
  }
  if (place.member) {
    const ScalarType bits = member_bits(place);
    const ScalarType whole = integer_of(storage.integer.width, storage.integer.is_signed());
    stored = as_bits(kept(std::move(stored), *place.member), origin.range);
    stored = make_cast(make_cast(std::move(stored), bits, origin.range), whole, origin.range);
    if (bits.width < whole.width) {
      const logic::Integer mask = whole.max() - bits.max();
      Place all = place;
      all.member.reset();
      stored =
          make_binary(BinaryOp::BitOr,
                      make_binary(BinaryOp::BitAnd, load(all, {}), make_constant(mask, whole), whole, origin.range),
                      stored, whole, origin.range);
    }
    if (storage.integer.is_floating()) stored = make_pattern(std::move(stored), storage.integer, origin.range);
  }
  emitter_.emit(Assign{LValue{storage.variable, place.index}, kept(std::move(stored), storage.integer)}, origin, role,
                part);
  if (is_one_step) emitter_.end_atomic(silent);
}

void Lowering::check_inside(const Place& place, const Origin& origin) {
  const auto& array = program_.variables[place.storage->variable].array;
  if (!array || memory_.is_cells(place.storage->variable) || !emitter_.alive()) return;
  const ScalarType truth{};
  const ExprPtr index = make_cast(place.index, index_type, origin.range);
  const ExprPtr inside = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, index, make_constant(0, index_type), truth, origin.range),
      make_binary(BinaryOp::Lt, index, make_constant(array->size, index_type), truth, origin.range), truth,
      origin.range);
  const Node ok = emitter_.new_node();
  const Node outside = emitter_.new_node();
  emitter_.branch(inside, origin, ok, outside);
  emitter_.enter(outside);
  const std::string& name = program_.variables[place.storage->variable].user_name;
  const std::string what = "write outside of " + name + ", an array of " + array->size.str() + ",";
  emitter_.undefined_at(Violation::valid_deref, name.empty() ? "write outside an array" : what, origin);
  emitter_.enter(ok);
}

void Lowering::leaves(const Place& place, bool expand, std::vector<Place>& result, bool split) {
  const Storage& storage = *place.storage;
  switch (storage.kind) {
    case Storage::Kind::Scalar:
    case Storage::Kind::Union:
      if (place.is_bytes && split)
        for (Place& byte : bytes_of(place)) result.push_back(std::move(byte));
      else
        result.push_back(place);
      return;
    case Storage::Kind::Struct:
      if (place.address) {
        const clang::RecordDecl* record = storage.type->getAs<clang::RecordType>()->getDecl();
        if (record->isUnion()) {
          const clang::QualType bytes = context().getConstantArrayType(
              context().UnsignedCharTy,
              llvm::APInt(64, static_cast<std::uint64_t>(context().getTypeSizeInChars(storage.type).getQuantity())),
              nullptr, clang::ArrayType::Normal, 0);
          return leaves(memory_.place(place.address, bytes, memory_.points_to().of(*record->field_begin()), {}), true,
                        result, split);
        }
        for (const clang::FieldDecl* field : storage.type->getAs<clang::RecordType>()->getDecl()->fields())
          if (!field->isUnnamedBitfield()) leaves(memory_.part(place, field, {}), expand, result, split);
        return;
      }
      for (const Storage& child : storage.children)
        leaves(Place{&child, place.index, std::nullopt, nullptr, 0, false}, expand, result, split);
      return;
    case Storage::Kind::Array:
      if (!expand && !place.index && !place.address)
        return leaves(Place{&storage.children.front(), nullptr, std::nullopt, nullptr, 0, false}, expand, result,
                      split);
      if (place.address && context().getAsVariableArrayType(storage.type))
        return emitter_.unsupported_at("copy of a variable-length array", Origin{});
      if (storage.count > max_expanded_elements)
        return emitter_.unsupported_at("copy of a large array inside an array", Origin{});
      for (std::uint64_t i = 0; i < storage.count; ++i)
        leaves(element(place, make_constant(logic::Integer(i), index_type), {}), true, result, split);
      return;
    case Storage::Kind::Memory:
    case Storage::Kind::Opaque:
      return;
  }
}

void Lowering::havoc(const Place& place, const Origin& origin, EdgeRole role, const std::string& function,
                     const std::string& doubt) {
  std::vector<Place> parts;
  leaves(place, false, parts);
  unsigned number = 0;
  for (const Place& part : parts)
    emitter_.emit(Havoc{LValue{part.storage->variable, part.index}, function, Havoc::Allocation::none, nullptr, doubt},
                  origin, role, Part(number++));
}

void Lowering::zero(const Place& place, const Origin& origin, EdgeRole role) {
  std::vector<Place> parts;
  leaves(place, false, parts);
  unsigned number = 0;
  for (const Place& part : parts) {
    emitter_.emit(Assign{LValue{part.storage->variable, part.index}, make_constant(0, part.storage->integer)}, origin,
                  role, Part(number++));
  }
}

std::optional<clang::QualType> Lowering::common_bytes(const Place& to, const Place& from) {
  const auto is_of_bytes = [&](const Place& place) {
    return place.address && place.storage->kind == Storage::Kind::Struct && memory_.points_to().is_bytes(place.region);
  };
  if (!options_.memory_as_bytes || !is_of_bytes(to) || !is_of_bytes(from)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(context().getTypeSizeInChars(to.storage->type).getQuantity());
  if (size > max_expanded_elements) return std::nullopt;
  return context().getConstantArrayType(context().UnsignedCharTy, llvm::APInt(64, size), nullptr,
                                        clang::ArrayType::Normal, 0);
}

void Lowering::copy(const Place& to, const Place& from, const Origin& origin, EdgeRole role) {
  if (to.storage->kind == Storage::Kind::Opaque || from.storage->kind == Storage::Kind::Opaque) {
    if (from.storage->is_modelled() || to.storage->is_modelled() || from.address || to.address)
      return emitter_.unsupported_at("copy of " + to.storage->what + from.storage->what, origin);
    return step_unseen(origin);
  }
  const bool expand = to.index || from.index || to.address || from.address;
  std::vector<Place> targets;
  std::vector<Place> sources;
  if (const auto bytes = common_bytes(to, from)) {  // with the padding
    leaves(memory_.place(to.address, *bytes, to.region, origin.range), true, targets, false);
    leaves(memory_.place(from.address, *bytes, from.region, origin.range), true, sources, false);
  } else {
    leaves(to, expand, targets, false);
    leaves(from, expand, sources, false);
  }
  if (targets.size() != sources.size())
    return emitter_.unsupported_at("copy between objects of different shape", origin);
  // Copying what has no value yet is no use of it: these reads have no place.
  for (unsigned i = 0; i < targets.size(); ++i) {
    if (targets[i].is_bytes || sources[i].is_bytes) {
      store(targets[i], load_for_copy(sources[i], origin, Part(i)), origin, role, Part(i));
      continue;
    }
    const ExprPtr value = make_cast(load(sources[i], {}), targets[i].storage->integer, origin.range);
    emitter_.emit(Assign{LValue{targets[i].storage->variable, targets[i].index}, value}, origin, role, Part(i));
  }
  if (targets.empty()) emitter_.emit_step(origin, EdgeRole::Internal);
}

std::optional<Place> Lowering::place(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && is_argument_list(variable->getType())) {
      emitter_.unsupported("va_list used as an object", expr);
      return std::nullopt;
    }
    if (variable && refuse_symbol(variable, expr)) return std::nullopt;
    if (variable && linker_.is_null(variable)) {
      emitter_.unsupported("access to a weak variable that is defined nowhere", expr);
      return std::nullopt;
    }
    if (variable) return place_of(storage_of(variable));
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return member_place(member);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return subscript_place(subscript);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_Deref) return dereference(unary->getSubExpr(), expr);
    if (unary->getOpcode() == clang::UO_Extension) return place(unary->getSubExpr());
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr)) {
    const Place object = place_of(internal_storage(literal, "literal", literal->getType()));
    initialize_object(object, literal->getInitializer(), emitter_.origin(literal), EdgeRole::Internal);
    return object;
  }
  if (const auto* temporary_object = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr))
    return place(temporary_object->getSubExpr());
  if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return place(selection->getResultExpr());
  if (expr->getType()->isRecordType()) return struct_value(expr);
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expr)) return string_place(expr);
  emitter_.unsupported(expr->getStmtClassName(), expr);
  return std::nullopt;
}

Place Lowering::union_member(Place whole, const clang::FieldDecl* field) {
  whole.member = integer(field->getType());
  if (whole.member && field->isBitField()) {
    whole.member->width = std::min(whole.member->width, field->getBitWidthValue(context()));
    whole.first_bit = 0;
  }
  return whole;
}

std::optional<Place> Lowering::member_place(const clang::MemberExpr* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  std::optional<Place> base = member->isArrow() ? dereference(member->getBase(), member) : place(member->getBase());
  if (!base || !field || is_state(field)) return field ? base : std::nullopt;
  if (counts_races() && shares_memory_location(*field)) {
    emitter_.unsupported("data races on bit-fields that share a memory location", member);
    return std::nullopt;
  }
  const Storage& storage = *base->storage;
  if (const std::string_view type = synchronisation_type(field->getParent()); !type.empty()) {
    emitter_.unsupported("access to what is inside of an object of type " + std::string(type), member);
    return std::nullopt;
  }
  if (storage.kind == Storage::Kind::Struct) return memory_.part(*base, field, emitter_.range(member));
  if (storage.kind == Storage::Kind::Union) return union_member(*base, field);
  return base;  // a part of what is not modelled is not modelled
}

}  // namespace bireach::frontend
