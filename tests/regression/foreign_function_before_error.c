// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property unreach-call
// The error comes whatever the function without a body makes of the structure.
#include <assert.h>
struct device {
  int lock;
  int *buffer;
};
extern void acquire(struct device *device);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int buffer[2] = {0, 0};
  struct device device = {0, buffer};
  int n = __VERIFIER_nondet_int();
  acquire(&device);
  device.lock = 3;
  if (n > 7) assert(device.lock != 3);
  return 0;
}
