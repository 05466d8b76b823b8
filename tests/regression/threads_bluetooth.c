// EXPECT: FALSE
// The driver of Qadeer and Wu, "KISS: Keep It Simple and Sequential" (PLDI 2004): it is stopped between the test of the
// flag and the count of those who work with it.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int pending = 1, stopping, stopped, finished;

static void finish(void) {
  int left;
  __VERIFIER_atomic_begin();
  pending = pending - 1;
  left = pending;
  __VERIFIER_atomic_end();
  if (left == 0) finished = 1;
}

static void *stop(void *unused) {
  (void)unused;
  stopping = 1;
  finish();
  if (finished) stopped = 1;
  return 0;
}

int main(void) {
  pthread_t stopper;
  pthread_create(&stopper, 0, stop, 0);
  if (!stopping) {
    __VERIFIER_atomic_begin();
    pending = pending + 1;
    __VERIFIER_atomic_end();
    assert(!stopped);
    finish();
  }
  return 0;
}
