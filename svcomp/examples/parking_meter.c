/* A parking meter. Every started hour costs RATE cents, a day at most DAY_TICKET.
 * There is a bug in it: can you find a stay that costs nothing?
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* an input: any int at all */

#define RATE 150
#define DAY_TICKET 900

static int fee_of(int minutes) {
  int hours = minutes / 60;
  int fee = hours * RATE;
  if (fee > DAY_TICKET) {
    fee = DAY_TICKET;
  }
  return fee;
}

int main(void) {
  int tickets = 0;
  int revenue = 0;

  for (;;) {
    int minutes = __VERIFIER_nondet_int();
    if (minutes < 1 || minutes > 24 * 60) {
      continue; /* nobody can park that long */
    }
    int fee = fee_of(minutes);
    assert(fee >= RATE);

    int paid = 0;
    while (paid < fee) {
      int coin = __VERIFIER_nondet_int();
      if (coin == 50 || coin == 100 || coin == 200) {
        paid += coin;
      }
    }
    tickets++;
    revenue += fee;
  }
}
