// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Without <error.h>'s functions the name is any variable's.
extern void reach_error(void);
int error_message_count;
int main(void) {
  error_message_count++;
  if (error_message_count == 1) reach_error();
  return 0;
}
