// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/property.h"

#include <algorithm>
#include <array>

namespace bireach::frontend {
namespace {

constexpr std::array kinds{
    ViolationKind{Violation::unreach_call, "unreach-call", "FALSE(unreach-call)\n", "G ! call({}())",
                  "assertion failed", "ErrorReached", "An execution of the program reaches an error.",
                  "Some execution of the program calls reach_error or fails an assertion.", "", true, true},
    ViolationKind{Violation::valid_deref, "valid-deref", "FALSE(valid-deref)\n", "G valid-deref", "invalid access",
                  "InvalidAccess", "An execution of the program accesses memory that is no object's.",
                  "Some execution of the program reads or writes where no object is: behind the end of one, through a "
                  "null pointer, or after the object's life.",
                  "6.5.3.2p4, 6.5.6p8", true, true},
    ViolationKind{Violation::valid_free, "valid-free", "FALSE(valid-free)\n", "G valid-free", "invalid free",
                  "InvalidFree", "An execution of the program frees what cannot be freed.",
                  "Some execution of the program frees what was not allocated, or was freed already.", "7.22.3.3p2",
                  true, true},
    ViolationKind{Violation::valid_memtrack, "valid-memtrack", "FALSE(valid-memtrack)\n", "G valid-memtrack",
                  "memory is lost", "MemoryLost", "An execution of the program loses allocated memory.",
                  "Some execution of the program ends, or goes on, with allocated memory that nothing points to.", "",
                  true, false},
    ViolationKind{Violation::valid_memcleanup, "valid-memcleanup", "FALSE(valid-memcleanup)\n", "G valid-memcleanup",
                  "memory is not freed", "MemoryNotFreed", "An execution of the program ends with allocated memory.",
                  "Some execution of the program ends before all that it allocated is freed.", "", true, false},
    ViolationKind{Violation::no_overflow, "no-overflow", "FALSE(no-overflow)\n", "G ! overflow", "signed overflow",
                  "SignedOverflow", "An execution of the program overflows a signed operation.",
                  "Some execution of the program computes a signed value that its type does not have.", "6.5p5", true,
                  true},
    ViolationKind{Violation::no_data_race, "no-data-race", "FALSE(no-data-race)\n", "G ! data-race", "data race",
                  "DataRace", "An execution of the program has a data race.",
                  "In some execution of the program two threads access an object at a time, and one of them writes.",
                  "5.1.2.4p25", true, false},
    ViolationKind{Violation::deadlock, "deadlock", "FALSE(deadlock)\n", "G ! deadlock", "deadlock", "Deadlock",
                  "An execution of the program comes to where no thread can go on.",
                  "In some execution of the program threads are left, and each of them waits for ever.", "", true,
                  false},
    ViolationKind{Violation::division_by_zero, "division-by-zero", "FALSE(division-by-zero)\n", "G ! division-by-zero",
                  "division by zero", "DivisionByZero", "An execution of the program divides by zero.",
                  "Some execution of the program divides an integer by zero, or takes its remainder.", "6.5.5p5", true,
                  true},
    ViolationKind{
        Violation::shift_out_of_range, "shift-out-of-range", "FALSE(shift-out-of-range)\n", "G ! shift-out-of-range",
        "shift out of range", "ShiftOutOfRange",
        "An execution of the program shifts by an amount that is out of range.",
        "Some execution of the program shifts by a negative amount, or by at least the width of the shifted operand.",
        "6.5.7p3", true, true},
    ViolationKind{
        Violation::uninitialised_read, "uninitialised-read", "FALSE(uninitialised-read)\n", "G ! uninitialised-read",
        "uninitialised read", "UninitialisedRead", "An execution of the program reads what was not written.",
        "Some execution of the program reads a local variable, or allocated memory, before anything is stored there.",
        "6.3.2.1p2, J.2", true, true},
    ViolationKind{Violation::undefined_call, "undefined-call", "FALSE(undefined-call)\n", "G ! undefined-call",
                  "call that C leaves undefined", "UndefinedCall",
                  "An execution of the program calls a library function in a way that C leaves undefined.",
                  "Some execution of the program passes a library function an argument that its contract excludes.",
                  "7.1.4p1", true, true},
    ViolationKind{Violation::unreachable_reached, "unreachable-reached", "FALSE(unreachable-reached)\n",
                  "G ! unreachable-reached", "unreachable code reached", "UnreachableReached",
                  "An execution of the program reaches what it says cannot be reached.",
                  "Some execution of the program comes to __builtin_unreachable(), or fails __builtin_assume.", "",
                  true, true},
    ViolationKind{Violation::missing_return, "missing-return", "FALSE(missing-return)\n", "G ! missing-return",
                  "missing return value", "MissingReturn",
                  "An execution of the program uses a value that no return gives.",
                  "Some execution of the program uses the value of a call that ended without a return statement.",
                  "6.9.1p12", true, true},
    ViolationKind{
        Violation::array_size, "array-size", "FALSE(array-size)\n", "G ! array-size", "invalid array size",
        "InvalidArraySize", "An execution of the program makes an array of no possible size.",
        "Some execution of the program declares an array of variable length with a size that is not positive.",
        "6.7.6.2p5", true, true},
    ViolationKind{Violation::pointer_arithmetic, "pointer-arithmetic", "FALSE(pointer-arithmetic)\n",
                  "G ! pointer-arithmetic", "pointer out of its object", "PointerArithmetic",
                  "An execution of the program computes a pointer that leaves its object.",
                  "Some execution of the program moves a pointer before its object, or farther than right behind it.",
                  "6.5.6p8", true, false},
    ViolationKind{
        Violation::float_conversion, "float-conversion", "FALSE(float-conversion)\n", "G ! float-conversion",
        "conversion of a floating-point value out of range", "FloatConversion",
        "An execution of the program converts a floating-point value to an integer type that does not have it.",
        "Some execution of the program converts a floating-point value whose integral part the type does not have.",
        "6.3.1.4p1", true, true},
    ViolationKind{Violation::lossy_conversion, "lossy-conversion", "FALSE(lossy-conversion)\n", "G ! lossy-conversion",
                  "conversion that loses value", "LossyConversion",
                  "An execution of the program converts a value to a type that does not have it.",
                  "Some execution of the program converts an integer to a type in which its value does not fit.",
                  "6.3.1.3p3", true, false},
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

std::vector<Violation> default_kinds() {
  std::vector<Violation> result;
  for (const ViolationKind& kind : kinds)
    if (kind.by_default && kind.is_checked) result.push_back(kind.violation);
  return result;
}

bool is_of_operations(Violation violation) {
  switch (violation) {
    case Violation::unreach_call:
    case Violation::no_data_race:
    case Violation::deadlock:
      return false;
    case Violation::valid_deref:
    case Violation::valid_free:
    case Violation::valid_memtrack:
    case Violation::valid_memcleanup:
    case Violation::no_overflow:
    case Violation::division_by_zero:
    case Violation::shift_out_of_range:
    case Violation::uninitialised_read:
    case Violation::undefined_call:
    case Violation::unreachable_reached:
    case Violation::missing_return:
    case Violation::array_size:
    case Violation::pointer_arithmetic:
    case Violation::float_conversion:
    case Violation::lossy_conversion:
      return true;
  }
  return false;
}

bool Property::has_operations() const {
  return std::any_of(kinds.begin(), kinds.end(), is_of_operations);
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
