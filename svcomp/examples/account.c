/* A bank account that two tellers use. Each keeps the lock while it touches the
 * balance, and yet money gets lost. Can you see how?
 */
#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int read_balance(void) {
  pthread_mutex_lock(&lock);
  int amount = balance;
  pthread_mutex_unlock(&lock);
  return amount;
}

static void write_balance(int amount) {
  pthread_mutex_lock(&lock);
  balance = amount;
  pthread_mutex_unlock(&lock);
}

static void *deposit(void *unused) {
  (void)unused;
  int before = read_balance();
  write_balance(before + 50);
  return 0;
}

static void *withdraw(void *unused) {
  (void)unused;
  int before = read_balance();
  write_balance(before - 30);
  return 0;
}

int main(void) {
  pthread_t teller, other;
  pthread_create(&teller, 0, deposit, 0);
  pthread_create(&other, 0, withdraw, 0);
  pthread_join(teller, 0);
  pthread_join(other, 0);
  assert(balance == 120);
  return 0;
}
