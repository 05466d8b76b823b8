// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <pthread.h>
#include <threads.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
once_flag flag = ONCE_FLAG_INIT;
int calls;

static void routine(void) { calls++; }

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_once(&once, routine);
    assert(calls == 1);
  }
  call_once(&flag, routine);
  call_once(&flag, routine);
  assert(calls == 2);
  return 0;
}
