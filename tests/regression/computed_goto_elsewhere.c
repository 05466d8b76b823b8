// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The target of the goto may be no label.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void *next = __VERIFIER_nondet_int() ? &&end : 0;
  goto *next;
end:
  if (next == 0) {
    reach_error();
  }
  return 0;
}
