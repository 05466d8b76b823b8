// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Calls on the right of compound assignments change what stands on the left: variables, elements, members, pointers.
#include <assert.h>

static int count = 2;
static int table[3] = {1, 2, 3};
static int *cursor = table;
static double mean = 1.0;
static struct {
  unsigned small : 5;
  _Bool flag;
} packed = {1, 0};

static int set_count(int value, int result) {
  count = value;
  return result;
}

static int set_element(int index, int value, int result) {
  table[index] = value;
  return result;
}

static int set_small(unsigned value, int result) {
  packed.small = value;
  return result;
}

static int set_flag(int value, int result) {
  packed.flag = value;
  return result;
}

static int set_mean(double value, int result) {
  mean = value;
  return result;
}

static int move_cursor(int to, int result) {
  cursor = table + to;
  return result;
}

static int take(int *total) {
  *total += 4;
  return 4;
}

int main(void) {
  count += set_count(10, 1);
  assert(count == 11);
  count <<= set_count(3, 2);
  assert(count == 12);
  int other;
  count -= other = set_count(50, 8);
  assert(count == 42 && other == 8);
  count += ({
    count = 5;
    2;
  });
  assert(count == 7);
  count += set_count(30, 1) && 1;
  assert(count == 31);
  count += count ? set_count(1, 2) : 0;
  assert(count == 3);
  count += count += set_count(10, 1);
  assert(count == 22);
  table[1] += set_element(1, 40, 2);
  assert(table[1] == 42);
  *cursor += set_element(0, 7, 5);
  assert(table[0] == 12);
  packed.small += set_small(7, 2);
  assert(packed.small == 9);
  packed.flag -= set_flag(1, 1);
  assert(packed.flag == 0);
  mean += set_mean(7.5, 2);
  assert(mean == 9.5);
  cursor += move_cursor(1, 1);
  assert(cursor == table + 2);
  int total = 0;
  total += take(&total);
  assert(total == 8);
  return 0;
}
