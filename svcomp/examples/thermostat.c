/* A thermostat that heats to what is wanted, a little less at night, and to 40 degrees at most.
 * There is a bug in it: one branch changes the wrong variable.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

int main(void) {
  int changes = 0;
  int night = __VERIFIER_nondet_int();
  int wanted = __VERIFIER_nondet_int();
  int heat = wanted;
  if (wanted > 40) {
    wanted = 40;
  } else if (night) {
    heat = wanted - 3;
  }
  changes++;
  assert(heat <= 40);
  return changes;
}
