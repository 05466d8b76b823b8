/* A kitchen timer that counts down by three seconds, shows what is left, and ticks. It is done at zero.
 * There is a bug in it: it takes any time.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start < 0 || start > 3600) {
    return 0;
  }
  int left = start;
  int shown = start;
  int ticks = 0;
  while (left > 0) {
    left -= 3;
    shown = left;
    ticks++;
  }
  assert(left == 0);
  return shown + ticks;
}
