// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/lifetimes.h"

#include <algorithm>

#include "frontend/clang/analysis/variable_types.h"
#include "frontend/clang/library/library_text.h"

namespace bireach::frontend {
namespace {

/// Steps of the statement that declares the object.
constexpr unsigned begins = 0;
constexpr unsigned ends = 1;

/// Does a jump to the label, if it leaves no block of the variable, lead to a place before its declaration?
bool is_declared_behind(const clang::VarDecl* variable, const clang::LabelDecl* label) {
  const clang::SourceManager& sources = variable->getASTContext().getSourceManager();
  return sources.isBeforeInTranslationUnit(label->getStmt()->getBeginLoc(), variable->getLocation());
}

}  // namespace

ScalarType Lifetimes::pointer() const {
  return *integer_type(emitter_.context().VoidPtrTy, emitter_.context());
}

LocalObject Lifetimes::object(const clang::VarDecl* variable) const {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  return {variable, nullptr, function ? source_.linker.definition(function) : nullptr, variable->getType()};
}

LocalObject Lifetimes::object(const clang::CompoundLiteralExpr* literal, const clang::FunctionDecl* function) {
  return {nullptr, literal, literal->isFileScope() ? nullptr : function, literal->getType()};
}

const Scopes& Lifetimes::scopes(const clang::FunctionDecl* definition) {
  return scopes_.try_emplace(definition, definition).first->second;
}

bool Lifetimes::is_outlived(const LocalObject& object) {
  const Scopes& scopes = this->scopes(object.function);
  PointsTo& points_to = memory_.points_to();
  if (object.variable)
    return is_outlived(points_to.of(object.variable), object.type, object.function, scopes.of(object.variable));
  const auto* literal = static_cast<const clang::Expr*>(object.literal);
  return is_outlived(points_to.of(literal), object.type, object.function, scopes.of(object.literal));
}

bool Lifetimes::is_outlived(const clang::CallExpr* allocation, const clang::FunctionDecl* function) {
  const PointsTo::Region region = memory_.points_to().target(allocation);
  const clang::QualType type = memory_.points_to().element_type(region);
  return is_outlived(region, type.isNull() ? emitter_.context().CharTy : type, function, Scopes::body);
}

bool Lifetimes::is_outlived(PointsTo::Region region, clang::QualType type, const clang::FunctionDecl* function,
                            Scopes::Block block) {
  const Scopes& scopes = this->scopes(function);
  const Linker& linker = source_.linker;
  const bool lives_on =
      function == source_.entry && !source_.recursions.is_suspended(function) && linker.around().empty();
  if (lives_on && block == Scopes::body) return false;  // until the program ends
  const auto harmless = [&](const clang::VarDecl* holder) {
    if (!holder->hasLocalStorage()) return false;
    // Variables of other functions get the address while their activation is younger; or else through something that
    // is no such variable.
    const auto* of_holder = llvm::dyn_cast<clang::FunctionDecl>(holder->getDeclContext());
    if (!of_holder || linker.definition(of_holder) != function) return true;
    return scopes.is_inside(scopes.of(holder), block);
  };
  return memory_.points_to().is_held(region, type, linker.unit_of(function).context(), harmless);
}

bool Lifetimes::may_begin_again(const LocalObject& object) {
  if (object.function != source_.entry || source_.recursions.is_suspended(object.function)) return true;
  const Scopes& scopes = this->scopes(object.function);
  return scopes.is_repeated(object.variable ? scopes.of(object.variable) : scopes.of(object.literal));
}

bool Lifetimes::is_left_inside_block(const LocalObject& object) {
  if (!object.variable || !has_variable_size(object.type)) return false;
  const Scopes& scopes = this->scopes(object.function);
  const auto& labels = scopes.labels();
  return std::any_of(labels.begin(), labels.end(), [&](const auto& label) {
    return scopes.is_inside(label.second, scopes.of(object.variable)) &&
           is_declared_behind(object.variable, label.first);
  });
}

std::vector<LocalObject> Lifetimes::ended_by_jump(const clang::FunctionDecl* function, const clang::LabelDecl* label) {
  std::vector<LocalObject> result;
  const Scopes& scopes = this->scopes(function);
  for (Scopes::Block block = scopes.of(label);; block = scopes.parent(block)) {
    for (const clang::VarDecl* variable : scopes.objects(block).variables) {
      if (!has_variable_size(variable->getType()) || !is_declared_behind(variable, label)) continue;
      const LocalObject ended = object(variable);
      if (of(ended).ends) result.push_back(ended);
    }
    if (block == Scopes::body) return result;
  }
}

Lifetimes::Key Lifetimes::key_of(const LocalObject& object) const {
  return {object.key(), object.function ? thread_ : 0};
}

const Lifetime& Lifetimes::of(const LocalObject& object) {
  const auto [entry, fresh] = lifetimes_.try_emplace(key_of(object), object, Lifetime{});
  Lifetime& result = entry->second.second;
  if (!fresh || !object.function) return result;
  result.in_memory = object.variable ? memory_.plan().overlaps(object.variable) : memory_.holds(object.literal);
  result.ends = result.in_memory && (is_outlived(object) || is_left_inside_block(object));
  // An access through a pointer to an object that ended is an error, even if the same variable lives again by then.
  const bool are_told_apart = result.ends && program_.property.has(Violation::valid_deref) && may_begin_again(object);
  // Threads that run the same code have objects of their own.
  if (are_told_apart || source_.recursions.is_activated(object.key()) ||
      (result.in_memory && (has_variable_size(object.type) || any_number_)))
    result.kind = Lifetime::Kind::activated;
  else if (result.ends)
    result.kind = Lifetime::Kind::flagged;
  if (result.kind != Lifetime::Kind::unnoted) make_variable_of(object, result);
  return result;
}

void Lifetimes::make_variable_of(const LocalObject& object, Lifetime& lifetime) {
  StorageBuilder::Origin place;
  place.function = library_name(object.function->getNameAsString());
  const Unit& unit = source_.linker.unit_of(object.function);
  place.declared =
      unit.mapper.range(object.variable ? object.variable->getSourceRange() : object.literal->getSourceRange());
  const std::string name = object.variable ? object.variable->getNameAsString() : "(literal)";
  const bool is_flag = lifetime.kind == Lifetime::Kind::flagged;
  place.name = place.function + "::" + name + (is_flag ? ".(alive)" : ".(address)");
  const clang::ASTContext& types = unit.context();
  const ScalarType type = is_flag ? bool_type : *integer_type(types.VoidPtrTy, types);
  const VariableOwner owner{nullptr, is_flag ? nullptr : object.function};
  lifetime.variable = variables_.create_scalar(std::move(place), type, owner).variable;
  if (is_flag) {
    flags_.emplace(lifetime.variable, object);
  } else {
    memory_.note_local(object.type);
    program_.memory.locals.emplace(lifetime.variable,
                                   object.variable ? name : unit.mapper.text(object.literal->getSourceRange()));
  }
}

std::optional<VariableId> Lifetimes::flag(const void* key) const {
  const auto found = lifetimes_.find({key, thread_});
  if (found == lifetimes_.end() || found->second.second.kind != Lifetime::Kind::flagged) return std::nullopt;
  return found->second.second.variable;
}

void Lifetimes::reconsider(PointsTo::Region region) {
  for (const auto& [key, known] : lifetimes_) {
    const auto& [object, lifetime] = known;
    if (lifetime.in_memory || !object.variable || !object.function) continue;
    if (!memory_.points_to().overlaps(object.variable, region)) continue;
    if (has_variable_size(object.type) || is_outlived(object)) throw LowerAgain(LowerReason::lifetime_in_memory);
  }
}

ExprPtr Lifetimes::address(const LocalObject& object) {
  const bool is_static = !object.function || (object.variable && !object.variable->hasLocalStorage());
  const bool is_of_thread =
      object.variable ? object.variable->getTLSKind() != clang::VarDecl::TLS_None : object.function != nullptr;
  if (is_static) return memory_.fixed_address(object.key(), object.type, is_of_thread ? thread_ : 0, object.variable);
  if (source_.recursions.is_suspended(object.function)) source_.recursions.require_activated(object.key());
  const Lifetime& lifetime = of(object);
  if (lifetime.kind != Lifetime::Kind::activated)
    return memory_.fixed_address(object.key(), object.type, thread_, object.variable);
  emitter_.assume_globally("the numeric values of addresses do not matter");
  return make_variable(lifetime.variable, variables_[lifetime.variable].type);
}

Origin Lifetimes::origin_of(const LocalObject& object) {
  Origin result = object.variable ? emitter_.origin(object.variable) : emitter_.origin(object.literal);
  result.text.clear();
  return result;
}

void Lifetimes::activate(const LocalObject& object, const ExprPtr& size) {
  const Lifetime& lifetime = of(object);
  heap_.make_variables();
  const Origin place = origin_of(object);
  PointsTo& points_to = memory_.points_to();
  memory_.note_allocated(object.variable ? points_to.of(object.variable) : points_to.of(object.literal),
                         size->kind == Expr::Kind::Constant ? std::optional(size->value) : std::nullopt);
  heap_.require_room(size, place);
  if (points_to.looks_at_addresses() &&
      alignment_of(object.variable, object.type, emitter_.context()) > usual_alignment)
    emitter_.unsupported_at("alignment of more than 16 bytes of an object that may exist more than once", place);
  if (!emitter_.alive()) return;
  const ExprPtr address = make_variable(lifetime.variable, pointer());
  emitter_.begin_atomic(place);
  emitter_.emit(Assign{LValue{lifetime.variable, nullptr}, make_variable(heap_.top(), pointer())}, place,
                EdgeRole::Internal, Part(begins));
  heap_.take(address, size, place, Part(begins), Part(begins));
  emitter_.end_atomic(place);
}

void Lifetimes::begin(const LocalObject& object) {
  if (!emitter_.alive()) return;
  const Lifetime& lifetime = of(object);
  switch (lifetime.kind) {
    case Lifetime::Kind::unnoted:
      return;
    case Lifetime::Kind::flagged:
      return emitter_.emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(1, bool_type)}, origin_of(object),
                           EdgeRole::Internal, Part(begins));
    case Lifetime::Kind::activated:
      if (has_variable_size(object.type)) {  // it gets its size, and address, where it is declared
        return emitter_.emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(0, pointer())}, origin_of(object),
                             EdgeRole::Internal, Part(ends));
      }
      const logic::Integer size(emitter_.context().getTypeSizeInChars(object.type).getQuantity());
      return activate(object, make_constant(size, pointer()));
  }
}

void Lifetimes::end(const LocalObject& object) {
  if (!emitter_.alive()) return;
  const Lifetime& lifetime = of(object);
  if (lifetime.kind == Lifetime::Kind::flagged) {
    emitter_.emit(Assign{LValue{lifetime.variable, nullptr}, make_constant(0, bool_type)}, origin_of(object),
                  EdgeRole::Internal, Part(ends));
  } else if (lifetime.kind == Lifetime::Kind::activated && lifetime.ends) {
    heap_.release(make_variable(lifetime.variable, pointer()), origin_of(object), EdgeRole::Internal, Part(ends));
  }
}

bool Lifetimes::shows(const clang::FunctionDecl* function, Scopes::Block block) {
  const Scopes::Objects& objects = scopes(function).objects(block);
  const auto is_variable_noted = [this](const clang::VarDecl* variable) {
    return of(object(variable)).kind != Lifetime::Kind::unnoted;
  };
  const auto is_literal_noted = [&](const clang::CompoundLiteralExpr* literal) {
    return of(object(literal, function)).kind != Lifetime::Kind::unnoted;
  };
  return std::any_of(objects.variables.begin(), objects.variables.end(), is_variable_noted) ||
         std::any_of(objects.literals.begin(), objects.literals.end(), is_literal_noted) ||
         (block == Scopes::body && std::any_of(function->param_begin(), function->param_end(), is_variable_noted));
}

void Lifetimes::begin_block(const clang::FunctionDecl* function, Scopes::Block block) {
  const Scopes::Objects& objects = scopes(function).objects(block);
  for (const clang::VarDecl* variable : objects.variables) begin(object(variable));
  for (const clang::CompoundLiteralExpr* literal : objects.literals) begin(object(literal, function));
}

void Lifetimes::end_block(const clang::FunctionDecl* function, Scopes::Block block) {
  const Scopes::Objects& objects = scopes(function).objects(block);
  for (const clang::VarDecl* variable : objects.variables) end(object(variable));
  for (const clang::CompoundLiteralExpr* literal : objects.literals) end(object(literal, function));
  if (block != Scopes::body) return;
  for (const clang::ParmVarDecl* parameter : function->parameters()) end(object(parameter));
}

void Lifetimes::initialize() {
  for (const auto& [flag, object] : flags_)
    emitter_.emit(Assign{LValue{flag, nullptr}, make_constant(0, bool_type)}, Origin{}, EdgeRole::Internal, Part(flag));
  std::vector<Memory::Object>& objects = program_.memory.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto flag = flags_.find(objects[i].alive.value_or(0));
    if (!objects[i].alive || flag == flags_.end()) continue;
    const LocalObject& object = flag->second;
    for (auto& [variable, cells] : program_.memory.cells) {
      const PointsTo::Region region = memory_.region_of(variable);
      const bool may_lie_there = object.variable ? memory_.points_to().overlaps(object.variable, region)
                                                 : memory_.points_to().overlaps(object.literal, region);
      if (may_lie_there) cells.mortal.push_back(i);
    }
  }
}

}  // namespace bireach::frontend
