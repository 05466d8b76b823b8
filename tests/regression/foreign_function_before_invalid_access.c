// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// The same of an access behind the end of an array that the function does not know.
struct device {
  int lock;
  int *buffer;
};
extern void acquire(struct device *device);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int buffer[2] = {0, 0};
  int own[4] = {0, 0, 0, 0};
  struct device device = {0, buffer};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  acquire(&device);
  return own[n];
}
