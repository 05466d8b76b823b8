// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <semaphore.h>

int main(void) {
  sem_t semaphore;
  int value;
  assert(sem_init(&semaphore, 0, 2) == 0);
  assert(sem_wait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == -1);
  sem_post(&semaphore);
  sem_getvalue(&semaphore, &value);
  assert(value == 1);
  return sem_destroy(&semaphore);
}
