// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
int main(void) {
  float price = 19.5f;
  float unused = 2.0f;
  int count = 3;
  float total = price * count;
  unused = unused + 1;
  if (total > 50.0f) {
    reach_error();
  }
  return 0;
}
