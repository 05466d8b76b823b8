// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A table of handlers: whichever is called keeps the balance at or above zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int deposit(int balance, int amount) { return balance < 1000 ? balance + amount : balance; }
static int withdraw(int balance, int amount) { return balance >= amount ? balance - amount : balance; }
static int inspect(int balance, int amount) { return amount >= 0 ? balance : -1; }

static int (*const handlers[3])(int, int) = {deposit, withdraw, inspect};

int main(void) {
  int balance = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned char which = __VERIFIER_nondet_uchar();
    if (which < 3) {
      balance = handlers[which](balance, __VERIFIER_nondet_uchar());
    }
  }
  if (balance < 0) {
    reach_error();
  }
  return 0;
}
