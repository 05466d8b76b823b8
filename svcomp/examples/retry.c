/* A client that asks again until a server answers, and waits longer each time. It may send MOST requests.
 * There is a bug in it: on one way the user's wish is not limited.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

#define MOST 8

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  int patient = __VERIFIER_nondet_int();
  int limit = patient ? wanted : MOST;
  int sent = 0;
  unsigned delay = 1;
  unsigned waited = 0;
  while (sent < limit) {
    if (__VERIFIER_nondet_int()) {
      break; /* it answers */
    }
    waited += delay;
    delay += 2;
    sent++;
  }
  assert(sent <= MOST);
  return waited > 60;
}
