// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/inductive_invariants.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace bireach::checker {

using automata::Letter;
using frontend::LocationId;
using logic::SatResult;
using logic::Term;

namespace {

class Houdini {
 public:
  Houdini(const BlockProgram& blocks, const frontend::Semantics& semantics, Term precondition,
          CutPointConditions candidates, const InductionConfig& config)
      : blocks_(blocks),
        semantics_(semantics),
        terms_(semantics.terms()),
        precondition_(holds_whenever_left(blocks) ? precondition : terms_.true_term()),
        kept_(std::move(candidates)),
        config_(config),
        deadline_(std::chrono::steady_clock::now() + config.time_limit) {
    logic::SolverConfig solver;
    solver.time_limit = config.query_time_limit;
    solver.stop = config.stop;
    solver.statistics = config.statistics;
    solver_ = logic::make_solver(logic::SolverKind::z3, terms_, solver);
    kept_.erase(blocks.program().initial);
  }

  CutPointConditions run() {
    std::map<LocationId, std::set<Letter>> leaving;
    std::set<Letter> open;
    for (Letter letter = 0; letter < blocks_.blocks().size(); ++letter) {
      leaving[blocks_.blocks()[letter].source].insert(letter);
      open.insert(letter);
    }
    while (!open.empty()) {
      if (config_.stop.stop_requested() || std::chrono::steady_clock::now() > deadline_) return {};
      const Letter letter = *open.begin();
      open.erase(open.begin());
      const LocationId target = blocks_.blocks()[letter].target;
      if (drop_after(letter) && leaving.contains(target)) open.insert(leaving[target].begin(), leaving[target].end());
    }
    return std::move(kept_);
  }

 private:
  /// Does the precondition hold whenever a block leaves the initial location? Not if one leads back there.
  static bool holds_whenever_left(const BlockProgram& blocks) {
    return std::none_of(blocks.blocks().begin(), blocks.blocks().end(),
                        [&](const Block& block) { return block.target == blocks.program().initial; });
  }

  /// Drops what does not hold after the block; false: nothing.
  bool drop_after(Letter letter) {
    const auto found = kept_.find(blocks_.blocks()[letter].target);
    if (found == kept_.end() || found->second.empty()) return false;
    std::vector<Term>& conclusions = found->second;
    const std::size_t before = conclusions.size();
    while (!conclusions.empty()) {
      std::optional<std::vector<Term>> established = established_by(letter, conclusions);
      if (!established) {
        conclusions.clear();
        break;
      }
      if (established->size() == conclusions.size()) break;
      conclusions = std::move(*established);
    }
    return conclusions.size() != before;
  }

  /// All conclusions, or those that one counterexample leaves; nothing: the solver does not know.
  std::optional<std::vector<Term>> established_by(Letter letter, const std::vector<Term>& conclusions) {
    const logic::TransitionFormula& transition = blocks_.transitions()[letter];
    const LocationId source = blocks_.blocks()[letter].source;
    std::vector<Term> premises{transition.guard};
    if (source == blocks_.program().initial) premises.push_back(precondition_);
    if (const auto known = kept_.find(source); known != kept_.end())
      premises.insert(premises.end(), known->second.begin(), known->second.end());
    const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
    std::vector<Term> after;
    for (const Term conclusion : conclusions) after.push_back(terms_.substitute(conclusion, updates));
    premises.push_back(terms_.not_(terms_.and_(after)));
    switch (solver_->check(with_ranges(std::move(premises)))) {
      case SatResult::unsat:
        return conclusions;
      case SatResult::unknown:
        return std::nullopt;
      case SatResult::sat:
        break;
    }
    const logic::Model model = solver_->model();
    std::vector<Term> left;
    for (std::size_t i = 0; i < after.size(); ++i)
      if (logic::evaluate_bool(after[i], model)) left.push_back(conclusions[i]);
    return left;
  }

  std::vector<Term> with_ranges(std::vector<Term> formulas) const {
    std::set<Term> variables;
    for (const Term formula : formulas)
      for (const Term variable : logic::free_variables(formula)) variables.insert(variable);
    for (const Term variable : variables)
      if (const Term range = semantics_.range_of(variable); !range.is_null()) formulas.push_back(range);
    return formulas;
  }

  const BlockProgram& blocks_;
  const frontend::Semantics& semantics_;
  logic::TermManager& terms_;
  Term precondition_;
  CutPointConditions kept_;
  const InductionConfig& config_;
  std::chrono::steady_clock::time_point deadline_;
  std::unique_ptr<logic::Solver> solver_;
};

}  // namespace

CutPointConditions inductive_part(const BlockProgram& blocks, const frontend::Semantics& semantics, Term precondition,
                                  CutPointConditions candidates, const InductionConfig& config) {
  return Houdini(blocks, semantics, precondition, std::move(candidates), config).run();
}

}  // namespace bireach::checker
