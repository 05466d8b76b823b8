// SPDX-License-Identifier: Apache-2.0
/// Search for feasible error traces by symbolic unrolling, one block deeper at a time, bit-precisely (bounded model
/// checking: Biere, Cimatti, Clarke, Zhu, TACAS 1999; with states merged per cut point and depth).
///
/// It finds long feasible traces that the refinement loop would reach only after refuting many shorter ones. An empty
/// frontier proves something only if nothing was left out on the way and each step was confirmed by the other solver:
/// `Purpose::prove`.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "checker/blocks/block_program.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

/// Locations, each at a number of blocks from the start.
using DepthLocations = std::set<std::pair<std::size_t, frontend::LocationId>>;

struct SearchConfig {
  std::chrono::milliseconds query_time_limit{0};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  enum class Purpose : std::uint8_t {
    find,  ///< errors; executions with undefined behaviour are left out
    prove  ///< that there are none: reads outside arrays are arbitrary, cvc5 confirms what has no execution
  } purpose = Purpose::find;
  std::size_t depth_limit = 0;  ///< gives up there; 0: never
  /// Leaves out executions that come to a cut point again with the same values of all that is live there: the shortest
  /// one to a target, or to any such state, does not (M. Sheeran, S. Singh, G. Stålmarck, "Checking Safety Properties
  /// Using Induction and a SAT-Solver", FMCAD 2000). Only for programs without an explicit stack.
  bool without_repetition = false;
  /// With Purpose::prove: depths and locations that a search for errors has found nothing to reach, when it found no
  /// target either. All that is shown at once at the end, and nothing else is asked; if it does not hold the search
  /// gives up. Only for programs without an explicit stack.
  std::optional<DepthLocations> expected = std::nullopt;
};

class BoundedSearch {
 public:
  BoundedSearch(const frontend::Program& program, const ControlFlow& flow, const SearchConfig& config);
  ~BoundedSearch();

  enum class Step {
    deeper,       ///< nothing at this depth; there is more below
    exhausted,    ///< no execution is left: all end before this depth; with Purpose::prove this is a proof
    error,        ///< result() holds a replayed execution to an Error location
    unsupported,  ///< result() holds an execution to an Unsupported location (reported once)
    gave_up       ///< a query was not answered in time, or a model did not replay; further steps are useless
  };
  /// Unrolls one block deeper.
  Step advance();
  [[nodiscard]] const frontend::RunResult& result() const { return *result_; }
  /// The last execution that a model gave, also one that did not replay; null: there was none.
  [[nodiscard]] const frontend::RunResult* last_run() const { return result_ ? &*result_ : nullptr; }
  [[nodiscard]] std::size_t terms_built() const { return terms_.size(); }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// So far all executions took one way, as in a program without choices, and none was left out: unrolling is as cheap
  /// as interpreting, and with an empty frontier all executions have ended, whatever the purpose was.
  [[nodiscard]] bool followed_all() const { return followed_all_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// With SearchConfig::without_repetition: can some state be one that was reached before? Nothing: not known yet.
  [[nodiscard]] std::optional<bool> repeats() const { return repeats_; }
  /// Depths and locations that nothing reached: SearchConfig::expected of another search.
  [[nodiscard]] const DepthLocations& unreached() const { return unreached_; }
  /// The states that the last step led to, without those that no execution reaches: `visit(location, state)`.
  template <typename Visit>
  void for_each_state(const Visit& visit) const {
    for (const auto& [place, state] : frontier_) visit(place.first, state);
  }
  /// The terms of states are its terms.
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }

 private:
  /// With an explicit stack, states of different depth and return place are not merged: then what is saved stands at
  /// constant places. Null: not a constant.
  using Place = std::pair<frontend::LocationId, std::vector<logic::Term>>;
  using Frontier = std::map<Place, SymbolicState>;
  [[nodiscard]] Place place_of(frontend::LocationId location, const SymbolicState& state) const;
  std::optional<Step> check_targets(const Frontier& arrived);
  [[nodiscard]] bool reaches_none(const std::vector<const SymbolicState*>& targets);
  std::optional<Step> check_target(const SymbolicState& state, frontend::LocationKind kind);
  bool prune(Frontier& frontier);
  [[nodiscard]] bool holds_in_some_model(const std::vector<logic::Term>& path);
  void keep_model();
  void leave_out_repetition(Frontier& frontier);
  [[nodiscard]] logic::Term are_equal(frontend::LocationId at, const SymbolicState& before, const SymbolicState& now);
  [[nodiscard]] bool is_expected(frontend::LocationId location) const;
  [[nodiscard]] Step conclude();
  void note_unreached(logic::Term path);
  bool confirm_all();
  bool confirm(logic::Term path);

  logic::TermManager terms_;  // of its own: bit-vectors under the names that are integers elsewhere
  const frontend::Program& program_;
  const ControlFlow& flow_;
  SearchConfig config_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  std::unique_ptr<logic::Solver> solver_;
  std::unique_ptr<logic::Solver> confirmer_;                           ///< with Purpose::prove
  std::deque<logic::Model> models_;                                    ///< the last ones
  std::map<frontend::LocationId, std::vector<SymbolicState>> visits_;  ///< with SearchConfig::without_repetition
  std::optional<bool> repeats_;
  std::size_t asked_for_repetition_ = 0;
  DepthLocations unreached_;
  std::vector<logic::Term> unconfirmed_;  ///< paths without executions that it has not confirmed yet
  std::size_t terms_confirmed_ = 0;       ///< number of terms when it last did
  Frontier frontier_;
  std::vector<std::vector<logic::Term>> possible_;  ///< paths of the last frontier, asked about already
  std::set<logic::Term> satisfiable_;               ///< path conditions of programs with recursion, which recur
  HavocTerms havocs_;
  std::optional<frontend::RunResult> result_;
  std::size_t depth_ = 0;
  bool unsupported_reported_ = false;
  bool followed_all_ = true;
  std::string reason_;
};

}  // namespace bireach::checker
