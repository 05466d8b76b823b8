// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// ASSUMES: 'printk' may return
// Nothing is known of the number.
extern void reach_error(void);
int printk(const char *format, ...);
int main(void) {
  if (printk("text") == 7) reach_error();
  return 0;
}
