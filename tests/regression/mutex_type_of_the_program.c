// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// A structure of the program's own, by that name, is nothing but a structure.
#include <assert.h>

typedef struct {
  int locked;
} pthread_mutex_t;

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  mutex->locked++;
  return 0;
}

int main(void) {
  pthread_mutex_t mutex = {4};
  pthread_mutex_lock(&mutex);
  assert(mutex.locked == 5);
  return 0;
}
