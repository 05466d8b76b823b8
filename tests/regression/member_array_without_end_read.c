// A text that fills its member without a zero behind it is none for strlen.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>

struct record {
  char key[4];
  int value;
};

int main(void) {
  struct record *record = calloc(1, sizeof *record);
  strncpy(record->key, "four", sizeof record->key);
  return strlen(record->key) > 4;
}
