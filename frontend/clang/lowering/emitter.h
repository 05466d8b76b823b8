// SPDX-License-Identifier: Apache-2.0
/// Writes the automaton along a current place: where control cannot be (after exit, return, goto, or what is not
/// modelled) there is none, and emitting does nothing.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/clang/analysis/unmodelled.h"
#include "frontend/clang/lowering/constant_stores.h"
#include "frontend/clang/lowering/lower_graph.h"
#include "frontend/clang/lowering/part.h"
#include "frontend/clang/reading/linker.h"

namespace bireach::frontend {

/// Where an edge comes from in the source.
struct Origin {
  const void* node = nullptr;
  SourceRange range;
  std::string text;
};

/// A function's body where it is inlined: what edges say of where they are.
struct InlinedCopy {
  const Unit* unit = nullptr;  ///< whose source it is
  std::string name;            ///< of the function, as users know it
  std::uint32_t call_path = 0;
  std::optional<SourceRange> library_call;  ///< in a library function of ours: where the program calls it
};

class Emitter {
 public:
  using Node = GraphBuilder::Node;

  Emitter(const Linker& linker, const ParseOptions& options, Program& program)
      : linker_(linker), options_(options), program_(program) {}
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  /// As long as this exists, edges are emitted in `copy`, which has to live as long.
  class Inside {
   public:
    Inside(Emitter& emitter, const InlinedCopy& copy) : emitter_(emitter), outer_(emitter.copy_) {
      emitter.emit_gathered();
      emitter.copy_ = &copy;
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    ~Inside() { emitter_.copy_ = outer_; }

   private:
    Emitter& emitter_;
    const InlinedCopy* outer_;
  };
  [[nodiscard]] const InlinedCopy& copy() const { return *copy_; }
  [[nodiscard]] clang::ASTContext& context() const { return copy_->unit->context(); }

  /// There are threads.
  void set_threaded() { threaded_ = true; }
  /// Whose steps the edges are from now on.
  void set_thread(std::uint32_t thread) { thread_ = thread; }
  [[nodiscard]] std::uint32_t thread() const { return thread_; }
  /// The variable is to one thread what another one is to another: their assignments are copies of one statement.
  void note_twin(VariableId variable, VariableId first) { twins_[variable] = first; }

  // The current place
  /// Is there one?
  [[nodiscard]] bool alive() const { return current_.has_value(); }
  /// Precondition: alive.
  [[nodiscard]] Node here() {
    emit_gathered();
    return *current_;
  }
  [[nodiscard]] Node new_node();
  /// Goes on at the node, if something leads there.
  void enter(Node node);
  /// Goes on at the node, to which something may lead that comes later.
  void resume(Node node) {
    emit_gathered();
    current_ = node;
  }
  /// The path goes on at `target`; there is no current place then.
  void go_to(Node target);

  // Edges
  /// One edge, behind which it goes on. Edges that come from one node, with the same role, kind, target and part, are
  /// copies of one statement.
  void emit(Statement statement, const Origin& origin, EdgeRole role, const Part& part = {});
  /// One edge to `target`; there is no current place then.
  void emit_to(Node target, Statement statement, const Origin& origin, EdgeRole role, const Part& part = {});
  /// Runs the step, which initialises the object of `whole`: constants that it stores (`store_gathered`) one after the
  /// other become one statement for each array, which stands for all of the declaration.
  template <typename Step>
  void gather(const Origin& whole, Step step) {
    emit_gathered();
    const Origin* outer = std::exchange(gathering_, &whole);
    step();
    emit_gathered();
    gathering_ = outer;
  }
  /// What the step emits may be gathered, where something gathers.
  template <typename Step>
  void store_gathered(Step step) {
    const bool outer = std::exchange(may_gather_, true);
    step();
    may_gather_ = outer;
  }
  [[nodiscard]] bool gathers() const { return gathering_ != nullptr && may_gather_; }
  /// An edge that changes nothing.
  void emit_step(const Origin& origin, EdgeRole role);
  /// An edge that does this to threads.
  void emit_thread_step(const ThreadStep& step, const Origin& origin, EdgeRole role, const Part& part = {});
  /// No other thread moves in between. They nest; in a program of one thread they are nothing.
  void begin_atomic(const Origin& origin, EdgeRole role = EdgeRole::Internal);
  void end_atomic(const Origin& origin, EdgeRole role = EdgeRole::Internal);
  /// Two edges, or none where the condition is a constant.
  void branch(const ExprPtr& condition, const Origin& origin, Node on_true, Node on_false, const Part& part = {});
  /// Ends the path at this location, by an edge that changes nothing.
  void end_path(const Location& end, const Origin& origin, EdgeRole role, const Part& part = {});
  /// Ends the path here: what would come next is not modelled.
  void unsupported(const Unmodelled& what, const clang::Stmt* where) { unsupported_at(what, origin(where)); }
  void unsupported(const Unmodelled& what, const clang::Decl* where);
  void unsupported_at(const Unmodelled& what, const Origin& origin);
  /// Ends the path here: what would come next is undefined. An error, if this kind is looked for, else not modelled.
  void undefined_at(Violation violation, const std::string& what, const Origin& origin);

  // Trials
  /// Runs the step without emitting anything; false: it would have had to.
  template <typename Step>
  [[nodiscard]] bool attempt(Step step) {
    const bool outer_failed = std::exchange(trial_failed_, false);
    ++trials_;
    step();
    --trials_;
    return !std::exchange(trial_failed_, outer_failed);
  }
  [[nodiscard]] bool is_trial() const { return trials_ > 0; }
  /// The trial fails here; false: this is none.
  bool fail_trial() {
    trial_failed_ = trial_failed_ || is_trial();
    return is_trial();
  }

  // Places in the source
  [[nodiscard]] Origin origin(const clang::Stmt* node);
  [[nodiscard]] Origin origin(const clang::VarDecl* variable);
  [[nodiscard]] SourceRange range(const clang::Stmt* node) { return origin(node).range; }
  /// Says where a node that is not in the text comes from.
  void set_origin(const clang::Stmt* node, Origin origin) { origins_[node] = std::move(origin); }

  /// Lists an assumption that the answer rests on; once.
  void assume_globally(const std::string& assumption);
  /// The same of a function: "function 'f'", then the text.
  void assume_of_function(const std::string& name, const std::string& text);

  // The automaton as a whole
  [[nodiscard]] Node terminal(const Location& location) { return graph_.terminal(location, thread_); }
  /// A location of its own.
  [[nodiscard]] Node new_node(Location location) { return graph_.add_node(std::move(location)); }
  [[nodiscard]] std::size_t edge_count() const { return graph_.edge_count(); }
  /// See GraphBuilder::is_on_cycle.
  [[nodiscard]] bool is_on_cycle(std::size_t edge) { return graph_.is_on_cycle(edge); }
  /// Lets the edge of this number end the path at `end`.
  void redirect(std::size_t edge, const Location& end) {
    graph_.redirect(edge, graph_.terminal(end, graph_.thread_of(edge)));
  }
  /// See GraphBuilder::live_variables.
  [[nodiscard]] std::vector<std::set<VariableId>> live_variables(const std::vector<Node>& nodes,
                                                                 const std::vector<std::pair<Node, Node>>& calls,
                                                                 const std::set<VariableId>& variables) {
    return graph_.live_variables(nodes, calls, variables);
  }
  /// Makes the program's automaton, which starts at `initial` and has the edges from number `first` on at its front.
  /// `roots`: where other threads start and end.
  void build(Node initial, std::size_t first, const std::vector<Node>& roots);
  /// After `build`: the location that the node became; nothing: it cannot be reached.
  [[nodiscard]] std::optional<LocationId> location_of(Node node) { return graph_.location_of(node); }

 private:
  /// Emits what is gathered so far.
  void emit_gathered();
  void add_edge(Node target, Statement statement, const Origin& origin, EdgeRole role, const Part& part);
  [[nodiscard]] Location unsupported_location(const Unmodelled& what, const Origin& origin) const;
  [[nodiscard]] std::uint32_t statement_id(const void* node, EdgeRole role, const Statement& statement,
                                           const Part& part);

  const Linker& linker_;
  const ParseOptions& options_;
  Program& program_;
  GraphBuilder graph_;
  const InlinedCopy* copy_ = nullptr;
  bool threaded_ = false;
  std::uint32_t thread_ = 0;
  std::map<VariableId, VariableId> twins_;
  std::optional<Node> current_;
  const Origin* gathering_ = nullptr;  ///< of the object that is being initialised
  bool may_gather_ = false;
  ConstantStores gathered_;  ///< stored at the current place, before anything else
  unsigned trials_ = 0;      ///< nested ones
  bool trial_failed_ = false;
  std::map<const void*, Origin> origins_;
  std::map<std::tuple<const void*, EdgeRole, std::size_t, std::int64_t, Part>, std::uint32_t> statement_ids_;
  std::set<std::string> known_assumptions_;
};

}  // namespace bireach::frontend
