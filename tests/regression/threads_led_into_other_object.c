// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// The pointer is read before the access, which comes from one array to the other one.
#include <pthread.h>
static int first[2], second[2];
static int *shared = first;
static void *worker(void *unused) {
  shared = second;
  return unused;
}
int main(int argc, char **argv) {
  pthread_t t;
  int *other = argc > 1 ? first : second;
  other[0] = 2;
  pthread_create(&t, 0, worker, 0);
  if (shared == first) return 0;
  shared[-8] = 1;
  pthread_join(t, 0);
  return argv == 0;
}
