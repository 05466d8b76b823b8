// A library function may not leave the array that it is given, even if its structure goes on.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>

struct account {
  char name[8];
  int is_admin;
};

int main(void) {
  struct account *account = malloc(sizeof *account);
  account->is_admin = 0;
  strcpy(account->name, "somebody");
  return account->is_admin;
}
