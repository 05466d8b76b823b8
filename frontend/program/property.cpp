// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/property.h"

#include <algorithm>
#include <array>

namespace bireach::frontend {
namespace {

constexpr std::array kinds{
    ViolationKind{Violation::unreach_call, "unreach-call", "FALSE(unreach-call)\n", "G ! call({}())",
                  "assertion failed", "ErrorReached", "An execution of the program reaches an error.",
                  "Some execution of the program calls reach_error or fails an assertion.", true},
    ViolationKind{Violation::valid_deref, "valid-deref", "FALSE(valid-deref)\n", "G valid-deref", "invalid access",
                  "InvalidAccess", "An execution of the program accesses memory that is no object's.",
                  "Some execution of the program reads or writes through a pointer where no object is.", false},
    ViolationKind{Violation::valid_free, "valid-free", "FALSE(valid-free)\n", "G valid-free", "invalid free",
                  "InvalidFree", "An execution of the program frees what cannot be freed.",
                  "Some execution of the program frees what was not allocated, or was freed already.", false},
    ViolationKind{Violation::valid_memtrack, "valid-memtrack", "FALSE(valid-memtrack)\n", "G valid-memtrack",
                  "memory is lost", "MemoryLost", "An execution of the program loses allocated memory.",
                  "Some execution of the program ends, or goes on, with allocated memory that nothing points to.",
                  false},
    ViolationKind{Violation::valid_memcleanup, "valid-memcleanup", "FALSE(valid-memcleanup)\n", "G valid-memcleanup",
                  "memory is not freed", "MemoryNotFreed", "An execution of the program ends with allocated memory.",
                  "Some execution of the program ends before all that it allocated is freed.", false},
    ViolationKind{Violation::no_overflow, "no-overflow", "FALSE(no-overflow)\n", "G ! overflow", "signed overflow",
                  "SignedOverflow", "An execution of the program overflows a signed operation.",
                  "Some execution of the program computes a signed value that its type does not have.", false},
    ViolationKind{Violation::no_data_race, "no-data-race", "FALSE(no-data-race)\n", "G ! data-race", "data race",
                  "DataRace", "An execution of the program has a data race.",
                  "In some execution of the program two threads access an object at a time, and one of them writes.",
                  true},
    ViolationKind{Violation::deadlock, "deadlock", "FALSE(deadlock)\n", "G ! deadlock", "deadlock", "Deadlock",
                  "An execution of the program comes to where no thread can go on.",
                  "In some execution of the program threads are left, and each of them waits for ever.", true},
};

constexpr bool is_consistent() {
  constexpr std::string_view open = "FALSE(";
  constexpr std::string_view close = ")\n";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::string_view verdict = kinds[i].verdict;
    const bool fits = verdict.starts_with(open) && verdict.ends_with(close) &&
                      verdict.substr(open.size(), verdict.size() - open.size() - close.size()) == kinds[i].name;
    if (static_cast<std::size_t>(kinds[i].violation) != i || !fits) return false;
  }
  return true;
}
static_assert(is_consistent(), "the rows are in the order of the enumeration, and name their verdicts");

}  // namespace

std::span<const ViolationKind> violation_kinds() {
  return kinds;
}

const ViolationKind& kind_of(Violation violation) {
  return kinds.at(static_cast<std::size_t>(violation));
}

std::optional<Violation> violation_named(std::string_view name) {
  for (const ViolationKind& kind : kinds)
    if (kind.name == name) return kind.violation;
  return std::nullopt;
}

bool Property::has(Violation violation) const {
  return std::find(kinds.begin(), kinds.end(), violation) != kinds.end();
}

std::string Property::name() const {
  std::string text;
  for (const Violation violation : kinds) text += (text.empty() ? "" : ",") + std::string(kind_of(violation).name);
  return text;
}

std::string Property::specification(Violation violation, const std::string& start) const {
  std::string formula(kind_of(violation).formula);
  if (const std::size_t hole = formula.find("{}"); hole != std::string::npos)
    formula.replace(hole, 2, error_functions.empty() ? "reach_error" : error_functions.front());
  return "CHECK( init(" + start + "()), LTL(" + formula + ") )";
}

std::string Property::specification(const std::string& start) const {
  std::string text;
  for (const Violation violation : kinds) text += (text.empty() ? "" : "\n") + specification(violation, start);
  return text;
}

}  // namespace bireach::frontend
