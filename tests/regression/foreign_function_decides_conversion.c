// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 20
// If the function leaves a number there that no int holds, the program is undefined before it comes to the error.
extern void reach_error(void);
struct sample {
  double value;
  int *next;
};
extern void fill(struct sample *sample);

int main(void) {
  int x = 0;
  struct sample sample = {1.0, &x};
  fill(&sample);
  int rounded = (int)sample.value;
  (void)rounded;
  reach_error();
  return 0;
}
