// SPDX-License-Identifier: Apache-2.0
/// Elements of memory in C's notation.
#include <doctest/doctest.h>

#include "tests/checker/report/text/formulas.h"

namespace bireach::test {

using logic::Kind;

TEST_CASE("formula text: memory as what pointers lead to") {
  Formulas f;
  auto& t = f.terms;
  const auto n = [&f](const Integer& value) { return f.number(value); };
  const Term memory = f.cells("memory", {"int", 0, 4, "", "", logic::power_of_two(64)});
  const Term member = f.cells("node.v", {"int", 4, 4, "v", "node", logic::power_of_two(64)});
  const Term p = f.pointer("p", "int");
  const Term q = f.pointer("q", "char");
  const Term l = f.pointer("l", "struct node");
  const Term i = f.variable("i", int_type);
  const auto seven = [&](Term element) { return f(t.equal(element, n(7))); };
  CHECK(seven(t.select(memory, p)) == "*p == 7");
  CHECK(seven(t.select(memory, t.add(p, n(8)))) == "p[2] == 7");
  CHECK(seven(t.select(memory, t.add({p, t.mul(n(4), i), n(-4)}))) == "p[i - 1] == 7");
  const Term modulus = n(logic::power_of_two(64));
  CHECK(seven(t.select(memory, t.int_mod(t.add(p, n(4)), modulus))) == "p[1] == 7");
  const Term next = t.ite(t.less_equal(n(-1), i), t.add(i, n(1)), t.add({i, modulus, n(1)}));
  CHECK(seven(t.select(memory, t.add(p, t.int_mod(t.mul(n(4), next), modulus)))) == "p[i + 1] == 7");
  CHECK(seven(t.select(memory, t.add(p, n(2)))) == "memory[p + 2] == 7");
  CHECK(seven(t.select(memory, q)) == "memory[q] == 7");
  CHECK(seven(t.select(member, l)) == "l->v == 7");
  const Term outer = f.pointer("outer", "struct outer");
  CHECK(seven(t.select(member, outer)) == "((struct node *)outer)->v == 7");
  CHECK(seven(t.select(member, t.sub(p, n(4)))) == "*p == 7");
  CHECK(seven(t.select(t.store(memory, n(1012), i), p)) == "(p == 1012 ? i : *p) == 7");
  CHECK(seven(t.select(member, t.add(l, n(8)))) == "node.v[l + 8] == 7");
  CHECK(seven(t.select(t.store(memory, p, i), t.add(p, n(4)))) == "p[1] == 7");
  CHECK(seven(t.select(t.store(member, l, i), outer)) == "(outer == l ? i : ((struct node *)outer)->v) == 7");
  CHECK(seven(t.select(t.store(member, l, i), l)) == "i == 7");
  const auto at = [&](int factor, int constant) { return t.select(memory, t.add(t.mul(n(factor), i), n(constant))); };
  CHECK(seven(at(8, 1004)) == "row[i].y == 7");
  CHECK(seven(at(8, 1000 - 8)) == "row[i - 1].x == 7");
  CHECK(seven(at(8, 1016)) == "row[i + 2].x == 7");          // the last
  CHECK(seven(at(8, 1024)) == "memory[8 * i + 1024] == 7");  // behind it
  CHECK(seven(at(4, 1000)) == "memory[4 * i + 1000] == 7");
  CHECK(seven(t.select(memory, n(1012))) == "row[1].y == 7");
  CHECK(f(t.and_(t.less_equal(n(100), p), t.equal(i, n(1)))) == "i == 1 && p >= 100");

  const Term bit_memory = f.cells("m", {"int", 0, 4, "", "", logic::power_of_two(64)}, true);
  const Term b = f.pointer("b", "int", true);
  const Term j = f.variable("j", signed_integer(64), true);
  const auto bits = [&t](const Integer& value) { return t.constant(value, Sort::bit_vector(64)); };
  const auto three = [&](Term address) {
    return f(t.equal(t.select(bit_memory, address), t.constant(3, Sort::bit_vector(32))));
  };
  CHECK(three(b) == "*b == 3");
  const Term c = f.pointer("c", "int", true);
  const Term stored = t.select(t.store(bit_memory, c, t.constant(5, Sort::bit_vector(32))), b);
  CHECK(f(t.equal(stored, t.constant(3, Sort::bit_vector(32)))) == "(b == c ? 5 : *b) == 3");
  CHECK(three(t.bv_binary(Kind::BvAdd, b, bits(12))) == "b[3] == 3");
  const Term scaled = t.bv_binary(Kind::BvMul, bits(4), j);
  CHECK(three(t.bv_binary(Kind::BvAdd, b, scaled)) == "b[j] == 3");
}

TEST_CASE("formula text: arrays of arrays, and members of structures in arrays") {
  Formulas f;
  auto& t = f.terms;
  const auto n = [&f](const Integer& value) { return f.number(value); };
  const Term matrix = f.array_of_arrays("a", {{0, 3}, {0, 4}});
  const Term member = f.array_of_arrays("points.x", {{2, 5}});
  const Term row = f.array_of_arrays("m.row", {{4, 2}, {0, 6}});
  const Term i = f.variable("i", int_type);
  const Term j = f.variable("j", int_type);
  const auto seven = [&](Term element) { return f(t.equal(element, n(7))); };
  CHECK(seven(t.select(matrix, n(6))) == "a[1][2] == 7");
  CHECK(seven(t.select(matrix, t.add({t.mul(n(4), i), j, n(1)}))) == "a[i][j + 1] == 7");
  CHECK(seven(t.select(matrix, t.add({t.mul(n(4), i), t.mul(n(-8), j), n(-3)}))) == "a[i - 2 * j - 1][1] == 7");
  CHECK(seven(t.select(matrix, i)) == "a[0][i] == 7");
  CHECK(seven(t.select(member, n(2))) == "points[2].x == 7");
  CHECK(seven(t.select(member, t.add(i, n(1)))) == "points[i + 1].x == 7");
  CHECK(seven(t.select(row, t.add(t.mul(n(6), i), n(9)))) == "m[i + 1].row[3] == 7");
  CHECK(seven(t.select(t.store(matrix, n(6), i), n(6))) == "i == 7");
}

}  // namespace bireach::test
