// SPDX-License-Identifier: Apache-2.0
/// The error traces of a program as flat words.
#include <algorithm>

#include "automata/operations.h"
#include "checker/answer/stopwatch.h"
#include "checker/engines/refinement_loop.h"
#include "checker/harvest/harvest_language.h"
#include "relevance/danger/danger_check.h"
#include "relevance/danger/generalizers.h"

namespace bireach::checker {

using automata::Letter;
using automata::Word;
using frontend::Arithmetic;
using frontend::Execution;
using frontend::Program;
using logic::Term;

namespace {

/// All that speaks one arithmetic: the refinement of infeasible traces and the generalisation of feasible ones.
class Reasoning {
 public:
  Reasoning(const HarvestSetting& setting, const ControlFlow& flow, Arithmetic arithmetic)
      : loop_(terms_, setting.program, flow, arithmetic, setting.verify, setting.stop, setting.statistics),
        semantics_(terms_, setting.program, arithmetic),
        edges_(semantics_, setting.program),
        blocks_(terms_, edges_, flow),
        generalizer_config_(generalizer_config(setting)) {
    loop_.ignore_unsupported();
    if (setting.preferred) loop_.prefer(setting.preferred);
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
        const frontend::LValue& lvalue = *frontend::assigned_target(program.edge(edge).statement);
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

class FlatLanguage final : public HarvestLanguage {
 public:
  explicit FlatLanguage(const HarvestSetting& setting)
      : setting_(setting), flow_(analyze_control_flow(setting.program, BlockEncoding::chains)) {
    const Stopwatch watch(setting.statistics.time.trace_check);
    main_ = make(setting.verify.first_arithmetic());
    all_error_traces_ = main_->loop().remaining();
  }

  [[nodiscard]] bool is_empty() const override { return automata::is_language_empty(remaining()); }
  [[nodiscard]] std::optional<Word> word_of(const frontend::Trace& trace) const override {
    return main_->blocks().word_of(trace);
  }
  [[nodiscard]] bool contains(const Word& word) const override { return automata::accepts(remaining(), word); }
  [[nodiscard]] const ControlFlow& flow() const override { return flow_; }
  [[nodiscard]] std::size_t terms_built() const override {
    return main_->terms().size() + (bits_ ? bits_->terms().size() : 0);
  }
  void add_to(relevance::GeneralizationStatistics& statistics) const override {
    for (const Reasoning* reasoning : {main_.get(), bits_.get()})
      if (reasoning != nullptr) add(statistics, reasoning->generalization_statistics());
  }

  [[nodiscard]] Refined refine() override {
    RefinementLoop::Outcome outcome = main_->loop().iterate();
    if (const auto* stuck = std::get_if<Stuck>(&outcome);
        stuck != nullptr && stuck->kind == Stuck::Kind::not_reproduced && bits() != nullptr && bits() != main_.get()) {
      RefinementLoop& precise = bits_->loop();
      precise.set_remaining(main_->loop().remaining());
      outcome = precise.iterate();  // takes the same trace
      main_->loop().set_remaining(precise.remaining());
    }
    return settle(outcome);
  }

  void subtract(const Execution& execution, const Word& word, const GeneralizationPlan& plan,
                const std::function<void(SubtractedErrors&)>& done) override {
    SubtractedErrors subtracted;
    const relevance::ErrorAutomaton errors = [&] {
      const Stopwatch watch(setting_.statistics.time.danger_automata);
      Reasoning& reasoning = main_->is_exact(word) || bits() == nullptr ? *main_ : *bits();
      subtracted.arithmetic = reasoning.arithmetic() == Arithmetic::integer ? "integer" : "bitvector";
      relevance::ErrorGeneralizer& generalizer = reasoning.generalizer();
      generalizer.set_predicates(plan.predicates);
      generalizer.set_time_limit(plan.time_limit);
      // Every subtraction splits states of what remains, so predicates that cover much are tried in turn on the
      // program's own automaton, where there are few states.
      const automata::Nfa& language = plan.over_all_traces ? all_error_traces_ : remaining();
      auto result = generalizer.generalize(
          language, {automata::run_over(language, word), reasoning.choices(setting_.program, word, execution)});
      if (setting_.options.check_danger_automata) subtracted.certificate = certificate_of(reasoning, result);
      return result;
    }();
    if (!main_->loop().take_away(errors.automaton, word)) return;
    report(errors, subtracted, done);
  }

  void describe(const Word& word, const std::function<void(SubtractedErrors&)>& done) override {
    SubtractedErrors subtracted;
    report({automata::single_word(word), {}, relevance::Guarantee::feasible}, subtracted, done);
  }

  [[nodiscard]] std::unique_ptr<SearchGraph> graph(const std::function<bool(Letter)>* letters) override {
    if (letters == nullptr) return search_graph(remaining());
    automata::Nfa some = automata::trim(automata::words_using(remaining(), *letters));
    return automata::is_language_empty(some) ? nullptr : search_graph(std::move(some));
  }

 private:
  using Stuck = RefinementLoop::Stuck;

  [[nodiscard]] const automata::Nfa& remaining() const { return main_->loop().remaining(); }

  [[nodiscard]] std::unique_ptr<Reasoning> make(Arithmetic arithmetic) {
    return std::make_unique<Reasoning>(setting_, flow_, arithmetic);
  }

  Reasoning* bits() {
    if (main_->arithmetic() == Arithmetic::bitvector) return main_.get();
    if (setting_.verify.arithmetic == ArithmeticChoice::integer) return nullptr;
    if (!bits_) bits_ = make(Arithmetic::bitvector);
    return bits_.get();
  }

  Refined settle(const RefinementLoop::Outcome& outcome) {
    Refined result;
    const Word word = main_->loop().current().word;
    if (const auto* found = std::get_if<Found>(&outcome)) {
      if (word_of(found->run.execution.trace) == word)
        result.found.emplace(found->run.execution, word);
      else
        put_aside(word, "an execution went another way than its trace", result);
    } else if (const auto* stuck = std::get_if<Stuck>(&outcome)) {
      switch (stuck->kind) {
        case Stuck::Kind::no_interpolants:  // infeasible all the same
          main_->loop().take_away(automata::single_word(word), word);
          break;
        case Stuck::Kind::not_reproduced:
          put_aside(word, stuck->reason, result);
          break;
        case Stuck::Kind::undecided_left:
        case Stuck::Kind::stopped:
          break;
      }
    }
    // A loop takes traces that its solver can't decide away by itself.
    for (Reasoning* reasoning : {main_.get(), bits_.get()})
      if (reasoning != nullptr)
        for (Word& undecided : reasoning->loop().undecided_since_last_call())
          result.undecided.emplace_back(std::move(undecided), reasoning->loop().undecided());
    return result;
  }

  void put_aside(const Word& word, const std::string& reason, Refined& result) {
    if (!main_->loop().take_away(automata::single_word(word), word)) return;
    result.undecided.emplace_back(word, reason);
    result.is_last_resort = true;
  }

  static void report(const relevance::ErrorAutomaton& errors, SubtractedErrors& subtracted,
                     const std::function<void(SubtractedErrors&)>& done) {
    subtracted.guarantee = errors.guarantee;
    subtracted.errors = &errors;
    subtracted.states = errors.automaton.size();
    subtracted.transitions = errors.automaton.transition_count();
    done(subtracted);
  }

  std::string certificate_of(Reasoning& reasoning, const relevance::ErrorAutomaton& errors) {
    if (errors.predicates.empty()) return "";
    const auto solver = certifying_solver(setting_, reasoning.terms());
    return certificate_text(
        relevance::check_danger_automaton(reasoning.terms(), *solver, reasoning.alphabet(), errors));
  }

  HarvestSetting setting_;
  ControlFlow flow_;
  std::unique_ptr<Reasoning> main_;  ///< its loop holds the remaining error traces
  std::unique_ptr<Reasoning> bits_;  ///< for single traces that integers do not express
  automata::Nfa all_error_traces_;
};

}  // namespace

std::unique_ptr<HarvestLanguage> make_flat_language(const HarvestSetting& setting) {
  return std::make_unique<FlatLanguage>(setting);
}

}  // namespace bireach::checker
