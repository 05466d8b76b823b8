/* A lift with ROOM places. On each floor people get out and others get in, and nobody gets in without a place.
 * There is a bug in it. Counting the stops has nothing to do with that.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

#define ROOM 8

int main(void) {
  int inside = 0;
  int stops = 0;

  for (;;) {
    int leaving = __VERIFIER_nondet_int();
    int entering = __VERIFIER_nondet_int();
    if (leaving < 0 || leaving > inside || entering < 0) {
      continue; /* no such people */
    }
    int places = ROOM - inside + leaving;
    if (entering > places) {
      entering = places;
    }
    inside = inside + entering;
    assert(inside <= ROOM);
    inside = inside - leaving;
    stops = (stops + 1) % 1000;
  }
}
