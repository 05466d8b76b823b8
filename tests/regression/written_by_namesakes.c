// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-deref --data-model LP64
// Functions of the program that have the name of one that writes bytes, but take none.
int send(int a, int b, int c, int d);
int write();

int main(void) {
  int kept = 5;
  write(kept);
  return send(1, 2, 3, 4);
}
