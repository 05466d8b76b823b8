// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/thread_clauses.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace bireach::checker {

using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::HornAtom;
using logic::Term;

namespace {

constexpr std::size_t max_thread_clauses = 3000;
constexpr unsigned max_members = 3;

class ThreadClauseBuilder {
 public:
  ThreadClauseBuilder(const Program& graphs, const frontend::Semantics& semantics, const ThreadFlow& flow,
                      const ThreadGhosts& ghosts, ThreadLevel level, TypeBounds bounds)
      : graphs_(graphs),
        semantics_(semantics),
        flow_(flow),
        ghosts_(ghosts),
        terms_(semantics.terms()),
        is_pairwise_(level == ThreadLevel::two),
        bounds_(bounds),
        moves_(semantics, graphs, flow) {
    for (VariableId v = 0; v < graphs.variables.size(); ++v)
      if (flow.is_shared(v)) shared_.push_back(v);
  }

  std::optional<ThreadClauses> run() {
    const LocationId initial = graphs_.threads.front().entry;
    if (!flow_.matters(initial)) return ThreadClauses{};
    reached_.insert({initial});
    for (std::size_t before = 0; before != reached_.size();) {
      before = reached_.size();
      walk();
      if (moves_.failed() || reached_.size() > max_thread_clauses) return std::nullopt;
    }
    begin(initial);
    is_building_ = true;
    walk();
    if (result_.system.clauses.size() > max_thread_clauses) return std::nullopt;
    return std::move(result_);
  }

 private:
  using Key = std::vector<LocationId>;  ///< sorted
  /// One of the threads that a clause speaks of: the acting one first.
  using Members = std::vector<LocationId>;
  /// Values of what belongs to one thread in a predicate's arguments.
  struct Part {
    LocationId at = 0;
    std::vector<Term> own;
  };

  [[nodiscard]] std::uint32_t thread(LocationId l) const { return flow_.thread_of(l); }
  [[nodiscard]] bool is_single(std::uint32_t t) const { return !graphs_.threads[t].any_number; }

  const std::vector<ThreadMove>& own_moves(LocationId l) {
    if (const auto known = own_.find(l); known != own_.end()) return known->second;
    return own_.emplace(l, moves_.own(l)).first->second;
  }
  const std::vector<ThreadMove>& seen_moves(LocationId l) {
    if (const auto known = seen_.find(l); known != seen_.end()) return known->second;
    std::vector<ThreadMove> moves = moves_.seen(l);
    moves.erase(std::remove_if(moves.begin(), moves.end(), [this](const ThreadMove& m) { return !is_noticed(m); }),
                moves.end());
    return seen_.emplace(l, std::move(moves)).first->second;
  }
  [[nodiscard]] bool is_noticed(const ThreadMove& move) const {
    return move.starts || move.ends ||
           std::any_of(shared_.begin(), shared_.end(),
                       [&](VariableId v) { return move.values[v] != semantics_.variable(v); }) ||
           std::any_of(move.is_written.begin(), move.is_written.end(), [](Term t) { return !t.is_false(); });
  }

  // The terms that predicates speak of.

  [[nodiscard]] Term of_member(Term term, std::size_t member) {
    return member == 0 ? term : terms_.variable(term.name() + "@" + std::to_string(member + 1), term.sort());
  }
  std::vector<Term> shared_now() {
    std::vector<Term> result;
    for (const VariableId v : shared_) result.push_back(semantics_.variable(v));
    result.insert(result.end(), std::next(ghosts_.started.begin()), ghosts_.started.end());
    std::copy_if(ghosts_.ended.begin(), ghosts_.ended.end(), std::back_inserter(result),
                 [](Term t) { return !t.is_null(); });
    return result;
  }
  std::vector<Term> shared_after(const ThreadMove& move) {
    std::vector<Term> result;
    for (const VariableId v : shared_) result.push_back(move.values[v]);
    for (std::uint32_t t = 1; t < ghosts_.started.size(); ++t)
      result.push_back(move.starts == t ? terms_.true_term() : ghosts_.started[t]);
    for (std::uint32_t t = 0; t < ghosts_.ended.size(); ++t)
      if (!ghosts_.ended[t].is_null())
        result.push_back(move.ends && move.thread == t ? terms_.true_term() : ghosts_.ended[t]);
    return result;
  }
  Part part_now(LocationId at, std::size_t member) {
    Part part{at, {}};
    for (const VariableId v : flow_.own_at(at)) part.own.push_back(of_member(semantics_.variable(v), member));
    for (const VariableId word : flow_.lock_words()) part.own.push_back(of_member(ghosts_.wrote.at(word), member));
    return part;
  }
  /// Of a thread that looks on.
  Part part_beside(LocationId at, std::size_t member, const ThreadMove& move) {
    Part part{at, {}};
    for (const VariableId v : flow_.own_at(at)) part.own.push_back(of_member(semantics_.variable(v), member));
    for (std::size_t i = 0; i < move.is_written.size(); ++i)
      part.own.push_back(
          terms_.and_(of_member(ghosts_.wrote.at(flow_.lock_words()[i]), member), terms_.not_(move.is_written[i])));
    return part;
  }
  Part part_after(const ThreadMove& move) {
    Part part{move.target, {}};
    for (const VariableId v : flow_.own_at(move.target)) part.own.push_back(move.values[v]);
    for (std::size_t i = 0; i < move.is_written.size(); ++i)
      part.own.push_back(terms_.or_(ghosts_.wrote.at(flow_.lock_words()[i]), move.is_written[i]));
    return part;
  }
  [[nodiscard]] Term zero(VariableId v) const {
    const logic::Sort sort = semantics_.variable(v).sort();
    return terms_.from_value(logic::default_value(sort), sort);
  }
  /// Of a thread that was started, by nobody for the first one.
  Part part_of_new(std::uint32_t started, const ThreadMove* move) {
    Part part{graphs_.threads[started].entry, {}};
    const std::vector<VariableId>& passed = flow_.passed(started);
    for (const VariableId v : flow_.own_at(part.at)) {
      const bool is_passed = move != nullptr && std::find(passed.begin(), passed.end(), v) != passed.end();
      part.own.push_back(is_passed ? move->values[v] : zero(v));
    }
    part.own.insert(part.own.end(), flow_.lock_words().size(), terms_.false_term());
    return part;
  }

  static Key key_of(const std::vector<Part>& parts) {
    Key key;
    for (const Part& part : parts) key.push_back(part.at);
    std::sort(key.begin(), key.end());
    return key;
  }

  HornAtom atom(const std::vector<Term>& shared, std::vector<Part> parts) {
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.at < b.at; });
    HornAtom result{predicate(key_of(parts)), shared};
    for (const Part& part : parts) result.arguments.insert(result.arguments.end(), part.own.begin(), part.own.end());
    return result;
  }

  std::size_t predicate(const Key& key) {
    const auto [known, fresh] = numbers_.try_emplace(key, numbers_.size());
    if (!fresh) return known->second;
    std::vector<Term> parameters = shared_now();
    std::string name = "at";
    for (std::size_t i = 0; i < key.size(); ++i) {
      name += "_L" + std::to_string(key[i]);
      const Part part = part_now(key[i], i);
      parameters.insert(parameters.end(), part.own.begin(), part.own.end());
    }
    result_.system.predicates.push_back({std::move(name), std::move(parameters)});
    result_.places.push_back(key);
    return known->second;
  }

  // What is known of several threads.

  /// The sets of which predicates speak: all pairs, or each alone.
  [[nodiscard]] std::vector<std::vector<std::size_t>> subsets(std::size_t members) const {
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < members; ++i) {
      if (!is_pairwise_ || members == 1) result.push_back({i});
      for (std::size_t j = i + 1; j < members && is_pairwise_; ++j) result.push_back({i, j});
    }
    return result;
  }
  [[nodiscard]] bool can_be_together(const Members& members) const {
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t j = i + 1; j < members.size(); ++j)
        if (thread(members[i]) == thread(members[j]) && is_single(thread(members[i]))) return false;
    for (const auto& subset : subsets(members.size())) {
      Key key;
      for (const std::size_t i : subset) key.push_back(members[i]);
      std::sort(key.begin(), key.end());
      if (!reached_.contains(key)) return false;
    }
    return true;
  }
  std::vector<HornAtom> body(const Members& members) {
    std::vector<HornAtom> result;
    for (const auto& subset : subsets(members.size())) {
      std::vector<Part> parts;
      for (const std::size_t i : subset) parts.push_back(part_now(members[i], i));
      result.push_back(atom(shared_now(), std::move(parts)));
    }
    return result;
  }
  /// What ghosts mean, and bounds of types.
  std::vector<Term> facts(const Members& members) {
    std::vector<Term> result;
    for (const LocationId at : members) {
      const std::uint32_t t = thread(at);
      result.push_back(ghosts_.started[t]);
      if (!ghosts_.ended[t].is_null())
        result.push_back(flow_.is_end(at) ? ghosts_.ended[t] : terms_.not_(ghosts_.ended[t]));
    }
    for (const VariableId word : flow_.lock_words())
      for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t j = i + 1; j < members.size(); ++j)
          result.push_back(
              terms_.not_(terms_.and_(of_member(ghosts_.wrote.at(word), i), of_member(ghosts_.wrote.at(word), j))));
    if (bounds_ != TypeBounds::all || semantics_.arithmetic() == frontend::Arithmetic::bitvector) return result;
    const auto bound = [&](VariableId v, std::size_t member) {
      result.push_back(semantics_.in_range(of_member(semantics_.variable(v), member), graphs_.variables[v].type));
    };
    for (const VariableId v : shared_) bound(v, 0);
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const VariableId v : flow_.own_at(members[i])) bound(v, i);
    return result;
  }

  // The clauses.

  void begin(LocationId) {
    std::vector<Term> shared;
    for (const VariableId v : shared_) shared.push_back(zero(v));
    while (shared.size() < shared_now().size()) shared.push_back(terms_.false_term());
    result_.system.clauses.push_back({{}, terms_.true_term(), atom(shared, {part_of_new(0, nullptr)})});
  }

  /// All clauses whose premises can be reached in the graphs.
  void walk() {
    const std::set<Key> known = reached_;
    for (const Key& key : known) {
      for (std::size_t i = 0; i < key.size(); ++i) {
        if (i > 0 && key[i] == key[0]) continue;  // both instances are alike
        Members members{key[i]};
        if (key.size() == 2) members.push_back(key[1 - i]);
        act(members);
      }
      if (!is_building_) continue;  // what others do leads nowhere else
      for (const Key& other : known) {
        if (other.size() != 1 || result_.system.clauses.size() > max_thread_clauses) continue;
        Members members{other.front()};
        members.insert(members.end(), key.begin(), key.end());
        if (can_be_together(members)) interfere(members);
      }
    }
  }

  /// Steps of the first, of which the predicate speaks.
  void act(const Members& members) {
    for (const ThreadMove& move : own_moves(members[0])) {
      const bool fails = graphs_.location(move.target).kind != LocationKind::Normal && !flow_.is_end(move.target);
      if (fails && members.size() > 1) continue;  // the predicate about it alone says the same
      Members all = members;
      if (!join(move, all)) continue;
      if (fails) {
        if (is_building_) add(body(all), move, all, std::nullopt, {});
        continue;
      }
      std::vector<Part> parts{part_after(move)};
      if (members.size() > 1) parts.push_back(part_beside(members[1], 1, move));
      conclude(all, move, parts);
      if (move.starts && members.size() == 1 && is_pairwise_)
        conclude(all, move, {part_after(move), part_of_new(*move.starts, &move)});
    }
    for (const ThreadMove& move : seen_moves(members[0])) {
      Members all = members;
      if (!move.starts || !join(move, all)) continue;
      std::vector<Part> parts{part_of_new(*move.starts, &move)};
      if (members.size() > 1) parts.push_back(part_beside(members[1], 1, move));
      conclude(all, move, parts);
    }
  }

  /// Steps of the first, of which the predicate about the others does not speak.
  void interfere(const Members& members) {
    for (const ThreadMove& move : seen_moves(members[0])) {
      Members all = members;
      if (!join(move, all)) continue;
      std::vector<Part> parts;
      for (std::size_t i = 1; i < members.size(); ++i) parts.push_back(part_beside(members[i], i, move));
      conclude(all, move, parts);
    }
  }

  /// Adds the thread whose end the step waits for. False: it cannot have ended.
  bool join(const ThreadMove& move, Members& members) {
    if (!move.joins) return true;
    const LocationId end = graphs_.threads[*move.joins].end;
    for (std::size_t i = 1; i < members.size(); ++i)
      if (thread(members[i]) == *move.joins) return members[i] == end;
    if (members.size() < max_members) {
      members.push_back(end);
      return can_be_together(members);
    }
    return true;
  }

  void conclude(const Members& members, const ThreadMove& move, const std::vector<Part>& parts) {
    if (!flow_.matters(parts.front().at) || !flow_.matters(parts.back().at)) return;
    if (!is_building_) {
      reached_.insert(key_of(parts));
      return;
    }
    add(body(members), move, members, shared_after(move), parts);
    if (parts.size() == 2 && parts[0].at == parts[1].at)  // what holds of two instances holds the other way round, too
      add(body(members), move, members, shared_after(move), {parts[1], parts[0]});
  }

  void add(std::vector<HornAtom> body, const ThreadMove& move, const Members& members,
           std::optional<std::vector<Term>> shared, const std::vector<Part>& parts) {
    std::vector<Term> conjuncts = facts(members);
    conjuncts.push_back(move.guard);
    if (move.starts && is_single(*move.starts)) conjuncts.push_back(terms_.not_(ghosts_.started[*move.starts]));
    if (move.joins) conjuncts.push_back(ghosts_.ended[*move.joins]);
    Term constraint = terms_.and_(std::move(conjuncts));
    if (bounds_ == TypeBounds::none) constraint = without_bounds(terms_, constraint);
    std::optional<HornAtom> head;
    if (shared) head = atom(*shared, parts);
    if (!constraint.is_false()) result_.system.clauses.push_back({std::move(body), constraint, std::move(head)});
  }

  const Program& graphs_;
  const frontend::Semantics& semantics_;
  const ThreadFlow& flow_;
  const ThreadGhosts& ghosts_;
  logic::TermManager& terms_;
  bool is_pairwise_;
  TypeBounds bounds_;
  ThreadMoves moves_;
  std::vector<VariableId> shared_;
  std::map<LocationId, std::vector<ThreadMove>> own_;
  std::map<LocationId, std::vector<ThreadMove>> seen_;
  std::set<Key> reached_;
  bool is_building_ = false;
  std::map<Key, std::size_t> numbers_;
  ThreadClauses result_;
};

}  // namespace

std::optional<ThreadClauses> thread_clauses(const Program& graphs, const frontend::Semantics& semantics,
                                            const ThreadFlow& flow, const ThreadGhosts& ghosts, ThreadLevel level,
                                            TypeBounds bounds) {
  return ThreadClauseBuilder(graphs, semantics, flow, ghosts, level, bounds).run();
}

}  // namespace bireach::checker
