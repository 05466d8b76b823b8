// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The variables are named in initialisers only.
extern void reach_error(void);
struct link {
  int value;
  struct link *next;
};
struct link last = {7, 0};
struct link first = {3, &last};
struct link *chain = &first;
int main(void) {
  int sum = 0;
  for (struct link *at = chain; at; at = at->next) sum += at->value;
  if (sum == 10) reach_error();
  return 0;
}
