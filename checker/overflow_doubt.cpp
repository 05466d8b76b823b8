// SPDX-License-Identifier: Apache-2.0
#include "checker/overflow_doubt.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::SatResult;
using logic::Term;

namespace {

/// The overflow, a way to the place where its result counts, and that place.
constexpr int blocks_followed = 4;

class DoubtSearch {
 public:
  DoubtSearch(logic::TermManager& terms, const frontend::Program& wrapping, const ControlFlow& flow,
              frontend::Arithmetic arithmetic, const SearchConfig& config)
      : terms_(terms),
        program_(wrapping),
        flow_(flow),
        stop_(config.stop),
        semantics_(terms, wrapping, arithmetic, frontend::OutOfBoundsReads::arbitrary),
        edges_(semantics_, wrapping) {
    logic::SolverConfig solver_config;
    solver_config.time_limit = config.query_time_limit;
    solver_config.stop = config.stop;
    solver_config.statistics = config.statistics;
    solver_ = logic::make_solver(logic::SolverKind::z3, terms, solver_config);
  }

  bool fails_from(LocationId start, Term allowed) {
    std::map<LocationId, SymbolicState> frontier;
    SymbolicState state{{}, semantics_.variables(), true};
    if (!allowed.is_true()) state.path.push_back(allowed);
    frontier.emplace(start, std::move(state));
    for (int i = 0; i < blocks_followed && !frontier.empty(); ++i) {
      auto arrived = go_on(frontier);
      if (stop_.stop_requested()) return true;
      frontier.clear();
      for (auto& [location, reached] : arrived) {
        if (program_.location(location).kind == LocationKind::Normal)
          frontier.emplace(location, std::move(reached));
        else if (is_possible(reached))
          return true;
      }
    }
    return false;
  }

 private:
  std::map<LocationId, SymbolicState> go_on(const std::map<LocationId, SymbolicState>& frontier) {
    const FreshAuxiliaries fresh = [this](EdgeId, const std::vector<Term>& needed) {
      std::vector<Term> instances;
      for (const Term auxiliary : needed)
        instances.push_back(terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
      return instances;
    };
    RegionExecutor executor(terms_, edges_, flow_);
    std::map<LocationId, SymbolicState> arrived;
    for (const auto& [source, state] : frontier)
      for (auto& [target, next] : executor.run(source, state, fresh)) {
        if (auto it = arrived.find(target); it != arrived.end())
          it->second = executor.merge(std::move(it->second), std::move(next), target);
        else
          arrived.emplace(target, std::move(next));
      }
    return arrived;
  }

  bool is_possible(const SymbolicState& state) {
    std::vector<Term> conditions = state.path;
    for (const Term variable : logic::free_variables(terms_.and_(state.path)))
      if (const Term range = semantics_.range_of(variable); !range.is_true()) conditions.push_back(range);
    switch (solver_->check(conditions)) {
      case SatResult::unsat:
        return false;
      case SatResult::sat:
      case SatResult::unknown:
        break;
    }
    return true;
  }

  logic::TermManager& terms_;
  const frontend::Program& program_;
  const ControlFlow& flow_;
  std::stop_token stop_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  std::unique_ptr<logic::Solver> solver_;
};

}  // namespace

bool may_fail_after_overflow(logic::TermManager& terms, const frontend::Program& wrapping, const ControlFlow& flow,
                             frontend::Arithmetic arithmetic, const AnnotationGraph& annotation,
                             const SearchConfig& config) {
  std::map<LocationId, std::vector<Term>> allowed;
  for (const auto& node : annotation.nodes) allowed[node.location].push_back(terms.and_(node.conjuncts));
  DoubtSearch search(terms, wrapping, flow, arithmetic, config);
  for (const auto& [location, predicates] : allowed)
    if (search.fails_from(location, terms.or_(predicates))) return true;
  return false;
}

}  // namespace bireach::checker
