// SPDX-License-Identifier: Apache-2.0
/// Random C programs that call functions with loops at several places, with inputs from 0 to 2.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace bireach::testing {

/// Functions f0 to f2, each of which may call those before it, and a main that calls them and claims something of what
/// comes of it. All values stay small.
inline std::string random_calls(std::mt19937& random) {
  const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random()) % end; };
  const auto chance = [&below](std::size_t percent) { return below(100) < percent; };
  const auto number = [&below](int from, int to) {
    return std::to_string(from + static_cast<int>(below(static_cast<std::size_t>(to - from + 1))));
  };
  std::string text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\nint g;\n";
  for (std::size_t f = 0; f < 3; ++f) {
    const auto value = [&] {
      const char* const names[] = {"a", "b", "i", "r", "g"};
      return chance(30) ? number(-2, 3) : std::string(names[below(5)]);
    };
    const auto called = [&] {
      return "f" + std::to_string(below(f)) + "(" + (chance(50) ? "i" : "a") + ", " + value() + ")";
    };
    text += "static int f" + std::to_string(f) + "(int a, int b) {\n  int r = " + number(-1, 1) + ";\n";
    text += "  for (int i = 0; i < a && i < 3; i++) {\n";
    for (std::size_t s = 0, n = 1 + below(3); s < n; ++s) {
      switch (below(f == 0 ? 5 : 7)) {
        case 0:
          text += "    r = r % 10 + " + value() + " % 4;\n";
          break;
        case 1:
          text += "    g = " + value() + " % 5;\n";
          break;
        case 2:
          text += "    if (" + value() + " > " + value() + ") { r -= 2; continue; }\n";
          break;
        case 3:
          text += "    if (r > " + number(2, 6) + ") return " + value() + " % 7;\n";
          break;
        case 4:
          text += "    b = " + value() + " % 3;\n";
          break;
        default:
          text += "    r = r % 10 + " + called() + ";\n";
          break;
      }
    }
    text += "  }\n" + std::string(chance(80) ? "  return r;\n" : "  if (r > 0) return r;\n  return b % 4;\n") + "}\n";
  }
  text += "int main(void) {\n  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n";
  text += "  if (n < 0 || n > 2 || m < 0 || m > 2) return 0;\n  int x = 0, y = 0;\n";
  const auto call = [&] {
    const char* const arguments[] = {"n", "m", "n + 1", "2", "x % 4"};
    return "f" + std::to_string(1 + below(2)) + "(" + arguments[below(5)] + ", " + arguments[below(5)] + ")";
  };
  for (std::size_t s = 0, count = 2 + below(3); s < count; ++s) {
    const std::string target = chance(50) ? "x" : "y";
    text += "  " + std::string(chance(30) ? "if (m > 0) " : "") + target + " = " + call() +
            (chance(50) ? " + " + call() : "") + ";\n";
  }
  const char* const relations[] = {" > ", " == ", " <= ", " != "};
  const char* const values[] = {"x", "y", "g", "x + y"};
  text += "  if (" + std::string(values[below(4)]) + relations[below(4)] + number(-3, 9) + ") reach_error();\n";
  return text + "}\n";
}

}  // namespace bireach::testing
