// SPDX-License-Identifier: Apache-2.0
/// Builders of the Boolean connectives, Ite and Equal, with local simplification.
#include <algorithm>

#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

constexpr std::size_t max_flattened = 32;   // children of a flattened And or Or
constexpr std::size_t max_absorption = 16;  // children up to which absorption is tried
constexpr std::size_t max_dual = 8;

bool contains(const TermVector& sorted, Term t) {
  return std::binary_search(sorted.begin(), sorted.end(), t);
}

bool is_comparison(Term t) {
  switch (t.kind()) {
    case Kind::LessEqual:
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
      return true;
    default:
      return false;
  }
}

/// Collects the children of a junction: flattened, without neutral ones, sorted, each once. False: it has an absorbing
/// child.
bool collect(Kind kind, std::span<const Term> inputs, TermVector& children) {
  std::size_t left = inputs.size();
  for (const Term t : inputs) {
    require(t.sort().is_bool(), "and/or: children must be Bool");
    --left;
    if (t.is_constant()) {
      if (t.is_true() == (kind == Kind::And)) continue;
      return false;
    }
    const auto inner = t.children();
    if (t.kind() == kind && children.size() + left + inner.size() <= max_flattened)
      children.insert(children.end(), inner.begin(), inner.end());
    else
      children.push_back(t);
  }
  std::sort(children.begin(), children.end());
  children.erase(std::unique(children.begin(), children.end()), children.end());
  return true;
}

/// x = K and x = L (for Or: both negated).
bool has_equality_conflict(Kind kind, const TermVector& children) {
  boost::container::small_vector<std::pair<Term, Term>, max_dual> seen;
  for (const Term child : children) {
    Term t = child;
    if (kind == Kind::Or) {
      if (t.kind() != Kind::Not) continue;
      t = t[0];
    }
    if (t.kind() != Kind::Equal || !t[1].is_constant()) continue;
    for (const auto& [other, value] : seen)
      if (other == t[0] && value != t[1]) return true;
    seen.emplace_back(t[0], t[1]);
  }
  return false;
}

bool has_complement(TermManager& m, const TermVector& children) {
  if (children.size() <= 4 && std::count_if(children.begin(), children.end(), is_comparison) > 1) {
    for (const Term t : children)
      if (is_comparison(t)) m.not_(t);  // recorded at the node
  }
  return std::any_of(children.begin(), children.end(), [&](Term t) {
    const Term negated = TermAccess::negation(t);
    return !negated.is_null() && contains(children, negated);
  });
}

/// a /\ (a \/ b) = a;  a /\ (not a \/ b) = a /\ b; dually for Or. True if something changed.
bool absorb(TermManager& m, Kind kind, TermVector& children) {
  const Kind dual = kind == Kind::And ? Kind::Or : Kind::And;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Term child = children[i];
    if (child.kind() != dual || child.children().size() > max_dual) continue;
    const auto inner = child.children();
    if (std::any_of(inner.begin(), inner.end(), [&](Term t) { return contains(children, t); })) {
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    std::vector<Term> kept;
    for (const Term t : inner) {
      const Term negated = TermAccess::negation(t);
      if (negated.is_null() || !contains(children, negated)) kept.push_back(t);
    }
    if (kept.size() == inner.size()) continue;
    children[i] = dual == Kind::Or ? m.or_(std::move(kept)) : m.and_(std::move(kept));
    return true;
  }
  return false;
}

Term junction(TermManager& m, Kind kind, std::span<const Term> inputs) {
  const Term neutral = m.boolean(kind == Kind::And);
  const Term absorbing = m.boolean(kind != Kind::And);
  TermVector children;
  if (!collect(kind, inputs, children)) return absorbing;
  if (children.empty()) return neutral;
  if (children.size() == 1) return children[0];
  if (has_complement(m, children)) return absorbing;
  if (children.size() <= max_absorption) {
    if (has_equality_conflict(kind, children)) return absorbing;
    if (absorb(m, kind, children)) return junction(m, kind, span_of(children));
  }
  return TermAccess::make(m, kind, Sort::boolean(), span_of(children));
}

Term negate(TermManager& m, Term a) {
  switch (a.kind()) {
    case Kind::Not:
      return a[0];
    case Kind::LessEqual:
      return m.less_equal(m.add(a[1], m.integer(1)), a[0]);
    case Kind::BvUlt:
      return m.bv_binary(Kind::BvUle, a[1], a[0]);
    case Kind::BvUle:
      return m.bv_binary(Kind::BvUlt, a[1], a[0]);
    case Kind::BvSlt:
      return m.bv_binary(Kind::BvSle, a[1], a[0]);
    case Kind::BvSle:
      return m.bv_binary(Kind::BvSlt, a[1], a[0]);
    case Kind::Forall:
    case Kind::Exists: {
      const auto c = a.children();
      std::vector<Term> variables(c.begin(), c.end() - 1);
      const Term body = m.not_(c.back());
      return a.kind() == Kind::Forall ? m.exists(std::move(variables), body) : m.forall(std::move(variables), body);
    }
    default:
      return TermAccess::make(m, Kind::Not, Sort::boolean(), {a});
  }
}

}  // namespace

Term TermManager::not_(Term a) {
  require(a.sort().is_bool(), "not: operand must be Bool");
  if (const Term known = TermAccess::negation(a); !known.is_null()) return known;
  const Term result = negate(*this, a);
  if (!result.is_constant()) {
    if (TermAccess::negation(result).is_null()) TermAccess::set_negation(a, result);
  }
  return result;
}

Term TermManager::and_(Term a, Term b) {
  const Term both[] = {a, b};
  return junction(*this, Kind::And, both);
}
Term TermManager::and_(std::vector<Term> conjuncts) {
  return junction(*this, Kind::And, conjuncts);
}
Term TermManager::or_(Term a, Term b) {
  const Term both[] = {a, b};
  return junction(*this, Kind::Or, both);
}
Term TermManager::or_(std::vector<Term> disjuncts) {
  return junction(*this, Kind::Or, disjuncts);
}
Term TermManager::implies(Term a, Term b) {
  return or_(not_(a), b);
}

namespace {

Term bool_ite(TermManager& m, Term c, Term a, Term b) {
  if (a.is_true() || a == c) return m.or_(c, b);
  if (a.is_false()) return m.and_(m.not_(c), b);
  if (b.is_true()) return m.or_(m.not_(c), a);
  if (b.is_false() || b == c) return m.and_(c, a);
  const Term negated = TermAccess::negation(c);
  if (!negated.is_null() && a == negated) return m.and_(negated, b);
  if (!negated.is_null() && b == negated) return m.or_(negated, a);
  if (TermAccess::negation(a) == b) return m.equal(c, a);
  return {};
}

/// Ites below that repeat the condition or share a branch; null if none.
Term collapse_ite(TermManager& m, Term c, Term a, Term b) {
  if (a.kind() == Kind::Ite) {
    if (a[0] == c) return m.ite(c, a[1], b);
    if (a[2] == b) return m.ite(m.and_(c, a[0]), a[1], b);
    if (a[1] == b) return m.ite(m.and_(c, m.not_(a[0])), a[2], b);
  }
  if (b.kind() == Kind::Ite) {
    if (b[0] == c) return m.ite(c, a, b[2]);
    if (b[1] == a) return m.ite(m.or_(c, b[0]), a, b[2]);
    if (b[2] == a) return m.ite(m.or_(c, m.not_(b[0])), a, b[1]);
  }
  return {};
}

}  // namespace

Term TermManager::ite(Term c, Term a, Term b) {
  require(c.sort().is_bool(), "ite: condition must be Bool");
  require(a.sort() == b.sort(), "ite: branches of different sorts");
  if (c.is_constant()) return c.is_true() ? a : b;
  if (a == b) return a;
  if (c.kind() == Kind::Not) return ite(c[0], b, a);
  if (a.sort().is_bool()) {
    if (const Term result = bool_ite(*this, c, a, b); !result.is_null()) return result;
  }
  if (a.sort().is_array()) {
    if (const Term result = merge_arrays(*this, c, a, b); !result.is_null()) return result;
  }
  if (const Term result = collapse_ite(*this, c, a, b); !result.is_null()) return result;
  return TermAccess::make(*this, Kind::Ite, a.sort(), {c, a, b});
}

namespace {

Term bool_equal(TermManager& m, Term a, Term b) {
  if (a.is_constant()) return a.is_true() ? b : m.not_(b);
  if (b.is_constant()) return b.is_true() ? a : m.not_(a);
  if (TermAccess::negation(a) == b) return m.false_term();
  const bool negated = (a.kind() == Kind::Not) != (b.kind() == Kind::Not);
  if (a.kind() == Kind::Not) a = a[0];
  if (b.kind() == Kind::Not) b = b[0];
  if (a == b) return m.boolean(!negated);
  if (b < a) std::swap(a, b);
  const Term result = TermAccess::make(m, Kind::Equal, Sort::boolean(), {a, b});
  return negated ? m.not_(result) : result;
}

/// tree = other, where a branch of the tree is the other term; null otherwise.
Term equal_branch(TermManager& m, Term tree, Term other) {
  if (tree.kind() != Kind::Ite) return {};
  if (tree[1] == other) return m.or_(tree[0], m.equal(tree[2], other));
  if (tree[2] == other) return m.or_(m.not_(tree[0]), m.equal(tree[1], other));
  return {};
}

Term equal_constant(TermManager& m, Term a, Term constant) {
  return push_comparison(m, Kind::Equal, a, constant, a, [&](Term leaf) { return m.equal(leaf, constant); });
}

}  // namespace

Term TermManager::equal(Term a, Term b) {
  require(a.sort() == b.sort(), "equal: different sorts");
  if (a == b) return true_term();
  if (a.sort().is_bool()) return bool_equal(*this, a, b);
  if (a.is_constant()) std::swap(a, b);
  if (a.is_constant()) return false_term();
  if (b.is_constant()) {
    if (const Term r = equal_constant(*this, a, b); !r.is_null()) return r;
  } else {
    if (const Term r = equal_branch(*this, a, b); !r.is_null()) return r;
    if (const Term r = equal_branch(*this, b, a); !r.is_null()) return r;
    if (const Term r = push_binary(*this, a, b, [this](Term x, Term y) { return equal(x, y); }); !r.is_null()) return r;
  }
  if (a.sort().is_int()) return simplify_int_equal(*this, a, b);
  if (a.sort().is_bit_vector()) {
    if (const Term r = simplify_bv_equal(*this, a, b); !r.is_null()) return r;
  }
  if (b < a && !b.is_constant()) std::swap(a, b);
  return TermAccess::make(*this, Kind::Equal, Sort::boolean(), {a, b});
}

}  // namespace bireach::logic
