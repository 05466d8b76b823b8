// SPDX-License-Identifier: Apache-2.0
/// Recursion with an explicit stack. The outermost activation of a recursive function is inlined as any other. A call
/// of a function that is active saves what the suspended activations still need in arrays, indexed by the depth of the
/// stack, and jumps to the entry of the activation that is there; at the function's end control goes where the call's
/// number says.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/program_variables.h"

namespace bireach::frontend {

/// A call of a function that is active already. How the callers' variables are saved is known when the function has
/// been lowered.
struct RecursiveCall {
  Emitter::Node saving;   ///< here the variables are saved, …
  Emitter::Node passing;  ///< then the arguments passed, and control goes to the function's entry;
  Emitter::Node resumed;  ///< here the variables are back
  std::set<const clang::FunctionDecl*> suspended;  ///< functions whose activations wait for the call's end
  std::vector<VariableId> saved;
  Origin origin;
  std::string function;
  std::uint32_t call_path;
};

/// The outermost activation of a recursive function, and the calls of it while it is active.
struct Recursion {
  Emitter::Node start;  ///< the call that is inlined starts here
  Emitter::Node entry;
  VariableId return_place;  ///< 0: the call that is inlined, n: the n-th of `calls`
  std::vector<RecursiveCall> calls;
};

class RecursionStack {
 public:
  using Node = Emitter::Node;

  RecursionStack(Emitter& emitter, ProgramVariables& variables, Program& program)
      : emitter_(emitter), variables_(variables), program_(program) {}

  /// Starts the outermost activation of the function at the current place, which then is its entry.
  [[nodiscard]] Recursion begin(const clang::FunctionDecl* function);
  /// Starts a call of an active function at the current place; then its arguments are to be passed. Precondition: there
  /// is a current place.
  [[nodiscard]] RecursiveCall begin_call(const Origin& call, std::set<const clang::FunctionDecl*> suspended);
  /// Control goes to the function's entry; what follows comes behind the call.
  void enter(Recursion& recursion, RecursiveCall call);
  /// The function is lowered, and ends at `end`: saves and restores variables around its calls, and lets control go to
  /// `outermost_end` or back to the call that it came from. `active` are all recursions that have not ended, this one
  /// among them; the variables in `constant` never change.
  void finish(Recursion& recursion, const std::vector<const Recursion*>& active, const std::set<VariableId>& constant,
              Node end, Node outermost_end);

  /// What is on the stack when the program starts.
  void initialize();
  /// Tells the program where its recursive functions are and what the stack is made of. Precondition: it is built.
  void note_procedures();

 private:
  struct Procedure {
    std::string function;
    Recursion recursion;
    Node end;
    Node outermost_end;
  };
  /// The calls one by one, and behind the end the way back to each; what comes next is the end of the outermost
  /// activation.
  void lower_calls(const Recursion& recursion, Node end);
  void save_and_call(const RecursiveCall& call);
  void restore(const RecursiveCall& call);
  [[nodiscard]] std::set<VariableId> locals_of(const Recursion& recursion) const;
  [[nodiscard]] std::vector<VariableId> saved_variables(const RecursiveCall& call,
                                                        const std::set<VariableId>& live) const;
  [[nodiscard]] VariableId stack_of(VariableId variable);
  [[nodiscard]] ExprPtr depth();
  void change_depth(BinaryOp op, const Origin& origin);

  Emitter& emitter_;
  ProgramVariables& variables_;
  Program& program_;
  std::vector<Procedure> procedures_;
  std::map<VariableId, VariableId> stacks_;  ///< where the values of suspended activations are
  std::optional<VariableId> depth_;          ///< number of activations on the stacks
};

}  // namespace bireach::frontend
