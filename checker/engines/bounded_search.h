// SPDX-License-Identifier: Apache-2.0
/// Search for feasible error traces by symbolic unrolling, bit-precisely (bounded model checking: Biere, Cimatti,
/// Clarke, Zhu, TACAS 1999), with states merged per cut point and depth, or per cut point and iteration of the loops
/// around it.
///
/// By depth, states meet that have made different numbers of rounds in loops before or around: good where one loop
/// decides. By loops, what counts their rounds stays a number (as in E. Clarke, D. Kroening, F. Lerda, "A Tool for
/// Checking ANSI-C Programs", TACAS 2004): good where loops stand one in, or after, the other.
///
/// It finds long feasible traces that the refinement loop would reach only after refuting many shorter ones. An empty
/// frontier proves something only if nothing was left out on the way and each step was confirmed by the other solver:
/// `Purpose::prove`.
#pragma once

#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include "checker/blocks/block_program.h"
#include "checker/engines/loop_order.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

/// Locations, each with the rank at which executions come there: the number of blocks before, or LoopOrder::Rank.
using Arrivals = std::set<std::pair<LoopOrder::Rank, frontend::LocationId>>;

struct SearchConfig {
  std::chrono::milliseconds query_time_limit{0};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  enum class Purpose : std::uint8_t {
    find,  ///< errors; executions with undefined behaviour are left out
    prove  ///< that there are none: reads outside arrays are arbitrary, a second solver confirms
  } purpose = Purpose::find;
  enum class Order : std::uint8_t { by_depth, by_loops } order = Order::by_depth;
  std::size_t depth_limit = 0;  ///< gives up after so many steps; 0: never
  /// By loops: executions that go round some loop more often are left out (many times more often, where no choice was
  /// made in it); 0: none.
  std::uint32_t most_iterations = 0;
  /// Leaves out executions that come to a cut point again with the same values of all that is live there: the shortest
  /// one to a target, or to any such state, does not (M. Sheeran, S. Singh, G. Stålmarck, "Checking Safety Properties
  /// Using Induction and a SAT-Solver", FMCAD 2000). Only by depth, for programs without an explicit stack.
  bool without_repetition = false;
  /// With Purpose::prove: what a search for errors has found nothing to reach, when it found no target either. All that
  /// is shown at once at the end, and nothing else is asked; if it does not hold the search gives up. Only for programs
  /// without an explicit stack.
  std::optional<Arrivals> expected = std::nullopt;
};

class BoundedSearch {
 public:
  BoundedSearch(const frontend::Program& program, const ControlFlow& flow, const SearchConfig& config);
  ~BoundedSearch();

  enum class Step {
    deeper,       ///< nothing at this depth; there is more below
    exhausted,    ///< no execution is left: all end before this depth; with Purpose::prove this is a proof
    cut_off,      ///< none is left but those with more than SearchConfig::most_iterations
    error,        ///< result() holds a replayed execution to an Error location
    unsupported,  ///< result() holds an execution to an Unsupported location (reported once)
    gave_up       ///< a query was not answered in time, or a model did not replay; further steps are useless
  };
  /// Unrolls one block deeper, or (by loops) from one place.
  Step advance();
  [[nodiscard]] const frontend::RunResult& result() const { return *result_; }
  /// The last execution that a model gave, also one that did not replay; null: there was none.
  [[nodiscard]] const frontend::RunResult* last_run() const { return result_ ? &*result_ : nullptr; }
  [[nodiscard]] std::size_t terms_built() const { return terms_.size(); }
  /// Blocks of the longest executions so far.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// So far all executions took one way, as in a program without choices, and none was left out: unrolling is as cheap
  /// as interpreting, and with an empty frontier all executions have ended, whatever the purpose was.
  [[nodiscard]] bool followed_all() const { return followed_all_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// With SearchConfig::without_repetition: can some state be one that was reached before? Nothing: not known yet.
  [[nodiscard]] std::optional<bool> repeats() const { return repeats_; }
  /// What nothing reached: SearchConfig::expected of another search.
  [[nodiscard]] const Arrivals& unreached() const { return unreached_; }
  /// The states from which the next step goes on, without those that no execution reaches: `visit(location, state)`.
  template <typename Visit>
  void for_each_state(const Visit& visit) const {
    for (auto it = frontier_.begin(); it != frontier_.end() && it->first.rank == frontier_.begin()->first.rank; ++it)
      visit(it->first.location, it->second.front());
  }
  /// The terms of states are its terms.
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }

 private:
  struct Place {
    LoopOrder::Rank rank;
    frontend::LocationId location = 0;
    /// With an explicit stack, states of different depth and return place are not merged: then what is saved stands at
    /// constant places. Null: not a constant.
    std::vector<logic::Term> stack;

    friend bool operator<(const Place& a, const Place& b) {
      return std::tie(a.rank, a.location, a.stack) < std::tie(b.rank, b.location, b.stack);
    }
  };
  using Frontier = std::map<Place, SymbolicState>;
  /// Those that are next are one state each. By loops the others are merged when they are, the last first: who left a
  /// loop last did so in the iteration that had to be the last one, and the path condition knows it no more.
  using Pending = std::map<Place, std::vector<SymbolicState>>;
  using Targets = std::vector<std::pair<frontend::LocationKind, SymbolicState>>;
  [[nodiscard]] Place place_of(LoopOrder::Rank rank, frontend::LocationId location, const SymbolicState& state) const;
  [[nodiscard]] Frontier take_next(RegionExecutor& executor);
  void arrive(const Place& from, frontend::LocationId to, SymbolicState state, RegionExecutor& executor);
  [[nodiscard]] bool is_time_for_targets() const;
  std::optional<Step> check_targets();
  [[nodiscard]] bool reaches_none(const std::vector<const SymbolicState*>& targets);
  std::optional<Step> check_target(const SymbolicState& state, frontend::LocationKind kind);
  [[nodiscard]] frontend::RunResult replay_model() const;
  bool prune(Frontier& frontier);
  bool prune_next(RegionExecutor& executor);
  [[nodiscard]] bool is_worth_asking(const Place& next) const;
  [[nodiscard]] bool is_cut_off(const Place& place, const SymbolicState& state);
  [[nodiscard]] bool holds_in_some_model(const std::vector<logic::Term>& path);
  void keep_model();
  void leave_out_repetition(Frontier& frontier);
  [[nodiscard]] logic::Term are_equal(frontend::LocationId at, const SymbolicState& before, const SymbolicState& now);
  [[nodiscard]] bool is_expected(const Place& place) const;
  [[nodiscard]] Step conclude();
  void note_unreached(logic::Term path);
  bool confirm_all();
  bool show_unreached();
  bool confirm(logic::SolverKind by, std::span<const logic::Term> paths);

  logic::TermManager terms_;  // of its own: bit-vectors under the names that are integers elsewhere
  const frontend::Program& program_;
  SearchConfig config_;
  std::optional<LoopOrder> loops_;       ///< SearchConfig::Order::by_loops
  std::optional<ControlFlow> own_flow_;  ///< with it
  const ControlFlow& flow_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  std::unique_ptr<logic::Solver> solver_;
  std::deque<logic::Model> models_;                                    ///< the last ones
  std::map<frontend::LocationId, std::vector<SymbolicState>> visits_;  ///< with SearchConfig::without_repetition
  std::optional<bool> repeats_;
  std::size_t asked_for_repetition_ = 0;
  Arrivals unreached_;
  logic::SolverConfig solver_config_;
  std::map<logic::SolverKind, std::unique_ptr<logic::Solver>> confirmers_;
  std::vector<logic::Term> unshown_;  ///< paths of SearchConfig::expected
  /// By the solver that says so: paths without executions that no other one has confirmed yet.
  std::map<logic::SolverKind, std::vector<logic::Term>> unconfirmed_;
  std::size_t terms_confirmed_ = 0;  ///< number of terms when all were
  Pending frontier_;
  Targets targets_;                                              ///< that have not been asked about
  std::size_t terms_asked_ = 0;                                  ///< number of terms when they last were
  std::map<LoopOrder::Rank, std::vector<logic::Term>> entered_;  ///< by LoopOrder::loop_of: paths to their heads
  bool is_cut_off_ = false;
  /// By rank: HavocInstance::block and the most blocks that lead there.
  struct Arrived {
    std::size_t number = std::numeric_limits<std::size_t>::max();
    std::size_t blocks = 0;
  };
  std::map<LoopOrder::Rank, Arrived> arrived_;      ///< by loops
  std::vector<std::vector<logic::Term>> possible_;  ///< paths of the last frontier, asked about already
  std::set<logic::Term> satisfiable_;               ///< path conditions of programs with recursion, which recur
  HavocTerms havocs_;
  std::optional<frontend::RunResult> result_;
  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
  bool unsupported_reported_ = false;
  bool followed_all_ = true;
  std::string reason_;
};

}  // namespace bireach::checker
