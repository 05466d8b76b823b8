/* Books are put on shelves of ROOM books each. A shelf is only put up if a book is left for it.
 * There is a bug in it: now and then there is a shelf too many.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

#define ROOM 10

static int shelves_for(int books) {
  int shelves = 0;
  int weight = 0;
  while (books >= 0) {
    books -= ROOM;
    weight += 4;
    shelves++;
  }
  return shelves;
}

int main(void) {
  int books = __VERIFIER_nondet_int();
  int signs = 0;
  if (books < 1 || books > 500) {
    return 0;
  }
  for (int left = books; left > 0; left -= 100) {
    signs++;
  }
  int shelves = shelves_for(books);
  assert((shelves - 1) * ROOM < books);
  return signs;
}
