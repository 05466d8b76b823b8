// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/interleaving_certificate.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "checker/certification/thread_facts.h"
#include "frontend/threads/interleaving_evidence.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::Program;
using logic::SatResult;
using logic::Term;
using logic::TransitionFormula;

namespace {

using Problem = std::optional<std::string>;

class Confirmation {
 public:
  Confirmation(const Program& graphs, const CertifierConfig& config)
      : graphs_(graphs), config_(config), semantics_(terms_, graphs, frontend::Arithmetic::bitvector) {
    const std::set<Term> known(semantics_.variables().begin(), semantics_.variables().end());
    for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge) {
      steps_.push_back(semantics_.transition(edge));
      footprints_.push_back(footprint_of(steps_.back(), known));
      for (const Term variable : footprints_.back().reads) users_[variable].readers.insert(graphs.edge(edge).thread);
      for (const Term variable : footprints_.back().writes) users_[variable].writers.insert(graphs.edge(edge).thread);
    }
  }

  Problem run(const frontend::InterleavingEvidence& evidence) {
    for (const EdgeId edge : evidence.local)
      if (!is_local(edge)) return "a step was taken for one that no other thread sees, and is none";
    for (const auto& pair : evidence.pairs) {
      if (config_.stop.stop_requested()) return "stopped";
      if (!are_disjoint(pair.first, pair.second))
        if (auto problem = compare(pair.first, pair.second)) return problem;
    }
    return std::nullopt;
  }

 private:
  struct Footprint {
    std::set<Term> reads;
    std::set<Term> writes;
  };
  struct Users {
    std::set<std::uint32_t> readers;
    std::set<std::uint32_t> writers;
  };

  static Footprint footprint_of(const TransitionFormula& step, const std::set<Term>& known) {
    Footprint result;
    const auto add_reads = [&](Term term) {
      for (const Term variable : logic::free_variables(term))
        if (known.contains(variable)) result.reads.insert(variable);
    };
    add_reads(step.guard);
    for (const auto& [variable, value] : step.updates) {
      result.writes.insert(variable);
      add_reads(value);
    }
    return result;
  }

  static bool only(const std::set<std::uint32_t>& threads, std::uint32_t thread) {
    return threads.empty() || (threads.size() == 1 && *threads.begin() == thread);
  }

  bool is_local(EdgeId edge) const {
    const std::uint32_t thread = graphs_.edge(edge).thread;
    const Footprint& footprint = footprints_.at(edge);
    const auto nobody_writes = [&](Term variable) { return only(users_.at(variable).writers, thread); };
    const auto nobody_uses = [&](Term variable) {
      return nobody_writes(variable) && only(users_.at(variable).readers, thread);
    };
    return std::all_of(footprint.reads.begin(), footprint.reads.end(), nobody_writes) &&
           std::all_of(footprint.writes.begin(), footprint.writes.end(), nobody_uses);
  }

  static bool meet(const std::set<Term>& a, const std::set<Term>& b) {
    return std::any_of(a.begin(), a.end(), [&b](Term variable) { return b.contains(variable); });
  }

  bool are_disjoint(EdgeId first, EdgeId second) const {
    const Footprint& a = footprints_.at(first);
    const Footprint& b = footprints_.at(second);
    return !meet(a.writes, b.writes) && !meet(a.writes, b.reads) && !meet(a.reads, b.writes);
  }

  Term value_of(const TransitionFormula& step, Term variable) const {
    const auto found = step.updates.find(variable);
    return found == step.updates.end() ? variable : found->second;
  }

  /// first; second and second; first: do they block in the same states, and neither because of the other, and do they
  /// end in the same state?
  Problem compare(EdgeId first, EdgeId second) {
    const TransitionFormula a = logic::with_fresh_auxiliaries(terms_, steps_.at(first));
    const TransitionFormula b = logic::with_fresh_auxiliaries(terms_, steps_.at(second));
    const TransitionFormula ab = logic::compose(terms_, a, b);
    const TransitionFormula ba = logic::compose(terms_, b, a);
    const Term both = terms_.and_(a.guard, b.guard);
    std::vector<Term> same{terms_.equal(ab.guard, both), terms_.equal(ba.guard, both)};
    std::vector<Term> equal;
    std::set<Term> changed = footprints_[first].writes;
    changed.insert(footprints_[second].writes.begin(), footprints_[second].writes.end());
    for (const Term variable : changed) equal.push_back(terms_.equal(value_of(ab, variable), value_of(ba, variable)));
    same.push_back(terms_.implies(both, terms_.and_(equal)));
    const Term differs = terms_.not_(terms_.and_(same));
    if (differs.is_false() || !confirmed_.insert(differs).second) return std::nullopt;
    switch (make_solver()->check(std::vector<Term>{differs})) {
      case SatResult::unsat:
        return std::nullopt;
      case SatResult::sat:
        return "steps of two threads were taken for independent and are not: " + words(first) + " and " + words(second);
      case SatResult::unknown:
        break;
    }
    return "no answer to whether steps of two threads are independent";
  }

  [[nodiscard]] std::string words(EdgeId edge) const {
    return "`" + to_string(graphs_, graphs_.edge(edge).statement) + "` (" +
           graphs_.threads[graphs_.edge(edge).thread].name + ")";
  }

  [[nodiscard]] std::unique_ptr<logic::Solver> make_solver() {
    logic::SolverConfig config;
    config.time_limit = config_.query_time_limit;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    return logic::make_solver(config_.solver, terms_, config);
  }

  logic::TermManager terms_;
  const Program& graphs_;
  const CertifierConfig& config_;
  frontend::Semantics semantics_;
  std::vector<TransitionFormula> steps_;
  std::vector<Footprint> footprints_;
  std::map<Term, Users> users_;
  std::set<Term> confirmed_;  ///< what needed no second question
};

}  // namespace

std::optional<std::string> confirm_independence(const Program& program, const CertifierConfig& config) {
  if (!program.interleaving_evidence || !program.thread_graphs) return std::nullopt;
  const frontend::InterleavingEvidence& evidence = *program.interleaving_evidence;
  if (!evidence.known.empty())
    if (auto problem = confirm_known_values(*program.thread_graphs, evidence.known, config)) return problem;
  return Confirmation(*program.thread_graphs, config).run(evidence);
}

}  // namespace bireach::checker
