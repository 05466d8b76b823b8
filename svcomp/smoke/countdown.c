// A safe program: what is left and what was taken always add up to what there was.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int there = __VERIFIER_nondet_int();
  if (there < 0) abort();
  int left = there;
  int taken = 0;
  while (left > 0) {
    left = left - 1;
    taken = taken + 1;
  }
  if (taken != there) reach_error();
  return 0;
}
