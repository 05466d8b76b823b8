// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// A plain mutex wherever objects stand, and its attributes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
  int balance;
  pthread_mutex_t lock;
  int limit;
};

pthread_mutex_t global = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t many[3];
struct account first = {1, PTHREAD_MUTEX_INITIALIZER, 3};

static void pay(struct account *account, int sum) {
  pthread_mutex_lock(&account->lock);
  account->balance += sum;
  pthread_mutex_unlock(&account->lock);
}

int main(void) {
  assert(sizeof(pthread_mutex_t) >= 4 && sizeof(struct account) >= sizeof(pthread_mutex_t) + 8);
  assert(pthread_mutex_lock(&global) == 0);
  assert(pthread_mutex_trylock(&global) == EBUSY);
  assert(pthread_mutex_unlock(&global) == 0);
  for (int i = 0; i < 3; i++) pthread_mutex_init(&many[i], NULL);
  pthread_mutex_lock(&many[1]);
  assert(pthread_mutex_trylock(&many[2]) == 0);
  assert(pthread_mutex_trylock(&many[1]) == EBUSY);
  pay(&first, 4);
  assert(first.balance == 5 && first.limit == 3);
  struct account *second = malloc(sizeof *second);
  if (!second) return 0;
  memset(second, 0, sizeof *second);
  pthread_mutex_init(&second->lock, NULL);
  second->limit = 8;
  pay(second, 2);
  assert(second->balance == 2 && second->limit == 8);
  assert(pthread_mutex_destroy(&second->lock) == 0);
  pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&local);
  assert(pthread_mutex_trylock(&local) == EBUSY);
  return 0;
}
