// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 11 12 13
// Bytes are filled, not numbers.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int numbers[2];
  int x = __VERIFIER_nondet_int();
  memset(numbers, 1, sizeof numbers);
  int sum = numbers[0];
  sum += 1;
  if (sum != 2) {
    reach_error();
  }
  return x;
}
