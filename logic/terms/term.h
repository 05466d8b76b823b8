// SPDX-License-Identifier: Apache-2.0
/// Hash-consed, immutable terms over Bool, Int, bit-vectors and arrays, built and simplified by a TermManager
/// (term_manager.h).
/// Solvers, evaluator and printer share this language. Follows SMT-LIB 2.6 in names and meaning; total operators
/// get SMT-LIB's values for division by zero only in bit-vectors; Int `div`/`mod` by zero must not be built from
/// user programs without a guard (the evaluator returns 0 and the dividend, solvers may choose freely).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/terms/floating.h"
#include "logic/terms/value.h"

namespace bireach::logic {

enum class SortKind : std::uint8_t { Bool, Int, BitVec, Array };

/// A sort; arrays are one-dimensional with Int or BitVec index and element.
class Sort {
 public:
  static Sort boolean() { return Sort{SortKind::Bool, 0, 0}; }
  static Sort integer() { return Sort{SortKind::Int, 0, 0}; }
  static Sort bit_vector(unsigned width) { return Sort{SortKind::BitVec, width, 0}; }
  /// index, element: Int or BitVec.
  static Sort array(Sort index, Sort element);

  [[nodiscard]] SortKind kind() const { return kind_; }
  [[nodiscard]] bool is_bool() const { return kind_ == SortKind::Bool; }
  [[nodiscard]] bool is_int() const { return kind_ == SortKind::Int; }
  [[nodiscard]] bool is_bit_vector() const { return kind_ == SortKind::BitVec; }
  [[nodiscard]] bool is_array() const { return kind_ == SortKind::Array; }
  /// Width of a bit-vector sort.
  [[nodiscard]] unsigned width() const { return first_; }
  [[nodiscard]] Sort index() const;
  [[nodiscard]] Sort element() const;
  [[nodiscard]] std::string to_string() const;  ///< SMT-LIB
  bool operator==(const Sort&) const = default;
  [[nodiscard]] std::size_t hash() const;

 private:
  Sort(SortKind kind, std::uint32_t first, std::uint32_t second) : kind_(kind), first_(first), second_(second) {}
  SortKind kind_;
  std::uint32_t first_;   // BitVec: width; Array: index width, 0 for Int
  std::uint32_t second_;  // Array: element width, 0 for Int
};

enum class Kind : std::uint8_t {
  Constant,
  Variable,
  Not,
  And,
  Or,
  Equal,
  Ite,  // And, Or: n-ary; Ite of any sort; Equal of any one sort
  Add,
  Mul,
  IntDiv,
  IntMod,
  LessEqual,
  Less,  // Int; Add, Mul n-ary
  BvNot,
  BvNeg,
  BvAdd,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,
  BvShl,
  BvLshr,
  BvAshr,
  BvAnd,
  BvOr,
  BvXor,
  BvUlt,
  BvUle,
  BvSlt,
  BvSle,
  Concat,
  Extract,
  ZeroExtend,
  SignExtend,
  Select,
  Store,
  ConstArray,
  Floating,  // an operation of floating point on patterns (logic/terms/floating.h); children: its operands
  Forall,
  Exists  // children: bound variables, then the body
};

class TermManager;
struct TermNode;

/// A handle to a term; cheap to copy, valid as long as its manager. The default handle is null.
class Term {
 public:
  Term() = default;
  [[nodiscard]] Kind kind() const;
  [[nodiscard]] Sort sort() const;
  [[nodiscard]] std::span<const Term> children() const;
  [[nodiscard]] Term operator[](std::size_t i) const { return children()[i]; }
  /// Dense number in order of creation; ordering by it is deterministic as long as creation is.
  [[nodiscard]] std::uint32_t id() const;
  [[nodiscard]] const std::string& name() const;  ///< of a Variable
  [[nodiscard]] const Integer& constant() const;  ///< of a Constant: Int or unsigned bit-vector value, Bool as 0/1
  /// Extract: high and low bit; ZeroExtend, SignExtend: number of added bits in `first`.
  [[nodiscard]] std::uint32_t first() const;
  [[nodiscard]] std::uint32_t second() const;
  [[nodiscard]] FloatOp float_op() const;  ///< of a Floating
  [[nodiscard]] bool is_null() const { return node_ == nullptr; }
  [[nodiscard]] bool is_constant() const { return kind() == Kind::Constant; }
  [[nodiscard]] bool is_variable() const { return kind() == Kind::Variable; }
  [[nodiscard]] bool is_true() const;
  [[nodiscard]] bool is_false() const;
  [[nodiscard]] bool has_quantifier() const;
  [[nodiscard]] bool has_variable() const;  ///< free or bound
  /// Number of leaves (counted along paths) of a tree of Ites whose leaves are all constants, 1 for a constant; 0 for
  /// every other term and for trees with more than 4096 leaves.
  [[nodiscard]] std::uint32_t constant_leaves() const;
  bool operator==(const Term&) const = default;
  /// By id; null first.
  friend bool operator<(Term a, Term b) { return a.key() < b.key(); }

 private:
  friend class TermManager;
  friend struct TermNode;
  friend struct TermAccess;
  explicit Term(const TermNode* node) : node_(node) {}
  [[nodiscard]] std::uint64_t key() const { return is_null() ? 0 : std::uint64_t{id()} + 1; }
  const TermNode* node_ = nullptr;
};

/// The representation of a term; built by TermManager only.
struct TermNode {
  std::uint64_t hash = 0;
  std::uint64_t variables = 0;  ///< one bit for each variable below (a Bloom filter): disjoint bits, disjoint variables
  const Term* children = nullptr;
  const void* payload = nullptr;                           ///< Integer of a Constant, std::string of a Variable
  mutable std::atomic<const TermNode*> negation{nullptr};  ///< the simplified negation, once it was built
  Sort sort = Sort::boolean();
  std::uint32_t id = 0;
  std::uint32_t child_count = 0;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint16_t constant_leaves = 0;
  std::uint16_t ite_depth = 0;  ///< of the tree of Ites on top, saturating
  Kind kind = Kind::Constant;
  bool has_quantifier = false;
  bool some_constant_leaf = false;  ///< a leaf of the tree of Ites on top is a constant
};

inline Kind Term::kind() const {
  return node_->kind;
}
inline Sort Term::sort() const {
  return node_->sort;
}
inline std::span<const Term> Term::children() const {
  return {node_->children, node_->child_count};
}
inline std::uint32_t Term::id() const {
  return node_->id;
}
inline const std::string& Term::name() const {
  return *static_cast<const std::string*>(node_->payload);
}
inline const Integer& Term::constant() const {
  return *static_cast<const Integer*>(node_->payload);
}
inline std::uint32_t Term::first() const {
  return node_->first;
}
inline std::uint32_t Term::second() const {
  return node_->second;
}
inline FloatOp Term::float_op() const {
  return static_cast<FloatOp>(node_->first);
}
inline bool Term::is_true() const {
  return is_constant() && sort().is_bool() && !constant().is_zero();
}
inline bool Term::is_false() const {
  return is_constant() && sort().is_bool() && constant().is_zero();
}
inline bool Term::has_quantifier() const {
  return node_->has_quantifier;
}
inline bool Term::has_variable() const {
  return node_->variables != 0;
}
inline std::uint32_t Term::constant_leaves() const {
  return node_->constant_leaves;
}

struct TermHash {
  std::size_t operator()(Term t) const { return t.is_null() ? 0 : std::size_t{t.id()} * 0x9E3779B97F4A7C15ULL; }
};

/// Maps variables (or other terms) to their replacement.
using Substitution = std::unordered_map<Term, Term, TermHash>;

/// Free variables, sorted by id.
[[nodiscard]] std::vector<Term> free_variables(Term term);
/// Does a floating-point operation occur? Linear in the DAG.
[[nodiscard]] bool mentions_floating(Term term);
/// Number of distinct nodes.
[[nodiscard]] std::size_t dag_size(Term term);
/// The conjuncts of a (nested) conjunction; `true` has none.
[[nodiscard]] std::vector<Term> conjuncts(Term term);

/// SMT-LIB 2 text; symbols are quoted (|…|) where needed; shared subterms are bound by `let` so the text stays
/// linear in the DAG. Floating-point operations are written in the theory of floating point, with patterns read by
/// `to_fp` and results turned back by `fp.to_ieee_bv`, which solvers know though the standard does not (NaN is
/// nan_pattern()); C's fmod is written `fmod`.
[[nodiscard]] std::string to_smtlib(Term term);
[[nodiscard]] std::string smtlib_symbol(std::string_view name);

}  // namespace bireach::logic
