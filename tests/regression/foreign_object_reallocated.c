// What a function without a body returns may be passed to realloc, and to free through a pointer, though nothing else is
// done with it.
// OPTIONS: --property valid-free
// EXPECT: TRUE
#include <stdlib.h>

extern void *first_buffer(void);
extern void *second_buffer(void);

int main(void) {
  void *buffer = realloc(first_buffer(), 8);
  void (*release)(void *) = free;
  release(second_buffer());
  return buffer == 0;
}
