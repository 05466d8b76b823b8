// SPDX-License-Identifier: Apache-2.0
/// Evaluation of terms under a model. Arrays share their elements, so that a chain of n stores costs n log n.
#include <deque>

#include "logic/terms/model.h"
#include "logic/terms/term_internal.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

/// Values so far; scalars as Integer (Bool as 0/1).
struct Evaluator::Impl {
  const Model& model;
  TermMap<std::uint32_t> slots;
  std::deque<Integer> scalars;
  std::deque<ArrayValue> arrays;

  explicit Impl(const Model& m) : model(m) {}

  /// Are the arrays equal on all indices of the sort? With finitely many indices, `otherwise` may be hidden.
  static bool equal_arrays(const ArrayValue& a, const ArrayValue& b, Sort sort) {
    if (a == b) return true;
    ElementMap keys = a.elements;
    for (const auto& [index, element] : b.elements) keys.insert_or_assign(index, element);
    std::size_t count = 0;
    for (const auto& entry : keys) {
      if (a.at(entry.first) != b.at(entry.first)) return false;
      ++count;
    }
    if (a.otherwise == b.otherwise) return true;
    return sort.index().is_bit_vector() && Integer{count} == power_of_two(sort.index().width());
  }

  const Integer& scalar(Term t) { return scalars[*slots.find(t)]; }
  const ArrayValue& array(Term t) { return arrays[*slots.find(t)]; }

  void set_scalar(Term t, Integer value) {
    slots.set(t, static_cast<std::uint32_t>(scalars.size()));
    scalars.push_back(std::move(value));
  }
  void set_array(Term t, ArrayValue value) {
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
      set_array(t, std::get<ArrayValue>(value));
  }

  void array_term(Term t) {
    switch (t.kind()) {
      case Kind::Store: {
        ArrayValue stored = array(t[0]);
        stored.set(scalar(t[1]), scalar(t[2]));
        set_array(t, std::move(stored));
        return;
      }
      case Kind::ConstArray:
        set_array(t, ArrayValue{scalar(t[0]), {}});
        return;
      case Kind::Ite:
        set_array(t, ArrayValue{array(t[scalar(t[0]).is_zero() ? 2 : 1])});
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
        return array(t[0]).at(scalar(t[1]));
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
  if (term.sort().is_array()) return impl_->array(term);
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
