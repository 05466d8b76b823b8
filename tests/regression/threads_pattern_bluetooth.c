// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// After the Bluetooth driver of Qadeer and Wu ("KISS", PLDI 2004): the device stops between the check and its use.
#include <pthread.h>
extern void reach_error(void);
int pending = 1, stopping, stopped;
void *stop(void *unused) {
  stopping = 1;
  pending = pending - 1;
  if (pending == 0) stopped = 1;
  return 0;
}
int main(void) {
  pthread_t stopper;
  pthread_create(&stopper, 0, stop, 0);
  if (!stopping) {
    pending = pending + 1;
    if (stopped) reach_error();
    pending = pending - 1;
  }
  return 0;
}
