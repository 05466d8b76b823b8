// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
// Two ways to count the lattice points of a triangle agree for all small sides: no invariant that is easy to find says
// so, but there are only 1728 cases.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int counted(int a, int b, int c) {
  int count = 0;
  for (int x = 0; x <= a; x++)
    for (int y = 0; y <= b; y++)
      if (x * b + y * a <= c * a) count++;
  return count;
}

int summed(int a, int b, int c) {
  int count = 0;
  for (int x = 0; x <= a; x++) {
    int room = c * a - x * b;
    if (room < 0) continue;
    int most = room / a;
    count += (most < b ? most : b) + 1;
  }
  return count;
}

int main(void) {
  int side[3];
  for (int i = 0; i < 3; i++) {
    side[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(side[i] >= 1 && side[i] <= 12);
  }
  if (counted(side[0], side[1], side[2]) != summed(side[0], side[1], side[2])) reach_error();
  return 0;
}
