// SPDX-License-Identifier: Apache-2.0
/// The error traces of a program with recursive procedures as nested words.
#include <algorithm>

#include "checker/answer/stopwatch.h"
#include "checker/engines/nested_refinement.h"
#include "checker/harvest/harvest_language.h"
#include "checker/harvest/nested_evidence.h"
#include "relevance/danger/generalizers.h"
#include "relevance/danger/nested_danger_check.h"

namespace bireach::checker {

using automata::Letter;
using automata::NestedWord;
using automata::Word;
using frontend::Arithmetic;
using frontend::Execution;

namespace {

Word letters_of(const NestedWord& word) {
  Word result;
  for (const automata::Symbol& symbol : word) result.push_back(symbol.letter);
  return result;
}

/// All that speaks one arithmetic.
class NestedReasoning {
 public:
  NestedReasoning(const HarvestSetting& setting, const ControlFlow& flow, Arithmetic arithmetic)
      : loop_(setting.program, flow, arithmetic,
              {setting.verify.query_time_limit, setting.stop, &setting.statistics.solver}),
        semantics_(loop_.terms(), setting.program, arithmetic),
        evidence_(semantics_, setting.program, flow),
        config_(generalizer_config(setting)) {
    loop_.ignore_unsupported();
    if (setting.preferred) loop_.prefer(setting.preferred);
    if (evidence_.problem().empty()) alphabet_ = nested_alphabet(evidence_);
  }

  NestedRefinement& loop() { return loop_; }
  [[nodiscard]] const NestedRefinement& loop() const { return loop_; }
  [[nodiscard]] const NestedProgram& nested() const { return evidence_; }
  [[nodiscard]] Arithmetic arithmetic() const { return semantics_.arithmetic(); }
  [[nodiscard]] const relevance::NestedAlphabet& alphabet() const { return alphabet_; }
  [[nodiscard]] bool is_exact(const Word& word) const {
    return std::all_of(word.begin(), word.end(), [&](Letter l) { return evidence_.transitions()[l].exact; });
  }
  relevance::NestedErrorGeneralizer& generalizer() {
    if (!generalizer_) generalizer_ = relevance::make_nested_generalizer(loop_.terms(), alphabet_, config_);
    return *generalizer_;
  }
  [[nodiscard]] relevance::GeneralizationStatistics generalization_statistics() const {
    return generalizer_ ? generalizer_->statistics() : relevance::GeneralizationStatistics{};
  }

 private:
  NestedRefinement loop_;
  frontend::Semantics semantics_;  // executions with undefined behaviour left out, as evidence needs
  NestedProgram evidence_;
  relevance::NestedAlphabet alphabet_;
  relevance::GeneralizerConfig config_;
  std::unique_ptr<relevance::NestedErrorGeneralizer> generalizer_;
};

class NestedLanguage final : public HarvestLanguage {
 public:
  explicit NestedLanguage(const HarvestSetting& setting)
      : setting_(setting), chains_(analyze_control_flow(setting.program, BlockEncoding::chains)) {
    const Stopwatch watch(setting.statistics.time.trace_check);
    main_ = make(setting.verify.first_arithmetic());
  }

  [[nodiscard]] const std::string& problem() const { return main_->nested().problem(); }
  [[nodiscard]] bool has_ambiguous_returns() const { return main_->nested().has_ambiguous_returns(); }

  [[nodiscard]] bool is_empty() const override { return automata::is_language_empty(remaining()); }
  [[nodiscard]] std::optional<Word> word_of(const frontend::Trace& trace) const override {
    const auto word = main_->nested().word_of(trace);
    return word ? std::optional(letters_of(*word)) : std::nullopt;
  }
  [[nodiscard]] bool contains(const Word& word) const override { return automata::accepts(remaining(), nested(word)); }
  [[nodiscard]] const ControlFlow& flow() const override { return main_->nested().flow(); }
  [[nodiscard]] std::size_t terms_built() const override {
    return main_->loop().terms().size() + (bits_ ? bits_->loop().terms().size() : 0);
  }
  void add_to(relevance::GeneralizationStatistics& statistics) const override {
    for (const NestedReasoning* reasoning : {main_.get(), bits_.get()})
      if (reasoning != nullptr) add(statistics, reasoning->generalization_statistics());
  }

  [[nodiscard]] Refined refine() override {
    ++setting_.statistics.iterations;
    NestedRefinement::Outcome outcome = iterate(main_->loop());
    const NestedWord word = main_->loop().current();
    if (const auto* stuck = std::get_if<Stuck>(&outcome);
        stuck != nullptr && stuck->kind == Stuck::Kind::not_reproduced && bits() != nullptr && bits() != main_.get()) {
      NestedRefinement& precise = bits_->loop();
      precise.set_remaining(main_->loop().remaining());
      outcome = iterate(precise);  // takes the same trace
      main_->loop().set_remaining(precise.remaining());
    }
    setting_.statistics.automaton_states = remaining().size();
    return settle(outcome, word);
  }

  void subtract(const Execution& execution, const Word& word, const GeneralizationPlan& plan,
                const std::function<void(SubtractedErrors&)>& done) override {
    SubtractedErrors subtracted;
    const relevance::NestedErrorAutomaton errors = [&] {
      const Stopwatch watch(setting_.statistics.time.danger_automata);
      NestedReasoning& reasoning = main_->is_exact(word) || bits() == nullptr ? *main_ : *bits();
      subtracted.arithmetic = reasoning.arithmetic() == Arithmetic::integer ? "integer" : "bitvector";
      relevance::NestedErrorGeneralizer& generalizer = reasoning.generalizer();
      generalizer.set_predicates(plan.predicates);
      generalizer.set_time_limit(plan.time_limit);
      auto result = generalizer.generalize(nested_trace(reasoning.nested(), word, execution));
      if (setting_.options.check_danger_automata) subtracted.certificate = certificate_of(reasoning, result);
      return result;
    }();
    {
      const Stopwatch watch(setting_.statistics.time.difference);
      if (!main_->loop().take_away(errors.automaton, nested(word))) return;
    }
    setting_.statistics.automaton_states = remaining().size();
    report(errors, subtracted, done);
  }

  void describe(const Word& word, const std::function<void(SubtractedErrors&)>& done) override {
    SubtractedErrors subtracted;
    report({automata::single_nested_word(nested(word)), {}, {}, relevance::Guarantee::feasible}, subtracted, done);
  }

  [[nodiscard]] std::unique_ptr<SearchGraph> graph(const std::function<bool(Letter)>* letters) override {
    if (letters == nullptr) return search_graph(remaining(), main_->nested());
    automata::NestedWordAutomaton some = automata::trim(automata::words_using(remaining(), *letters));
    return automata::is_language_empty(some) ? nullptr : search_graph(std::move(some), main_->nested());
  }

 private:
  using Stuck = NestedRefinement::Stuck;

  [[nodiscard]] const automata::NestedWordAutomaton& remaining() const { return main_->loop().remaining(); }
  [[nodiscard]] NestedWord nested(const Word& word) const { return main_->nested().with_kinds(word); }

  [[nodiscard]] std::unique_ptr<NestedReasoning> make(Arithmetic arithmetic) {
    return std::make_unique<NestedReasoning>(setting_, chains_, arithmetic);
  }

  NestedReasoning* bits() {
    if (main_->arithmetic() == Arithmetic::bitvector) return main_.get();
    if (setting_.verify.arithmetic == ArithmeticChoice::integer) return nullptr;
    if (!bits_) bits_ = make(Arithmetic::bitvector);
    return bits_.get();
  }

  /// Nested refinement does not measure its phases; most of its time goes to interpolants and Hoare triples.
  NestedRefinement::Outcome iterate(NestedRefinement& loop) {
    const Stopwatch watch(setting_.statistics.time.interpolation);
    return loop.iterate();
  }

  Refined settle(const NestedRefinement::Outcome& outcome, const NestedWord& word) {
    Refined result;
    if (std::holds_alternative<Progressed>(outcome)) {
      ++setting_.statistics.infeasible_traces;
    } else if (const auto* found = std::get_if<Found>(&outcome)) {
      if (word_of(found->run.execution.trace) == letters_of(word))
        result.found.emplace(found->run.execution, letters_of(word));
      else
        put_aside(word, "an execution went another way than its trace", result);
    } else if (const auto* stuck = std::get_if<Stuck>(&outcome)) {
      switch (stuck->kind) {
        case Stuck::Kind::no_interpolants:  // infeasible all the same
          main_->loop().take_away(automata::single_nested_word(word), word);
          break;
        case Stuck::Kind::undecided:
        case Stuck::Kind::not_reproduced:
          put_aside(word, stuck->reason, result);
          break;
        case Stuck::Kind::impossible:
        case Stuck::Kind::stopped:
          break;
      }
    }
    return result;
  }

  void put_aside(const NestedWord& word, const std::string& reason, Refined& result) {
    if (!main_->loop().take_away(automata::single_nested_word(word), word)) return;
    result.undecided.emplace_back(letters_of(word), reason);
    result.is_last_resort = true;
  }

  static void report(const relevance::NestedErrorAutomaton& errors, SubtractedErrors& subtracted,
                     const std::function<void(SubtractedErrors&)>& done) {
    subtracted.guarantee = errors.guarantee;
    subtracted.nested_errors = &errors;
    subtracted.states = errors.automaton.size();
    subtracted.transitions = errors.automaton.transition_count();
    done(subtracted);
  }

  std::string certificate_of(NestedReasoning& reasoning, const relevance::NestedErrorAutomaton& errors) {
    if (errors.predicates.empty()) return "";
    const auto solver = certifying_solver(setting_, reasoning.loop().terms());
    return certificate_text(
        relevance::check_nested_danger_automaton(reasoning.loop().terms(), *solver, reasoning.alphabet(), errors));
  }

  HarvestSetting setting_;
  ControlFlow chains_;
  std::unique_ptr<NestedReasoning> main_;  ///< its loop holds the remaining error traces
  std::unique_ptr<NestedReasoning> bits_;  ///< for single traces that integers do not express
};

}  // namespace

std::unique_ptr<HarvestLanguage> make_nested_language(const HarvestSetting& setting) {
  if (setting.program.procedures.empty()) return nullptr;
  auto language = std::make_unique<NestedLanguage>(setting);
  return language->problem().empty() && !language->has_ambiguous_returns() ? std::move(language) : nullptr;
}

}  // namespace bireach::checker
