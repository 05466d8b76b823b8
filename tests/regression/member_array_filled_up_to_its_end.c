// What lies in the array that a library function is given is valid; so is a whole matrix from its first element on, the
// end of a last member, which may stand for a longer array, and what a member of a union shares with the others.
// OPTIONS: --property valid-deref
// EXPECT: TRUE
#include <stdlib.h>
#include <string.h>

struct account {
  char name[8];
  int table[2][3];
  union {
    char bytes[2];
    int number;
  } key;
  int length;
  char text[2];
};

int main(void) {
  struct account *account = malloc(sizeof(struct account) + 6);
  if (!account) return 1;
  strcpy(account->name, "someone");
  strcpy(account->name + strlen(account->name), "");
  memset(account->table[0], 0, sizeof account->table);
  memset(account->key.bytes, 0, sizeof account->key);
  strcpy(account->text, "abcdef");
  return account->name[7];
}
