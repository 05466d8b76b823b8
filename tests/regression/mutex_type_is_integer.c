// EXPECT: TRUE
// Text that was written for checkers may say that mutexes are integers.
typedef int pthread_mutex_t;
typedef int pthread_mutexattr_t;
extern int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_trylock(pthread_mutex_t *mutex);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern void reach_error(void);

pthread_mutex_t mutex;

int main(void) {
  pthread_mutex_init(&mutex, 0);
  pthread_mutex_lock(&mutex);
  if (!pthread_mutex_trylock(&mutex)) reach_error();
  pthread_mutex_unlock(&mutex);
  if (pthread_mutex_trylock(&mutex)) reach_error();
  return 0;
}
