// SPDX-License-Identifier: Apache-2.0
/// The values that functions return: where they are, and what happens where there is none.
#include <clang/AST/Decl.h>

#include "frontend/clang/library/library_text.h"
#include "frontend/clang/library/special_text.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {

const Storage* Lowering::result_storage(const clang::CallExpr* call, clang::QualType type) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  std::string name = callee ? callee->getNameAsString() : "indirect";
  if (std::string special = special_function(name); !special.empty()) name = std::move(special);
  return internal_storage(call, name + "()", type);
}

const Storage* Lowering::shared_result(const clang::FunctionDecl* body) {
  const std::string purpose = "result";
  if (const Storage* known = variables_.internal(body, purpose)) return known;
  StorageBuilder::Origin place;
  place.function = library_name(body->getNameAsString());
  place.name = place.function + "::(result)";
  const clang::ASTContext& types = linker_.unit_of(body).context();
  // It hands a value from one activation to another.
  Storage made = variables_.create(std::move(place), body->getReturnType(), types, VariableOwner{});
  return &variables_.keep_internal(body, purpose, std::move(made));
}

const Storage* Lowering::kept_result(const clang::FunctionDecl* body) {
  const std::string purpose = "kept result";
  if (const Storage* known = variables_.internal(body, purpose)) return known;
  StorageBuilder::Origin place;
  place.function = library_name(body->getNameAsString());
  place.name = place.function + "::(kept result)";
  const clang::ASTContext& types = linker_.unit_of(body).context();
  Storage made = variables_.create(std::move(place), body->getReturnType(), types, VariableOwner{nullptr, body});
  return &variables_.keep_internal(body, purpose, std::move(made));
}

const Storage* Lowering::value_flag(const clang::FunctionDecl* body) {
  if (!recursions_.is_valueless(body)) return nullptr;
  const std::string purpose = "has value";
  if (const Storage* known = variables_.internal(body, purpose)) return known;
  StorageBuilder::Origin place;
  place.function = library_name(body->getNameAsString());
  place.name = place.function + "::(has value)";
  Storage made = variables_.create_scalar(std::move(place), int_type, VariableOwner{});
  return &variables_.keep_internal(body, purpose, std::move(made));
}

void Lowering::note_value(bool is_returned, const Origin& origin) {
  if (!emitter_.alive() || !frame().recursion) return;
  const Storage* flag = value_flag(frame().function);
  if (flag) store(place_of(flag), make_constant(is_returned ? 1 : 0, int_type), origin, EdgeRole::Internal, Part(1));
}

std::optional<Place> Lowering::take_result(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                           bool wants_result) {
  if (!emitter_.alive() || !wants_result || call->getType()->isVoidType() || body->getReturnType()->isVoidType())
    return std::nullopt;
  const Place from = place_of(shared_result(body));
  const Place to = place_of(result_storage(call, call->getType()));
  const Origin silent{call, emitter_.range(call), {}};
  if (const Storage* flag = value_flag(body)) {
    const Node has_value = emitter_.new_node();
    const Node has_none = emitter_.new_node();
    emitter_.branch(load(place_of(flag), silent.range), silent, has_value, has_none);
    emitter_.enter(has_none);
    leave_out_missing_value(body, silent);
    emitter_.enter(has_value);
  }
  if (integer(call->getType()) && integer(body->getReturnType()))
    store(to, load(from, silent.range), silent, EdgeRole::Internal);
  else
    copy(to, from, silent, EdgeRole::Internal);
  return to;
}

void Lowering::leave_out_missing_value(const clang::FunctionDecl* body, const Origin& origin) {
  const std::string name = library_name(body->getNameAsString());
  if (options_.property.has(Violation::missing_return))
    return emitter_.undefined_at(Violation::missing_return, "use of a value that " + name + " does not return", origin);
  emitter_.assume_of_function(name, " returns a value wherever one is used");
  leave_out(origin);
}

void Lowering::end_of_body(const clang::FunctionDecl* body) {
  leave_out_return(body, Origin{body, emitter_.range(body->getBody()), {}});
  if (frame().result) end_without_value(body);
}

void Lowering::leave_out_return(const clang::FunctionDecl* body, const Origin& origin) {
  if (!emitter_.alive() || !body->isNoReturn()) return;
  emitter_.assume_of_function(library_name(body->getNameAsString()), " does not return, as it is declared");
  leave_out(origin);
}

void Lowering::leave_out(const Origin& origin) {
  Location location;
  location.kind = LocationKind::Exit;
  location.place = origin.range;
  emitter_.end_path(location, origin, EdgeRole::Internal);
}

void Lowering::end_without_value(const clang::FunctionDecl* body) {
  if (!emitter_.alive()) return;
  const Origin end{body, {}, {}};
  if (body->isMain()) {  // which returns 0 then (C11 5.1.2.2.3)
    if (integer(body->getReturnType()))
      store(place_of(frame().result), make_constant(0, *integer(body->getReturnType())), end, EdgeRole::Internal);
    return note_value(true, end);
  }
  if (frame().is_thread) return havoc(place_of(frame().result), end, EdgeRole::Internal);
  if (!frame().recursion) {
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body->getBody());
    const SourceMapper& mapper = emitter_.copy().unit->mapper;
    const bool is_own = block && !emitter_.copy().library_call;
    const SourceRange where = is_own ? mapper.range(block->getRBracLoc()) : emitter_.range(body->getBody());
    return leave_out_missing_value(body, Origin{body, where, is_own ? "}" : ""});
  }
  // Which call has ended, and whether it uses the value, is seen where that goes on.
  recursions_.add_valueless(body);
  havoc(place_of(frame().result), end, EdgeRole::Internal);
  note_value(false, end);
}

}  // namespace bireach::frontend
