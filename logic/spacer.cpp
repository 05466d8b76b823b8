// SPDX-License-Identifier: Apache-2.0
/// Horn clauses by Z3's Spacer (Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for recursive programs", CAV
/// 2014).
#include <z3++.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "logic/hoare.h"
#include "logic/interpolation_engines.h"
#include "logic/solver_statistics.h"
#include "logic/z3_translation.h"

namespace bireach::logic {

namespace {

using Variables = std::vector<Term>;

/// Variables live at each node: read on some path before they are written.
std::vector<Variables> live_at_nodes(const HornProblem& problem) {
  std::vector<std::set<Term>> live(problem.nodes);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const HornEdge& edge : problem.edges) {
      const TransitionFormula& t = *edge.transition;
      std::set<Term>& at_source = live[edge.source];
      const std::size_t before = at_source.size();
      const auto read = [&](Term term) {
        for (const Term v : free_variables(term))
          if (std::find(t.auxiliaries.begin(), t.auxiliaries.end(), v) == t.auxiliaries.end()) at_source.insert(v);
      };
      read(t.guard);
      for (const Term v : std::set<Term>(live[edge.target])) {
        const auto update = t.updates.find(v);
        if (update == t.updates.end())
          at_source.insert(v);
        else
          read(update->second);
      }
      changed = changed || at_source.size() != before;
    }
  }
  std::vector<Variables> result;
  for (const auto& variables : live) result.emplace_back(variables.begin(), variables.end());
  return result;
}

/// Interrupts a Z3 context when time is up or a stop is requested, for as long as it lives.
class Interrupter {
 public:
  Interrupter(z3::context& context, std::chrono::milliseconds limit, std::stop_token stop)
      : callback_(stop, [&context] { Z3_interrupt(context); }), thread_([this, &context, limit] {
          std::unique_lock lock(mutex_);
          if (done_.wait_for(lock, limit, [this] { return finished_; })) return;
          do {  // an interrupt that comes between two of Spacer's queries is lost
            Z3_interrupt(context);
          } while (!done_.wait_for(lock, std::chrono::milliseconds(50), [this] { return finished_; }));
        }) {}
  ~Interrupter() {
    {
      const std::scoped_lock lock(mutex_);
      finished_ = true;
    }
    done_.notify_all();
    thread_.join();
  }
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::stop_callback<std::function<void()>> callback_;
  std::thread thread_;
};

class HornSolver {
 public:
  HornSolver(TermManager& terms, const HornProblem& problem, const InterpolationConfig& config)
      : terms_(terms),
        problem_(problem),
        config_(config),
        translator_(context_, terms),
        engine_(context_),
        live_(live_at_nodes(problem)) {
    z3::params parameters(context_);
    parameters.set("engine", context_.str_symbol("spacer"));
    // Each node is to keep its own predicate.
    parameters.set("xform.slice", false);
    parameters.set("xform.inline_linear", false);
    parameters.set("xform.inline_eager", false);
    engine_.set(parameters);
  }

  std::variant<std::vector<Term>, InterpolationFailure> solve() {
    declare();
    for (const HornEdge& edge : problem_.edges) add_rule(edge);
    z3::check_result answer = z3::unknown;
    {
      const Interrupter interrupter(context_, config_.time_limit, config_.stop);
      z3::expr error = relations_[problem_.error]();
      answer = engine_.query(error);
    }
    if (config_.statistics != nullptr) ++config_.statistics->z3_queries;
    if (answer == z3::sat) return InterpolationFailure{"reachable"};
    if (answer != z3::unsat) return InterpolationFailure{"no answer"};
    std::vector<Term> predicates;
    for (std::uint32_t node = 0; node < problem_.nodes; ++node) {
      if (node == problem_.error) {
        predicates.push_back(terms_.false_term());
        continue;
      }
      const z3::expr cover = engine_.get_cover_delta(-1, relations_[node]);
      const auto predicate = translator_.from_z3(cover, live_[node]);
      if (!predicate) return InterpolationFailure{"a predicate that terms do not have"};
      predicates.push_back(*predicate);
    }
    return predicates;
  }

 private:
  void declare() {
    for (std::uint32_t node = 0; node < problem_.nodes; ++node) {
      if (node == problem_.error) live_[node].clear();
      z3::sort_vector sorts(context_);
      for (const Term v : live_[node]) sorts.push_back(translator_.to_z3(v.sort()));
      const std::string name = "node" + std::to_string(node);
      relations_.push_back(context_.function(name.c_str(), sorts, context_.bool_sort()));
      z3::func_decl relation = relations_.back();
      engine_.register_relation(relation);
    }
    std::vector<Term> body{problem_.precondition};
    z3::expr_vector arguments(context_);
    for (const Term v : live_[problem_.initial]) {
      arguments.push_back(translator_.to_z3(v));
      body.push_back(range(v));
    }
    add(terms_.and_(body), std::nullopt, relations_[problem_.initial](arguments), "start");
  }

  Term range(Term variable) const {
    const Term known = problem_.range_of ? problem_.range_of(variable) : Term{};
    return known.is_null() ? terms_.true_term() : known;
  }

  void add_rule(const HornEdge& edge) {
    const TransitionFormula& t = *edge.transition;
    std::vector<Term> body{t.guard};
    z3::expr_vector before(context_);
    for (const Term v : live_[edge.source]) {
      before.push_back(translator_.to_z3(v));
      body.push_back(range(v));
    }
    z3::expr_vector after(context_);
    for (const Term v : live_[edge.target]) {
      const auto update = t.updates.find(v);
      after.push_back(translator_.to_z3(update == t.updates.end() ? v : update->second));
    }
    const std::string name = "edge" + std::to_string(rules_);
    add(terms_.and_(body), std::optional<z3::expr>(relations_[edge.source](before)), relations_[edge.target](after),
        name);
  }

  void add(Term constraint, const std::optional<z3::expr>& from, const z3::expr& to, const std::string& name) {
    z3::expr body = translator_.to_z3(constraint);
    if (from) body = *from && body;
    z3::expr rule = z3::implies(body, to);
    std::set<Term> variables;
    for (const Term v : free_variables(constraint)) variables.insert(v);
    const auto collect = [&](const z3::expr& atom) {
      for (unsigned i = 0; i < atom.num_args(); ++i)
        if (const auto term = translator_.from_z3(atom.arg(i)))
          for (const Term v : free_variables(*term)) variables.insert(v);
    };
    if (from) collect(*from);
    collect(to);
    z3::expr_vector bound(context_);
    for (const Term v : variables) bound.push_back(translator_.to_z3(v));
    if (!bound.empty()) rule = z3::forall(bound, rule);
    ++rules_;
    engine_.add_rule(rule, context_.str_symbol(name.c_str()));
  }

  TermManager& terms_;
  const HornProblem& problem_;
  const InterpolationConfig& config_;
  z3::context context_;
  Z3Translator translator_;
  z3::fixedpoint engine_;
  std::vector<Variables> live_;
  std::vector<z3::func_decl> relations_;
  unsigned rules_ = 0;
};

/// Every edge and the start, by a solver of its own.
std::optional<std::string> check_solution(TermManager& terms, const HornProblem& problem,
                                          const std::vector<Term>& predicates, const InterpolationConfig& config) {
  SolverConfig solver_config;
  solver_config.time_limit = std::chrono::seconds(2);
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  const auto solver = make_solver(SolverKind::z3, terms, solver_config);
  const auto holds = [&](Term pre, const TransitionFormula& transition, Term post) {
    return check_hoare_triple(terms, *solver, pre, transition, post, problem.range_of) == Validity::valid;
  };
  if (!holds(problem.precondition, identity_transition(terms), predicates[problem.initial]))
    return "the initial predicate could not be confirmed";
  for (const HornEdge& edge : problem.edges)
    if (!holds(predicates[edge.source], *edge.transition, predicates[edge.target]))
      return "a predicate could not be confirmed to be inductive";
  return std::nullopt;
}

/// A trace as a chain of clauses.
class SpacerEngine final : public InterpolationEngine {
 public:
  SpacerEngine(TermManager& terms, const InterpolationConfig& config) : terms_(terms), config_(config) {}
  [[nodiscard]] std::string_view name() const override { return engine_name(InterpolationEngineKind::spacer); }

  InterpolationResult interpolate(const InterpolationProblem& problem) override {
    HornProblem chain;
    const auto length = static_cast<std::uint32_t>(problem.trace.size());
    chain.nodes = length + 1;
    chain.error = length;
    chain.precondition = problem.precondition;
    chain.range_of = problem.range_of;
    for (std::uint32_t i = 0; i < length; ++i) chain.edges.push_back({i, problem.trace[i], i + 1});
    auto result = solve_horn(terms_, chain, config_);
    if (auto* failure = std::get_if<InterpolationFailure>(&result)) return std::move(*failure);
    return TracePredicates{std::move(std::get<std::vector<Term>>(result)), std::string(name())};
  }

 private:
  TermManager& terms_;
  InterpolationConfig config_;
};

}  // namespace

std::variant<std::vector<Term>, InterpolationFailure> solve_horn(TermManager& terms, const HornProblem& problem,
                                                                 const InterpolationConfig& config) {
  if (config.stop.stop_requested()) return InterpolationFailure{"stopped"};
  std::variant<std::vector<Term>, InterpolationFailure> result;
  try {
    result = HornSolver(terms, problem, config).solve();
  } catch (const z3::exception& e) {
    return InterpolationFailure{std::string("z3: ") + e.msg()};
  }
  if (const auto* predicates = std::get_if<std::vector<Term>>(&result))
    if (const auto flaw = check_solution(terms, problem, *predicates, config)) return InterpolationFailure{*flaw};
  return result;
}

std::unique_ptr<InterpolationEngine> make_spacer_engine(TermManager& terms, const InterpolationConfig& config) {
  return std::make_unique<SpacerEngine>(terms, config);
}

}  // namespace bireach::logic
