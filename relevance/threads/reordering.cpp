// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: one formula, and what is asked of it.
#include "relevance/threads/reordering.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "frontend/program/semantics.h"
#include "relevance/trace/state_check.h"

namespace bireach::relevance {

using frontend::Arithmetic;
using frontend::EdgeId;
using frontend::Program;
using frontend::ThreadStep;
using logic::SatResult;
using logic::Sort;
using logic::Term;
using logic::TransitionFormula;

namespace {

/// One position that is a thread's, or the last one: a condition on where the threads are (is_state_check), of no
/// thread.
struct Step {
  std::size_t position = 0;
  std::uint32_t thread = 0;
  EdgeId edge = 0;
  ThreadStep own;
  bool waits = false;    ///< until its condition holds, or for another thread's end
  bool visible = false;  ///< it has a clock
  TransitionFormula transition;
  Term clock;
};

/// Variables whose values before the step it depends on.
std::set<Term> reads_of(const TransitionFormula& transition) {
  std::set<Term> result;
  const auto add = [&](Term term) {
    for (const Term variable : logic::free_variables(term)) result.insert(variable);
  };
  add(transition.guard);
  for (const auto& [variable, value] : transition.updates) add(value);
  for (const Term auxiliary : transition.auxiliaries) result.erase(auxiliary);
  return result;
}

bool is_wait(const Program& graphs, EdgeId own) {
  if (graphs.edge(own).thread_step.kind == ThreadStep::Kind::join) return true;
  const frontend::Assume* assume = frontend::as_assume(graphs.edge(own).statement);
  return assume != nullptr && graphs.outgoing(graphs.source(own)).size() == 1 &&
         assume->condition->kind != frontend::Expr::Kind::Constant;
}

bool integers_are_exact(const Program& program, const frontend::Trace& trace) {
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, Arithmetic::integer);
  std::set<EdgeId> seen;
  return std::all_of(trace.begin(), trace.end(), [&](EdgeId edge) {
    const bool counts = own_edge(program, edge) || is_state_check(program, edge);
    return !counts || !seen.insert(edge).second || semantics.transition(edge).exact;
  });
}

}  // namespace

struct Reordering::Impl {
  Impl(const Program& the_program, const frontend::Execution& the_execution, const TraceAccesses& the_accesses,
       const ReorderingConfig& the_config)
      : program(the_program),
        execution(the_execution),
        accesses(the_accesses),
        config(the_config),
        semantics(terms, program,
                  integers_are_exact(program, execution.trace) ? Arithmetic::integer : Arithmetic::bitvector) {
    collect();
    if (steps.empty()) {
      failure = "no thread takes a step";
      return;
    }
    std::size_t count = 0;
    for (const auto& [thread, own] : visible) count += own.size();
    if (count * count > config.most_clauses) {
      failure = "the trace has too many steps that other threads see";
      return;
    }
    logic::SolverConfig solver_config;
    solver_config.time_limit = config.query_limit;
    solver_config.stop = config.stop;
    solver_config.statistics = config.statistics;
    solver = logic::make_solver(logic::SolverKind::z3, terms, solver_config);
    build();
    if (clauses > config.most_clauses) failure = "the trace has too many accesses of shared variables";
  }

  // ---- what the trace has

  void collect() {
    for (std::size_t position = 0; position < execution.trace.size(); ++position) {
      const EdgeId edge = execution.trace[position];
      const auto own = own_edge(program, edge);
      if (!own && !is_state_check(program, edge)) continue;
      Step step{position, program.edge(edge).thread, edge, {}, false, false, semantics.transition(edge), {}};
      if (own) {
        step.own = own_graphs(program).edge(*own).thread_step;
        step.waits = is_wait(own_graphs(program), *own);
      } else {
        step.thread = static_cast<std::uint32_t>(program.threads.size());
        checks_state = true;
      }
      steps.push_back(std::move(step));
    }
    std::map<Term, std::set<std::uint32_t>> users;
    std::set<Term> changed;
    for (const Step& step : steps) {
      for (const Term variable : reads_of(step.transition)) users[variable].insert(step.thread);
      for (const auto& [variable, value] : step.transition.updates) {
        users[variable].insert(step.thread);
        changed.insert(variable);
      }
    }
    for (const auto& [variable, threads] : users)
      if (threads.size() > 1 && changed.contains(variable)) shared.insert(variable);
    for (Step& step : steps) {
      const std::set<Term> used = reads_of(step.transition);
      step.visible = &step == &steps.back() || step.own.kind == ThreadStep::Kind::start ||
                     step.own.kind == ThreadStep::Kind::join ||
                     std::any_of(used.begin(), used.end(), [&](Term v) { return shared.contains(v); }) ||
                     std::any_of(step.transition.updates.begin(), step.transition.updates.end(),
                                 [&](const auto& update) { return shared.contains(update.first); });
      if (step.visible) step.clock = terms.fresh_variable("clock@", Sort::integer());
    }
    next_visible.assign(steps.size(), nullptr);
    std::map<std::uint32_t, const Step*> next;
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (steps[i].visible) next[steps[i].thread] = &steps[i];
      const auto found = next.find(steps[i].thread);
      next_visible[i] = found == next.end() ? nullptr : found->second;
    }
    for (const Step& step : steps)
      if (step.visible) visible[step.thread].push_back(&step);
  }

  [[nodiscard]] bool forced(const Step& first, const Step& second) const {
    if (checks_state && (&first == &steps.back() || &second == &steps.back())) return &second == &steps.back();
    return first.position < second.position && accesses.is_forced(first.position, second.position);
  }

  // ---- the formula

  Term before(const Step& first, const Step& second) {
    ++clauses;
    return terms.less(first.clock, second.clock);
  }
  Term executed(const Step& step) {
    const bool always = &step == &steps.back() || step.thread == steps.back().thread || checks_state;
    return always ? terms.true_term() : before(step, steps.back());
  }
  /// Nothing of other threads comes between the two, which are of one thread.
  Term undisturbed(const Step& first, const Step& second) {
    std::vector<Term> parts;
    for (const auto& [thread, others] : visible) {
      if (thread == first.thread) continue;
      for (const Step* other : others)
        if (!forced(*other, first) && !forced(second, *other))
          parts.push_back(terms.or_(before(*other, first), before(second, *other)));
    }
    return terms.and_(std::move(parts));
  }

  void build() {
    for (const auto& [thread, own] : visible)
      for (std::size_t i = 0; i + 1 < own.size(); ++i) solver->add(before(*own[i], *own[i + 1]));
    for (const Step& step : steps) {
      const auto other = visible.find(step.own.thread);
      if (other == visible.end()) continue;
      if (step.own.kind == ThreadStep::Kind::start) solver->add(before(step, *other->second.front()));
      if (step.own.kind == ThreadStep::Kind::join) solver->add(before(*other->second.back(), step));
    }
    if (checks_state)  // that the threads are there
      for (const auto& [thread, own] : visible)
        if (own.back() != &steps.back()) solver->add(before(*own.back(), steps.back()));
    build_regions();
    build_values();
    for (std::size_t i = 0; i < steps.size() && clauses <= config.most_clauses; ++i) build_reads(i);
  }

  void build_regions() {
    struct Region {
      std::size_t depth = 0;
      const Step* first = nullptr;
      const Step* last = nullptr;
    };
    std::map<std::uint32_t, Region> regions;
    const auto close = [this](Region& region) {
      if (region.first != nullptr && region.first != region.last) solver->add(undisturbed(*region.first, *region.last));
      region = {};
    };
    for (const Step& step : steps) {
      Region& region = regions[step.thread];
      if (step.own.kind == ThreadStep::Kind::atomic_begin) ++region.depth;
      if (region.depth > 0 && step.visible) {
        if (region.first == nullptr) region.first = &step;
        region.last = &step;
      }
      if (step.own.kind == ThreadStep::Kind::atomic_end && region.depth > 0 && --region.depth == 0) close(region);
    }
    for (auto& [thread, region] : regions) close(region);
  }

  Term initial(Term variable) {
    const auto known = initials.find(variable);
    if (known != initials.end()) return known->second;
    Term result = variable;
    for (frontend::VariableId id = 0; id < program.variables.size(); ++id) {
      if (semantics.variable(id) != variable) continue;
      const logic::Value value = semantics.to_model_value(execution.states.front()[id], program.variables[id]);
      result = variable.sort().is_bool() ? terms.boolean(std::get<logic::Integer>(value) != 0)
                                         : terms.from_value(value, variable.sort());
    }
    return initials.emplace(variable, result).first->second;
  }

  /// Values of each thread's own variables in its order; of shared ones what a step reads is a variable.
  void build_values() {
    logic::Substitution own;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Step& step = steps[i];
      logic::Substitution values;
      for (const Term variable : reads_of(step.transition)) {
        if (shared.contains(variable)) {
          const Term read = terms.fresh_variable(variable.name() + "@", variable.sort());
          reads[i].emplace(variable, read);
          values.emplace(variable, read);
        } else {
          const auto now = own.find(variable);
          values.emplace(variable, now == own.end() ? initial(variable) : now->second);
        }
      }
      const Term guard = terms.substitute(step.transition.guard, values);
      const Step* decides = next_visible[i];
      if (decides != nullptr) solver->add(terms.implies(executed(*decides), guard));
      for (const auto& [variable, value] : step.transition.updates) {
        const Term after = terms.fresh_variable(variable.name() + "@", variable.sort());
        solver->add(terms.equal(after, terms.substitute(value, values)));
        if (shared.contains(variable))
          writes[variable].emplace_back(&step, after);
        else
          own.insert_or_assign(variable, after);
      }
    }
  }

  void build_reads(std::size_t i) {
    const Step& step = steps[i];
    for (const auto& entry : reads[i]) {  // no structured binding: clang 14 captures none
      const Term variable = entry.first;
      const Term read = entry.second;
      std::vector<std::pair<const Step*, Term>> others;
      for (const auto& write : writes[variable])
        if (write.first != &step && !forced(step, *write.first)) others.push_back(write);
      const auto hidden = [&](const Step* writer) {
        return std::any_of(others.begin(), others.end(), [&](const auto& other) {
          return (writer == nullptr || forced(*writer, *other.first)) && forced(*other.first, step);
        });
      };
      std::vector<Term> ways;
      const auto add = [&](const Step* writer, Term value) {
        if (hidden(writer)) return;
        std::vector<Term> parts{terms.equal(read, value)};
        if (writer != nullptr) parts.push_back(before(*writer, step));
        for (const auto& [other, ignored] : others) {
          if (other == writer || (writer != nullptr && forced(*other, *writer))) continue;
          const Term later = before(step, *other);
          parts.push_back(writer == nullptr ? later : terms.or_(before(*other, *writer), later));
        }
        ways.push_back(terms.and_(std::move(parts)));
      };
      add(nullptr, initial(variable));
      for (const auto& [writer, value] : others) add(writer, value);
      solver->add(terms.implies(executed(step), terms.or_(std::move(ways))));
    }
  }

  // ---- questions

  using Neighbours = std::pair<const Step*, const Step*>;

  /// Between which steps of one thread that others see others come in an order; leaving out where threads may be left.
  [[nodiscard]] std::set<Neighbours> interruptions(const std::vector<std::size_t>& order) const {
    std::map<std::size_t, std::size_t> time;
    for (std::size_t i = 0; i < order.size(); ++i) time.emplace(order[i], i);
    const auto time_of = [&](const Step* step) {
      const auto found = time.find(step->position);
      return found == time.end() ? order.size() : found->second;
    };
    std::set<Neighbours> result;
    for (const auto& entry : visible) {  // no structured binding: clang 14 captures none
      const std::vector<const Step*>& own = entry.second;
      for (std::size_t i = 0; i + 1 < own.size(); ++i) {
        const bool torn = std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
          return step.visible && step.thread != entry.first && time_of(own[i]) < time_of(&step) &&
                 time_of(&step) < time_of(own[i + 1]);
        });
        if (torn && !may_leave(*own[i], *own[i + 1])) result.emplace(own[i], own[i + 1]);
      }
    }
    return result;
  }

  [[nodiscard]] std::set<Neighbours> interruptions_of_trace() const {
    std::vector<std::size_t> trace;
    for (const Step& step : steps) trace.push_back(step.position);
    return interruptions(trace);
  }

  /// Threads are interrupted only where it is still allowed, where they create another one, or join one.
  Term no_other_interruption() {
    if (!allowed) allowed = interruptions_of_trace();
    std::vector<Term> parts;
    for (const auto& [thread, own] : visible) {
      for (std::size_t i = 0; i + 1 < own.size(); ++i) {
        if (may_leave(*own[i], *own[i + 1]) || allowed->contains({own[i], own[i + 1]})) continue;
        const auto [known, is_new] = whole.try_emplace({own[i], own[i + 1]});
        if (is_new) known->second = undisturbed(*own[i], *own[i + 1]);
        parts.push_back(known->second);
      }
    }
    return terms.and_(std::move(parts));
  }
  static bool may_leave(const Step& last, const Step& next) {
    return last.own.kind == ThreadStep::Kind::start || next.own.kind == ThreadStep::Kind::join;
  }

  /// Is there an order that does not interrupt a thread here? Then none is allowed to any more.
  const OrderAnswer& without_interruption_at(const Neighbours& here) {
    const auto [known, is_new] = decided.try_emplace(here);
    if (!is_new) return known->second;
    const Term others = no_other_interruption();
    known->second = ask(terms.and_(others, undisturbed(*here.first, *here.second)));
    if (known->second.result == SatResult::sat) allowed = interruptions(known->second.order);
    return known->second;
  }

  /// … and does the trace?
  [[nodiscard]] bool is_torn(const Step* last, const Step* next) {
    if (last == nullptr || next == nullptr || may_leave(*last, *next)) return false;
    if (torn_in_trace.empty()) torn_in_trace = interruptions_of_trace();
    return torn_in_trace.contains({last, next});
  }

  [[nodiscard]] const Step* visible_from(std::size_t position, std::uint32_t thread) const {
    for (const Step* step : visible_of(thread))
      if (step->position >= position) return step;
    return nullptr;
  }
  [[nodiscard]] const Step* visible_until(std::size_t position, std::uint32_t thread) const {
    const Step* result = nullptr;
    for (const Step* step : visible_of(thread))
      if (step->position <= position) result = step;
    return result;
  }
  [[nodiscard]] const std::vector<const Step*>& visible_of(std::uint32_t thread) const {
    static const std::vector<const Step*> none;
    const auto found = visible.find(thread);
    return found == visible.end() ? none : found->second;
  }

  OrderAnswer ask(Term question) {
    OrderAnswer answer;
    if (!failure.empty()) {
      answer.reason = failure;
      return answer;
    }
    if (config.stop.stop_requested()) {
      answer.reason = "stopped";
      return answer;
    }
    switch (solver->check({question})) {
      case SatResult::unsat:
        answer.result = SatResult::unsat;
        return answer;
      case SatResult::unknown:
        answer.reason = solver->reason_unknown().text;
        return answer;
      case SatResult::sat:
        break;
    }
    const logic::Model model = solver->model();
    answer.order = order_in(model);
    if (reaches_error(answer.order, model))
      answer.result = SatResult::sat;
    else
      answer.reason = "the interpreter does not confirm the order that the solver found";
    return answer;
  }

  [[nodiscard]] std::vector<std::size_t> order_in(const logic::Model& model) const {
    const auto time = [&](const Step& step) { return std::get<logic::Integer>(model.get(step.clock)); };
    const logic::Integer end = time(steps.back());
    std::vector<const Step*> taken;
    for (const Step& step : steps)
      if (step.visible && (&step == &steps.back() || time(step) < end)) taken.push_back(&step);
    std::stable_sort(taken.begin(), taken.end(), [&](const Step* a, const Step* b) { return time(*a) < time(*b); });
    std::vector<std::size_t> result;
    for (const Step* step : taken)  // with what leads up to it
      for (std::size_t i = 0; i < steps.size(); ++i)
        if (next_visible[i] == step) result.push_back(steps[i].position);
    return result;
  }

  [[nodiscard]] bool reaches_error(const std::vector<std::size_t>& order, const logic::Model& model) const {
    std::map<std::size_t, const Step*> by_position;
    for (const Step& step : steps) by_position.emplace(step.position, &step);
    frontend::ConcreteState state = execution.states.front();
    std::vector<frontend::UndefinedEvent> undefined;
    for (const std::size_t position : order) {
      const Step& step = *by_position.at(position);
      const auto choose = [&](EdgeId edge, std::size_t) -> logic::Value {
        const auto target = frontend::assigned_variable(program.edge(edge).statement);
        const logic::Value chosen = model.get(step.transition.auxiliaries.at(0));
        if (const auto* truth = std::get_if<bool>(&chosen)) return logic::Integer(*truth ? 1 : 0);
        if (const auto* number = std::get_if<logic::Integer>(&chosen))
          return program.variables[*target].type.convert(*number);
        return semantics.to_c_value(chosen, program.variables[*target]);
      };
      if (frontend::execute_edge(program, step.edge, state, choose, position, undefined) != frontend::StepResult::done)
        return false;
    }
    return undefined.empty() && !order.empty() && order.back() == steps.back().position;
  }

  const Program& program;
  const frontend::Execution& execution;
  const TraceAccesses& accesses;
  ReorderingConfig config;
  logic::TermManager terms;
  frontend::Semantics semantics;
  std::unique_ptr<logic::Solver> solver;
  std::string failure;
  std::size_t clauses = 0;
  std::vector<Step> steps;
  bool checks_state = false;              ///< the last one does
  std::vector<const Step*> next_visible;  ///< by step: its thread's first visible one from here
  std::map<std::uint32_t, std::vector<const Step*>> visible;
  std::set<Term> shared;
  std::optional<std::set<Neighbours>> allowed;  ///< of the last order that was found; at first those of the trace
  std::set<Neighbours> torn_in_trace;
  std::map<Neighbours, OrderAnswer> decided;
  std::map<Neighbours, Term> whole;  ///< that nothing comes between these
  std::map<Term, Term> initials;
  std::map<std::size_t, std::map<Term, Term>> reads;  ///< by step and variable
  std::map<Term, std::vector<std::pair<const Step*, Term>>> writes;
};

Reordering::Reordering(const Program& program, const frontend::Execution& execution, const TraceAccesses& accesses,
                       const ReorderingConfig& config)
    : impl_(std::make_unique<Impl>(program, execution, accesses, config)) {}
Reordering::~Reordering() = default;

OrderAnswer Reordering::without_switch(std::size_t after, std::size_t before) {
  Impl& impl = *impl_;
  logic::TermManager& terms = impl.terms;
  const std::uint32_t left = *impl.accesses.thread(after);
  const std::uint32_t entered = *impl.accesses.thread(before);
  const Step* last = impl.visible_until(after, left);
  const Step* next = impl.visible_from(after + 1, left);
  const Step* first = impl.visible_from(before, entered);
  const Step* previous = before == 0 ? nullptr : impl.visible_until(before - 1, entered);
  if (last == nullptr || first == nullptr) return impl.ask(terms.true_term());  // nothing that others see
  const bool leaves = impl.is_torn(last, next);
  const bool returns = impl.is_torn(previous, first);
  if (leaves || returns) {
    OrderAnswer until = leaves ? impl.without_interruption_at({last, next}) : OrderAnswer{};
    if (!returns || (leaves && until.result != SatResult::sat)) return until;
    return impl.without_interruption_at({previous, first});
  }
  std::vector<Term> ways{terms.not_(impl.executed(*first))};
  if (next != nullptr) ways.push_back(impl.undisturbed(*last, *next));
  if (previous != nullptr) ways.push_back(impl.undisturbed(*previous, *first));
  if (next == nullptr && previous == nullptr) ways.push_back(impl.before(*first, *last));
  OrderAnswer answer = impl.ask(terms.and_(impl.no_other_interruption(), terms.or_(std::move(ways))));
  if (answer.result == SatResult::sat) impl.allowed = impl.interruptions(answer.order);
  return answer;
}

OrderAnswer Reordering::reversed(std::size_t earlier, std::size_t later) {
  Impl& impl = *impl_;
  const Step* first = impl.visible_until(earlier, *impl.accesses.thread(earlier));
  const Step* second = impl.visible_from(later, *impl.accesses.thread(later));
  if (first == nullptr || second == nullptr) return impl.ask(impl.terms.true_term());
  return impl.ask(impl.terms.or_(
      {impl.before(*second, *first), impl.terms.not_(impl.executed(*first)), impl.terms.not_(impl.executed(*second))}));
}

OrderAnswer Reordering::without_interruption() {
  Impl& impl = *impl_;
  std::vector<Term> parts;
  for (const auto& [thread, steps] : impl.visible) {
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      if (!Impl::may_leave(*steps[i], *steps[i + 1])) parts.push_back(impl.undisturbed(*steps[i], *steps[i + 1]));
  }
  return impl.ask(impl.terms.and_(std::move(parts)));
}

}  // namespace bireach::relevance
