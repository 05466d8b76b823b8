// EXPECT: UNKNOWN
// compilers: gcc=passes clang=passes
// What happens when a plain mutex is unlocked that nobody holds is not defined.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_unlock(&mutex);
  return 0;
}
