// SPDX-License-Identifier: Apache-2.0
/// Free variables, substitution and other walks over the DAG, with explicit stacks.
#include <algorithm>

#include "logic/terms/term_internal.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

namespace {

bool binds_variables(Term t) {
  return t.kind() == Kind::Forall || t.kind() == Kind::Exists;
}

std::span<const Term> bound_variables(Term quantifier) {
  return quantifier.children().first(quantifier.children().size() - 1);
}

/// Adds the free variables of the term. Recursive only in the nesting of quantifiers.
void collect_free(Term root, TermMap<char>& found, std::vector<Term>& result) {
  TermMap<char> visited;
  const auto add = [&](Term v) {
    if (found.set(v, 1)) result.push_back(v);
  };
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!t.has_variable() || !visited.set(t, 1)) continue;
    if (t.is_variable()) {
      add(t);
    } else if (binds_variables(t)) {
      const auto bound = bound_variables(t);
      for (const Term v : free_variables(t.children().back()))
        if (std::find(bound.begin(), bound.end(), v) == bound.end()) add(v);
    } else {
      stack.insert(stack.end(), t.children().begin(), t.children().end());
    }
  }
}

}  // namespace

std::vector<Term> free_variables(Term term) {
  TermMap<char> found;
  std::vector<Term> result;
  collect_free(term, found, result);
  std::sort(result.begin(), result.end());
  return result;
}

bool mentions_floating(Term term) {
  TermMap<char> visited;
  bool found = false;
  for_each_post_order(
      term, [&](Term t) { return !found && visited.set(t, 1); },
      [&](Term t) { found = found || t.kind() == Kind::Floating; });
  return found;
}

std::size_t dag_size(Term term) {
  TermMap<char> visited;
  for_each_post_order(
      term, [&](Term t) { return visited.set(t, 1); }, [](Term) {});
  return visited.size();
}

std::vector<Term> conjuncts(Term term) {
  std::vector<Term> result;
  TermMap<char> visited;
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (t.is_true() || !visited.set(t, 1)) continue;
    if (t.kind() == Kind::And)
      stack.insert(stack.end(), t.children().rbegin(), t.children().rend());
    else
      result.push_back(t);
  }
  return result;
}

namespace {

/// One simultaneous substitution.
class Substituter {
 public:
  Substituter(TermManager& m, const Substitution& map, Substitution& cache) : m_(m), map_(map), cache_(cache) {
    for (const auto& [key, value] : map) {
      const std::uint64_t bits = TermAccess::node(key).variables;
      domain_ |= bits;
      ground_key_ = ground_key_ || bits == 0;
    }
  }

  Term run(Term root) {
    std::vector<Term> arguments;
    std::vector<std::pair<Term, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [t, expanded] = stack.back();
      stack.pop_back();
      if (!find(t).is_null()) continue;
      if (binds_variables(t)) {
        cache_.emplace(t, quantifier(t));
      } else if (!expanded) {
        stack.emplace_back(t, true);
        for (const Term child : t.children())
          if (find(child).is_null()) stack.emplace_back(child, false);
      } else {
        arguments.clear();
        for (const Term child : t.children()) arguments.push_back(find(child));
        const bool same = std::equal(arguments.begin(), arguments.end(), t.children().begin());
        cache_.emplace(t, same ? t : m_.rebuild(t, arguments));
      }
    }
    return find(root);
  }

 private:
  /// The result, if it is known or obvious.
  [[nodiscard]] Term find(Term t) const {
    if (!ground_key_ && (TermAccess::node(t).variables & domain_) == 0) return t;
    if (const auto it = map_.find(t); it != map_.end()) return it->second;
    if (t.children().empty()) return t;
    const auto it = cache_.find(t);
    return it == cache_.end() ? Term{} : it->second;
  }

  /// Under a quantifier its variables are hidden, and renamed if a replacement would be captured.
  Term quantifier(Term t) {
    const auto bound = bound_variables(t);
    const auto is_bound = [&](Term v) { return std::find(bound.begin(), bound.end(), v) != bound.end(); };
    const std::vector<Term> free = free_variables(t);
    Substitution inner;
    std::vector<Term> captured;
    for (const auto& [key, value] : map_) {
      const std::vector<Term> key_variables = free_variables(key);
      if (std::any_of(key_variables.begin(), key_variables.end(), is_bound)) continue;
      const auto occurs = [&](Term v) { return std::binary_search(free.begin(), free.end(), v); };
      if (!std::all_of(key_variables.begin(), key_variables.end(), occurs)) continue;
      inner.emplace(key, value);
      for (const Term v : free_variables(value)) captured.push_back(v);
    }
    if (inner.empty()) return t;
    std::vector<Term> variables(bound.begin(), bound.end());
    for (Term& v : variables) {
      if (std::find(captured.begin(), captured.end(), v) == captured.end()) continue;
      const Term fresh = m_.fresh_variable(v.name(), v.sort());
      inner.emplace(v, fresh);
      v = fresh;
    }
    const Term body = m_.substitute(t.children().back(), inner);
    return t.kind() == Kind::Forall ? m_.forall(std::move(variables), body) : m_.exists(std::move(variables), body);
  }

  TermManager& m_;
  const Substitution& map_;
  Substitution& cache_;
  std::uint64_t domain_ = 0;
  bool ground_key_ = false;
};

}  // namespace

Term TermManager::substitute(Term term, const Substitution& map) {
  Substitution cache;
  return substitute(term, map, cache);
}

Term TermManager::substitute(Term term, const Substitution& map, Substitution& cache) {
  if (map.empty()) return term;
  return Substituter(*this, map, cache).run(term);
}

}  // namespace bireach::logic
