/* A row of seats. Every group takes the next seats that are free, until the row is full.
 * There is a bug in it: who has to sit on the floor?
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

#define SEATS 4

int main(void) {
  char *row = malloc(SEATS);
  int taken = 0;

  while (taken < SEATS) {
    int people = __VERIFIER_nondet_int();
    if (people < 1 || people > 3) {
      break; /* the box office closes */
    }
    for (int i = 0; i < people; i++) {
      row[taken] = 'x';
      taken++;
    }
  }
  free(row);
  return 0;
}
