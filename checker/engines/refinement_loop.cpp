// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/refinement_loop.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "abstraction/fixpoint/invariants.h"
#include "automata/operations.h"
#include "checker/answer/stopwatch.h"
#include "checker/blocks/condition_terms.h"
#include "frontend/program/math_results.h"
#include "frontend/program/place_text.h"
#include "logic/solvers/impatient_solver.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::LocationKind;
using logic::Term;

namespace {

constexpr std::size_t most_steps_of_loop = 60000;  ///< of the fixpoint
constexpr std::chrono::milliseconds most_time_of_loop{3000};
/// What one refutation may cost in generalising it, at least, and as a part of all that refinement has cost so far.
constexpr double least_time_of_triples = 5;
constexpr double part_of_triples = 0.5;

std::unique_ptr<logic::Solver> new_solver(logic::TermManager& terms, const VerifyOptions& options, std::stop_token stop,
                                          VerifyStatistics& statistics, std::chrono::milliseconds limit) {
  logic::SolverConfig config;
  config.time_limit = std::min(limit, options.query_time_limit);
  config.stop = stop;
  config.statistics = &statistics.solver;
  return logic::make_solver(logic::SolverKind::z3, terms, config);
}

/// For predicates: what is not known of them makes automata smaller, never wrong.
std::unique_ptr<logic::Solver> new_impatient_solver(logic::TermManager& terms, const VerifyOptions& options,
                                                    std::stop_token stop, VerifyStatistics& statistics,
                                                    std::chrono::milliseconds limit) {
  return std::make_unique<logic::ImpatientSolver>(new_solver(terms, options, stop, statistics, limit),
                                                  std::min(limit, options.query_time_limit));
}

}  // namespace

RefinementLoop::RefinementLoop(logic::TermManager& terms, const frontend::Program& program, const ControlFlow& flow,
                               frontend::Arithmetic arithmetic, const VerifyOptions& options, std::stop_token stop,
                               VerifyStatistics& statistics)
    : terms_(terms),
      program_(program),
      flow_(flow),
      options_(options),
      stop_(stop),
      statistics_(statistics),
      semantics_(terms, program, arithmetic, frontend::OutOfBoundsReads::arbitrary),
      edges_(semantics_, program),
      blocks_(terms, edges_, flow),
      trace_solver_(new_solver(terms, options, stop, statistics, options.query_time_limit)),
      predicate_solver_(new_impatient_solver(terms, options, stop, statistics, std::chrono::seconds(1))),
      triple_solver_(new_impatient_solver(terms, options, stop, statistics, std::chrono::seconds(2))),
      initial_condition_(initial_condition(semantics_, program, flow)),
      refiner_(terms, blocks_, flow, semantics_, initial_condition_, options, stop, statistics.solver),
      remaining_(blocks_.automaton(WordEnds::errors_and_unsupported)) {
  const auto range_of = [this](Term variable) { return semantics_.range_of(variable); };
  unifier_ = std::make_unique<logic::PredicateUnifier>(terms, *predicate_solver_, range_of);
  triples_ = std::make_unique<logic::HoareTripleChecker>(*unifier_, *triple_solver_, blocks_.transitions());
}

RefinementLoop::~RefinementLoop() = default;

void RefinementLoop::find_invariants() {
  const Stopwatch watch(statistics_.time.interpolation);
  abstraction::InvariantOptions options;
  options.fixpoint.step_limit = most_steps_of_loop;
  options.fixpoint.time_limit = most_time_of_loop;
  const abstraction::Invariants found = abstraction::invariants(program_, options, stop_);
  if (!found.complete) return;
  CutPointConditions candidates;
  for (const Block& block : blocks_.blocks())
    if (!candidates.contains(block.source))
      candidates[block.source] =
          condition_terms(program_, semantics_, flow_, block.source, found.conditions[block.source]);
  InductionConfig config;
  config.stop = stop_;
  config.statistics = &statistics_.solver;
  known_ = inductive_part(blocks_, semantics_, initial_condition_, std::move(candidates), config);
  blocks_.assume(terms_, known_);
}

void RefinementLoop::ignore_unsupported() {
  if (!accept_unsupported_) return;
  accept_unsupported_ = false;
  // The subtracted automata still refute what they refuted; replaying them on the smaller language is cheap.
  remaining_ = blocks_.automaton(WordEnds::errors);
  for (const auto& automaton : subtracted_)
    if (auto rest = automata::difference(remaining_, *automaton, stop_)) remaining_ = automata::reduce(*rest);
}

RefinementLoop::Outcome RefinementLoop::iterate() {
  std::optional<automata::Run> run;
  if (preferred_) run = automata::find_accepting_run_using(remaining_, preferred_);
  if (!run) run = automata::find_accepting_run(remaining_);
  if (!run) {
    if (!undecided_.empty()) return Stuck{Stuck::Kind::undecided_left, undecided_};
    return Empty{};
  }
  current_ = *run;
  ++statistics_.iterations;
  TraceStatus status;
  {
    const Stopwatch watch(statistics_.time.trace_check);
    status = check_trace(terms_, blocks_, semantics_, run->word, *trace_solver_);
  }
  if (stop_.stop_requested()) return Stuck{Stuck::Kind::stopped, "stopped"};
  if (const auto* infeasible = std::get_if<Infeasible>(&status)) return refute(*run, infeasible->length);
  if (const auto* undecided = std::get_if<Undecided>(&status)) {
    undecided_ = undecided->reason;
    automata::Nfa word = automata::single_word(run->word);
    automata::LazyView view(word);
    if (!subtract(view, run->word)) return Stuck{Stuck::Kind::stopped, "stopped"};
    newly_undecided_.push_back(run->word);
    return Progressed{};
  }
  const auto& feasible = std::get<Feasible>(status);
  frontend::RunResult replayed = replay(program_, flow_, feasible.values, run->word.size() + 1, stop_);
  const frontend::Location& wanted = program_.location(blocks_.blocks()[run->word.back()].target);
  const auto end = wanted.kind == LocationKind::Error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported;
  if (replayed.end == end && replayed.execution.undefined.empty()) return Found{std::move(replayed)};
  for (const frontend::UndefinedEvent& event : replayed.execution.undefined)
    return Stuck{Stuck::Kind::not_reproduced,
                 "an error trace has only executions with undefined behaviour (" +
                     std::string(frontend::to_string(event.kind)) + " in line " + std::to_string(event.place.line) +
                     ")",
                 event.kind == frontend::UndefinedBehaviour::InvalidAccess ||
                     event.kind == frontend::UndefinedBehaviour::IndexOutOfBounds};
  if (const auto wrong = frontend::wrong_math_results(program_, replayed.execution); !wrong.empty())
    return Stuck{Stuck::Kind::not_reproduced,
                 (wanted.place.is_known() ? "an error at " + place_text(program_, wanted.place) : "an error trace") +
                     " " +
                     (wrong.front().doubt.empty()
                          ? "takes a result of " + wrong.front().function + " that the C library does not compute"
                          : wrong.front().doubt)};
  return Stuck{Stuck::Kind::not_reproduced,
               feasible.exact ? "a feasible trace did not replay" : "a trace needs bit-precise reasoning"};
}

RefinementLoop::Outcome RefinementLoop::refute(const automata::Run& run, std::size_t length) {
  bool stopped = false;
  const auto accept = [&](const Proposal& proposal) {
    auto automaton = automaton_of(proposal.predicates);
    {
      const Stopwatch watch(statistics_.time.hoare_checks);
      if (!automata::accepts(*automaton, run.word)) return false;
    }
    stopped = !subtract(*automaton, run.word);
    subtracted_.push_back(std::move(automaton));
    refutations_.push_back(proposal.predicates);
    return true;
  };
  double elsewhere = -(statistics_.time.hoare_checks + statistics_.time.difference);
  double all = 0;
  bool accepted = false;
  {
    const Stopwatch watch(all);
    accepted = refiner_.refine(run.word, length, accept);
  }
  elsewhere += statistics_.time.hoare_checks + statistics_.time.difference;
  statistics_.time.interpolation += all - elsewhere;
  if (stopped || stop_.stop_requested()) return Stuck{Stuck::Kind::stopped, "stopped"};
  if (accepted) {
    ++statistics_.infeasible_traces;
    return Progressed{};
  }
  return Stuck{Stuck::Kind::no_interpolants,
               "no interpolants for an infeasible trace (" + refiner_.last_failure() + ")"};
}

std::unique_ptr<FloydHoareAutomaton> RefinementLoop::automaton_of(const std::vector<Term>& formulas) {
  std::vector<logic::PredicateId> predicates;
  for (const Term formula : formulas)
    for (const Term conjunct : logic::conjuncts(formula)) predicates.push_back(unifier_->unify(conjunct));
  return std::make_unique<FloydHoareAutomaton>(*unifier_, *triples_, blocks_, flow_, semantics_,
                                               unifier_->unify(initial_condition_), predicates);
}

bool RefinementLoop::refute_with(const std::vector<Term>& predicates) {
  const Stopwatch watch(statistics_.time.difference);
  auto automaton = automaton_of(predicates);
  auto rest = automata::difference(remaining_, *automaton, stop_);
  if (!rest) return false;
  remaining_ = automata::reduce(*rest);
  statistics_.automaton_states = remaining_.size();
  subtracted_.push_back(std::move(automaton));
  refutations_.push_back(predicates);
  return true;
}

bool RefinementLoop::subtract(automata::LazyAutomaton& subtrahend, const automata::Word& word) {
  const Stopwatch watch(statistics_.time.difference);
  const PhaseTimes& time = statistics_.time;
  const double spent = time.trace_check + time.interpolation + time.hoare_checks + time.difference;
  // The triples of the word itself are known. The others only make the automaton larger.
  const std::chrono::duration<double> limit(std::max(least_time_of_triples, part_of_triples * spent));
  triples_->set_deadline(std::chrono::steady_clock::now() +
                         std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit));
  auto rest = automata::difference(remaining_, subtrahend, stop_);
  triples_->set_deadline(std::nullopt);
  if (!rest) return false;
  remaining_ = automata::reduce(*rest);
  if (automata::accepts(remaining_, word))
    throw std::logic_error("an analysed trace is still in the remaining language");
  statistics_.automaton_states = remaining_.size();
  return true;
}

bool RefinementLoop::take_away(const automata::Nfa& traces, const automata::Word& word) {
  automata::LazyView view(traces);
  return subtract(view, word);
}

namespace {

using Subset = FloydHoareAutomaton::Subset;

/// One state of every subtracted automaton, at a cut point.
struct ProductState {
  LocationId location;
  std::vector<Subset> subsets;
  auto operator<=>(const ProductState&) const = default;
};

bool is_false(const Subset& subset) {
  return subset.front() == logic::PredicateUnifier::false_id;
}
bool is_true(const Subset& subset) {
  return subset.front() == logic::PredicateUnifier::true_id;
}

}  // namespace

std::optional<AnnotationGraph> RefinementLoop::annotation(std::size_t node_limit, const CutPointConditions& known) {
  AnnotationGraph graph;
  for (LocationId l = 0; l < program_.location_count(); ++l)
    if (flow_.is_cut[l] && flow_.reaches_target[l]) graph.locations.push_back(l);
  std::map<std::pair<LocationId, LocationId>, automata::Letter> letters;
  for (automata::Letter letter = 0; letter < blocks_.blocks().size(); ++letter)
    letters.emplace(std::pair{blocks_.blocks()[letter].source, blocks_.blocks()[letter].target}, letter);
  const auto formulas = [this](const Subset& subset) {
    std::vector<Term> result;
    for (const automata::State p : subset)
      if (p != logic::PredicateUnifier::true_id) result.push_back(unifier_->formula(p));
    std::sort(result.begin(), result.end());
    return result;
  };
  const auto known_at = [&known](LocationId location) {
    const auto found = known.find(location);
    return found == known.end() ? std::vector<Term>{} : found->second;
  };
  std::map<ProductState, std::size_t> nodes;
  std::deque<const ProductState*> work;
  const auto node_of = [&](ProductState state) {
    const auto [it, fresh] = nodes.try_emplace(std::move(state), nodes.size());
    if (!fresh) return it->second;
    AnnotationGraph::Node node{it->first.location, {}};
    std::set<Term> conjuncts;
    for (const Term t : known_at(it->first.location)) conjuncts.insert(t);
    for (const Subset& subset : it->first.subsets)
      for (const Term t : formulas(subset)) conjuncts.insert(t);
    node.conjuncts.assign(conjuncts.begin(), conjuncts.end());
    graph.nodes.push_back(std::move(node));
    work.push_back(&it->first);
    return it->second;
  };
  if (flow_.reaches_target[program_.initial])
    node_of({program_.initial, std::vector<Subset>(subtracted_.size(), {unifier_->unify(initial_condition_)})});
  else
    graph.nodes.push_back({program_.initial, {}});
  if (graph.locations.empty()) graph.locations.push_back(program_.initial);
  while (!work.empty()) {
    if (stop_.stop_requested() || nodes.size() > node_limit) return std::nullopt;
    const ProductState& state = *work.front();
    const std::size_t source = nodes.at(state);
    work.pop_front();
    const std::vector<Term> known_here = known_at(state.location);
    for (const LocationId target : next_cut_points(program_, flow_, state.location)) {
      AnnotationGraph::Step step{source, target, std::nullopt, {}};
      const auto letter = letters.find({state.location, target});
      bool impossible = letter == letters.end();
      if (impossible) step.obligations.push_back({{}, {terms_.false_term()}});
      ProductState next{target, {}};
      for (std::size_t i = 0; i < subtracted_.size() && !impossible; ++i) {
        next.subsets.push_back(subtracted_[i]->subset_successors(state.subsets[i], letter->second));
        if (is_true(next.subsets.back())) continue;
        impossible = is_false(next.subsets.back());
        AnnotationGraph::Obligation obligation{formulas(state.subsets[i]), formulas(next.subsets.back())};
        obligation.premises.insert(obligation.premises.end(), known_here.begin(), known_here.end());
        if (impossible) step.obligations.clear();
        step.obligations.push_back(std::move(obligation));
      }
      if (!impossible && known.contains(target)) step.obligations.push_back({known_here, known_at(target)});
      if (!impossible) step.target = node_of(std::move(next));
      graph.steps.push_back(std::move(step));
    }
  }
  return graph;
}

}  // namespace bireach::checker
