// The array may be one of an object that is found on the way.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>

struct account {
  char name[8];
  int is_admin;
};

int main(void) {
  struct account *accounts = calloc(2, sizeof *accounts);
  int used = 0;
  strcpy(accounts[used++].name, "someone");
  strcpy(accounts[used++].name, "somebody");
  return accounts[0].is_admin + used;
}
