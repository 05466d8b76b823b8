// SPDX-License-Identifier: Apache-2.0
/// Symbolic execution path by path: an error, or a proof that all paths end without one.
///
/// Follows the program depth-first, edge by edge, with terms over its inputs for values, so that what does not depend
/// on inputs stays a number: on one path pointers and counters of a parser mostly do. Where a condition depends on
/// inputs each way that some values take is followed; the values that led here tell one of them, a solver the others
/// (J. C. King, "Symbolic execution and program testing", CACM 1976; questions without the conjuncts that say nothing
/// about them, and variables that have become equal to a number replaced by it, as C. Cadar, D. Dunbar, D. Engler,
/// "KLEE", OSDI 2008). BoundedSearch merges paths instead: that is
/// better where they are many and alike, and worse where memory or what comes next depends on the way.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/blocks/block_program.h"
#include "checker/blocks/symbolic_execution.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/path_questions.h"
#include "logic/terms/few_values.h"

namespace bireach::checker {

struct PathSearchLimits {
  std::size_t turn_edges = 2000;   ///< followed in one turn
  std::size_t turn_queries = 30;   ///< asked in one turn
  std::size_t max_forks = 400;     ///< open at once
  std::size_t max_edges = 100000;  ///< of one path, which may not end
  std::size_t max_terms = 6000000;
};

class PathSearch final : public Engine {
 public:
  explicit PathSearch(const EngineSetting& setting, const PathSearchLimits& limits = {});
  ~PathSearch() override;

  [[nodiscard]] std::string_view name() const override { return "path search"; }
  [[nodiscard]] StepResult step() override;
  /// While it will have followed all paths soon, as it foretold once: within the time that it had existed then.
  [[nodiscard]] bool is_free() const override;

 private:
  using Values = PathQuestions::Values;
  struct Place {
    frontend::LocationId location = 0;
    frontend::LocationId source = 0;  ///< where its block begins
    std::size_t block = 0;            ///< number of blocks before
    std::size_t edges = 0;            ///< followed so far
  };
  struct Way {
    std::optional<frontend::EdgeId> edge;  ///< nothing: it stays here, and knows more
    logic::Term guard;
    Values values = nullptr;  ///< that take it; null: none do
    logic::Term choice = {};  ///< of addresses, that the guard decides; null: it is no such way
    logic::Term fixed = {};   ///< a term that is a number here; null: none is known
    logic::Term number = {};
  };
  /// A place where the path depends on inputs.
  struct Fork {
    Place place;
    std::vector<logic::Term> instances;  ///< of the auxiliaries of all ways
    std::size_t trail;                   ///< sizes
    std::size_t path;
    std::size_t facts;
    std::vector<Way> ways;
    std::size_t next;  ///< of the ways
    double share;      ///< of everything, for each way
  };

  std::optional<StepResult> advance();
  void follow();
  void take(const Way& way, std::vector<logic::Term> instances, bool is_implied = false);
  void learn(const Way& way);
  [[nodiscard]] logic::Term under_facts(logic::Term term);
  [[nodiscard]] std::vector<Way> choice_of_address(const std::vector<frontend::EdgeId>& outgoing,
                                                   const std::vector<logic::Term>& instances);
  const std::vector<logic::Term>& addresses_of(frontend::EdgeId edge);
  void end_path();
  void next_way();
  void undo_to(const Fork& fork);
  void use(const Values& values);
  std::optional<StepResult> arrive(frontend::LocationKind kind);
  [[nodiscard]] bool grows() const;
  [[nodiscard]] bool is_nearly_done() const;
  void look_ahead();
  StepResult conclude();

  const EngineSetting& setting_;
  PathSearchLimits limits_;
  const frontend::Program& program_;  ///< as its overflow is read here
  logic::TermManager terms_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  PathQuestions questions_;
  logic::FewValues few_values_;

  Place place_;
  std::vector<logic::Term> variables_;                               ///< value of each variable
  std::vector<std::pair<frontend::VariableId, logic::Term>> trail_;  ///< values before
  std::vector<logic::Term> path_;                                    ///< conjuncts of its condition
  logic::Substitution facts_;                                        ///< what follows from it, for parts of terms
  std::vector<logic::Term> fact_trail_;                              ///< their keys
  Values values_;                                                    ///< with which the program comes here
  std::unique_ptr<logic::Evaluator> evaluator_;                      ///< of them
  std::vector<Fork> forks_;
  double share_ = 1;  ///< of everything, that the present path is
  double done_ = 0;
  bool has_ended_ = false;

  std::unordered_set<logic::Term, logic::TermHash> memory_;  ///< arrays behind pointers
  std::unordered_map<frontend::EdgeId, std::vector<logic::Term>> addresses_;
  HavocTerms havocs_;
  std::size_t paths_ = 0;    ///< that have ended
  std::size_t deepest_ = 0;  ///< blocks
  std::size_t paths_when_deepest_ = 0;
  std::optional<double> foretold_;  ///< seconds of all turns, once that is soon
  double seconds_ = 0;              ///< of all turns
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool unsupported_ = false;
  std::string no_proof_;  ///< why an end of all paths would prove nothing
  std::string reason_;
};

}  // namespace bireach::checker
