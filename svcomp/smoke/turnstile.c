// An unsafe program: two people pass at once, and the turnstile counts one.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int passed = 0;
  int counted = 0;
  while (passed < 10) {
    int people = __VERIFIER_nondet_int();
    if (people < 1 || people > 2) continue;
    passed = passed + people;
    counted = counted + 1;
  }
  if (counted < 6) reach_error();
  return 0;
}
