// SPDX-License-Identifier: Apache-2.0
/// POSIX.1-2017, getopt, with what glibc does beside it: arguments that are no options come last, as long as
/// POSIXLY_CORRECT is not set; and its getopt_long.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& option_parts() {
  static const std::vector<LibraryPart> result{
      {{"getopt", "getopt_long"},
       R"(
char *optarg;
int optind = 1, opterr = 1, optopt = '?';
/* What was wrong last, which each call tells again, and what the first call says of arguments that are no options. */
static int bireach_wrong_option, bireach_stops_early;
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
/* Goes to the next argument with options; 0: there is none. */
static int bireach_find_options(int count, char **arguments, int stops) {
  optarg = 0;
  if (!bireach_has_options || optind == 0) {
    if (optind == 0) optind = 1;
    bireach_first_other = optind;
    bireach_behind_others = optind;
    bireach_option = 0;
    bireach_has_options = 1;
    bireach_stops_early = stops;
  }
  if (bireach_option && *bireach_option) return 1;
  if (bireach_behind_others > optind) bireach_behind_others = optind;
  if (bireach_first_other > optind) bireach_first_other = optind;
  if (!bireach_stops_early) {
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
    return 0;
  }
  if (IS_OTHER(arguments[optind])) return 0;
  bireach_option = arguments[optind] + 1;
  return 1;
}
static int bireach_take_option(int count, char **arguments, const char *options, int stops) {
  int wanted = stops;
  char option = *bireach_option;
  bireach_option = bireach_option + 1;
  while (options[wanted] && (options[wanted] != option || option == ':' || option == ';')) wanted++;
  if (!*bireach_option) optind++;
  if (!options[wanted]) {
    bireach_wrong_option = option;
    return '?';
  }
  if (option == 'W' && options[wanted + 1] == ';') bireach_refuse("getopt with long options behind -W");
  if (options[wanted + 1] != ':') return option;
  if (*bireach_option) {
    optarg = bireach_option;
    optind++;
  } else if (options[wanted + 2] != ':') {
    if (optind == count) {
      bireach_wrong_option = option;
      option = options[stops] == ':' ? ':' : '?';
    } else {
      optarg = arguments[optind];
      optind++;
    }
  }
  bireach_option = 0;
  return option;
}
static int bireach_next_short(int count, char *const *given, const char *options) {
  if (options[0] == '-') bireach_refuse("getopt with a '-' in front of the options");
  int stops = options[0] == '+';
  if (count < 1 || !bireach_find_options(count, (char **)given, stops)) return -1;
  return bireach_take_option(count, (char **)given, options, stops);
}
int getopt(int count, char *const *given, const char *options) {
  int result = bireach_next_short(count, given, options);
  optopt = bireach_wrong_option;
  return result;
}
struct option {
  const char *name;
  int has_arg, *flag, val;
};
/* Which long option `text` names, as a whole or, if no other begins so, in part; -1: none, or several. */
static int bireach_long_option(const char *text, size_t length, const struct option *known) {
  int found = -1, several = 0;
  for (int i = 0; known[i].name; i++) {
    if (strncmp(known[i].name, text, length)) continue;
    if (!known[i].name[length]) return i;
    if (found < 0) found = i;
    else if (known[found].has_arg != known[i].has_arg || known[found].flag != known[i].flag ||
             known[found].val != known[i].val) several = 1;
  }
  return several ? -1 : found;
}
static int bireach_next_long(int count, char *const *given, const char *options, const struct option *known,
                             int *which) {
  char **arguments = (char **)given;
  if (options[0] == '-') bireach_refuse("getopt_long with a '-' in front of the options");
  int stops = options[0] == '+';
  if (count < 1 || !bireach_find_options(count, arguments, stops)) return -1;
  if (!known || bireach_option != arguments[optind] + 1 || *bireach_option != '-')
    return bireach_take_option(count, arguments, options, stops);
  char *text = bireach_option + 1;
  size_t length = 0;
  while (text[length] && text[length] != '=') length++;
  int found = bireach_long_option(text, length, known);
  optind++;
  bireach_option = 0;
  if (found < 0) {
    bireach_wrong_option = 0;
    return '?';
  }
  if (text[length]) {
    if (!known[found].has_arg) {
      bireach_wrong_option = known[found].val;
      return '?';
    }
    optarg = text + length + 1;
  } else if (known[found].has_arg == 1) {
    if (optind >= count) {
      bireach_wrong_option = known[found].val;
      return options[stops] == ':' ? ':' : '?';
    }
    optarg = arguments[optind];
    optind++;
  }
  if (which) *which = found;
  if (!known[found].flag) return known[found].val;
  *known[found].flag = known[found].val;
  return 0;
}
int getopt_long(int count, char *const *given, const char *options, const struct option *known, int *which) {
  int result = bireach_next_long(count, given, options, known, which);
  optopt = bireach_wrong_option;
  return result;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
