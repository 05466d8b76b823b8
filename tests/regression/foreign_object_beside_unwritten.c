// An object of the program's own that nobody has written, beside one that a function without a body returns.
// OPTIONS: --property uninitialised-read
// EXPECT: FALSE
#include <stdlib.h>
struct context {
  int id;
  int state;
};
extern struct context *open_context(int number);

int main(void) {
  struct context *other = open_context(1);
  struct context *own = malloc(sizeof *own);
  if (!other || !own) return 1;
  own->id = other->id;
  return own->state == other->state;
}
