// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *worker(void *unused) { return (void *)3; }
int main(void) {
  pthread_t thread;
  void *result = (void *)7;
  void **wanted = __VERIFIER_nondet_int() ? &result : 0;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, wanted);
  if (result != (wanted ? (void *)3 : (void *)7)) reach_error();
  return 0;
}
