// SPDX-License-Identifier: Apache-2.0
/// What the simplifiers (logic/terms/simplify_*.cpp) share with the term manager. Not for use outside logic/.
#pragma once

#include <boost/container/small_vector.hpp>
#include <initializer_list>
#include <optional>
#include <stdexcept>

#include "logic/terms/stored_elements.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

using TermVector = boost::container::small_vector<Term, 16>;
inline std::span<const Term> span_of(const TermVector& terms) {
  return {terms.data(), terms.size()};
}

/// Access to interning and to what nodes cache.
struct TermAccess {
  /// The node with this operator and these children, without any simplification.
  static Term make(TermManager& m, Kind kind, Sort sort, std::span<const Term> children, std::uint32_t first = 0,
                   std::uint32_t second = 0);
  static Term make(TermManager& m, Kind kind, Sort sort, std::initializer_list<Term> children, std::uint32_t first = 0,
                   std::uint32_t second = 0) {
    return make(m, kind, sort, std::span<const Term>(children.begin(), children.size()), first, second);
  }
  static const TermNode& node(Term t) { return *t.node_; }
  /// Null unless the term is a Store at a constant index.
  static const StoredElements* stored(Term t) {
    return t.kind() == Kind::Store ? static_cast<const StoredElements*>(t.node_->payload) : nullptr;
  }
  static Term negation(Term t) { return Term{t.node_->negation.load(std::memory_order_acquire)}; }
  /// Records that a and b are each other's negation.
  static void set_negation(Term a, Term b) {
    a.node_->negation.store(b.node_, std::memory_order_release);
    b.node_->negation.store(a.node_, std::memory_order_release);
  }
  /// Results of pushing a comparison into a tree of Ites; null if not known.
  static Term find_pushed(TermManager& m, Kind kind, Term left, Term right);
  static void remember_pushed(TermManager& m, Kind kind, Term left, Term right, Term result);
};

inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

/// Number of leaves up to which operators are pushed into trees of Ites over constants.
inline constexpr std::uint32_t max_pushed_leaves = 64;
/// Product of leaves up to which two such trees are combined.
inline constexpr std::uint32_t max_combined_leaves = 32;
/// Depth of a tree of Ites into which comparisons are pushed.
inline constexpr std::uint32_t max_ite_depth = 300;

inline bool is_constant_tree(Term t) {
  return t.constant_leaves() > 1;
}

/// tree with f applied to each of its constant leaves; f maps a constant to a term.
template <class F>
Term map_leaves(TermManager& m, Term tree, const F& f) {
  if (tree.kind() != Kind::Ite) return f(tree);
  const Term then_term = map_leaves(m, tree[1], f);
  return m.ite(tree[0], then_term, map_leaves(m, tree[2], f));
}

/// Applies a binary operator to trees of Ites over constants if that stays small; null if it does not apply.
/// At least one side must be such a tree, both must have constant leaves only.
template <class F>
Term push_binary(TermManager& m, Term a, Term b, const F& f) {
  const std::uint64_t left = a.constant_leaves();
  const std::uint64_t right = b.constant_leaves();
  if (left == 0 || right == 0 || left * right == 1) return {};
  if (left * right > (left == 1 || right == 1 ? max_pushed_leaves : max_combined_leaves)) return {};
  return map_leaves(m, a, [&](Term x) { return map_leaves(m, b, [&](Term y) { return f(x, y); }); });
}

/// A comparison kind(left, right), one side of which is `tree`, pushed into that tree of Ites, provided that some leaf
/// of it is a constant; the other side must be a constant. `f(leaf)` builds the comparison with a leaf in the place of
/// the tree. Results are remembered, so the work is linear in the DAG of the tree. Null if it does not apply.
template <class F>
Term push_comparison(TermManager& m, Kind kind, Term left, Term right, Term tree, const F& f) {
  const TermNode& node = TermAccess::node(tree);
  if (node.kind != Kind::Ite || !node.some_constant_leaf) return {};
  if (const Term known = TermAccess::find_pushed(m, kind, left, right); !known.is_null()) return known;
  if (node.ite_depth > max_ite_depth) {  // bounds the recursion; one step is fine if its parts are known already
    const auto ready = [&](Term leaf) {
      const TermNode& n = TermAccess::node(leaf);
      if (n.kind != Kind::Ite || !n.some_constant_leaf) return true;
      return !TermAccess::find_pushed(m, kind, left == tree ? leaf : left, right == tree ? leaf : right).is_null();
    };
    if (!ready(tree[1]) || !ready(tree[2])) return {};
  }
  const Term then_term = f(tree[1]);
  const Term result = m.ite(tree[0], then_term, f(tree[2]));
  TermAccess::remember_pushed(m, kind, left, right, result);
  return result;
}

/// condition ? a : b for arrays that differ in what was stored at few constant indices: stores of what the condition
/// chooses for each. Null if they are no such arrays.
Term merge_arrays(TermManager& m, Term condition, Term a, Term b);
/// Are the terms the same sum up to different constants (x + 1 and x + 2)? Then they never are equal.
bool differ_by_constant(Term a, Term b);

Term simplify_int_equal(TermManager& m, Term a, Term b);
/// Null if no rule applies; a constant stands on the right.
Term simplify_bv_equal(TermManager& m, Term a, Term b);
/// a + b, a | b or a ^ b of neighbouring runs of bits of one term, as one run (4 bytes of a word make the word); null
/// if they are none. Linear in a depth that is bounded.
Term join_fields(TermManager& m, Kind kind, Term a, Term b);
/// The bits of a term that is made of moved, masked and added parts, taken from the part that has them; null if no rule
/// applies. At each level of a sum a bounded number of terms is looked at, and so many levels are followed.
Term extract_field(TermManager& m, Term a, unsigned high, unsigned low);
/// Value of a bit-vector operator: arguments as unsigned values of the given widths; comparisons give 0 or 1.
[[nodiscard]] Integer fold_bv_unary(Kind kind, const Integer& a, unsigned width);
[[nodiscard]] Integer fold_bv_binary(Kind kind, const Integer& a, const Integer& b, unsigned width_a, unsigned width_b);

}  // namespace bireach::logic
