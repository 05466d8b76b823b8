// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/class_text.h"

#include <array>

namespace bireach::frontend {
namespace {

struct Class {
  unsigned bit;
  const char* condition;
};

/// In the order of glibc's <ctype.h>, whose first eight bits are the upper ones of a number of 16 bits.
constexpr std::array<Class, 12> classes{{
    {0x100, "(c >= 'A' && c <= 'Z')"},
    {0x200, "(c >= 'a' && c <= 'z')"},
    {0x400, "(c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')"},
    {0x800, "(c >= '0' && c <= '9')"},
    {0x1000, "(c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f')"},
    {0x2000, "(c == ' ' || c >= 9 && c <= 13)"},
    {0x4000, "(c >= 32 && c <= 126)"},
    {0x8000, "(c >= 33 && c <= 126)"},
    {0x1, "(c == ' ' || c == 9)"},
    {0x2, "(c >= 0 && c <= 31 || c == 127)"},
    {0x4, "(c >= 33 && c <= 47 || c >= 58 && c <= 64 || c >= 91 && c <= 96 || c >= 123 && c <= 126)"},
    {0x8, "(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')"},
}};

constexpr const char* start = "(int c) {\n  if (c < -128 || c > 255) bireach_undefined();\n";

}  // namespace

std::string class_text(const std::string& symbol, unsigned mask) {
  std::string sum;
  for (const Class& one : classes) {
    if ((mask & one.bit) == 0) continue;
    sum += (sum.empty() ? "" : " + ") + ("(" + std::string(one.condition)) + " ? " + std::to_string(one.bit) + " : 0)";
  }
  return "int " + symbol + start + "  return " + (sum.empty() ? "0" : sum) + ";\n}\n";
}

std::string case_text(const std::string& symbol, LetterCase wanted) {
  return "int " + symbol + start + "  if (c < -1) return c + 256;\n  return " +
         (wanted == LetterCase::lower ? "c >= 'A' && c <= 'Z' ? c + 32" : "c >= 'a' && c <= 'z' ? c - 32") +
         " : c;\n}\n";
}

}  // namespace bireach::frontend
