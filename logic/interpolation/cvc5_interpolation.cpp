// SPDX-License-Identifier: Apache-2.0
/// Interpolants by cvc5's syntax-guided synthesis, a cut at a time; each cut continues from the interpolant before, so
/// that the sequence is inductive.
#include <algorithm>
#include <string>

#include "logic/interpolation/interpolation_engines.h"
#include "logic/interpolation/trace_projection.h"
#include "logic/solvers/cvc5_translation.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kMaxCut{3000};

class Cvc5Engine final : public InterpolationEngine {
 public:
  Cvc5Engine(TermManager& terms, InterpolationConfig config) : terms_(terms), config_(std::move(config)) {}

  [[nodiscard]] std::string_view name() const override { return engine_name(InterpolationEngineKind::cvc5); }

  InterpolationResult interpolate(const InterpolationProblem& problem) override {
    const Clock::time_point deadline = Clock::now() + config_.time_limit;
    auto projection = project_to_core(terms_, problem, config_);
    if (auto* failure = std::get_if<InterpolationFailure>(&projection)) return std::move(*failure);
    const ProjectedTrace& trace = std::get<ProjectedTrace>(projection);
    const std::vector<const TransitionFormula*> pointers = trace.pointers();
    const TraceFormula ssa = trace_formula(terms_, pointers);
    const std::size_t length = trace.transitions.size();
    TracePredicates result{std::vector<Term>(length + 1, terms_.false_term()), std::string(name())};
    std::vector<Term> suffix(length + 1, terms_.true_term());
    for (std::size_t i = length; i-- > 0;) suffix[i] = terms_.and_(ssa.conjuncts[i], suffix[i + 1]);
    Term before = trace.precondition;  // over instances: at position 0 these are the variables
    for (std::size_t i = 0; i < length; ++i) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0 || config_.stop.stop_requested())
        return InterpolationFailure{"cvc5: out of time at position " + std::to_string(i)};
      const std::optional<Term> cut = interpolant(before, suffix[i], std::min(left, kMaxCut));
      if (!cut) return InterpolationFailure{"cvc5: no interpolant at position " + std::to_string(i)};
      result.predicates[i] = terms_.substitute(*cut, back(ssa.instances[i]));
      if (cut->is_false()) break;
      before = terms_.and_(*cut, ssa.conjuncts[i]);
    }
    return result;
  }

 private:
  static Substitution back(const Substitution& instances) {
    Substitution result;
    for (const auto& [variable, instance] : instances) result.emplace(instance, variable);
    return result;
  }

  /// A formula that `prefix` implies, that contradicts `suffix`, over variables that both have.
  std::optional<Term> interpolant(Term prefix, Term suffix, std::chrono::milliseconds limit) {
    if (prefix.is_true() || prefix.is_false()) return prefix;
    if (suffix.is_false()) return terms_.true_term();
    if (mentions_bit_vectors(prefix) || mentions_bit_vectors(suffix))
      return std::nullopt;  // synthesis asks quantified questions, see mentions_bit_vectors
    if (config_.statistics != nullptr) ++config_.statistics->cvc5_queries;
    try {
      cvc5::Solver solver;
      solver.setOption("produce-interpolants", "true");
      solver.setOption("incremental", "false");
      solver.setOption("tlimit-per", std::to_string(std::max<long long>(limit.count(), 1)));
      solver.setLogic("ALL");
      Cvc5Translator translator(solver, terms_);
      solver.assertFormula(translator.to_cvc5(prefix));
      const cvc5::Term found = solver.getInterpolant(translator.to_cvc5(terms_.not_(suffix)));
      if (found.isNull()) return std::nullopt;
      return translator.from_cvc5(found);
    } catch (const cvc5::CVC5ApiException&) {  // time limit, or a theory without synthesis
      return std::nullopt;
    }
  }

  TermManager& terms_;
  InterpolationConfig config_;
};

}  // namespace

std::unique_ptr<InterpolationEngine> make_cvc5_engine(TermManager& terms, const InterpolationConfig& config) {
  return std::make_unique<Cvc5Engine>(terms, config);
}

}  // namespace bireach::logic
