// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// Both ways of counting the moves agree.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int moves = 0;
void move(int disks, int from, int to, int by) {
  if (disks == 0) {
    return;
  }
  move(disks - 1, from, by, to);
  moves++;
  move(disks - 1, by, to, from);
}
int main(void) {
  int disks = __VERIFIER_nondet_int();
  if (disks < 1) {
    return 0;
  }
  move(disks, 1, 2, 3);
  if (moves < disks) {
    reach_error();
  }
  return 0;
}
