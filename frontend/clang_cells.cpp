// SPDX-License-Identifier: Apache-2.0
/// Objects in memory: what pointers lead to that is not known statically. Regions of the points-to analysis hold cells
/// of one type each, addressed by number; of a field the cell's index is the address of its struct (R. Burstall, "Some
/// Techniques for Proving Correctness of Programs which Alter Data Structures", 1972).
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

bool is_constant(const ExprPtr& expr) {
  return expr->kind == Expr::Kind::Constant;
}

/// pointer + distance, with constants at the end gathered into one.
ExprPtr moved(const ExprPtr& pointer, logic::Integer distance, SourceRange where) {
  const IntegerType& type = pointer->type;
  ExprPtr base = pointer;
  while (base->kind == Expr::Kind::Binary && base->binary == BinaryOp::Add && is_constant(base->operands[1])) {
    distance += base->operands[1]->value;
    base = base->operands[0];
  }
  const ExprPtr offset = make_constant(type.convert(distance), type, where);
  if (offset->value == 0) return base;
  return make_binary(BinaryOp::Add, base, offset, type, where);
}

constexpr std::size_t max_parts = 64;

/// The scalars of an object of this type, for reports.
void add_parts(clang::QualType type, const clang::ASTContext& context, std::uint64_t offset, const std::string& suffix,
               std::vector<Memory::Object::Part>& parts) {
  if (parts.size() >= max_parts) return;
  const auto size_of = [&](clang::QualType of) {
    return static_cast<std::uint64_t>(context.getTypeSizeInChars(of).getQuantity());
  };
  if (const auto* array = context.getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const std::uint64_t count = array->getSize().getLimitedValue();
    const std::uint64_t size = size_of(element);
    if (integer_type(element, context)) {
      parts.push_back({logic::Integer(offset), logic::Integer(size), count, true, suffix});
      return;
    }
    for (std::uint64_t i = 0; i < count && parts.size() < max_parts; ++i) {
      add_parts(element, context, offset + i * size, suffix + "[" + std::to_string(i) + "]", parts);
    }
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record && record->getDecl()->isCompleteDefinition()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      if (field->isBitField()) continue;
      const std::string name = field->getDeclName().isEmpty() ? "" : "." + field->getNameAsString();
      add_parts(field->getType(), field->getASTContext(), offset + context.getFieldOffset(field) / 8, suffix + name,
                parts);
    }
  } else if (integer_type(type, context)) {
    parts.push_back({logic::Integer(offset), logic::Integer(size_of(type)), 1, false, suffix});
  }
}

}  // namespace

bool MemoryPlan::overlaps(const clang::VarDecl* variable) const {
  return std::any_of(regions.begin(), regions.end(),
                     [&](PointsTo::Region region) { return points_to->overlaps(variable, region); });
}

bool MemoryPlan::overlaps(const clang::Expr* literal) const {
  return std::any_of(regions.begin(), regions.end(),
                     [&](PointsTo::Region region) { return points_to->overlaps(literal, region); });
}

Place Lowering::place_of(const Storage* storage) {
  if (storage->kind != Storage::Kind::Memory) return Place{storage, nullptr, std::nullopt, nullptr, 0, false};
  const auto variable = memory_variables_.find(storage->object);
  const bool is_variable = variable != memory_variables_.end();
  const auto* expr = is_variable ? nullptr : static_cast<const clang::Expr*>(storage->object);
  const auto* literal = expr ? llvm::dyn_cast<clang::CompoundLiteralExpr>(expr) : nullptr;
  if (expr && !literal && !llvm::isa<clang::StringLiteral>(expr) && recursions_.suspended.contains(frame().function)) {
    unsupported("temporary object in memory of a recursive function", expr);
  }
  const ExprPtr address = is_variable ? object_address(local_object(variable->second))
                          : literal   ? object_address(local_object(literal))
                                      : fixed_address(storage->object, storage->type);
  if (is_constant(address) && known_objects_.insert(storage->object).second) {
    const bool has_size = !storage->type->isIncompleteType() && storage->type->isConstantSizeType();
    const std::uint64_t size =
        has_size ? static_cast<std::uint64_t>(context().getTypeSizeInChars(storage->type).getQuantity()) : 0;
    Memory::Object object{address->value, logic::Integer(size), name_of(storage->object), {}};
    if (has_size) add_parts(storage->type, context(), 0, "", object.parts);
    const auto lifetime = lifetimes_.find(storage->object);
    if (lifetime != lifetimes_.end() && lifetime->second.second.kind == Lifetime::Kind::flagged) {
      object.alive = lifetime->second.second.variable;
    }
    program_.memory.objects.push_back(std::move(object));
  }
  const auto* record = storage->type->getAs<clang::RecordType>();
  clang::QualType type = storage->type;
  if (!type->isIncompleteType() && !type->isConstantSizeType()) {
    const auto* array = context().getAsVariableArrayType(type);
    if (array && array->getElementType()->isConstantSizeType()) {  // as long as the object is
      type = context().getIncompleteArrayType(array->getElementType(), clang::ArrayType::Normal, 0);
    } else {
      unsupported_at("array of variable-length arrays in memory", Origin{});
    }
  } else if (record && record->getDecl()->hasFlexibleArrayMember()) {
    unsupported_at("variable in memory that ends in an array of unknown length", Origin{});
  }
  const PointsTo::Region region = is_variable ? plan_.points_to->of(variable->second) : plan_.points_to->of(expr);
  return memory_place(address, type, region, {});
}

std::string Lowering::name_of(const void* object) const {
  const auto variable = memory_variables_.find(object);
  if (variable != memory_variables_.end()) return variable->second->getNameAsString();
  const auto* literal = static_cast<const clang::Expr*>(object);
  return frame_->unit->mapper.text(literal->getSourceRange());
}

PointsTo& Lowering::points_to() {
  if (!plan_.points_to)
    plan_.points_to = std::make_unique<PointsTo>(linker_, active_.front(), options_.memory_as_bytes);
  return *plan_.points_to;
}

std::string Lowering::memory_problem(PointsTo::Region region) {
  std::string problem = points_to().problem(region);
  if (!problem.empty() && points_to().needs_bytes(region)) program_.needs_bytes = true;
  return problem;
}

void Lowering::use_memory(PointsTo::Region region) {
  region = points_to().find(region);
  if (!plan_.regions.insert(region).second) return;
  // Objects that were taken to be variables of their own lie in memory after all.
  for (const auto& [variable, storage] : variables_) {
    if (storage.kind != Storage::Kind::Memory && points_to().overlaps(variable, region)) throw LowerAgain();
  }
  for (const auto& [literal, in_memory] : literals_) {
    if (!in_memory && points_to().overlaps(literal, region)) throw LowerAgain();
  }
  reconsider_lifetimes(region);
}

const Storage* Lowering::layout(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  const auto [entry, fresh] = layouts_.try_emplace(type.getAsOpaquePtr());
  if (fresh) entry->second = memory_layout(type, context(), options_.memory_as_bytes);
  return &entry->second;
}

logic::Integer Lowering::shift_of(PointsTo::Region region) {
  const clang::FieldDecl* field = points_to().only_field(region);
  if (!field || field->isBitField()) return 0;
  return logic::Integer(field->getASTContext().getFieldOffset(field) / 8);
}

const Storage* Lowering::cells(PointsTo::Region region, IntegerType type, clang::QualType declared) {
  region = points_to().find(region);
  const auto key = std::make_tuple(region, type.width, type.is_boolean);
  const auto known = cells_.find(key);
  if (known != cells_.end()) return &known->second;
  StorageBuilder::Origin origin;
  const clang::FieldDecl* field = points_to().only_field(region);
  if (field) {
    origin.name = field->getParent()->getNameAsString() + "." + field->getNameAsString();
  } else {
    origin.name = "memory";
  }
  origin.user_name = origin.name;
  Storage storage = storages_.create_integer(std::move(origin), type);
  Variable& variable = program_.variables[storage.variable];
  const IntegerType pointer = *integer(context().VoidPtrTy);
  variable.array = ArrayShape{logic::power_of_two(pointer.width)};
  variable.c_type = declared.getAsString(context().getPrintingPolicy());
  variable.pointee = pointee_size(declared, context());
  storage.type = declared;
  own_globally();
  const std::uint64_t size = std::max<std::uint64_t>(1, type.width / 8);
  program_.memory.cells.emplace(storage.variable, Memory::Cells{shift_of(region), size, field != nullptr});
  cell_regions_.emplace(storage.variable, region);
  objects_have_addresses_ = true;
  return &cells_.emplace(key, std::move(storage)).first->second;
}

bool Lowering::refuse_mixed(PointsTo::Region region, SourceRange where) {
  if (!options_.memory_as_bytes) return false;
  const std::string problem = points_to().problem(region);
  if (problem.empty()) return false;
  unsupported_at(problem, Origin{nullptr, where, {}});
  return true;
}

Place Lowering::memory_place(const ExprPtr& address, clang::QualType type, PointsTo::Region region, SourceRange where) {
  const Storage* shape = layout(type);
  if (shape->kind == Storage::Kind::Struct || shape->kind == Storage::Kind::Array) {
    return Place{shape, nullptr, std::nullopt, address, points_to().find(region), false};
  }
  if (shape->kind != Storage::Kind::Scalar && shape->kind != Storage::Kind::Union) {
    if (options_.memory_as_bytes && points_to().is_bytes(region) && alive()) {
      unsupported_at(shape->what + " in memory used through several types", Origin{nullptr, where, {}});
    }
    return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
  }
  if (shape->kind == Storage::Kind::Scalar && points_to().is_bytes(region)) {
    if (refuse_mixed(region, where)) return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
    const Storage* cell = cells(region, IntegerType{8, false, false}, context().UnsignedCharTy);
    return Place{cell, moved(address, -shift_of(region), where), shape->integer, nullptr, 0, true};
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (const auto bytes = record ? points_to().bytes_of(record->getDecl()) : std::nullopt) {
    if (refuse_mixed(*bytes, where)) return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
    const Storage* cell = cells(*bytes, IntegerType{8, false, false}, context().UnsignedCharTy);
    // The storage of a union, whose first byte is the cell.
    const auto [entry, fresh] = unions_.try_emplace({cell->variable, shape});
    if (fresh) {
      entry->second = *shape;
      entry->second.variable = cell->variable;
      entry->second.children.push_back(*cell);
    }
    return Place{&entry->second, moved(address, -shift_of(*bytes), where), shape->integer, nullptr, 0, true};
  }
  const Storage* cell = cells(region, shape->integer, type);
  Place result{cell, moved(address, -shift_of(region), where), std::nullopt, nullptr, 0, false};
  if (shape->kind == Storage::Kind::Union) {
    // The storage of a union of this type that has the cells as its variable.
    const auto [entry, fresh] = unions_.try_emplace({cell->variable, shape});
    if (fresh) {
      entry->second = *shape;
      entry->second.variable = cell->variable;
    }
    result.storage = &entry->second;
  }
  return result;
}

Place Lowering::part(const Place& object, const clang::FieldDecl* field, SourceRange where) {
  if (!object.address)
    return Place{&object.storage->children[field->getFieldIndex()], object.index, std::nullopt, nullptr, 0, false};
  const PointsTo::Region region = points_to().of(field);
  if (field->isBitField()) {
    if (refuse_mixed(region, where)) return Place{layout(field->getType()), nullptr, std::nullopt, nullptr, 0, false};
    IntegerType bits = *integer(field->getType());
    bits.width = std::min(bits.width, field->getBitWidthValue(context()));
    if (points_to().is_bytes(region)) {
      const std::uint64_t offset = field->getASTContext().getFieldOffset(field);
      Place result = memory_place(moved(object.address, logic::Integer(offset / 8), where), context().UnsignedCharTy,
                                  region, where);
      result.member = bits;
      result.first_bit = static_cast<unsigned>(offset % 8);
      return result;
    }
    return Place{cells(region, bits, field->getType()), object.address, std::nullopt, nullptr, 0, false};
  }
  const std::uint64_t bytes = field->getASTContext().getFieldOffset(field) / 8;
  return memory_place(moved(object.address, logic::Integer(bytes), where), field->getType(), region, where);
}

Place Lowering::memory_element(const Place& array, const ExprPtr& index, SourceRange where) {
  const clang::QualType type = context().getAsArrayType(array.storage->type)->getElementType();
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const IntegerType pointer = array.address->type;
  const ExprPtr count = make_cast(index, pointer, where);
  const ExprPtr address =
      is_constant(count) ? moved(array.address, count->value * size, where)
                         : make_binary(BinaryOp::Add, array.address,
                                       make_binary(BinaryOp::Mul, count, make_constant(size, pointer), pointer, where),
                                       pointer, where);
  return memory_place(address, type, array.region, where);
}

std::optional<Place> Lowering::memory_dereference(const clang::Expr* pointer, const ExprPtr& address,
                                                  clang::QualType type, const clang::Expr* whole) {
  if (!alive()) return std::nullopt;
  if (!points_to().covers(frame().function)) {  // memcpy and the like are modelled for whole objects only
    if (!options_.memory_as_bytes) program_.needs_bytes = true;
    unsupported("access to memory", whole);
    return std::nullopt;
  }
  const PointsTo::Region region = points_to().target(pointer);
  std::string problem = memory_problem(region);
  if (problem.empty() && type->isIncompleteType()) problem = "access through a pointer to an incomplete type";
  if (problem.empty() && type->isFunctionType()) problem = "function as an object";
  if (!problem.empty()) {
    unsupported(problem, whole);
    return std::nullopt;
  }
  use_memory(region);
  return memory_place(address, type, region, range(whole));
}

bool Lowering::starts_as_zero(PointsTo::Region region) {
  region = points_to().find(region);
  const auto [entry, fresh] = starts_as_zero_.try_emplace(region, false);  // decided once, as initialisers rely on it
  if (!fresh || points_to().may_be_allocated(region)) return entry->second;
  bool has_variable = false;
  for (const auto& [object, variable] : memory_variables_) {
    if (!points_to().overlaps(variable, region)) continue;
    if (!variable->hasGlobalStorage() || is_undefined(variable)) return false;
    has_variable = true;
  }
  // Else it is memory that nobody defines, such as what the arguments of main point to.
  return entry->second = has_variable;
}

bool Lowering::is_zeroed(const Place& object) {
  if (object.storage->kind == Storage::Kind::Array && object.address) {
    return is_zeroed(memory_element(object, make_constant(0, object.address->type), {}));
  }
  if (object.storage->kind == Storage::Kind::Struct && object.address) {
    const auto* record = object.storage->type->getAs<clang::RecordType>()->getDecl();
    return std::all_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
      return field->isUnnamedBitfield() || is_zeroed(part(object, field, {}));
    });
  }
  const auto region = cell_regions_.find(object.storage->variable);
  return object.index && region != cell_regions_.end() && starts_as_zero(region->second);
}

void Lowering::lower_memory() {
  // Variables with addresses first, then what is allocated: nothing overlaps.
  if (program_.memory.top) {
    constexpr std::uint64_t usual_start = 0x40000000;
    program_.memory.first_allocated = std::max<logic::Integer>(next_address_, usual_start);
    const IntegerType pointer = *integer(context().VoidPtrTy);
    emit(Assign{LValue{*program_.memory.top, nullptr}, make_constant(program_.memory.first_allocated, pointer)},
         Origin{}, EdgeRole::Internal);
  }
  for (const auto& [variable, region] : cell_regions_) {
    const IntegerType type = program_.variables[variable].type;
    if (starts_as_zero(region)) {
      emit(Assign{LValue{variable, nullptr}, make_constant(0, type)}, Origin{}, EdgeRole::Internal, variable);
    } else {
      emit(Havoc{LValue{variable, nullptr}, {}}, Origin{}, EdgeRole::Internal, variable);
    }
  }
}

}  // namespace bireach::frontend
