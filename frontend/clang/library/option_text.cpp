// SPDX-License-Identifier: Apache-2.0
/// POSIX.1-2017, getopt, with what glibc does beside it: arguments that are no options come last, as long as
/// POSIXLY_CORRECT is not set.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& option_parts() {
  static const std::vector<LibraryPart> result{
      {{"getopt"},
       R"(
char *optarg;
int optind = 1, opterr = 1, optopt = '?';
/* Others than options were seen from `bireach_first_other` up to `bireach_behind_others`. */
static int bireach_first_other, bireach_behind_others, bireach_has_options;
static char *bireach_option;
#define IS_OTHER(text) ((text)[0] != '-' || !(text)[1])
static void bireach_others_last(char **arguments) {
  for (; bireach_behind_others < optind; bireach_first_other++, bireach_behind_others++) {
    char *moved = arguments[bireach_behind_others];
    for (int i = bireach_behind_others; i > bireach_first_other; i--) arguments[i] = arguments[i - 1];
    arguments[bireach_first_other] = moved;
  }
}
int getopt(int count, char *const *given, const char *options) {
  char **arguments = (char **)given;
  if (options[0] == '-') bireach_refuse("getopt with a '-' in front of the options");
  int stops = options[0] == '+', wanted = stops;
  if (count < 1) return -1;
  optarg = 0;
  if (!bireach_has_options || optind == 0) {
    if (optind == 0) optind = 1;
    bireach_first_other = optind;
    bireach_behind_others = optind;
    bireach_option = 0;
    bireach_has_options = 1;
  }
  if (!bireach_option || !*bireach_option) {
    if (bireach_behind_others > optind) bireach_behind_others = optind;
    if (bireach_first_other > optind) bireach_first_other = optind;
    if (!stops) {
      if (bireach_first_other == bireach_behind_others) bireach_first_other = optind;
      else bireach_others_last(arguments);
      while (optind < count && IS_OTHER(arguments[optind])) optind++;
      bireach_behind_others = optind;
    }
    if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && !arguments[optind][2]) {
      optind++;
      if (bireach_first_other == bireach_behind_others) bireach_first_other = optind;
      else bireach_others_last(arguments);
      bireach_behind_others = count;
      optind = count;
    }
    if (optind == count) {
      if (bireach_first_other != bireach_behind_others) optind = bireach_first_other;
      return -1;
    }
    if (IS_OTHER(arguments[optind])) return -1;
    bireach_option = arguments[optind] + 1;
  }
  char option = *bireach_option;
  bireach_option = bireach_option + 1;
  while (options[wanted] && (options[wanted] != option || option == ':' || option == ';')) wanted++;
  if (!*bireach_option) optind++;
  if (!options[wanted]) {
    optopt = option;
    return '?';
  }
  if (option == 'W' && options[wanted + 1] == ';') bireach_refuse("getopt with long options");
  if (options[wanted + 1] != ':') return option;
  if (*bireach_option) {
    optarg = bireach_option;
    optind++;
  } else if (options[wanted + 2] != ':') {
    if (optind == count) {
      optopt = option;
      option = options[stops] == ':' ? ':' : '?';
    } else {
      optarg = arguments[optind];
      optind++;
    }
  }
  bireach_option = 0;
  return option;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
