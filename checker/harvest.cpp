// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "checker/language_search.h"
#include "checker/refinement_loop.h"
#include "checker/stopwatch.h"
#include "relevance/danger_automaton.h"

namespace bireach::checker {

using automata::Letter;
using automata::Word;
using frontend::Arithmetic;
using frontend::Execution;
using frontend::LocationKind;
using frontend::Program;
using logic::Term;

namespace {

/// All that speaks one arithmetic: the refinement of infeasible traces and the generalisation of feasible ones.
class Reasoning {
 public:
  Reasoning(const Program& program, const ControlFlow& flow, Arithmetic arithmetic, const VerifyOptions& verify,
            const relevance::GeneralizerConfig& config, std::stop_token stop, VerifyStatistics& statistics)
      : loop_(terms_, program, flow, arithmetic, verify, stop, statistics),
        semantics_(terms_, program, arithmetic),
        edges_(semantics_, program),
        blocks_(terms_, edges_, flow),
        generalizer_config_(config) {
    loop_.ignore_unsupported();
    alphabet_.transitions = blocks_.transitions();
    for (const Block& block : blocks_.blocks()) alphabet_.sources.push_back(block.source);
    alphabet_.range_of = [this](Term variable) { return semantics_.range_of(variable); };
  }

  RefinementLoop& loop() { return loop_; }
  [[nodiscard]] const BlockProgram& blocks() const { return blocks_; }
  [[nodiscard]] Arithmetic arithmetic() const { return semantics_.arithmetic(); }
  [[nodiscard]] logic::TermManager& terms() { return terms_; }
  [[nodiscard]] const relevance::Alphabet& alphabet() const { return alphabet_; }
  [[nodiscard]] bool is_exact(const Word& word) const {
    return std::all_of(word.begin(), word.end(), [&](Letter l) { return alphabet_.transitions[l].exact; });
  }
  relevance::ErrorGeneralizer& generalizer() {
    if (!generalizer_) generalizer_ = relevance::make_generalizer(terms_, alphabet_, generalizer_config_);
    return *generalizer_;
  }
  [[nodiscard]] relevance::GeneralizationStatistics generalization_statistics() const {
    return generalizer_ ? generalizer_->statistics() : relevance::GeneralizationStatistics{};
  }

  /// What the auxiliaries of each letter are in this execution.
  [[nodiscard]] std::vector<logic::Model> choices(const Program& program, const Word& word,
                                                  const Execution& execution) const {
    std::vector<logic::Model> models;
    std::size_t position = 0;
    for (const Letter letter : word) {
      const Block& block = blocks_.blocks()[letter];
      logic::Model& model = models.emplace_back();
      for (const frontend::EdgeId edge : block.path) {
        ++position;
        const auto havoc = block.havocs.find(edge);
        if (havoc == block.havocs.end() || !alphabet_uses(letter, havoc->second)) continue;
        const auto& lvalue = std::get<frontend::Havoc>(program.edge(edge).statement).target;
        if (lvalue.index) continue;  // one element of an array: the generaliser goes without
        const auto& state = execution.states[position];
        model.set(havoc->second, semantics_.to_model_value(state[lvalue.variable], program.variables[lvalue.variable]));
      }
    }
    return models;
  }

 private:
  [[nodiscard]] bool alphabet_uses(Letter letter, Term auxiliary) const {
    const auto& used = alphabet_.transitions[letter].auxiliaries;
    return std::find(used.begin(), used.end(), auxiliary) != used.end();
  }

  logic::TermManager terms_;  // one variable has one sort in a manager
  RefinementLoop loop_;
  frontend::Semantics semantics_;  // executions with undefined behaviour left out, as evidence needs
  EdgeSemantics edges_;
  BlockProgram blocks_;
  relevance::Alphabet alphabet_;
  relevance::GeneralizerConfig generalizer_config_;
  std::unique_ptr<relevance::ErrorGeneralizer> generalizer_;
};

void add(relevance::GeneralizationStatistics& to, const relevance::GeneralizationStatistics& from) {
  to.automata += from.automata;
  to.states += from.states;
  to.coverage_queries += from.coverage_queries;
  to.coverage_answered += from.coverage_answered;
  to.intersection_queries += from.intersection_queries;
  to.intersection_answered += from.intersection_answered;
  to.preconditions += from.preconditions;
  to.precondition_s += from.precondition_s;
  to.coverage_s += from.coverage_s;
  to.intersection_s += from.intersection_s;
}

class Harvester {
 public:
  Harvester(const Program& program, const VerifyOptions& verify, const HarvestOptions& options, std::stop_token stop,
            VerifyStatistics& statistics, const HarvestCallbacks& callbacks)
      : program_(program),
        asked_(verify),
        verify_(verify),
        options_(options),
        stop_(stop),
        statistics_(statistics),
        callbacks_(callbacks),
        flow_(analyze_control_flow(program, BlockEncoding::chains)) {
    verify_.trace_engines_first = true;
    config_.generalization = options.generalization;
    config_.stop = stop;
    config_.statistics = &statistics.solver;
  }

  HarvestResult run(const Execution& first) {
    statistics_.feasible_traces = 0;
    {
      const Stopwatch watch(statistics_.time.trace_check);
      main_ = make(verify_.arithmetic == ArithmeticChoice::bitvector ? Arithmetic::bitvector : Arithmetic::integer);
    }
    all_error_traces_ = main_->loop().remaining();
    take(first);
    while (!ended()) step();
    for (const Reasoning* reasoning : {main_.get(), bits_.get()})
      if (reasoning != nullptr) add(result_.generalization, reasoning->generalization_statistics());
    return result_;
  }

 private:
  /// So many undecided traces in a row, and there will be no end of them.
  static constexpr std::uint64_t undecided_limit = 50;
  /// As in `verify`: the price of a refinement, a query and a round of search in terms built.
  static constexpr std::uint64_t refinement_price = 10000;
  static constexpr std::uint64_t query_price = 500;
  static constexpr std::uint64_t depth_price = 200;
  static constexpr double seconds_of_fixed_order = 2;
  static constexpr std::chrono::milliseconds search_query_limit{2000};
  static constexpr std::uint64_t traces_with_own_predicates = 10;

  [[nodiscard]] std::unique_ptr<Reasoning> make(Arithmetic arithmetic) {
    auto reasoning = std::make_unique<Reasoning>(program_, flow_, arithmetic, verify_, config_, stop_, statistics_);
    if (options_.prefer_new_edges) reasoning->loop().prefer(is_new());
    return reasoning;
  }

  [[nodiscard]] std::function<bool(Letter)> is_new() const {
    return [this](Letter letter) { return !seen_.contains(letter); };
  }

  Reasoning* bits() {
    if (main_->arithmetic() == Arithmetic::bitvector) return main_.get();
    if (verify_.arithmetic == ArithmeticChoice::integer) return nullptr;
    if (!bits_) bits_ = make(Arithmetic::bitvector);
    return bits_.get();
  }

  bool ended() {
    if (stop_.stop_requested()) {
      result_.end = HarvestEnd::stopped;
    } else if (options_.max_traces && statistics_.feasible_traces >= *options_.max_traces) {
      result_.end = HarvestEnd::max_traces;
    } else if (no_execution_left_ || automata::is_language_empty(main_->loop().remaining())) {
      conclude();
    } else if (undecided_in_a_row_ >= undecided_limit) {
      result_.end = HarvestEnd::undecided;
    } else {
      return false;
    }
    return true;
  }

  void conclude() {
    result_.end = HarvestEnd::undecided;
    if (result_.undecided == 0) {
      result_.end = HarvestEnd::exhausted;
      look_for_unsupported();
    }
    statistics_.exhausted = result_.end == HarvestEnd::exhausted;
  }

  /// No error trace is left; but what comes after a construct that is not modelled is no trace. Only if no execution
  /// gets to one are all error traces covered.
  void look_for_unsupported() {
    Program without_errors = program_;
    bool some = false;
    for (frontend::LocationId l = 0; l < program_.location_count(); ++l) {
      auto& kind = without_errors.location(l).kind;
      some = some || kind == LocationKind::Unsupported;
      if (kind == LocationKind::Error) kind = LocationKind::Exit;
    }
    if (!some) return;
    const Verdict verdict = verify(without_errors, asked_, stop_, statistics_);
    if (const auto* unknown = std::get_if<Unknown>(&verdict)) {
      result_.end = stop_.stop_requested() ? HarvestEnd::stopped : HarvestEnd::undecided;
      result_.reason = unknown->reason;
    }
  }

  void step() {
    report_progress();
    if (search_is_due()) {
      search();
    } else {
      const Stopwatch turn(loop_seconds_);
      const std::uint64_t before = work_so_far();
      refine();
      loop_work_ += refinement_price + work_so_far() - before;
    }
  }

  /// As in `verify`: counted work while the run is short, time later.
  [[nodiscard]] bool search_is_due() const {
    if (!search_) return false;
    if (search_seconds_ + loop_seconds_ < seconds_of_fixed_order) return search_work_ <= loop_work_;
    return search_seconds_ <= loop_seconds_;
  }

  [[nodiscard]] std::uint64_t work_so_far() const {
    return main_->terms().size() + (bits_ ? bits_->terms().size() : 0) + (search_ ? search_->terms_built() : 0) +
           query_price * (statistics_.solver.z3_queries + statistics_.solver.cvc5_queries);
  }

  void start_search() {
    search_.reset();
    if (!verify_.bounded_search) return;
    const Stopwatch watch(statistics_.time.bounded_search);
    searches_all_ = true;
    searched_ = main_->loop().remaining();
    if (options_.prefer_new_edges) {
      automata::Nfa fresh = automata::trim(automata::words_using(searched_, is_new()));
      searches_all_ = automata::is_language_empty(fresh) || only_seen_left_;
      if (!searches_all_) searched_ = std::move(fresh);
    }
    search_ = std::make_unique<LanguageSearch>(
        program_, flow_, searched_,
        SearchConfig{std::min(verify_.query_time_limit, search_query_limit), stop_, &statistics_.solver});
  }

  void search() {
    const std::uint64_t before = work_so_far();
    LanguageSearch::Step step;
    {
      const Stopwatch watch(statistics_.time.bounded_search);
      const Stopwatch turn(search_seconds_);
      step = search_->advance();
    }
    search_work_ += depth_price + work_so_far() - before;
    switch (step) {
      case LanguageSearch::Step::deeper:
        break;
      case LanguageSearch::Step::exhausted:
        no_execution_left_ = searches_all_;
        if (!searches_all_) {  // no execution takes a new edge: go on with all
          only_seen_left_ = true;
          start_search();
        }
        break;
      case LanguageSearch::Step::found: {
        ++statistics_.iterations;
        const Execution execution = search_->result();
        take(execution);
        break;
      }
      case LanguageSearch::Step::gave_up:
        search_.reset();
        break;
    }
  }

  void refine() {
    RefinementLoop::Outcome outcome = main_->loop().iterate();
    if (const auto* stuck = std::get_if<Stuck>(&outcome);
        stuck != nullptr && stuck->kind == Stuck::Kind::not_reproduced && bits() != nullptr && bits() != main_.get()) {
      RefinementLoop& precise = bits_->loop();
      precise.set_remaining(main_->loop().remaining());
      outcome = precise.iterate();  // takes the same trace
      main_->loop().set_remaining(precise.remaining());
    }
    settle(outcome);
  }

  void settle(const RefinementLoop::Outcome& outcome) {
    const automata::Run run = main_->loop().current();
    if (const auto* found = std::get_if<RefinementLoop::Found>(&outcome)) {
      if (main_->blocks().word_of(found->run.execution.trace) == run.word)
        take(found->run.execution);
      else
        put_aside(run.word, "an execution went another way than its trace");
    } else if (const auto* stuck = std::get_if<Stuck>(&outcome)) {
      switch (stuck->kind) {
        case Stuck::Kind::no_interpolants:  // infeasible all the same
          main_->loop().take_away(automata::single_word(run.word), run.word);
          break;
        case Stuck::Kind::not_reproduced:
          put_aside(run.word, stuck->reason);
          break;
        case Stuck::Kind::undecided_left:
        case Stuck::Kind::stopped:
          break;
      }
    }
    // A loop takes traces that its solver can't decide away by itself.
    for (Reasoning* reasoning : {main_.get(), bits_.get()})
      if (reasoning != nullptr)
        for (const Word& word : reasoning->loop().undecided_since_last_call())
          note_undecided(word, reasoning->loop().undecided());
  }

  void note_undecided(const Word& word, const std::string& reason) {
    undecided_.insert(word);
    result_.undecided = undecided_.size();
    result_.reason = reason;
  }

  void put_aside(const Word& word, const std::string& reason) {
    if (!main_->loop().take_away(automata::single_word(word), word)) return;
    ++undecided_in_a_row_;
    note_undecided(word, reason);
  }

  /// A feasible error trace: reports it and subtracts what it generalises to.
  void take(const Execution& execution) {
    ++statistics_.feasible_traces;
    undecided_in_a_row_ = 0;
    callbacks_.on_trace({execution, statistics_.iterations});
    const auto word = main_->blocks().word_of(execution.trace);
    const bool was_undecided = word && undecided_.erase(*word) > 0;
    if (!word || (!was_undecided && !automata::accepts(main_->loop().remaining(), *word)))
      throw std::logic_error("a feasible error trace is not among the remaining ones");
    result_.undecided = undecided_.size();
    seen_.insert(word->begin(), word->end());
    if (stop_.stop_requested() || (options_.max_traces && statistics_.feasible_traces >= *options_.max_traces)) return;
    if (was_undecided)
      note_subtracted(*word);
    else
      subtract(execution, *word);
  }

  /// A trace that the search decides after it was put aside.
  void note_subtracted(const Word& word) {
    const relevance::ErrorAutomaton errors{automata::single_word(word), {}, relevance::Guarantee::feasible};
    SubtractedErrors subtracted;
    subtracted.generalization = relevance::to_string(relevance::Generalization::trace);
    subtracted.guarantee = errors.guarantee;
    subtracted.errors = &errors;
    subtracted.states = errors.automaton.size();
    subtracted.transitions = errors.automaton.transition_count();
    callbacks_.on_subtracted(subtracted);
    start_search();
  }

  void subtract(const Execution& execution, const Word& word) {
    SubtractedErrors subtracted;
    subtracted.seconds = -statistics_.time.danger_automata;
    const relevance::ErrorAutomaton errors = [&] {
      const Stopwatch watch(statistics_.time.danger_automata);
      Reasoning& reasoning = main_->is_exact(word) || bits() == nullptr ? *main_ : *bits();
      subtracted.arithmetic = reasoning.arithmetic() == Arithmetic::integer ? "integer" : "bitvector";
      auto result = generalize(reasoning, execution, word, subtracted);
      if (options_.check_danger_automata) subtracted.certificate = certificate_of(reasoning, result);
      return result;
    }();
    subtracted.seconds += statistics_.time.danger_automata;
    subtracted.guarantee = errors.guarantee;
    subtracted.errors = &errors;
    subtracted.states = errors.automaton.size();
    subtracted.transitions = errors.automaton.transition_count();
    if (!main_->loop().take_away(errors.automaton, word)) return;
    callbacks_.on_subtracted(subtracted);
    start_search();
  }

  relevance::ErrorAutomaton generalize(Reasoning& reasoning, const Execution& execution, const Word& word,
                                       SubtractedErrors& subtracted) {
    using relevance::DangerPredicates;
    DangerPredicates predicates = DangerPredicates::trace;
    if (options_.predicates == DangerPredicateChoice::generalised ||
        (options_.predicates == DangerPredicateChoice::automatic &&
         statistics_.feasible_traces > traces_with_own_predicates))
      predicates = DangerPredicates::generalised;
    reasoning.generalizer().set_predicates(predicates);
    reasoning.generalizer().set_time_limit(time_for_an_automaton(predicates));
    subtracted.generalization = relevance::to_string(options_.generalization);
    if (options_.generalization != relevance::Generalization::trace)
      subtracted.predicates = relevance::to_string(predicates);
    const automata::Nfa& language = language_for(predicates);
    return reasoning.generalizer().generalize(
        language, {automata::run_over(language, word), reasoning.choices(program_, word, execution)});
  }

  /// The automaton whose states the fixpoint annotates. Every subtraction splits states of what remains, so predicates
  /// that cover much are tried in turn on the program's own automaton, where there are few states.
  [[nodiscard]] const automata::Nfa& language_for(relevance::DangerPredicates predicates) {
    if (predicates == relevance::DangerPredicates::trace) return main_->loop().remaining();
    return generalised_++ % 2 == 0 ? all_error_traces_ : main_->loop().remaining();
  }

  /// Danger automata take about half of the time: a smaller one in time is worth more than the next trace late. But
  /// where generalised predicates do not end the harvest soon, each gets more time than those before it.
  [[nodiscard]] std::chrono::milliseconds time_for_an_automaton(relevance::DangerPredicates predicates) {
    constexpr double most = 10;
    double least = 0.3;
    if (predicates == relevance::DangerPredicates::generalised)
      least = std::min(most, least * std::exp2(static_cast<double>(generalised_) / 2));
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    const double seconds = std::clamp(elapsed - 2 * statistics_.time.danger_automata, least, most);
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  }

  std::string certificate_of(Reasoning& reasoning, const relevance::ErrorAutomaton& errors) {
    if (errors.predicates.empty()) return "";
    const auto solver = logic::make_solver(
        logic::SolverKind::cvc5, reasoning.terms(),
        {verify_.query_time_limit, false, logic::SolverTheory::automatic, stop_, &statistics_.solver});
    const auto answer = relevance::check_danger_automaton(reasoning.terms(), *solver, reasoning.alphabet(), errors);
    if (const auto* wrong = std::get_if<relevance::NoDangerAutomaton>(&answer))
      throw std::logic_error("an automaton that was built is no danger automaton: " + wrong->why);
    if (const auto* open = std::get_if<relevance::NotDecided>(&answer)) return "not decided: " + open->why;
    return "checked by cvc5";
  }

  void report_progress() {
    if (callbacks_.progress)
      callbacks_.progress({statistics_.iterations, statistics_.infeasible_traces, statistics_.automaton_states,
                           statistics_.bounded_depth, statistics_.feasible_traces});
  }

  using Stuck = RefinementLoop::Stuck;

  const Program& program_;
  const VerifyOptions& asked_;
  VerifyOptions verify_;  ///< for a harvest
  const HarvestOptions& options_;
  std::stop_token stop_;
  VerifyStatistics& statistics_;
  const HarvestCallbacks& callbacks_;
  ControlFlow flow_;
  Clock::time_point start_ = Clock::now();
  relevance::GeneralizerConfig config_;
  std::unique_ptr<Reasoning> main_;  ///< its loop holds the remaining error traces
  std::unique_ptr<Reasoning> bits_;  ///< for single traces that integers do not express
  std::set<Letter> seen_;            ///< on feasible traces so far
  std::set<Word> undecided_;         ///< traces put aside
  std::uint64_t undecided_in_a_row_ = 0;
  automata::Nfa all_error_traces_;
  std::uint64_t generalised_ = 0;  ///< automata made with generalised predicates
  bool searches_all_ = true;       ///< `searched_` is all that remained; else those with new edges
  bool only_seen_left_ = false;    ///< no execution that is left takes a new edge
  automata::Nfa searched_;         ///< the language of `search_`: what remained when it started
  std::unique_ptr<LanguageSearch> search_;
  std::uint64_t search_work_ = 0;
  std::uint64_t loop_work_ = 0;
  double search_seconds_ = 0;
  double loop_seconds_ = 0;
  bool no_execution_left_ = false;  ///< in the remaining language, as the search found
  HarvestResult result_;
};

}  // namespace

HarvestResult harvest(const Program& program, const Execution& first, const VerifyOptions& verify,
                      const HarvestOptions& options, std::stop_token stop, VerifyStatistics& statistics,
                      const HarvestCallbacks& callbacks) {
  return Harvester(program, verify, options, stop, statistics, callbacks).run(first);
}

}  // namespace bireach::checker
