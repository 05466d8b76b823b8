// SPDX-License-Identifier: Apache-2.0
// With refused_in_another_file*.c: symbols that are not modelled, and which only this file can tell.
int weak_function(void) __attribute__((weak));
int weak_function(void) { return 1; }
int alias_of_weak(void) __attribute__((alias("weak_function")));
int number = 1;
extern unsigned alias_of_other_type __attribute__((alias("number")));
static int chosen(void) { return 1; }
static void *choose(void) { return (void *)chosen; }
int chosen_by_linker(void) __attribute__((ifunc("choose")));
