// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64 --property valid-deref
// EXPECT: TRUE
// ASSUMES: is started with its name | numeric values of addresses | do not exhaust | up to their ends only
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 1 || argv[0][0] == 1) return argv[0][0];
  return 0;
}
