// SPDX-License-Identifier: Apache-2.0
/// Blocks are entered and left: lifetimes begin and end, and functions are called where scopes end.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {

bool Lowering::bounds_lives(Scopes::Block block) {
  const Scopes::Objects& objects = lifetimes_.scopes(frame().function).objects(block);
  const auto is_cleaned_up = [this](const clang::VarDecl* variable) { return linker_.cleanup_call(variable); };
  return std::any_of(objects.variables.begin(), objects.variables.end(), is_cleaned_up) ||
         lifetimes_.shows(frame().function, block);
}

void Lowering::end_block(Scopes::Block block) {
  clean_up(block);
  lifetimes_.end_block(frame().function, block);
}

void Lowering::enter_block(Scopes::Block block) {
  lifetimes_.begin_block(frame().function, block);
  frame().block = block;
}

void Lowering::leave_block(Scopes::Block outer) {
  end_block(frame().block);
  std::erase_if(frame().cleanups, [this](const Frame::Cleanup& ended) { return ended.block == frame().block; });
  frame().block = outer;
}

void Lowering::jump_to_block(Scopes::Block target) {
  const Scopes& scopes = lifetimes_.scopes(frame().function);
  Scopes::Block common = frame().block;
  for (; !scopes.is_inside(target, common); common = scopes.parent(common)) end_block(common);
  std::vector<Scopes::Block> entered;
  for (Scopes::Block block = target; block != common; block = scopes.parent(block)) entered.push_back(block);
  for (auto block = entered.rbegin(); block != entered.rend(); ++block) {
    lifetimes_.begin_block(frame().function, *block);
    // The declarations may have been jumped over.
    for (const clang::VarDecl* variable : scopes.objects(*block).variables) {
      const bool keeps_address = lifetimes_.of(lifetimes_.object(variable)).kind == Lifetime::Kind::flagged;
      if (keeps_address)
        havoc(place_of(storage_of(variable)), lifetimes_.origin_of(lifetimes_.object(variable)), EdgeRole::Internal);
    }
  }
}

void Lowering::branch_to_block(const ExprPtr& condition, const Origin& origin, const Frame::Exit& on_true,
                               Node on_false, const Part& part) {
  const Scopes& scopes = lifetimes_.scopes(frame().function);
  bool changes = false;
  Scopes::Block common = frame().block;
  for (; !scopes.is_inside(on_true.block, common); common = scopes.parent(common))
    changes = changes || bounds_lives(common);
  for (Scopes::Block block = on_true.block; block != common; block = scopes.parent(block))
    changes = changes || bounds_lives(block);
  if (!changes) return emitter_.branch(condition, origin, on_true.node, on_false, part);
  const Node taken = emitter_.new_node();
  emitter_.branch(condition, origin, taken, on_false, part);
  emitter_.enter(taken);
  jump_to_block(on_true.block);
  emitter_.go_to(on_true.node);
}

void Lowering::leave_function() {
  const bool is_end = frame().is_entry && !frame().recursion && linker_.around().empty();  // of the program
  for_each_open_block([&](Scopes::Block block) {
    if (is_end)
      clean_up(block);
    else
      end_block(block);
  });
}

void Lowering::for_each_open_block(const std::function<void(Scopes::Block)>& visit) {
  const Scopes& scopes = lifetimes_.scopes(frame().function);
  for (Scopes::Block block = frame().block;; block = scopes.parent(block)) {
    visit(block);
    if (block == Scopes::body) return;
  }
}

}  // namespace bireach::frontend
