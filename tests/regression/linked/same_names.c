// SPDX-License-Identifier: Apache-2.0
// With extern_after_static.c: other objects and functions of the same names.
int in_block = 2;
int in_file = 2;
int declared_twice = 2;
int function_in_block(void) { return 2; }
int function_in_file(void) { return 2; }
