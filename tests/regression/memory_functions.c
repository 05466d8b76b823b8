// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Whole objects are filled and copied in one step.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct account {
  int balance;
  unsigned char flags[4];
};

int main(void) {
  struct account first;
  struct account second;
  int table[1000];
  memset(&first, 0, sizeof first);
  first.balance = __VERIFIER_nondet_int();
  memcpy(&second, &first, sizeof second);
  memset(table, 0xff, sizeof table);
  if (second.balance != first.balance || second.flags[3] != 0 || table[999] != -1) {
    reach_error();
  }
  return 0;
}
