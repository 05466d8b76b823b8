// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/thread_certify.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "checker/certification/thread_paths.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::Term;

namespace {

Term flag(logic::TermManager& terms, const std::string& name) {
  return terms.variable(name, logic::Sort::boolean());
}

class ThreadCertifier {
 public:
  ThreadCertifier(logic::TermManager& terms, const frontend::Program& graphs, const frontend::Semantics& semantics,
                  const ThreadAnnotation& annotation, const CertifierConfig& config)
      : terms_(terms), graphs_(graphs), semantics_(semantics), annotation_(annotation), config_(config) {}

  std::optional<std::string> run() {
    if (auto problem = read_annotation()) return problem;
    ThreadPaths paths(graphs_, semantics_, known_, {annotation_.waiting.begin(), annotation_.waiting.end()});
    paths_ = &paths;
    if (auto problem = check_owners()) return problem;
    if (auto problem = check_start()) return problem;
    for (const auto& invariant : annotation_.invariants) {
      if (auto problem = check_steps(invariant.places)) return problem;
      for (const LocationId other : annotation_.waiting)
        if (auto problem = check_interference(other, invariant.places)) return problem;
      if (!paths.problem().empty()) return paths.problem();
    }
    if (!paths.problem().empty()) return paths.problem();
    return std::nullopt;
  }

 private:
  using Places = std::vector<LocationId>;
  /// A thread after a step: whose names it had before it (nothing: it is new), and where it is.
  struct Left {
    std::optional<std::size_t> member;
    LocationId at = 0;
  };

  std::optional<std::string> read_annotation() {
    const auto exists = [this](LocationId at) { return at < graphs_.location_count(); };
    if (!std::all_of(annotation_.waiting.begin(), annotation_.waiting.end(), exists))
      return "threads wait where the graphs have no place";
    std::map<Term, VariableId> variable_of;
    for (VariableId v = 0; v < graphs_.variables.size(); ++v) {
      variable_of.emplace(semantics_.variable(v), v);
      variable_of.emplace(of_second_thread(terms_, semantics_.variable(v)), v);
    }
    for (const auto& invariant : annotation_.invariants) {
      const std::size_t size = invariant.places.size();
      if (size == 0 || size > (annotation_.of_pairs ? 2U : 1U)) return "an invariant is of no thread, or of too many";
      if (!std::all_of(invariant.places.begin(), invariant.places.end(), exists))
        return "an invariant is of a place that the graphs do not have";
      if (!std::is_sorted(invariant.places.begin(), invariant.places.end())) return "places are not sorted";
      if (!invariants_.emplace(invariant.places, invariant.formula).second) return "two invariants of the same places";
      for (const Term variable : logic::free_variables(invariant.formula))
        if (const auto known = variable_of.find(variable); known != variable_of.end()) known_.insert(known->second);
    }
    for (VariableId v = 0; v < graphs_.variables.size(); ++v)
      for (const auto& [places, formula] : invariants_) {
        const std::vector<Term> free = logic::free_variables(formula);
        const Term wrote = wrote_ghost(terms_, graphs_.variables[v]);
        if (std::find(free.begin(), free.end(), wrote) == free.end() &&
            std::find(free.begin(), free.end(), of_second_thread(terms_, wrote)) == free.end())
          continue;
        known_.insert(v);
        words_.insert(v);
      }
    return std::nullopt;
  }

  std::optional<std::string> check_owners() const {
    if (!paths_->problem().empty()) return paths_->problem();
    for (const VariableId word : words_)
      if (paths_->owner(word)) return "a word that only one thread writes has no last writer";
    for (const auto& [places, formula] : invariants_)
      for (const LocationId at : places)
        if (std::find(annotation_.waiting.begin(), annotation_.waiting.end(), at) == annotation_.waiting.end())
          return "an invariant is of a place where nobody waits";
    return std::nullopt;
  }

  // Names.

  [[nodiscard]] Term named(Term own, std::size_t member) const {
    return member == 0 ? own : terms_.variable(own.name() + "@" + std::to_string(member + 1), own.sort());
  }
  [[nodiscard]] bool is_single(LocationId at) const { return !graphs_.threads[paths_->thread_of(at)].any_number; }
  [[nodiscard]] Term zero(VariableId v) const {
    const logic::Sort sort = semantics_.variable(v).sort();
    return terms_.from_value(logic::default_value(sort), sort);
  }

  /// The invariant of these threads with each one's names replaced; false where threads never are.
  [[nodiscard]] Term instance(Places places, const std::vector<logic::Substitution>& names,
                              const logic::Substitution& shared) const {
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    std::sort(places.begin(), places.end());
    const auto found = invariants_.find(places);
    if (found == invariants_.end()) return terms_.false_term();
    logic::Substitution map = shared;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const auto& [own, term] : names[order[i]]) map.emplace(i == 0 ? own : of_second_thread(terms_, own), term);
    return terms_.substitute(found->second, map);
  }

  /// A thread's own names: what they stand for if it is this member of a step and did nothing.
  [[nodiscard]] logic::Substitution names_before(std::size_t member) const {
    logic::Substitution result;
    for (const VariableId v : known_)
      if (paths_->owner(v)) result.emplace(semantics_.variable(v), named(semantics_.variable(v), member));
    for (const VariableId word : words_) {
      const Term wrote = wrote_ghost(terms_, graphs_.variables[word]);
      result.emplace(wrote, named(wrote, member));
    }
    return result;
  }

  [[nodiscard]] logic::Substitution names_after(const Left& left, const ThreadPath& path) const {
    logic::Substitution result;
    for (const VariableId v : known_) {
      if (!paths_->owner(v)) continue;
      Term value = semantics_.variable(v);
      const auto changed = path.values.find(v);
      const bool is_given = left.member == 0U || (!left.member && paths_->is_passed(v));
      if (is_given && changed != path.values.end()) value = changed->second;
      if (!left.member && !paths_->is_passed(v)) value = zero(v);
      if (left.member) value = *left.member == 0 ? value : named(value, *left.member);
      result.emplace(semantics_.variable(v), value);
    }
    for (const VariableId word : words_) {
      const Term wrote = wrote_ghost(terms_, graphs_.variables[word]);
      const bool writes = path.written.contains(word);
      Term now = left.member ? named(wrote, *left.member) : terms_.false_term();
      if (writes) now = terms_.boolean(left.member == 0U);
      result.emplace(wrote, now);
    }
    return result;
  }

  [[nodiscard]] logic::Substitution shared_after(const ThreadPath& path, std::uint32_t actor) const {
    logic::Substitution result;
    for (const auto& [v, value] : path.values)
      if (!paths_->owner(v)) result.emplace(semantics_.variable(v), value);
    if (path.starts) result.emplace(started_ghost(terms_, *path.starts), terms_.true_term());
    if (path.ends) result.emplace(ended_ghost(terms_, actor), terms_.true_term());
    return result;
  }

  // What is known before a step.

  [[nodiscard]] static std::vector<std::vector<std::size_t>> groups(std::size_t size, bool of_pairs) {
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < size; ++i) {
      result.push_back({i});
      for (std::size_t j = 0; j < size && of_pairs; ++j)
        if (i != j) result.push_back({i, j});
    }
    return result;
  }

  /// Nothing: these threads are never at these places together.
  [[nodiscard]] std::optional<std::vector<Term>> premises(const Places& members) const {
    std::vector<Term> result;
    for (const auto& group : groups(members.size(), annotation_.of_pairs)) {
      Places places;
      std::vector<logic::Substitution> names;
      for (const std::size_t i : group) {
        places.push_back(members[i]);
        names.push_back(names_before(i));
      }
      const Term instance_now = instance(places, names, {});
      if (instance_now.is_false()) return std::nullopt;
      result.push_back(instance_now);
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t t = paths_->thread_of(members[i]);
      if (t != 0) result.push_back(started_ghost(terms_, t));
      if (paths_->is_joined(t)) {
        const Term ended = ended_ghost(terms_, t);
        result.push_back(paths_->is_joined_end(members[i]) ? ended : terms_.not_(ended));
      }
      for (std::size_t j = 0; j < i; ++j) {
        if (t == paths_->thread_of(members[j]) && is_single(members[i])) return std::nullopt;
        for (const VariableId word : words_) {
          const Term wrote = wrote_ghost(terms_, graphs_.variables[word]);
          result.push_back(terms_.not_(terms_.and_(named(wrote, i), named(wrote, j))));
        }
      }
    }
    add_ranges(members.size(), result);
    return result;
  }

  void add_ranges(std::size_t members, std::vector<Term>& result) const {
    for (VariableId v = 0; v < graphs_.variables.size(); ++v) {
      const frontend::Variable& variable = graphs_.variables[v];
      if (variable.array || semantics_.arithmetic() == frontend::Arithmetic::bitvector) continue;
      if (!known_.contains(v) && !paths_->owner(v)) continue;
      for (std::size_t i = 0; i < (paths_->owner(v) ? members : 1); ++i)
        result.push_back(semantics_.in_range(named(semantics_.variable(v), i), variable.type));
    }
  }

  // Obligations.

  std::optional<std::string> check_start() {
    const LocationId entry = graphs_.threads.front().entry;
    if (!paths_->matters(entry)) return std::nullopt;
    const auto found = invariants_.find({entry});
    if (found == invariants_.end()) return "nothing is claimed of the start";
    logic::Substitution map;
    for (const Term variable : logic::free_variables(found->second))
      map.emplace(variable, terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
    return refute({terms_.not_(terms_.substitute(found->second, map))});
  }

  /// Steps of one of the threads, that start others perhaps.
  std::optional<std::string> check_steps(const Places& places) {
    for (std::size_t actor = 0; actor < places.size(); ++actor) {
      Places members{places[actor]};
      if (places.size() == 2) members.push_back(places[1 - actor]);
      for (const ThreadPath& path : paths_->whole(places[actor])) {
        const LocationKind kind = graphs_.location(path.target).kind;
        const bool fails = kind == LocationKind::Error || kind == LocationKind::Unsupported;
        if (fails && places.size() == 2) continue;  // what is claimed of the thread alone excludes it, too
        std::vector<std::vector<Left>> heads;
        if (!fails) heads.push_back({{0, path.target}});
        if (members.size() == 2) heads.front().push_back({1, members[1]});
        if (!fails && path.starts && annotation_.of_pairs && members.size() == 1)
          heads.push_back({{0, path.target}, {std::nullopt, graphs_.threads[*path.starts].entry}});
        if (auto problem = check(members, path, heads, fails)) return problem;
      }
      for (const ThreadPath& path : paths_->seen(places[actor])) {
        if (!path.starts) continue;
        std::vector<Left> head{{std::nullopt, graphs_.threads[*path.starts].entry}};
        if (members.size() == 2) head.push_back({1, members[1]});
        if (auto problem = check(members, path, {head}, false)) return problem;
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> check_interference(LocationId actor, const Places& places) {
    Places members{actor};
    members.insert(members.end(), places.begin(), places.end());
    std::vector<Left> head;
    for (std::size_t i = 1; i < members.size(); ++i) head.push_back({i, members[i]});
    for (const ThreadPath& path : paths_->seen(actor)) {
      const bool is_noticed =
          path.starts || path.ends ||
          std::any_of(path.written.begin(), path.written.end(), [this](VariableId v) { return known_.contains(v); });
      if (!is_noticed) continue;
      if (auto problem = check(members, path, {head}, false)) return problem;
    }
    return std::nullopt;
  }

  /// After this step of the first member all heads hold, or it is impossible.
  std::optional<std::string> check(Places members, const ThreadPath& path, const std::vector<std::vector<Left>>& heads,
                                   bool is_impossible) {
    const std::uint32_t actor = paths_->thread_of(members[0]);
    if (path.joins) {
      const LocationId end = graphs_.threads[*path.joins].end;
      const auto known = std::find_if(members.begin(), members.end(),
                                      [&](LocationId at) { return paths_->thread_of(at) == *path.joins; });
      if (known != members.end() && *known != end) return std::nullopt;
      if (known == members.end()) members.push_back(end);
    }
    auto assumed = premises(members);
    if (!assumed) return std::nullopt;
    assumed->insert(assumed->end(), path.guards.begin(), path.guards.end());
    if (path.joins) assumed->push_back(ended_ghost(terms_, *path.joins));
    if (path.starts && !graphs_.threads[*path.starts].any_number)
      assumed->push_back(terms_.not_(started_ghost(terms_, *path.starts)));
    std::vector<Term> conclusions{terms_.boolean(!is_impossible)};
    for (const std::vector<Left>& head : heads) conclude(head, path, actor, conclusions);
    const Term refuted = terms_.not_(terms_.and_(conclusions));
    if (refuted.is_false()) return std::nullopt;
    assumed->push_back(refuted);
    return refute(*assumed);
  }

  void conclude(const std::vector<Left>& head, const ThreadPath& path, std::uint32_t actor,
                std::vector<Term>& conclusions) const {
    Places places;
    std::vector<logic::Substitution> names;
    for (const Left& left : head) {
      if (!paths_->matters(left.at)) return;
      places.push_back(left.at);
      names.push_back(names_after(left, path));
    }
    const logic::Substitution shared = shared_after(path, actor);
    conclusions.push_back(instance(places, names, shared));
    if (places.size() != 2 || places[0] != places[1]) return;
    std::reverse(names.begin(), names.end());  // what is claimed of two threads of a kind holds either way round
    conclusions.push_back(instance(places, names, shared));
  }

  std::optional<std::string> refute(const std::vector<Term>& formulas) {
    if (config_.stop.stop_requested()) return "stopped";
    logic::SolverConfig config;
    config.time_limit = config_.query_time_limit;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    const auto solver = logic::make_solver(config_.solver, terms_, config);
    switch (solver->check(formulas)) {
      case logic::SatResult::unsat:
        return std::nullopt;
      case logic::SatResult::sat:
        return "an invariant is not kept";
      case logic::SatResult::unknown:
        break;
    }
    return "no answer to an obligation (" + solver->reason_unknown().text + ")";
  }

  logic::TermManager& terms_;
  const frontend::Program& graphs_;
  const frontend::Semantics& semantics_;
  const ThreadAnnotation& annotation_;
  const CertifierConfig& config_;
  ThreadPaths* paths_ = nullptr;
  std::map<Places, Term> invariants_;
  std::set<VariableId> known_;  ///< of which something is claimed
  std::set<VariableId> words_;  ///< whose last writer matters
};

}  // namespace

Term started_ghost(logic::TermManager& terms, std::uint32_t thread) {
  return flag(terms, "started(" + std::to_string(thread) + ")");
}

Term ended_ghost(logic::TermManager& terms, std::uint32_t thread) {
  return flag(terms, "ended(" + std::to_string(thread) + ")");
}

Term wrote_ghost(logic::TermManager& terms, const frontend::Variable& variable) {
  return flag(terms, "wrote(" + variable.name + ")");
}

Term of_second_thread(logic::TermManager& terms, Term own) {
  return terms.variable(own.name() + "@2", own.sort());
}

std::optional<std::string> certify_threads(logic::TermManager& terms, const frontend::Program& graphs,
                                           const frontend::Semantics& semantics, const ThreadAnnotation& annotation,
                                           const CertifierConfig& config) {
  return ThreadCertifier(terms, graphs, semantics, annotation, config).run();
}

}  // namespace bireach::checker
