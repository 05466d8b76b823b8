// SPDX-License-Identifier: Apache-2.0
/// Lifetimes of objects with automatic storage duration (C11 6.2.4): from the entry into a block until its execution
/// ends; of a variable-length array from its declaration on. They are noted only where a pointer may outlive the object
/// (a simple escape analysis on the regions of the points-to analysis). An object has a fixed address and a flag, or,
/// where there may be several of it at a time, an address of its own each time, like an allocated object.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang_library.h"
#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr IntegerType truth{1, false, true};
/// Parts of statement numbers.
constexpr unsigned begins = 0;
constexpr unsigned ends = 1;

bool has_variable_length(clang::QualType type) {
  return !type->isIncompleteType() && !type->isConstantSizeType();
}

}  // namespace

LocalObject Lowering::local_object(const clang::VarDecl* variable) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  return {variable, nullptr, function ? linker_.definition(function) : nullptr, variable->getType()};
}

LocalObject Lowering::local_object(const clang::CompoundLiteralExpr* literal) {
  return {nullptr, literal, literal->isFileScope() ? nullptr : frame().function, literal->getType()};
}

const Scopes& Lowering::scopes_of(const clang::FunctionDecl* definition) {
  return scopes_.try_emplace(definition, definition).first->second;
}

bool Lowering::is_outlived(const LocalObject& object) {
  const Scopes& scopes = scopes_of(object.function);
  const Scopes::Block block = object.variable ? scopes.of(object.variable) : scopes.of(object.literal);
  const bool lives_on = object.function == active_.front() && !recursions_.suspended.contains(object.function);
  if (lives_on && block == Scopes::body) return false;  // until the program ends
  const auto harmless = [&](const clang::VarDecl* holder) {
    if (!holder->hasLocalStorage()) return false;
    // Variables of other functions get the address while their activation is younger; or else through something that
    // is no such variable.
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(holder->getDeclContext());
    if (!function || linker_.definition(function) != object.function) return true;
    return scopes.is_inside(scopes.of(holder), block);
  };
  const PointsTo::Region region = object.variable ? points_to().of(object.variable)
                                                  : points_to().of(static_cast<const clang::Expr*>(object.literal));
  return points_to().is_held(region, object.type, linker_.unit_of(object.function).context(), harmless);
}

const Lifetime& Lowering::lifetime_of(const LocalObject& object) {
  const auto [entry, fresh] = lifetimes_.try_emplace(object.key(), object, Lifetime{});
  Lifetime& result = entry->second.second;
  if (!fresh || !object.function) return result;
  result.in_memory = object.variable ? plan_.overlaps(object.variable) : literal_in_memory(object.literal);
  result.ends = result.in_memory && is_outlived(object);
  if (recursions_.activated.contains(object.key()) || (result.in_memory && has_variable_length(object.type))) {
    result.kind = Lifetime::Kind::activated;
  } else if (result.ends) {
    result.kind = Lifetime::Kind::flagged;
  } else {
    return result;
  }
  StorageBuilder::Origin place;
  place.function = library_name(object.function->getNameAsString());
  const Unit& unit = linker_.unit_of(object.function);
  place.declared =
      unit.mapper.range(object.variable ? object.variable->getSourceRange() : object.literal->getSourceRange());
  const std::string name = object.variable ? object.variable->getNameAsString() : "(literal)";
  const bool is_flag = result.kind == Lifetime::Kind::flagged;
  place.name = place.function + "::" + name + (is_flag ? ".(alive)" : ".(address)");
  const clang::ASTContext& types = unit.context();
  result.variable =
      storages_.create_integer(std::move(place), is_flag ? truth : *integer_type(types.VoidPtrTy, types)).variable;
  owners_.resize(program_.variables.size(), nullptr);
  functions_.resize(program_.variables.size(), is_flag ? nullptr : object.function);
  if (is_flag) {
    flags_.emplace(result.variable, object);
  } else {
    program_.memory.locals.emplace(result.variable,
                                   object.variable ? name : unit.mapper.text(object.literal->getSourceRange()));
  }
  return result;
}

void Lowering::reconsider_lifetimes(PointsTo::Region region) {
  for (const auto& [key, known] : lifetimes_) {
    const auto& [object, lifetime] = known;
    if (lifetime.in_memory || !object.variable || !object.function) continue;
    if (!points_to().overlaps(object.variable, region)) continue;
    if (has_variable_length(object.type) || is_outlived(object)) throw LowerAgain();
  }
}

ExprPtr Lowering::object_address(const LocalObject& object) {
  const bool is_static = !object.function || (object.variable && !object.variable->hasLocalStorage());
  if (is_static) return fixed_address(object.key(), object.type);
  const bool several = recursions_.suspended.contains(object.function);
  if (several && recursions_.activated.insert(object.key()).second) throw LowerAgain();
  const Lifetime& lifetime = lifetime_of(object);
  if (lifetime.kind != Lifetime::Kind::activated) return fixed_address(object.key(), object.type);
  assume_globally("the numeric values of addresses do not matter");
  return make_variable(lifetime.variable, program_.variables[lifetime.variable].type);
}

Lowering::Origin Lowering::origin_of(const LocalObject& object) {
  Origin result = object.variable ? origin(object.variable) : origin(object.literal);
  result.text.clear();
  return result;
}

void Lowering::activate(const LocalObject& object, const ExprPtr& size) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const Lifetime& lifetime = lifetime_of(object);
  const VariableId top = allocator_variable(program_.memory.top, "(heap top)");
  const VariableId sizes = sizes_of_allocated();
  const Origin place = origin_of(object);
  objects_have_addresses_ = true;
  require_room(size, place);
  if (!alive()) return;
  const ExprPtr address = make_variable(lifetime.variable, pointer);
  emit(Assign{LValue{lifetime.variable, nullptr}, make_variable(top, pointer)}, place, EdgeRole::Internal, begins);
  emit(Assign{LValue{sizes, address}, size}, place, EdgeRole::Internal, begins);
  emit(Assign{LValue{top, nullptr}, make_binary(BinaryOp::Add, address, distance_of(size), pointer)}, place,
       EdgeRole::Internal, begins);
}

void Lowering::begin_life(const LocalObject& object) {
  if (!alive()) return;
  const Lifetime& lifetime = lifetime_of(object);
  const IntegerType pointer = *integer(context().VoidPtrTy);
  switch (lifetime.kind) {
    case Lifetime::Kind::unnoted:
      return;
    case Lifetime::Kind::flagged:
      return emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(1, truth)}, origin_of(object),
                  EdgeRole::Internal, begins);
    case Lifetime::Kind::activated:
      if (has_variable_length(object.type)) {  // it gets its size, and address, where it is declared
        return emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(0, pointer)}, origin_of(object),
                    EdgeRole::Internal, ends);
      }
      return activate(object,
                      make_constant(logic::Integer(context().getTypeSizeInChars(object.type).getQuantity()), pointer));
  }
}

void Lowering::end_life(const LocalObject& object) {
  if (!alive()) return;
  const Lifetime& lifetime = lifetime_of(object);
  if (lifetime.kind == Lifetime::Kind::flagged) {
    emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(0, truth)}, origin_of(object), EdgeRole::Internal,
         ends);
  } else if (lifetime.kind == Lifetime::Kind::activated && lifetime.ends) {
    const IntegerType pointer = *integer(context().VoidPtrTy);
    emit(Assign{LValue{sizes_of_allocated(), make_variable(lifetime.variable, pointer)}, make_constant(0, pointer)},
         origin_of(object), EdgeRole::Internal, ends);
  }
}

bool Lowering::bounds_lives(Scopes::Block block) {
  const Scopes::Objects& objects = scopes_of(frame().function).objects(block);
  const auto is_noted = [this](const auto* object) {
    return lifetime_of(local_object(object)).kind != Lifetime::Kind::unnoted;
  };
  const auto* function = frame().function;
  return std::any_of(objects.variables.begin(), objects.variables.end(), is_noted) ||
         std::any_of(objects.literals.begin(), objects.literals.end(), is_noted) ||
         (block == Scopes::body && std::any_of(function->param_begin(), function->param_end(), is_noted));
}

void Lowering::begin_block(Scopes::Block block) {
  const Scopes::Objects& objects = scopes_of(frame().function).objects(block);
  for (const clang::VarDecl* variable : objects.variables) begin_life(local_object(variable));
  for (const clang::CompoundLiteralExpr* literal : objects.literals) begin_life(local_object(literal));
}

void Lowering::end_block(Scopes::Block block) {
  const Scopes::Objects& objects = scopes_of(frame().function).objects(block);
  for (const clang::VarDecl* variable : objects.variables) end_life(local_object(variable));
  for (const clang::CompoundLiteralExpr* literal : objects.literals) end_life(local_object(literal));
  if (block != Scopes::body) return;
  for (const clang::ParmVarDecl* parameter : frame().function->parameters()) end_life(local_object(parameter));
}

void Lowering::enter_block(Scopes::Block block) {
  begin_block(block);
  frame().block = block;
}

void Lowering::leave_block(Scopes::Block outer) {
  end_block(frame().block);
  frame().block = outer;
}

void Lowering::jump_to_block(Scopes::Block target) {
  const Scopes& scopes = scopes_of(frame().function);
  Scopes::Block common = frame().block;
  for (; !scopes.is_inside(target, common); common = scopes.parent(common)) end_block(common);
  std::vector<Scopes::Block> entered;
  for (Scopes::Block block = target; block != common; block = scopes.parent(block)) entered.push_back(block);
  for (auto block = entered.rbegin(); block != entered.rend(); ++block) {
    begin_block(*block);
    // The declarations may have been jumped over.
    for (const clang::VarDecl* variable : scopes.objects(*block).variables) {
      const bool keeps_address = lifetime_of(local_object(variable)).kind == Lifetime::Kind::flagged;
      if (keeps_address) havoc(place_of(storage_of(variable)), origin_of(local_object(variable)), EdgeRole::Internal);
    }
  }
}

void Lowering::branch_to_block(const ExprPtr& condition, const Origin& origin, const Frame::Exit& on_true,
                               Node on_false, unsigned part) {
  const Scopes& scopes = scopes_of(frame().function);
  bool changes = false;
  Scopes::Block common = frame().block;
  for (; !scopes.is_inside(on_true.block, common); common = scopes.parent(common)) {
    changes = changes || bounds_lives(common);
  }
  for (Scopes::Block block = on_true.block; block != common; block = scopes.parent(block)) {
    changes = changes || bounds_lives(block);
  }
  if (!changes) return branch(condition, origin, on_true.node, on_false, part);
  const Node taken = new_node();
  branch(condition, origin, taken, on_false, part);
  enter(taken);
  jump_to_block(on_true.block);
  go_to(on_true.node);
}

void Lowering::leave_function() {
  if (frame().is_entry && !frame().recursion) return;  // the program ends
  const Scopes& scopes = scopes_of(frame().function);
  for (Scopes::Block block = frame().block;; block = scopes.parent(block)) {
    end_block(block);
    if (block == Scopes::body) return;
  }
}

void Lowering::lower_flags() {
  for (const auto& [flag, object] : flags_) {
    emit(Assign{LValue{flag, nullptr}, make_constant(0, truth)}, Origin{}, EdgeRole::Internal, flag);
  }
  std::vector<Memory::Object>& objects = program_.memory.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto flag = flags_.find(objects[i].alive.value_or(0));
    if (!objects[i].alive || flag == flags_.end()) continue;
    for (auto& [variable, cells] : program_.memory.cells) {
      const LocalObject& object = flag->second;
      const PointsTo::Region region = cell_regions_.at(variable);
      const bool may_lie_there = object.variable ? points_to().overlaps(object.variable, region)
                                                 : points_to().overlaps(object.literal, region);
      if (may_lie_there) cells.mortal.push_back(i);
    }
  }
}

}  // namespace bireach::frontend
