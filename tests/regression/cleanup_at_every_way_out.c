// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Every way out of a scope calls the functions of its variables, the last one first.
#include <assert.h>
static int trace;
#define CHECK(expected) assert(trace == expected), trace = 0
#define C __attribute__((cleanup(note)))
static void note(int *p) { trace = trace * 10 + *p; }
static void note_any(void *p) { trace = trace * 10 + *(int *)p; }
static void note_array(int (*p)[2]) { trace = trace * 10 + (*p)[1]; }
static int returns(int n) {
  int a C = 1;
  if (n == 0) return a + 1;
  int b C = 2;
  if (n == 1) return b;
  {
    int c C = 3;
    if (n == 2) return 7;
  }
  int d __attribute__((cleanup(note_any))) = 4;
  return d;
}
static int loops(int n) {
  int r = 0;
  for (int i C = 5; i < 7; i++) {
    int a C = 1;
    if (n == 0) break;
    int b C = 2;
    if (n == 1) continue;
    r++;
  }
  return r;
}
static void jumps(void) {
  int n = 0;
  {
  again:;
    int a C = 1;
    int b C = 2;
    n++;
    if (n < 2) goto again;
    if (n < 3) {
      int c C = 3;
      goto out;
    }
  }
out:;
}
static int yields(void) {
  int x C = 3;
  int *p = &x;
  int y = ({
    int z C = 6;
    z + *p;
  });
  return y;
}
static int recursive(int n) {
  int x C = n;
  if (n == 0) return 0;
  return recursive(n - 1) + x;
}
static void chooses(int n) {
  switch (n) {
    case 0: {
      int a C = 1;
      break;
    }
    case 1: {
      int b C = 2;
    }
    default: {
      int c C = 3;
    }
  }
}
static void array(void) {
  int x[2] __attribute__((cleanup(note_array))) = {1, 8};
  x[1]--;
}
static void nested(void) {
  for (int i = 1;; i++) {
    int a C = i;
    for (;;) {
      int b C = 8;
      if (i == 2) return;
      break;
    }
  }
}
int main(void) {
  returns(0);
  CHECK(1);
  returns(1);
  CHECK(21);
  returns(2);
  CHECK(321);
  returns(3);
  CHECK(3421);
  loops(0);
  CHECK(15);
  loops(1);
  CHECK(21217);
  loops(2);
  CHECK(21217);
  jumps();
  CHECK(21321);
  assert(yields() == 9);
  CHECK(63);
  recursive(3);
  CHECK(123);
  chooses(0);
  CHECK(1);
  chooses(1);
  CHECK(23);
  array();
  CHECK(7);
  nested();
  CHECK(8182);
}
