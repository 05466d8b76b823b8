// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// C leaves open which side of an assignment comes first; where gcc and clang agree, it is the right one.
#include <assert.h>

static int table[3];
static int place;
static int *cursor = table;
static int order;

static int go_to(int to, int result) {
  place = to;
  cursor = table + to;
  return result;
}

static int visit(int number, int result) {
  order = order * 10 + number;
  return result;
}

int main(void) {
  table[place] += go_to(1, 5);
  assert(table[0] == 0 && table[1] == 5);
  *cursor -= go_to(2, 3);
  assert(table[1] == 5 && table[2] == -3);
  *cursor = go_to(0, 6) + 1;
  assert(table[0] == 7 && table[2] == -3);
  table[place] = go_to(1, 8) - 1;
  assert(table[0] == 7 && table[1] == 7);
  table[visit(1, 0)] += visit(2, 1);
  assert(order == 21 && table[0] == 8);
  table[visit(3, 2)] = -visit(4, 1);
  assert(order == 2143 && table[2] == -1);
  place = 1;
  table[go_to(2, 0)] = place + place - 1;
  assert(table[0] == 3 || table[0] == 1);  // here they do not agree
  place = 1;
  table[go_to(2, 0)] = place == 1;
  assert(table[0] == 1);
  return 0;
}
