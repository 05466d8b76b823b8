// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <threads.h>

mtx_t plain, recursive;
cnd_t condition;

int main(void) {
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_lock(&plain) == thrd_success);
  assert(mtx_trylock(&plain) == thrd_busy);
  assert(mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&recursive) == thrd_success);
  assert(cnd_init(&condition) == thrd_success);
  assert(cnd_signal(&condition) == thrd_success);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  mtx_unlock(&plain);
  mtx_destroy(&plain);
  return 0;
}
