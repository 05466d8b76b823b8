// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 20
// Where the store goes depends on the function: whether the lock is still 3 then is open.
#include <assert.h>
struct device {
  int lock;
  int *buffer;
};
extern void acquire(struct device *device);

int main(void) {
  int buffer[2] = {0, 0};
  struct device device = {0, buffer};
  acquire(&device);
  device.lock = 3;
  *device.buffer = 5;
  assert(device.lock != 3);
  return 0;
}
