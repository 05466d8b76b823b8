// SPDX-License-Identifier: Apache-2.0
#include "tests/logic/terms/random_trees.h"

#include <stdexcept>

namespace bireach::test {

namespace {

std::vector<Sort> array_sorts() {
  return {Sort::array(Sort::integer(), Sort::integer()), Sort::array(Sort::bit_vector(3), Sort::bit_vector(8)),
          Sort::array(Sort::bit_vector(8), Sort::bit_vector(3))};
}

std::string variable_name(Sort sort, unsigned i) {
  std::string prefix;
  for (const char c : sort.to_string())
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) prefix += c;
  return prefix + "." + std::to_string(i);
}

constexpr Kind bv_operators[] = {Kind::BvAdd,  Kind::BvMul,  Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvShl,
                                 Kind::BvLshr, Kind::BvAshr, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem};

}  // namespace

TreePtr TreeGenerator::node(Kind kind, Sort sort, std::vector<TreePtr> children, unsigned first, unsigned second) {
  auto result = std::make_shared<Tree>();
  result->kind = kind;
  result->sort = sort;
  result->children = std::move(children);
  result->first = first;
  result->second = second;
  if (pool_.size() < 40)
    pool_.push_back(result);
  else
    pool_[below(40)] = result;
  return result;
}

Integer TreeGenerator::number(Sort sort) {
  if (sort.is_int()) return Integer{static_cast<int>(below(13)) - 6};
  const std::uint64_t mask = sort.width() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sort.width()) - 1;
  switch (below(4)) {
    case 0:
      return Integer{below(4) & mask};
    case 1:
      return Integer{(~std::uint64_t{below(4)}) & mask};
    case 2:
      return Integer{((std::uint64_t{1} << (sort.width() - 1)) + below(3) - 1) & mask};
    default:
      return Integer{random_() & mask};
  }
}

std::vector<std::pair<std::string, Sort>> TreeGenerator::variables() const {
  std::vector<Sort> sorts{Sort::boolean()};
  if (config_.ints) sorts.push_back(Sort::integer());
  if (config_.bit_vectors)
    for (const unsigned w : config_.widths) sorts.push_back(Sort::bit_vector(w));
  if (config_.arrays)
    for (const Sort s : array_sorts()) sorts.push_back(s);
  std::vector<std::pair<std::string, Sort>> result;
  for (const Sort s : sorts)
    for (unsigned i = 0; i < config_.variables; ++i) result.emplace_back(variable_name(s, i), s);
  return result;
}

Assignment TreeGenerator::assignment() {
  Assignment result;
  for (const auto& [name, sort] : variables()) {
    if (sort.is_bool()) {
      result[name] = below(2) == 1;
    } else if (!sort.is_array()) {
      result[name] = number(sort);
    } else {
      ArrayValue array;
      array.otherwise = number(sort.element());
      for (int i = 0; i < 3; ++i) array.set(number(sort.index()), number(sort.element()));
      result[name] = array;
    }
  }
  return result;
}

TreePtr TreeGenerator::leaf(Sort sort) {
  auto result = std::make_shared<Tree>();
  result->sort = sort;
  bool has_variable = sort.is_bool() || sort.is_int() || sort.is_array();
  for (const unsigned w : config_.widths) has_variable = has_variable || sort == Sort::bit_vector(w);
  if (!sort.is_array() && (!has_variable || static_cast<int>(below(10)) < config_.constants_of_ten)) {
    result->constant = sort.is_bool() ? Integer{below(2)} : number(sort);
  } else {
    result->kind = Kind::Variable;
    result->name = variable_name(sort, below(config_.variables));
  }
  return result;
}

Sort TreeGenerator::scalar() {
  if (!config_.bit_vectors || (config_.ints && below(2) == 0)) return Sort::integer();
  return Sort::bit_vector(width());
}

Sort TreeGenerator::any_sort() {
  const unsigned choice = below(8);
  if (choice == 0) return Sort::boolean();
  if (choice == 1 && config_.arrays) return array_sorts()[below(3)];
  return scalar();
}

TreePtr TreeGenerator::tree(Sort sort, int depth) {
  if (below(6) == 0) {
    for (int attempt = 0; attempt < 5 && !pool_.empty(); ++attempt) {
      const TreePtr& old = pool_[below(static_cast<unsigned>(pool_.size()))];
      if (old->sort == sort) return old;
    }
  }
  if (depth <= 0 || below(12) == 0) return leaf(sort);
  if (below(5) == 0) {
    const TreePtr c = boolean(depth - 1);
    const TreePtr a = tree(sort, depth - 1);
    return node(Kind::Ite, sort, {c, a, tree(sort, depth - 1)});
  }
  if (sort.is_bool()) return boolean(depth);
  if (sort.is_int()) return integer(depth);
  if (sort.is_array()) return array(sort, depth);
  return bit_vector(sort.width(), depth);
}

TreePtr TreeGenerator::boolean(int depth) {
  if (depth <= 0) return leaf(Sort::boolean());
  const Sort b = Sort::boolean();
  switch (below(8)) {
    case 0:
      return node(Kind::Not, b, {tree(b, depth - 1)});
    case 1:
    case 2: {
      std::vector<TreePtr> children;
      for (unsigned n = 1 + below(3); n > 0; --n) children.push_back(tree(b, depth - 1));
      return node(below(2) == 0 ? Kind::And : Kind::Or, b, children);
    }
    case 3:
    case 4: {
      const Sort s = any_sort();
      const TreePtr left = tree(s, depth - 1);
      return node(Kind::Equal, b, {left, tree(s, depth - 1)});
    }
    default:
      return comparison(depth);
  }
}

TreePtr TreeGenerator::comparison(int depth) {
  const Sort s = scalar();
  const TreePtr left = tree(s, depth - 1);
  const TreePtr right = tree(s, depth - 1);
  if (s.is_int()) return node(below(2) == 0 ? Kind::LessEqual : Kind::Less, Sort::boolean(), {left, right});
  constexpr Kind kinds[] = {Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle};
  return node(kinds[below(4)], Sort::boolean(), {left, right});
}

TreePtr TreeGenerator::integer(int depth) {
  const Sort s = Sort::integer();
  const TreePtr a = tree(s, depth - 1);
  const TreePtr b = tree(s, depth - 1);
  switch (below(config_.arrays ? 8 : 7)) {
    case 0:
    case 1:
      return node(Kind::Add, s, {a, b});
    case 2:
      return node(Kind::Add, s, {a, b, tree(s, depth - 1)});
    case 3: {
      if (config_.divisions && below(3) == 0) return node(Kind::Mul, s, {a, b});
      auto factor = std::make_shared<Tree>();
      factor->sort = s;
      factor->constant = number(s);
      return node(Kind::Mul, s, {a, factor});
    }
    case 4:
    case 5: {
      if (config_.divisions && below(3) == 0) return node(below(2) == 0 ? Kind::IntDiv : Kind::IntMod, s, {a, b});
      auto divisor = std::make_shared<Tree>();
      divisor->sort = s;
      divisor->constant = number(s);
      return node(below(2) == 0 ? Kind::IntDiv : Kind::IntMod, s, {a, divisor});
    }
    case 6:
      return leaf(s);
    default:
      return node(Kind::Select, s, {tree(array_sorts()[0], depth - 1), a});
  }
}

TreePtr TreeGenerator::bit_vector(unsigned w, int depth) {
  const Sort s = Sort::bit_vector(w);
  const auto sub = [&](unsigned width) { return tree(Sort::bit_vector(width), depth - 1); };
  switch (below(10)) {
    case 0:
      return node(below(2) == 0 ? Kind::BvNot : Kind::BvNeg, s, {sub(w)});
    case 1: {
      const unsigned low = below(4);
      const unsigned added = below(4);
      if (w + low + added > 40) break;
      return node(Kind::Extract, s, {sub(w + low + added)}, w + low - 1, low);
    }
    case 2:
      if (w < 2) break;
      {
        const unsigned high = 1 + below(w - 1);
        const TreePtr left = sub(high);
        return node(Kind::Concat, s, {left, sub(w - high)});
      }
    case 3:
    case 4: {
      const unsigned added = below(w);
      return node(below(2) == 0 ? Kind::ZeroExtend : Kind::SignExtend, s, {sub(w - added)}, added);
    }
    case 5:
      if (!config_.arrays || (w != 8 && w != 3)) break;
      return node(Kind::Select, s, {tree(array_sorts()[w == 8 ? 1 : 2], depth - 1), sub(w == 8 ? 3 : 8)});
    default:
      break;
  }
  const TreePtr left = sub(w);
  return node(bv_operators[below(config_.divisions ? 12 : 8)], s, {left, sub(w)});
}

TreePtr TreeGenerator::array(Sort sort, int depth) {
  if (below(6) == 0) return node(Kind::ConstArray, sort, {tree(sort.element(), depth - 1)});
  const TreePtr base = tree(sort, depth - 1);
  const TreePtr index = tree(sort.index(), depth - 1);
  return node(Kind::Store, sort, {base, index, tree(sort.element(), depth - 1)});
}

Term build(TermManager& m, const Tree& t) {
  std::vector<Term> c;
  for (const TreePtr& child : t.children) c.push_back(build(m, *child));
  switch (t.kind) {
    case Kind::Constant:
      return t.sort.is_bool() ? m.boolean(t.constant != 0) : m.constant(t.constant, t.sort);
    case Kind::Variable:
      return m.variable(t.name, t.sort);
    case Kind::Not:
      return m.not_(c[0]);
    case Kind::And:
      return m.and_(c);
    case Kind::Or:
      return m.or_(c);
    case Kind::Equal:
      return m.equal(c[0], c[1]);
    case Kind::Ite:
      return m.ite(c[0], c[1], c[2]);
    case Kind::Add:
      return m.add(c);
    case Kind::Mul:
      return m.mul(c[0], c[1]);
    case Kind::IntDiv:
      return m.int_div(c[0], c[1]);
    case Kind::IntMod:
      return m.int_mod(c[0], c[1]);
    case Kind::LessEqual:
      return m.less_equal(c[0], c[1]);
    case Kind::Less:
      return m.less(c[0], c[1]);
    case Kind::BvNot:
    case Kind::BvNeg:
      return m.bv_unary(t.kind, c[0]);
    case Kind::Extract:
      return m.extract(c[0], t.first, t.second);
    case Kind::ZeroExtend:
      return m.zero_extend(c[0], t.first);
    case Kind::SignExtend:
      return m.sign_extend(c[0], t.first);
    case Kind::Select:
      return m.select(c[0], c[1]);
    case Kind::Store:
      return m.store(c[0], c[1], c[2]);
    case Kind::ConstArray:
      return m.const_array(t.sort, c[0]);
    default:
      return m.bv_binary(t.kind, c[0], c[1]);
  }
}

namespace {

std::int64_t sign(std::uint64_t value, unsigned width) {
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>(value ^ top) - static_cast<std::int64_t>(top);
}

std::uint64_t direct_bv(Kind kind, std::uint64_t a, std::uint64_t b, unsigned w, unsigned wb) {
  const std::uint64_t mask = (std::uint64_t{1} << w) - 1;  // widths stay below 64
  const std::int64_t x = sign(a, w);
  const std::int64_t y = sign(b, wb);
  switch (kind) {
    case Kind::BvAdd:
      return (a + b) & mask;
    case Kind::BvMul:
      return (a * b) & mask;
    case Kind::BvAnd:
      return a & b;
    case Kind::BvOr:
      return a | b;
    case Kind::BvXor:
      return a ^ b;
    case Kind::BvShl:
      return b >= w ? 0 : (a << b) & mask;
    case Kind::BvLshr:
      return b >= w ? 0 : a >> b;
    case Kind::BvAshr:
      return static_cast<std::uint64_t>(x >> (b >= w ? w - 1 : b)) & mask;
    case Kind::BvUdiv:
      return b == 0 ? mask : a / b;
    case Kind::BvUrem:
      return b == 0 ? a : a % b;
    case Kind::BvSdiv:
      return b == 0 ? (x >= 0 ? mask : 1) : static_cast<std::uint64_t>(x / y) & mask;
    case Kind::BvSrem:
      return b == 0 ? a : static_cast<std::uint64_t>(x % y) & mask;
    case Kind::BvUlt:
      return a < b;
    case Kind::BvUle:
      return a <= b;
    case Kind::BvSlt:
      return x < y;
    case Kind::BvSle:
      return x <= y;
    case Kind::Concat:
      return (a << wb) | b;
    default:
      throw std::logic_error("direct_bv: unexpected operator");
  }
}

/// The quotient q and remainder r of SMT-LIB: a = b q + r with 0 <= r < |b|.
Integer direct_mod(const Integer& a, const Integer& b) {
  const Integer size = b < 0 ? Integer{-b} : b;
  Integer r = a % size;
  if (r < 0) r += size;
  return r;
}

bool same_array(const ArrayValue& a, const ArrayValue& b, Sort index) {
  if (index.is_bit_vector()) {
    for (unsigned i = 0; i < (1U << index.width()); ++i)
      if (a.at(i) != b.at(i)) return false;
    return true;
  }
  for (const auto* array : {&a, &b}) {
    for (const auto& entry : array->elements)
      if (a.at(entry.first) != b.at(entry.first)) return false;
  }
  return a.otherwise == b.otherwise;
}

Value direct_int(Kind kind, const std::vector<Value>& c) {
  const auto at = [&](std::size_t i) { return std::get<Integer>(c[i]); };
  switch (kind) {
    case Kind::Add: {
      Integer sum = 0;
      for (std::size_t i = 0; i < c.size(); ++i) sum += at(i);
      return sum;
    }
    case Kind::Mul:
      return Integer{at(0) * at(1)};
    case Kind::IntDiv:
      return at(1) == 0 ? Integer{0} : Integer{(at(0) - direct_mod(at(0), at(1))) / at(1)};
    case Kind::IntMod:
      return at(1) == 0 ? at(0) : direct_mod(at(0), at(1));
    case Kind::LessEqual:
      return at(0) <= at(1);
    case Kind::Less:
      return at(0) < at(1);
    default:
      throw std::logic_error("direct_int: unexpected operator");
  }
}

Value direct_bits(const Tree& t, const std::vector<Value>& c) {
  const unsigned w = t.children[0]->sort.width();
  const auto a = std::get<Integer>(c[0]).convert_to<std::uint64_t>();
  const std::uint64_t mask = (std::uint64_t{1} << w) - 1;
  const std::uint64_t wide = t.sort.is_bool() ? 1 : (std::uint64_t{1} << t.sort.width()) - 1;
  switch (t.kind) {
    case Kind::BvNot:
      return Integer{~a & mask};
    case Kind::BvNeg:
      return Integer{(0 - a) & mask};
    case Kind::Extract:
      return Integer{(a >> t.second) & wide};
    case Kind::ZeroExtend:
      return Integer{a};
    case Kind::SignExtend:
      return Integer{static_cast<std::uint64_t>(sign(a, w)) & wide};
    default:
      break;
  }
  const auto b = std::get<Integer>(c[1]).convert_to<std::uint64_t>();
  const std::uint64_t result = direct_bv(t.kind, a, b, w, t.children[1]->sort.width());
  if (t.sort.is_bool()) return result != 0;
  return Integer{result};
}

}  // namespace

Value direct(const Tree& t, const Assignment& assignment) {
  std::vector<Value> c;
  for (const TreePtr& child : t.children) c.push_back(direct(*child, assignment));
  const auto truth = [&](std::size_t i) { return std::get<bool>(c[i]); };
  switch (t.kind) {
    case Kind::Constant:
      return t.sort.is_bool() ? Value{t.constant != 0} : Value{t.constant};
    case Kind::Variable:
      return assignment.at(t.name);
    case Kind::Not:
      return !truth(0);
    case Kind::And:
    case Kind::Or: {
      bool result = t.kind == Kind::And;
      for (std::size_t i = 0; i < c.size(); ++i) result = t.kind == Kind::And ? result && truth(i) : result || truth(i);
      return result;
    }
    case Kind::Equal: {
      const Sort s = t.children[0]->sort;
      if (!s.is_array()) return c[0] == c[1];
      return same_array(std::get<ArrayValue>(c[0]), std::get<ArrayValue>(c[1]), s.index());
    }
    case Kind::Ite:
      return truth(0) ? c[1] : c[2];
    case Kind::Select:
      return std::get<ArrayValue>(c[0]).at(std::get<Integer>(c[1]));
    case Kind::Store: {
      ArrayValue result = std::get<ArrayValue>(c[0]);
      result.set(std::get<Integer>(c[1]), std::get<Integer>(c[2]));
      return result;
    }
    case Kind::ConstArray:
      return ArrayValue{std::get<Integer>(c[0]), {}};
    default:
      break;
  }
  return t.kind >= Kind::Add && t.kind <= Kind::Less ? direct_int(t.kind, c) : direct_bits(t, c);
}

Model to_model(TermManager& m, const TreeGenerator& generator, const Assignment& assignment) {
  Model model;
  for (const auto& [name, sort] : generator.variables()) model.set(m.variable(name, sort), assignment.at(name));
  return model;
}

}  // namespace bireach::test
