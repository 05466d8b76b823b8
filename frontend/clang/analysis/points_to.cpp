// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: one visitor, whose cases share the graph of constraints.
#include "frontend/clang/analysis/points_to.h"

#include <algorithm>
#include <array>

#include "frontend/clang/analysis/foreign_functions.h"
#include "frontend/clang/analysis/statement_value.h"
#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/analysis/thread_uses.h"
#include "frontend/clang/analysis/variable_types.h"
#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/library/library_text.h"
#include "frontend/clang/reading/synchronisation.h"

namespace bireach::frontend {
namespace {

/// They are modelled as assignments of whole objects, not by their definitions in C.
constexpr std::array<std::string_view, 4> copying_functions{"memcpy", "memmove", "memset", "memcmp"};

/// Also by gcc's names: __builtin_memcpy, __builtin___memcpy_chk.
bool copies_bytes(std::string_view name) {
  constexpr std::string_view builtin = "__builtin_";
  if (name.starts_with(builtin)) name.remove_prefix(builtin.size());
  if (name.starts_with("__") && name.ends_with("_chk")) name = name.substr(2, name.size() - 6);
  return std::find(copying_functions.begin(), copying_functions.end(), name) != copying_functions.end();
}

bool holds_pointer(clang::QualType type) {
  const auto* atomic = type->getAs<clang::AtomicType>();
  return (atomic ? atomic->getValueType() : type)->isPointerType();
}

}  // namespace

PointsTo::PointsTo(const Linker& linker, const clang::FunctionDecl* entry, bool as_bytes, const Discovered& discovered)
    : linker_(linker),
      as_bytes_(as_bytes),
      integers_(add()),
      indirect_result_(add()),
      byte_(entry->getASTContext().UnsignedCharTy) {
  for (const clang::FieldDecl* member : discovered.members) static_cast<void>(location(member));
  queue(entry);
  for (const clang::FunctionDecl* function : linker.around().all()) queue(function);
  if (entry->getNameAsString() != "main")  // its arguments may point anywhere
    for (const clang::ParmVarDecl* parameter : entry->parameters())
      set_problem(pointee(location(parameter)), "access through an arbitrary pointer");
  run();
  share_types();
  for (const clang::CallExpr* call : foreign_calls_)
    if (const Region region = find(location_of_node(call)); nodes_[region].views.empty() && !is_used(region))
      handles_.insert(call);
  for (const clang::CallExpr* call : discovered.bytewise)
    for (const clang::Expr* argument : call->arguments())
      if (argument->getType()->isPointerType()) split(argument);
  for (const clang::CallExpr* call : discovered.open) {
    for (const clang::Expr* argument : call->arguments()) open(argument);
    open(call);  // it may be stored there, too
  }
  if (as_bytes_) mix();
  move_members();
  // Bytes of pointers, and what overlaps with them in unions, are numbers, too.
  looks_at_addresses_ = looks_at_addresses_ || std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
                          return node.views.contains(pointer_view) && (node.is_bytes || node.views.size() > 1);
                        });
}

PointsTo::Region PointsTo::add() {
  const auto region = static_cast<Region>(nodes_.size());
  nodes_.emplace_back();
  nodes_.back().parent = region;
  return region;
}

PointsTo::Region PointsTo::find(Region region) {
  while (nodes_[region].parent != region) {
    nodes_[region].parent = nodes_[nodes_[region].parent].parent;
    region = nodes_[region].parent;
  }
  return region;
}

PointsTo::Region PointsTo::join(Region first, Region second) {
  std::vector<std::pair<Region, Region>> work{{first, second}};
  while (!work.empty()) {
    const Region a = find(work.back().first);
    const Region b = find(work.back().second);
    work.pop_back();
    if (a == b) continue;
    ++joins_;
    Node& kept = nodes_[a];
    Node& gone = nodes_[b];
    gone.parent = a;
    kept.views.merge(gone.views);
    kept.unfit.merge(gone.unfit);
    kept.records.merge(gone.records);
    kept.functions.merge(gone.functions);
    kept.is_bytes = kept.is_bytes || gone.is_bytes;
    kept.is_whole = kept.is_whole || gone.is_whole;
    kept.has_other_locations =
        kept.has_other_locations || gone.has_other_locations || (kept.field && gone.field && kept.field != gone.field);
    if (!kept.field) kept.field = gone.field;
    kept.is_allocated = kept.is_allocated || gone.is_allocated;
    kept.is_copied = kept.is_copied || gone.is_copied;
    kept.is_used = kept.is_used || gone.is_used;
    kept.is_moved = kept.is_moved || gone.is_moved;
    kept.is_shifted = kept.is_shifted || gone.is_shifted;
    if (kept.problem.empty()) kept.problem = gone.problem;
    if (kept.type.isNull()) kept.type = gone.type;
    kept.is_of_scalars = kept.is_of_scalars && gone.is_of_scalars;
    if (kept.pointee && gone.pointee)
      work.emplace_back(*kept.pointee, *gone.pointee);
    else if (gone.pointee)
      kept.pointee = gone.pointee;
  }
  return find(first);
}

PointsTo::Region PointsTo::pointee(Region region) {
  region = find(region);
  if (!nodes_[region].pointee) {
    const Region fresh = add();  // may move the nodes
    nodes_[region].pointee = fresh;
  }
  return find(*nodes_[region].pointee);
}

void PointsTo::set_problem(Region region, const Unmodelled& problem) {
  Unmodelled& known = nodes_[find(region)].problem;
  if (known.empty()) known = problem;
}

PointsTo::Region PointsTo::location_of_node(const void* node) {
  const auto known = locations_.find(node);
  if (known != locations_.end()) return known->second;
  const Region region = add();
  nodes_[region].has_other_locations = true;
  return locations_[node] = region;
}

PointsTo::Region PointsTo::location(const clang::VarDecl* variable) {
  variable = linker_.variable(variable);
  const bool is_new = !locations_.contains(variable);
  const Region region = location_of_node(variable);
  if (is_new) {
    variables_.emplace(variable, variable);
    add_view(region, variable->getType(), variable->getASTContext());
  }
  return region;
}

PointsTo::Region PointsTo::location(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent();
  // The tag of a union: its members share their bytes.
  if (record->isUnion() && field->getFieldIndex() != 0) return location(*record->field_begin());
  // Each file has its own declaration of the struct, also of one without a tag.
  field = fields_.emplace(layout(record) + "." + std::to_string(field->getFieldIndex()), field).first->second;
  const auto known = locations_.find(field);
  if (known != locations_.end()) return known->second;
  const Region region = add();
  locations_[field] = region;
  nodes_[region].field = field;
  nodes_[region].records.insert(field->getParent());
  const auto* array = field->getASTContext().getAsConstantArrayType(field->getType());
  nodes_[region].is_moved = array && array->getSize() == 0;  // whatever lies there is something else
  if (field->getASTContext().getBaseElementType(field->getType())->isRecordType()) structured_fields_.push_back(field);
  if (record->isUnion()) {
    for (const clang::FieldDecl* member : record->fields())
      add_view(region, member->getType(), field->getASTContext(), member);
    join(pointee(region), integers_);  // what is stored as a number may be read as a pointer
    const bool is_of_scalars = is_union_of_scalars(record, field->getASTContext());
    if (!is_of_scalars && as_bytes_) {
      nodes_[find(region)].is_bytes = true;
    } else if (!is_of_scalars) {
      set_problem(region, {"access through a pointer into a union", Remedy::memory_of_bytes});
      refuse_members(record);
    }
  } else {
    add_view(region, field->getType(), field->getASTContext(), field);
  }
  return region;
}

PointsTo::Region PointsTo::location(const clang::FunctionDecl* function) {
  const auto known = functions_.find(function);
  if (known != functions_.end()) return known->second;
  const Region region = add();
  nodes_[region].has_other_locations = true;
  nodes_[region].functions.insert(function);
  return functions_[function] = region;
}

PointsTo::Region PointsTo::result(const clang::FunctionDecl* function) {
  return location_of_node(linker_.function(function));
}

PointsTo::Region PointsTo::location(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) return location(variable);
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
      return location(linker_.function(function));
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field && is_state(field)) return member->isArrow() ? value(member->getBase()) : location(member->getBase());
    if (field) return location(field);
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) return value(subscript->getBase());
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(object)) {
    if (unary->getOpcode() == clang::UO_Deref) return value(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension) return location(unary->getSubExpr());
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(object)) return location(cast->getSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(object))
    return location(choice->getResultExpr());
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(object)) object = name->getFunctionName();
  const bool is_new = !locations_.contains(object);
  const Region region = location_of_node(object);
  if (is_new && context_) add_view(region, object->getType(), *context_);
  return region;
}

PointsTo::Region PointsTo::cast_value(const clang::CastExpr* cast) {
  const clang::Expr* operand = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return location(operand);
    case clang::CK_LValueToRValue:
      return pointee(location(operand));
    case clang::CK_NullToPointer:
      return location_of_node(cast);
    case clang::CK_IntegralToPointer:
      return llvm::isa<clang::IntegerLiteral>(operand->IgnoreParenCasts()) ? location_of_node(cast) : integers_;
    default:
      return value(operand);
  }
}

PointsTo::Region PointsTo::call_value(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) return pointee(indirect_result_);
  const std::string name = callee->getNameAsString();
  const clang::FunctionDecl* body = linker_.definition(callee);
  const bool copies = copies_bytes(name) && (!body || linker_.is_library(body));
  if (copies || name == "__builtin_expect") return value(call->getArg(0));
  if (body) return pointee(result(callee));
  if (name.starts_with("__sync_") && call->getNumArgs() != 0) return pointee(value(call->getArg(0)));
  const bool is_new = !locations_.contains(call);
  const Region region = location_of_node(call);
  if (!is_new) return region;
  set_returned(region, callee);
  if (returns_own_object(callee)) foreign_calls_.push_back(call);
  return region;
}

void PointsTo::set_returned(Region region, const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  if (is_allocator(name)) {
    nodes_[find(region)].is_allocated = any_allocation_ = true;
  } else if (returns_own_object(function)) {
    nodes_[find(region)].is_allocated = true;
    foreign_.push_back(region);
  } else {
    set_problem(region, "access through a pointer that function " + name + ", which has no body, returned");
  }
}

PointsTo::Region PointsTo::value(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  if (pointer->getType()->isArrayType()) return location(pointer);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer)) return cast_value(cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer)) {
    if (unary->getOpcode() == clang::UO_AddrOf) return location(unary->getSubExpr());
    if (unary->isIncrementDecrementOp()) return pointee(location(unary->getSubExpr()));
    return value(unary->getSubExpr());
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(pointer)) {
    if (binary->isAssignmentOp()) return pointee(location(binary->getLHS()));
    const bool is_second = binary->getOpcode() == clang::BO_Comma || !binary->getLHS()->getType()->isPointerType();
    return value(is_second ? binary->getRHS() : binary->getLHS());
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(pointer))
    return join(value(choice->getTrueExpr()), value(choice->getFalseExpr()));
  if (const auto* choice = llvm::dyn_cast<clang::BinaryConditionalOperator>(pointer))
    return join(value(choice->getCommon()), value(choice->getFalseExpr()));
  if (const auto* common = llvm::dyn_cast<clang::OpaqueValueExpr>(pointer)) return value(common->getSourceExpr());
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(pointer)) return call_value(call);
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(pointer)) {
    if (const clang::Expr* last = value_of(statements)) return value(last);
  }
  if (llvm::isa<clang::MemberExpr>(pointer)) return pointee(location(pointer));
  if (llvm::isa<clang::VAArgExpr>(pointer)) return pointee(location_of_node(pointer));
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(pointer)) return pointee(value(atomic->getPtr()));
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(pointer)) return value(choice->getResultExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(pointer)) return value(choice->getChosenSubExpr());
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(pointer); list && list->getNumInits() == 1)
    return value(list->getInit(0));
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(pointer)) return value(constant->getSubExpr());
  const Region region = location_of_node(pointer);
  return region;
}

void PointsTo::queue(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* body = linker_.definition(function);
  if (!body || !seen_.insert(body).second) return;
  if (linker_.is_library(body) && copies_bytes(library_name(body->getNameAsString()))) return;
  analysed_.insert(body);
  pending_.push_back({body, nullptr});
}

void PointsTo::run() {
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    current_ = next.function;
    context_ = next.function ? &next.function->getASTContext() : &next.variable->getASTContext();
    if (next.function) {
      for_each_parameter_operand(next.function, [this](const clang::Expr* operand) { visit(operand); });
      visit(next.function->getBody());
    } else if (const clang::Expr* init = next.variable->getAnyInitializer()) {
      visit(init);
      initialize(location(next.variable), next.variable->getType(), init);
    }
    if (!pending_.empty()) continue;
    // Calls through pointers reach every function whose address is taken, which may bring in more code.
    for (const clang::CallExpr* call : indirect_calls_)
      for (const clang::FunctionDecl* function : addressed_) {
        pass(call, function);
        note_freed(call, function->getNameAsString());
      }
    for (const clang::CallExpr* creation : creations_)
      for (const clang::FunctionDecl* function : addressed_) pass_to_thread(creation, function);
    for (const clang::FunctionDecl* function : addressed_) {
      join(indirect_result_, result(function));
      if (linker_.definition(function) || !function->getReturnType()->isPointerType()) continue;
      set_returned(pointee(indirect_result_), function);
    }
  }
}

void PointsTo::visit(const clang::Stmt* code) {
  if (!code) return;
  for_each_type_operand(code, [this](const clang::Expr* operand) { visit(operand); });
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(code)) return;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(code)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (variable) visit(linker_.cleanup_call(variable));
      if (variable && variable->getInit()) {
        if (variable->hasLocalStorage())
          initialize(location(variable), variable->getType(), variable->getInit());
        else if (seen_.insert(variable).second)
          pending_.push_back({nullptr, variable});
      }
    }
  }
  const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(code);
  if (returned && returned->getRetValue() && current_ && returned->getRetValue()->getType()->isPointerType())
    join(pointee(result(current_)), value(returned->getRetValue()));
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(code)) visit_expression(expr);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(code);
  for (const clang::Stmt* child : code->children())
    if (!call || !call->getDirectCallee() || child != call->getCallee()) visit(child);
}

void PointsTo::visit_expression(const clang::Expr* expr) {
  visit_move(expr);
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      function = linker_.function(function);
      if (std::find(addressed_.begin(), addressed_.end(), function) == addressed_.end()) addressed_.push_back(function);
      queue(function);
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && variable->hasGlobalStorage()) {
      variable = linker_.variable(variable);
      if (seen_.insert(variable).second) pending_.push_back({nullptr, variable});
    }
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expr)) visit_call(call);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Assign && holds_pointer(binary->getLHS()->getType()))
      join(pointee(location(binary->getLHS())), value(binary->getRHS()));
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    const bool is_ours = current_ && linker_.is_library(current_);
    const bool leads_inside =
        is_stream(cast->getSubExpr()->getType()) && cast->getType()->isPointerType() && !is_stream(cast->getType());
    looks_into_streams_ = looks_into_streams_ || (leads_inside && !is_ours);
    if (cast->getCastKind() == clang::CK_PointerToIntegral) {
      join(integers_, value(cast->getSubExpr()));
      looks_at_addresses_ = looks_at_addresses_ || (!is_ours && !cast->isEvaluatable(*context_));  // offsetof
    }
  }
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(expr)) {
    // Operands are values to store, or point to them.
    for (unsigned i = 1; i < atomic->getNumSubExprs(); ++i) {
      const clang::Expr* operand = atomic->getSubExprs()[i];
      if (!operand->getType()->isPointerType()) continue;
      join(pointee(value(atomic->getPtr())), value(operand));
      join(pointee(value(atomic->getPtr())), pointee(value(operand)));
    }
  }
  if (llvm::isa<clang::StmtExpr>(expr) && holds_pointer(expr->getType()))
    join(pointee(location_of_node(expr)), value(expr));  // it outlives what its block declares
  if (llvm::isa<clang::VAArgExpr>(expr) && current_) {
    // All arguments behind the parameters, of all calls.
    const clang::FunctionDecl* body = linker_.definition(current_);
    join(location_of_node(expr), location_of_node((body ? body : current_)->getBody()));
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr))
    initialize(location(literal), literal->getType(), literal->getInitializer());
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    const clang::Expr* operand = unary->getSubExpr()->IgnoreParens();
    if (unary->getOpcode() == clang::UO_Deref) add_view(value(operand), unary->getType(), *context_);
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(operand);
    const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (unary->getOpcode() == clang::UO_AddrOf && field && field->getParent()->isUnion()) {
      const Region region = find(location(field));
      nodes_[region].is_bytes = nodes_[region].is_bytes || as_bytes_;
      if (!as_bytes_) set_problem(region, {"access through a pointer to a member of a union", Remedy::memory_of_bytes});
    }
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
    add_view(value(subscript->getBase()), subscript->getType(), *context_);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    looks_into_streams_ = looks_into_streams_ || (field && is_stream(field->getParent()));
    if (field && field->getParent()->isUnion() && synchronisation_type(field->getParent()).empty())
      static_cast<void>(location(field));
    const bool overlaps_pointer =
        field && field->getParent()->isUnion() &&
        std::any_of(field->getParent()->field_begin(), field->getParent()->field_end(),
                    [](const clang::FieldDecl* other) { return other->getType()->isPointerType(); });
    looks_at_addresses_ = looks_at_addresses_ || (overlaps_pointer && !field->getType()->isPointerType());
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr); member && member->isArrow())
    add_view(value(member->getBase()), member->getBase()->getType()->getPointeeType(), *context_);
}

void PointsTo::pass(const clang::CallExpr* call, const clang::FunctionDecl* function) {
  const clang::FunctionDecl* body = linker_.definition(function);
  if (!body) return;
  for (unsigned i = body->getNumParams(); i < call->getNumArgs(); ++i) {  // what va_arg reads
    const Region argument = call->getArg(i)->getType()->isPointerType() ? value(call->getArg(i)) : integers_;
    join(pointee(location_of_node(body->getBody())), argument);
  }
  for (unsigned i = 0; i < call->getNumArgs() && i < body->getNumParams(); ++i) {
    if (is_argument_list(body->getParamDecl(i)->getOriginalType()) && current_) {  // what is read there is passed here
      const clang::FunctionDecl* caller = linker_.definition(current_);
      join(location_of_node((caller ? caller : current_)->getBody()), location_of_node(body->getBody()));
    }
    const bool to_pointer = holds_pointer(body->getParamDecl(i)->getType());
    const bool from_pointer = call->getArg(i)->getType()->isPointerType();
    // Without a prototype a number may arrive as a pointer, and the other way round.
    if (to_pointer) join(pointee(location(body->getParamDecl(i))), from_pointer ? value(call->getArg(i)) : integers_);
    if (from_pointer && !to_pointer) join(integers_, value(call->getArg(i)));
  }
}

void PointsTo::note_freed(const clang::CallExpr* call, const std::string& function) {
  const LibraryFunction* known = library_function(function);
  const bool frees = known && (known->kind == LibraryFunction::Kind::frees || known->is_reallocator());
  if (frees && call->getNumArgs() > 0 && call->getArg(0)->getType()->isPointerType())
    nodes_[find(value(call->getArg(0)))].is_used = true;
}

void PointsTo::visit_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) {
    indirect_calls_.push_back(call);
    return;
  }
  const std::string name = callee->getNameAsString();
  const clang::FunctionDecl* body = linker_.definition(callee);
  const bool copies = copies_bytes(name) && (!body || linker_.is_library(body));
  if (copies) {
    if (name == "memset" && call->getNumArgs() == 3) nodes_[find(value(call->getArg(0)))].is_used = true;
    if (name != "memset" && call->getNumArgs() == 3) copy_objects(call->getArg(0), call->getArg(1));
    for (unsigned i = 0; i < 2 && call->getNumArgs() == 3 && call->getArg(1)->getType()->isPointerType(); ++i)
      nodes_[find(value(call->getArg(i)))].is_copied = true;
    return;
  }
  if (makes_destructor(call) && body && linker_.is_library(body))
    if (const clang::FunctionDecl* end = linker_.own_function(run_destructors_name)) queue(end);
  const LibraryFunction* known = library_function(name);
  if (known && known->is_reallocator() && call->getNumArgs() > 0) join(call_value(call), value(call->getArg(0)));
  note_freed(call, name);
  if (body) {
    queue(callee);
    return pass(call, callee);
  }
  if (visit_thread_call(call, name)) return;
  if (!known && std::any_of(call->arg_begin(), call->arg_end(), [&](const clang::Expr* argument) {
        const clang::QualType target = argument->getType()->getPointeeType();
        return !target.isNull() && !target->isFunctionType() && !is_flat(target, *context_);
      }))
    passing_calls_.push_back(call);
  // Atomic operations and the like store one argument where another one points to.
  if (callee->getBuiltinID() == 0) return;
  for (unsigned i = 1; i < call->getNumArgs(); ++i) {
    const bool is_pointer = call->getArg(0)->getType()->isPointerType() && call->getArg(i)->getType()->isPointerType();
    if (is_pointer && !(known && known->is_allocator())) join(pointee(value(call->getArg(0))), value(call->getArg(i)));
  }
}

bool PointsTo::visit_thread_call(const clang::CallExpr* call, const std::string& name) {
  if (creates_thread(name)) {
    creations_.push_back(call);
    return true;
  }
  const unsigned argument = joins_thread(name) ? 1 : 0;
  if ((!joins_thread(name) && !ends_thread(name)) || call->getNumArgs() <= argument) return false;
  const clang::Expr* result = call->getArg(argument);
  if (!result->getType()->isPointerType()) return true;
  join(joins_thread(name) ? pointee(value(result)) : value(result), thread_results());
  return true;
}

PointsTo::Region PointsTo::thread_results() {
  if (!thread_results_) thread_results_ = add();
  return find(*thread_results_);
}

void PointsTo::pass_to_thread(const clang::CallExpr* creation, const clang::FunctionDecl* function) {
  const unsigned start = start_routine_argument(creation->getDirectCallee()->getNameAsString());
  const clang::FunctionDecl* body = linker_.definition(function);
  if (!body || body->getNumParams() > 1 || creation->getNumArgs() <= start + 1) return;
  const clang::FunctionDecl* named = named_function(creation->getArg(start));
  if (named && linker_.function(named) != linker_.function(function)) return;
  start_routines_.insert(body);
  if (body->getReturnType()->isPointerType()) join(pointee(result(function)), thread_results());
  if (body->getNumParams() == 0) return;
  const clang::Expr* argument = creation->getArg(start + 1);
  const bool to_pointer = holds_pointer(body->getParamDecl(0)->getType());
  const bool from_pointer = argument->getType()->isPointerType();
  if (to_pointer) join(pointee(location(body->getParamDecl(0))), from_pointer ? value(argument) : integers_);
  if (from_pointer && !to_pointer) join(integers_, value(argument));
}

/// Memory that is only copied, cleared or compared holds what it is copied from or to.
void PointsTo::share_types() {
  for (bool is_news = true; is_news;) {
    is_news = false;
    for (const auto& [to, from] : copies_) {
      Node& one = nodes_[find(to)];
      Node& other = nodes_[find(from)];
      if (one.views.empty() == other.views.empty()) continue;
      Node& given = one.views.empty() ? one : other;
      const Node& known = one.views.empty() ? other : one;
      given.views = known.views;
      given.unfit = known.unfit;
      given.type = known.type;
      given.is_of_scalars = known.is_of_scalars;
      is_news = true;
    }
  }
}

void PointsTo::copy_objects(const clang::Expr* to, const clang::Expr* from) {
  join(pointee(value(to)), pointee(value(from)));
  copies_.emplace_back(value(to), value(from));
  const auto type = [](const clang::Expr* pointer) {
    pointer = pointer->IgnoreParenCasts();
    return pointer->getType()->isArrayType() ? pointer->getType() : pointer->getType()->getPointeeType();
  };
  const clang::QualType target = type(to);
  const clang::QualType source = type(from);
  if (target.isNull() || source.isNull() || target->isVoidType() || source->isVoidType()) return;
  // An object copied into one of another type is used through both.
  if (view_of(target, *context_) != view_of(source, *context_)) join(value(to), value(from));
}

void PointsTo::initialize(Region region, clang::QualType type, const clang::Expr* init) {
  init = init->IgnoreParens();
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(init);
  if (list && !list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  if (list && list->isTransparent()) return initialize(region, type, list->getInit(0));
  if (list && !synchronisation_type(type).empty()) return;
  if (list && type->isRecordType()) {
    const clang::RecordDecl* record = type->getAs<clang::RecordType>()->getDecl();
    if (record->isUnion()) {
      const clang::FieldDecl* field = list->getInitializedFieldInUnion();
      if (field && list->getNumInits() != 0) initialize(location(field), field->getType(), list->getInit(0));
      return;
    }
    unsigned next = 0;
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isUnnamedBitfield()) continue;
      if (next >= list->getNumInits()) return;
      initialize(location(field), field->getType(), list->getInit(next++));
    }
    return;
  }
  if (list && type->isArrayType()) {
    const clang::QualType element = type->getAsArrayTypeUnsafe()->getElementType();
    for (const clang::Expr* part : list->inits()) initialize(region, element, part);
    return;
  }
  if (list && list->getNumInits() == 1) return initialize(region, type, list->getInit(0));
  if (holds_pointer(type) && holds_pointer(init->getType())) join(pointee(region), value(init));
}

}  // namespace bireach::frontend
