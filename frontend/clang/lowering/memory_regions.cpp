// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/memory_regions.h"

#include <clang/AST/RecordLayout.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "frontend/clang/reading/synchronisation.h"

namespace bireach::frontend {
namespace {

bool is_constant(const ExprPtr& expr) {
  return expr->kind == Expr::Kind::Constant;
}

/// pointer + distance, with constants at the end gathered into one.
ExprPtr moved(const ExprPtr& pointer, logic::Integer distance, SourceRange where) {
  const ScalarType& type = pointer->type;
  ExprPtr base = pointer;
  while (base->kind == Expr::Kind::Binary && base->binary == BinaryOp::Add && is_constant(base->operands[1])) {
    distance += base->operands[1]->value;
    base = base->operands[0];
  }
  const ExprPtr offset = make_constant(type.convert(distance), type, where);
  if (offset->value == 0) return base;
  return make_binary(BinaryOp::Add, base, offset, type, where);
}

/// A call may write to one of so many objects.
constexpr std::size_t max_objects = 64;
constexpr unsigned alignment = usual_alignment;
constexpr std::uint64_t size_if_unknown = 4096;

/// In bytes; nothing: it has none that is known here.
std::optional<std::uint64_t> size_of(clang::QualType type, const clang::ASTContext& context) {
  if (type->isIncompleteType() || type->isFunctionType() || !type->isConstantSizeType()) return std::nullopt;
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

/// The scalars of an object of this type, for reports.
void add_parts(clang::QualType type, const clang::ASTContext& context, std::uint64_t offset, const std::string& suffix,
               std::vector<Memory::Object::Part>& parts) {
  if (parts.size() >= Memory::Object::most_parts) return;
  if (const auto* array = context.getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const std::uint64_t count = array->getSize().getLimitedValue();
    const std::uint64_t size = *size_of(element, context);
    if (integer_type(element, context)) {
      parts.push_back({logic::Integer(offset), logic::Integer(size), count, true, suffix});
      return;
    }
    for (std::uint64_t i = 0; i < count && parts.size() < Memory::Object::most_parts; ++i)
      add_parts(element, context, offset + i * size, suffix + "[" + std::to_string(i) + "]", parts);
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (const std::string_view opaque = synchronisation_type(type); !opaque.empty()) {
    parts.push_back({logic::Integer(offset), logic::Integer(state_type(opaque).width / 8), 1, false, suffix});
  } else if (record && record->getDecl()->isCompleteDefinition()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      if (field->isBitField()) continue;
      const std::string name = field->getDeclName().isEmpty() ? "" : "." + field->getNameAsString();
      add_parts(field->getType(), field->getASTContext(), offset + context.getFieldOffset(field) / 8, suffix + name,
                parts);
    }
  } else if (integer_type(type, context)) {
    parts.push_back({logic::Integer(offset), logic::Integer(*size_of(type, context)), 1, false, suffix});
  }
}

/// Adds the structures that are members of others, alone or in arrays, also of those declared within others.
void note_parts(const clang::Decl* declared, std::set<const clang::Decl*>& parts) {
  const auto* record = llvm::dyn_cast<clang::RecordDecl>(declared);
  if (!record) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared))
      for (const clang::Decl* local : function->decls()) note_parts(local, parts);
    return;
  }
  for (const clang::Decl* inner : record->decls()) note_parts(inner, parts);
  for (const clang::FieldDecl* field : record->fields())
    if (const auto* part = field->getASTContext().getBaseElementType(field->getType())->getAs<clang::RecordType>())
      parts.insert(part->getDecl()->getCanonicalDecl());
}

}  // namespace

std::string object_name(const clang::VarDecl* variable) {
  constexpr std::string_view own = "bireach_";
  std::string name = variable->getNameAsString();
  if (!name.starts_with(own)) return name;
  std::replace(name.begin(), name.end(), '_', ' ');
  return "[" + name.substr(own.size()) + "]";
}

bool is_undefined(const clang::VarDecl* variable) {
  return variable->hasExternalStorage() && !variable->getAnyInitializer() &&
         variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly;
}

std::uint64_t alignment_of(const clang::VarDecl* variable, clang::QualType type, const clang::ASTContext& context) {
  std::uint64_t result = usual_alignment;
  const auto raise = [&result](clang::CharUnits to) {
    result = std::max(result, static_cast<std::uint64_t>(to.getQuantity()));
  };
  if (!type->isIncompleteType() && !type->isFunctionType()) raise(context.getTypeAlignInChars(type));
  if (variable) raise(variable->getASTContext().getDeclAlign(variable));
  return result;
}

ScalarType MemoryRegions::pointer() const {
  return *integer_type(emitter_.context().VoidPtrTy, emitter_.context());
}

ExprPtr MemoryRegions::fixed_address(const void* object, clang::QualType type, std::uint32_t thread,
                                     const clang::VarDecl* variable) {
  const ScalarType pointer = this->pointer();
  const auto known = addresses_.find({object, thread});
  if (known != addresses_.end()) return make_constant(known->second, pointer);
  emitter_.assume_globally("the numeric values of addresses do not matter");
  const std::optional<std::uint64_t> known_size = size_of(type, emitter_.context());
  const std::uint64_t size = known_size.value_or(size_if_unknown);
  const logic::Integer multiple_of = alignment_of(variable, type, emitter_.context());
  const logic::Integer address = (next_address_ + multiple_of - 1) / multiple_of * multiple_of;
  next_address_ = address;
  addresses_.emplace(std::make_pair(object, thread), address);
  if (known_size) sizes_.emplace(address, size);
  // One object never begins where another ends, so that pointers behind the end differ from all others.
  next_address_ += logic::Integer((size / alignment + 2) * alignment);
  return make_constant(pointer.convert(address), pointer);
}

std::string MemoryRegions::name_of(const void* object) const {
  if (const clang::VarDecl* known = variable(object)) return object_name(known);
  const auto* literal = static_cast<const clang::Expr*>(object);
  std::string text = emitter_.copy().unit->mapper.text(literal->getSourceRange());
  const auto* string = llvm::dyn_cast<clang::StringLiteral>(literal);
  if (!string || text.ends_with('"')) return text;
  std::string quoted;  // it stands for itself where the text is the name of a macro, or cut
  llvm::raw_string_ostream stream(quoted);
  string->outputString(stream);
  return stream.str();
}

Unmodelled MemoryRegions::problem(Region region) {
  Unmodelled problem = points_to().problem(region);
  if (problem.remedy == Remedy::memory_of_bytes) program_.needs_bytes = true;
  return problem;
}

bool MemoryRegions::use(Region region) {
  region = points_to().find(region);
  if (!plan_.add(region)) return false;
  for (const clang::VarDecl* variable : apart_)
    if (points_to().overlaps(variable, region)) throw LowerAgain(LowerReason::variable_in_memory);
  for (const auto& [literal, in_memory] : literals_)
    if (!in_memory && points_to().overlaps(literal, region)) throw LowerAgain(LowerReason::literal_in_memory);
  return true;
}

bool MemoryRegions::place_variable(const clang::VarDecl* variable) {
  if (memory_variables_.contains(variable)) return true;
  if (apart_.contains(variable)) return false;
  const bool in_memory = plan_.overlaps(variable);
  if (in_memory)
    memory_variables_.emplace(variable, variable);
  else
    apart_.insert(variable);
  return in_memory;
}

bool MemoryRegions::holds(const clang::Expr* literal) {
  const auto [entry, fresh] = literals_.try_emplace(literal, false);
  if (fresh) entry->second = plan_.overlaps(literal);
  return entry->second;
}

const clang::VarDecl* MemoryRegions::variable(const void* object) const {
  const auto found = memory_variables_.find(object);
  return found == memory_variables_.end() ? nullptr : found->second;
}

void MemoryRegions::note_object(const Storage& object, const logic::Integer& address, std::optional<VariableId> alive) {
  if (!known_objects_.insert(address).second) return;
  const clang::ASTContext& context = emitter_.context();
  const std::optional<std::uint64_t> size = size_of(object.type, context);
  Memory::Object listed{address, logic::Integer(size.value_or(0)), name_of(object.object), {}};
  if (size) add_parts(object.type, context, 0, "", listed.parts);
  listed.alive = alive;
  const clang::VarDecl* declared = variable(object.object);
  listed.is_static = declared != nullptr && declared->hasGlobalStorage();
  listed.is_read_only = declared ? is_read_only(*declared)
                                 : llvm::isa<clang::StringLiteral>(static_cast<const clang::Expr*>(object.object));
  program_.memory.objects.push_back(std::move(listed));
  objects_.push_back(object.object);
}

void MemoryRegions::note_apart(const logic::Integer& address, clang::QualType type, std::string name) {
  if (program_.memory.apart.contains(address)) return;
  const clang::ASTContext& context = emitter_.context();
  const std::optional<std::uint64_t> size = size_of(type, context);
  Memory::Object listed{address, logic::Integer(size.value_or(0)), std::move(name), {}};
  if (size) add_parts(type, context, 0, "", listed.parts);
  program_.memory.apart.emplace(address, std::move(listed));
}

void MemoryRegions::note_objects_of_cells() {
  for (auto& [variable, cells] : program_.memory.cells) {
    const Region region = region_of(variable);
    cells.holds_pointers = !points_to().holds_no_pointers(region);
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (const auto given = given_.find(i); given != given_.end()) {
        if (points_to().find(given->second) == points_to().find(region)) cells.objects.push_back(i);
        continue;
      }
      const clang::VarDecl* declared = this->variable(objects_[i]);
      if (declared ? points_to().overlaps(declared, region)
                   : points_to().overlaps(static_cast<const clang::Expr*>(objects_[i]), region))
        cells.objects.push_back(i);
    }
    note_members(cells, points_to().find(region));
  }
}

void MemoryRegions::note_objects_apart() {
  for (const auto& [address, size] : sizes_) {
    if (known_objects_.contains(address)) continue;
    const auto known = program_.memory.apart.find(address);
    const bool is_known = known != program_.memory.apart.end();
    program_.memory.objects.push_back(is_known ? known->second : Memory::Object{address, logic::Integer(size), "", {}});
  }
}

ExprPtr MemoryRegions::environment_object(Region region, const logic::Integer& size, const std::string& name) {
  const logic::Integer address = next_address_;
  next_address_ += (size / alignment + 2) * alignment;
  Memory::Object given{address, size, name, {}};
  given.is_static = true;
  given_.emplace(objects_.size(), region);
  program_.memory.objects.push_back(std::move(given));
  objects_.push_back(nullptr);
  const ScalarType pointer = this->pointer();
  return make_constant(pointer.convert(address), pointer);
}

const Storage* MemoryRegions::layout(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  const auto [entry, fresh] = layouts_.try_emplace(type.getAsOpaquePtr());
  if (fresh) entry->second = memory_layout(type, emitter_.context(), options_.memory_as_bytes);
  return &entry->second;
}

logic::Integer MemoryRegions::shift_of(Region region) {
  const clang::FieldDecl* field = points_to().only_field(region);
  if (!field || field->isBitField()) return 0;
  return logic::Integer(field->getASTContext().getFieldOffset(field) / 8);
}

/// Names of members of allocated structures: where each one certainly is an element of an array of them, or all there
/// is.
void MemoryRegions::note_record(Memory::Cells& cells, const clang::FieldDecl& field) {
  const clang::ASTContext& context = field.getASTContext();
  const clang::RecordDecl* record = field.getParent();
  const clang::QualType type = context.getRecordType(record);
  if (!record->getIdentifier() || field.isBitField() || record->isUnion() || ends_in_padding_array(type, context) ||
      record->hasFlexibleArrayMember() || is_part_of_others(record))
    return;
  const auto* array = context.getAsConstantArrayType(field.getType());
  if (field.getType()->isArrayType() && !(array && integer_type(array->getElementType(), context))) return;
  cells.record = size_of(type, context).value_or(0);
  cells.member = array ? *size_of(field.getType(), context) : cells.size;
}

bool MemoryRegions::is_part_of_others(const clang::RecordDecl* record) {
  const clang::ASTContext& context = record->getASTContext();
  const auto [entry, fresh] = parts_.try_emplace(&context);
  if (fresh)
    for (const clang::Decl* declared : context.getTranslationUnitDecl()->decls()) note_parts(declared, entry->second);
  return entry->second.contains(record->getCanonicalDecl());
}

const Storage* MemoryRegions::cells(Region region, ScalarType type, clang::QualType declared) {
  region = points_to().find(region);
  const auto key = std::make_tuple(region, type.width, type.is_boolean());
  const auto known = cells_.find(key);
  if (known != cells_.end()) return &known->second;
  StorageBuilder::Origin origin;
  const clang::FieldDecl* field = points_to().only_field(region);
  if (field)
    origin.name = field->getParent()->getNameAsString() + "." + field->getNameAsString();
  else
    origin.name = "memory";
  origin.user_name = origin.name;
  Storage storage = variables_.create_scalar(std::move(origin), type, VariableOwner{});
  Variable& variable = variables_[storage.variable];
  const ScalarType pointer = this->pointer();
  variable.array = ArrayShape{logic::power_of_two(pointer.width)};
  variable.c_type = declared.getAsString(emitter_.context().getPrintingPolicy());
  variable.is_pointer = declared->isPointerType();
  variable.pointee = pointee_size(declared, emitter_.context());
  storage.type = declared;
  const std::uint64_t size = std::max<std::uint64_t>(1, type.width / 8);
  Memory::Cells& cells = program_.memory.cells[storage.variable];
  cells.shift = shift_of(region);
  cells.size = size;
  cells.of_one_field = field != nullptr;
  if (field) note_record(cells, *field);
  cell_regions_.emplace(storage.variable, region);
  return &cells_.emplace(key, std::move(storage)).first->second;
}

const Storage* MemoryRegions::bytes(Region region) {
  return cells(region, unsigned_integer(8), emitter_.context().UnsignedCharTy);
}

const Storage* MemoryRegions::union_in(const Storage* cell, const Storage* shape, bool of_bytes) {
  const auto [entry, fresh] = unions_.try_emplace({cell->variable, shape});
  Storage& result = entry->second;
  if (fresh) {
    result = *shape;
    result.variable = cell->variable;
    if (of_bytes) result.children.push_back(*cell);
  }
  return &result;
}

bool MemoryRegions::refuse_mixed(Region region, SourceRange where) {
  if (!options_.memory_as_bytes) return false;
  const Unmodelled problem = points_to().problem(region);
  if (problem.empty()) return false;
  emitter_.unsupported_at(problem, Origin{nullptr, where, {}});
  return true;
}

Place MemoryRegions::place(const ExprPtr& address, clang::QualType type, Region region, SourceRange where) {
  const Storage* shape = layout(type);
  if (shape->kind == Storage::Kind::Struct || shape->kind == Storage::Kind::Array)
    return Place{shape, nullptr, std::nullopt, address, points_to().find(region), false};
  if (shape->kind != Storage::Kind::Scalar && shape->kind != Storage::Kind::Union) {
    if (options_.memory_as_bytes && points_to().is_bytes(region) && emitter_.alive())
      emitter_.unsupported_at(shape->what + " in memory used through several types", Origin{nullptr, where, {}});
    return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
  }
  if (shape->kind == Storage::Kind::Scalar && points_to().is_bytes(region)) {
    if (refuse_mixed(region, where)) return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
    if (options_.memory_as_bytes && !fits_bytes(type, emitter_.context()) && emitter_.alive())
      emitter_.unsupported_at(type.getAsString() + " in memory used through several types", Origin{nullptr, where, {}});
    const Storage* cell = bytes(region);
    return Place{cell, moved(address, -shift_of(region), where), shape->integer, nullptr, 0, true};
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (const auto of_union = record ? points_to().bytes_of(record->getDecl()) : std::nullopt) {
    if (refuse_mixed(*of_union, where)) return Place{shape, nullptr, std::nullopt, nullptr, 0, false};
    const Storage* storage = union_in(bytes(*of_union), shape, true);
    return Place{storage, moved(address, -shift_of(*of_union), where), shape->integer, nullptr, 0, true};
  }
  const Storage* cell = cells(region, shape->integer, type);
  Place result{cell, moved(address, -shift_of(region), where), std::nullopt, nullptr, 0, false};
  if (shape->kind == Storage::Kind::Union) result.storage = union_in(cell, shape, false);
  return result;
}

Place MemoryRegions::part(const Place& object, const clang::FieldDecl* field, SourceRange where) {
  if (!object.address)
    return Place{&object.storage->children[field->getFieldIndex()], object.index, std::nullopt, nullptr, 0, false};
  const Region region = points_to().of(field);
  if (field->isBitField()) {
    if (refuse_mixed(region, where)) return Place{layout(field->getType()), nullptr, std::nullopt, nullptr, 0, false};
    ScalarType bits = *integer_type(field->getType(), emitter_.context());
    bits.width = std::min(bits.width, field->getBitWidthValue(emitter_.context()));
    if (points_to().is_bytes(region)) {
      const std::uint64_t offset = field->getASTContext().getFieldOffset(field);
      Place result = place(moved(object.address, logic::Integer(offset / 8), where), emitter_.context().UnsignedCharTy,
                           region, where);
      result.member = bits;
      result.first_bit = static_cast<unsigned>(offset % 8);
      return result;
    }
    return Place{cells(region, bits, field->getType()), object.address, std::nullopt, nullptr, 0, false};
  }
  const std::uint64_t bytes = field->getASTContext().getFieldOffset(field) / 8;
  return place(moved(object.address, logic::Integer(bytes), where), field->getType(), region, where);
}

Place MemoryRegions::element(const Place& array, const ExprPtr& index, SourceRange where) {
  const clang::QualType type = emitter_.context().getAsArrayType(array.storage->type)->getElementType();
  const ScalarType pointer = array.address->type;
  const ExprPtr count = make_cast(index, pointer, where);
  const ExprPtr size = variable_sizes_.bytes(type, pointer, where);
  if (is_constant(count) && (is_constant(size) || count->value == 0))
    return place(moved(array.address, count->value == 0 ? count->value : count->value * size->value, where), type,
                 array.region, where);
  const ExprPtr distance = make_binary(BinaryOp::Mul, count, size, pointer, where);
  return place(make_binary(BinaryOp::Add, array.address, distance, pointer, where), type, array.region, where);
}

Place MemoryRegions::element_within(const Place& array, const ExprPtr& index, SourceRange where) {
  const clang::ArrayType* type = emitter_.context().getAsArrayType(array.storage->type);
  const ScalarType wide = signed_integer(std::max(index->type.width, 64U) + 2);
  const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(type);
  const ExprPtr count =
      constant ? make_constant(logic::Integer(constant->getSize().getLimitedValue()), wide)
               : make_cast(variable_sizes_.count(llvm::cast<clang::VariableArrayType>(type), where), wide, where);
  const ExprPtr position = make_cast(index, wide, where);
  const ExprPtr within =
      make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, position, make_constant(0, wide), int_type, where),
                  make_binary(BinaryOp::Lt, position, count, int_type, where), int_type, where);
  const ScalarType pointer = array.address->type;
  const ExprPtr distance = make_binary(BinaryOp::Mul, make_cast(index, pointer, where),
                                       variable_sizes_.bytes(type->getElementType(), pointer, where), pointer, where);
  const ExprPtr address = make_binary(BinaryOp::Add, array.address, distance, pointer, where);
  if (within->kind == Expr::Kind::Constant && within->value != 0) return element(array, index, where);
  return place(make_conditional(within, address, make_constant(0, pointer), pointer, where), type->getElementType(),
               array.region, where);
}

bool MemoryRegions::starts_as_zero(Region region) {
  region = points_to().find(region);
  const auto [entry, fresh] = starts_as_zero_.try_emplace(region, false);  // decided once, as initialisers rely on it
  for (const auto& [object, given] : given_)
    if (points_to().find(given) == region) return false;
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

bool MemoryRegions::is_zeroed(const Place& object) {
  if (object.storage->kind == Storage::Kind::Array && object.address)
    return is_zeroed(element(object, make_constant(0, object.address->type), {}));
  if (object.storage->kind == Storage::Kind::Struct && object.address) {
    const auto* record = object.storage->type->getAs<clang::RecordType>()->getDecl();
    if (record->isUnion() && !record->field_empty()) return starts_as_zero(points_to().of(*record->field_begin()));
    return std::all_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
      return field->isUnnamedBitfield() || is_zeroed(part(object, field, {}));
    });
  }
  const auto region = cell_regions_.find(object.storage->variable);
  return object.index && region != cell_regions_.end() && starts_as_zero(region->second);
}

void MemoryRegions::initialize() {
  // Variables with addresses first, then what is allocated: nothing overlaps.
  if (program_.memory.top) {
    constexpr std::uint64_t usual_start = 0x40000000;
    program_.memory.first_allocated = std::max<logic::Integer>(next_address_, usual_start);
    const ScalarType pointer = this->pointer();
    emitter_.emit(
        Assign{LValue{*program_.memory.top, nullptr}, make_constant(program_.memory.first_allocated, pointer)},
        Origin{}, EdgeRole::Internal);
  }
  for (const auto& [variable, region] : cell_regions_) {
    const ScalarType type = variables_[variable].type;
    if (starts_as_zero(region)) {
      emitter_.emit(Assign{LValue{variable, nullptr}, make_constant(0, type)}, Origin{}, EdgeRole::Internal,
                    Part(variable));
    } else {
      emitter_.emit(Havoc{LValue{variable, nullptr}, {}}, Origin{}, EdgeRole::Internal, Part(variable));
    }
  }
}

std::vector<std::pair<logic::Integer, logic::Integer>> MemoryRegions::objects_in(Region region) {
  std::vector<std::pair<logic::Integer, logic::Integer>> result;
  for (const auto& [object, variable] : memory_variables_) {
    const clang::QualType type = variable->getType();
    if (points_to().of(variable) != points_to().find(region)) continue;
    if (type->isIncompleteType() || !type->isConstantSizeType()) continue;
    for (auto known = addresses_.lower_bound({object, 0}); known != addresses_.end(); ++known) {  // of all threads
      if (known->first.first != object) break;
      result.emplace_back(known->second, emitter_.context().getTypeSizeInChars(type).getQuantity());
    }
  }
  std::sort(result.begin(), result.end());
  if (result.size() > max_objects) result.resize(max_objects);
  return result;
}

}  // namespace bireach::frontend
