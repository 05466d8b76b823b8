// A function with a loop is called at several places; what holds of each call is found once.
// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count(int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (__VERIFIER_nondet_int()) found++;
  return found;
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  int total = 0;
  total += count(n);
  total += count(n);
  total += count(n);
  total += count(n);
  total += count(n);
  total += count(n);
  if (total < 0 || total > 6 * n) reach_error();
  return 0;
}
