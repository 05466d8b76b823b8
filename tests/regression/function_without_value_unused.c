// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The end of a function is reached without a value, but none is used; and main returns 0 at its end.
#include <assert.h>

static int calls;

static int count(int n) {
  if (n > 0) {
    count(n - 1);
    calls++;
    return n;
  }
}

static int log_call(void) { calls += 10; }

int main(void) {
  if (calls == 0) {
    log_call();
    calls ? (void)log_call() : (void)count(1);
    int last = count(3);
    assert(last == 3);
    int inner = main();
    assert(inner == 0);
    assert(calls != 23);
  }
}
