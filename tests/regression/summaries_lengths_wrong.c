// The same lengths, with an error where the last call is given half of them.
// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int length(int from, int to) {
  int k = 0;
  for (int i = from; i < to; i++) k++;
  return k;
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) return 0;
  const int a = length(0, n), b = length(0, n), c = length(n, 2 * n), d = length(a, 2 * n);
  if (a != b || c != a || d == 7) reach_error();
  return 0;
}
