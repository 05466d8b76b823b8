// SPDX-License-Identifier: Apache-2.0
/// Evaluation of terms under a model. Arrays are persistent search trees, so that a chain of n stores costs n log n.
#include <deque>

#include "logic/terms/model.h"
#include "logic/terms/term_internal.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

namespace {

/// A node of a treap whose priorities are hashes of the keys, so that equal sets of keys have equal shapes.
struct TreeNode {
  Integer key;
  Integer value;
  std::uint64_t priority;
  const TreeNode* left;
  const TreeNode* right;
};

struct ArrayHandle {
  Integer otherwise;
  const TreeNode* root = nullptr;
};

std::uint64_t priority_of(const Integer& key) {
  std::uint64_t h = std::hash<Integer>{}(key)*0x9E3779B97F4A7C15ULL;
  h = (h ^ (h >> 29U)) * 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 32U);
}

const Integer& lookup(const ArrayHandle& array, const Integer& key) {
  const TreeNode* node = array.root;
  while (node != nullptr) {
    if (key == node->key) return node->value;
    node = key < node->key ? node->left : node->right;
  }
  return array.otherwise;
}

}  // namespace

/// Values so far; scalars as Integer (Bool as 0/1).
struct Evaluator::Impl {
  const Model& model;
  TermMap<std::uint32_t> slots;
  std::deque<Integer> scalars;
  std::deque<ArrayHandle> arrays;
  std::deque<TreeNode> nodes;

  explicit Impl(const Model& m) : model(m) {}

  const TreeNode* node(const Integer& key, const Integer& value, std::uint64_t priority, const TreeNode* left,
                       const TreeNode* right) {
    return &nodes.emplace_back(TreeNode{key, value, priority, left, right});
  }

  /// Splits into keys below and above `key` (which is dropped). Depth is logarithmic (expected).
  std::pair<const TreeNode*, const TreeNode*> split(const TreeNode* t, const Integer& key) {
    if (t == nullptr) return {nullptr, nullptr};
    if (t->key == key) return {t->left, t->right};
    if (t->key < key) {
      const auto [low, high] = split(t->right, key);
      return {node(t->key, t->value, t->priority, t->left, low), high};
    }
    const auto [low, high] = split(t->left, key);
    return {low, node(t->key, t->value, t->priority, high, t->right)};
  }

  const TreeNode* insert(const TreeNode* t, const Integer& key, const Integer& value, std::uint64_t priority) {
    if (t == nullptr) return node(key, value, priority, nullptr, nullptr);
    if (t->key == key) return node(key, value, priority, t->left, t->right);
    if (priority > t->priority) {
      const auto [low, high] = split(t, key);
      return node(key, value, priority, low, high);
    }
    if (key < t->key) return node(t->key, t->value, t->priority, insert(t->left, key, value, priority), t->right);
    return node(t->key, t->value, t->priority, t->left, insert(t->right, key, value, priority));
  }

  ArrayHandle import(const ArrayValue& value) {
    ArrayHandle result{value.otherwise, nullptr};
    for (const auto& [index, element] : value.elements)
      result.root = insert(result.root, index, element, priority_of(index));
    return result;
  }

  static void flatten(const TreeNode* t, ArrayValue& into) {
    if (t == nullptr) return;
    flatten(t->left, into);
    into.set(t->key, t->value);
    flatten(t->right, into);
  }

  static ArrayValue to_value(const ArrayHandle& handle) {
    ArrayValue result;
    result.otherwise = handle.otherwise;
    flatten(handle.root, result);
    return result;
  }

  /// Are the arrays equal on all indices of the sort? With finitely many indices, `otherwise` may be hidden.
  static bool equal_arrays(const ArrayHandle& a, const ArrayHandle& b, Sort sort) {
    const ArrayValue x = to_value(a);
    const ArrayValue y = to_value(b);
    if (x == y) return true;
    ArrayValue keys = x;
    keys.elements.insert(y.elements.begin(), y.elements.end());
    for (const auto& entry : keys.elements)
      if (x.at(entry.first) != y.at(entry.first)) return false;
    if (x.otherwise == y.otherwise) return true;
    return sort.index().is_bit_vector() && Integer{keys.elements.size()} == power_of_two(sort.index().width());
  }

  const Integer& scalar(Term t) { return scalars[*slots.find(t)]; }
  const ArrayHandle& array(Term t) { return arrays[*slots.find(t)]; }

  void set_scalar(Term t, Integer value) {
    slots.set(t, static_cast<std::uint32_t>(scalars.size()));
    scalars.push_back(std::move(value));
  }
  void set_array(Term t, ArrayHandle value) {
    slots.set(t, static_cast<std::uint32_t>(arrays.size()));
    arrays.push_back(std::move(value));
  }

  void variable(Term t) {
    const Value value = model.get(t);
    if (const bool* truth = std::get_if<bool>(&value))
      set_scalar(t, *truth ? 1 : 0);
    else if (const Integer* number = std::get_if<Integer>(&value))
      set_scalar(t, *number);
    else
      set_array(t, import(std::get<ArrayValue>(value)));
  }

  void array_term(Term t) {
    switch (t.kind()) {
      case Kind::Store: {
        const ArrayHandle base = array(t[0]);
        const Integer& index = scalar(t[1]);
        set_array(t, {base.otherwise, insert(base.root, index, scalar(t[2]), priority_of(index))});
        return;
      }
      case Kind::ConstArray:
        set_array(t, {scalar(t[0]), nullptr});
        return;
      case Kind::Ite:
        set_array(t, ArrayHandle{array(t[scalar(t[0]).is_zero() ? 2 : 1])});
        return;
      default:
        throw std::logic_error("evaluate: unexpected array term");
    }
  }

  bool any_child_is(Term t, bool truth) {
    const auto children = t.children();
    return std::any_of(children.begin(), children.end(), [&](Term c) { return scalar(c).is_zero() != truth; });
  }

  Integer bool_or_int(Term t) {
    switch (t.kind()) {
      case Kind::Constant:
        return t.constant();
      case Kind::Not:
        return scalar(t[0]).is_zero() ? 1 : 0;
      case Kind::And:
        return any_child_is(t, false) ? 0 : 1;
      case Kind::Or:
        return any_child_is(t, true) ? 1 : 0;
      case Kind::Equal:
        if (t[0].sort().is_array()) return equal_arrays(array(t[0]), array(t[1]), t[0].sort()) ? 1 : 0;
        return scalar(t[0]) == scalar(t[1]) ? 1 : 0;
      case Kind::Ite:
        return scalar(t[scalar(t[0]).is_zero() ? 2 : 1]);
      case Kind::Add: {
        Integer sum = 0;
        for (const Term c : t.children()) sum += scalar(c);
        return sum;
      }
      case Kind::Mul: {
        Integer product = 1;
        for (const Term c : t.children()) product *= scalar(c);
        return product;
      }
      case Kind::IntDiv:
        return scalar(t[1]).is_zero() ? Integer{0} : euclidean_div(scalar(t[0]), scalar(t[1]));
      case Kind::IntMod:
        return scalar(t[1]).is_zero() ? scalar(t[0]) : euclidean_mod(scalar(t[0]), scalar(t[1]));
      case Kind::LessEqual:
        return scalar(t[0]) <= scalar(t[1]) ? 1 : 0;
      case Kind::Less:
        return scalar(t[0]) < scalar(t[1]) ? 1 : 0;
      case Kind::Select:
        return lookup(array(t[0]), scalar(t[1]));
      case Kind::Floating:
        return floating(t);
      default:
        return bit_vector(t);
    }
  }

  Integer floating(Term t) {
    std::vector<Integer> operands;
    for (const Term c : t.children()) operands.push_back(scalar(c));
    return fold_floating(t.float_op(), operands, t[0].sort().width(), t.sort().is_bool() ? 1 : t.sort().width());
  }

  Integer bit_vector(Term t) {
    const unsigned width = t[0].sort().width();
    switch (t.kind()) {
      case Kind::BvNot:
      case Kind::BvNeg:
        return fold_bv_unary(t.kind(), scalar(t[0]), width);
      case Kind::Extract:
        return wrap_unsigned(Integer{scalar(t[0]) >> t.second()}, t.sort().width());
      case Kind::ZeroExtend:
        return scalar(t[0]);
      case Kind::SignExtend:
        return wrap_unsigned(wrap_signed(scalar(t[0]), width), t.sort().width());
      default:
        return fold_bv_binary(t.kind(), scalar(t[0]), scalar(t[1]), width, t[1].sort().width());
    }
  }

  void evaluate(Term root) {
    if (root.has_quantifier()) throw std::invalid_argument("evaluate: the term has a quantifier");
    for_each_post_order(
        root, [&](Term t) { return !slots.contains(t); },
        [&](Term t) {
          if (slots.contains(t)) return;  // entered twice before its first visit
          if (t.is_variable())
            variable(t);
          else if (t.sort().is_array())
            array_term(t);
          else
            set_scalar(t, bool_or_int(t));
        });
  }
};

Evaluator::Evaluator(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Evaluator::~Evaluator() = default;

Value Evaluator::operator()(Term term) {
  impl_->evaluate(term);
  if (term.sort().is_array()) return Impl::to_value(impl_->array(term));
  const Integer& value = impl_->scalar(term);
  if (term.sort().is_bool()) return !value.is_zero();
  return value;
}

bool Evaluator::holds(Term term) {
  require(term.sort().is_bool(), "evaluate_bool: not a Bool term");
  impl_->evaluate(term);
  return !impl_->scalar(term).is_zero();
}

Value evaluate(Term term, const Model& model) {
  return Evaluator(model)(term);
}
bool evaluate_bool(Term term, const Model& model) {
  return Evaluator(model).holds(term);
}

}  // namespace bireach::logic
