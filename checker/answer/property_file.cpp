// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/property_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "frontend/program/visible_text.h"

namespace bireach::checker {

using frontend::Violation;
using frontend::ViolationKind;

namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blank) - first + 1));
}

void add_function(std::vector<std::string>& functions, const std::string& name) {
  if (std::find(functions.begin(), functions.end(), name) == functions.end()) functions.push_back(name);
}

// The two names SV-COMP has used for the same thing stand for each other.
void add_error_function(std::vector<std::string>& functions, const std::string& name) {
  add_function(functions, name);
  if (name == "reach_error") add_function(functions, "__VERIFIER_error");
  if (name == "__VERIFIER_error") add_function(functions, "reach_error");
}

/// What the formula looks like with spaces anywhere, and with any name in the place of the function.
std::regex pattern_of(const ViolationKind& kind) {
  static const std::regex token(R"(\{\}|[\w-]+|\S)");
  const std::string formula(kind.formula);
  std::string pattern;
  bool after_word = false;
  for (auto at = std::sregex_iterator(formula.begin(), formula.end(), token); at != std::sregex_iterator(); ++at) {
    const std::string text = at->str();
    const bool is_hole = text == "{}";
    const bool is_word = is_hole || std::isalnum(static_cast<unsigned char>(text[0])) != 0;
    pattern += pattern.empty() ? "" : after_word && is_word ? R"(\s+)" : R"(\s*)";
    pattern += is_hole ? R"((\w+))" : is_word ? text : "\\" + text;
    after_word = is_word;
  }
  return std::regex(pattern);
}

/// Properties that have a name and are none of one kind of violation.
constexpr std::array other_names{"termination"};
/// A name for several kinds.
constexpr std::string_view memory_safety = "valid-memsafety";

UnsupportedProperty unsupported(const ViolationKind& kind) {
  return UnsupportedProperty(std::string(kind.name) + " (" + std::string(kind.formula) + ")");
}

bool is_balanced(const std::string& formula) {
  int open = 0;
  for (const char c : formula) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0;
}

/// Notes the kind that the formula is about.
void read_formula(const std::string& formula, Property& property) {
  for (const ViolationKind& kind : frontend::violation_kinds()) {
    std::smatch parts;
    if (!std::regex_match(formula, parts, pattern_of(kind))) continue;
    if (!kind.is_checked) throw unsupported(kind);
    if (!property.has(kind.violation)) property.kinds.push_back(kind.violation);
    if (parts.size() > 1) add_error_function(property.error_functions, parts[1].str());
    return;
  }
  throw UnsupportedProperty(formula);
}

void read_line(const std::string& line, Property& property) {
  constexpr std::size_t longest_line = 1000;
  // A property line of SV-COMP: init of one function, then one formula.
  static const std::regex check(R"(CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*(LTL|FQL)\s*\((.*)\)\s*\))");
  std::smatch parts;
  if (!std::regex_match(line, parts, check) || !is_balanced(parts[3].str())) {
    const bool is_text = line.find('\0') == std::string::npos && line.size() <= longest_line;
    throw PropertyError((is_text ? "not a property: '" + frontend::visible_text(line) + "'" : "not a text") +
                        " (expected CHECK( init(main()), LTL(G ! call(reach_error())) ))");
  }
  const std::string formula = frontend::visible_text(trimmed(parts[3].str()));
  if (parts[2].str() != "LTL") throw UnsupportedProperty(formula);
  read_formula(formula, property);
  if (!property.entry.empty() && property.entry != parts[1].str())
    throw UnsupportedProperty("several entry functions: " + property.entry + ", " + parts[1].str());
  property.entry = parts[1].str();
}

}  // namespace

Property parse_property(std::string_view text) {
  Property property;
  property.kinds.clear();
  property.error_functions.clear();
  property.assert_is_error = false;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::string content = trimmed(line);
    if (!content.empty()) read_line(content, property);
  }
  if (property.kinds.empty()) throw PropertyError("the property file is empty");
  return property;
}

std::string property_names() {
  std::string names;
  for (const ViolationKind& kind : frontend::violation_kinds())
    if (kind.is_checked) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names + ", " + std::string(memory_safety);
}

namespace {

/// Nothing: no kind has this name. Throws UnsupportedProperty for one that is not checked.
std::optional<std::vector<Violation>> kinds_named(const std::string& name) {
  if (name == memory_safety)
    return std::vector{Violation::valid_free, Violation::valid_deref, Violation::valid_memtrack};
  const auto named = frontend::violation_named(name);
  if (!named) return std::nullopt;
  if (!frontend::kind_of(*named).is_checked) throw unsupported(frontend::kind_of(*named));
  return std::vector{*named};
}

}  // namespace

Property load_property(const std::string& name_or_path) {
  if (const auto kinds = kinds_named(name_or_path)) {
    Property property;
    property.kinds = *kinds;
    if (!property.has(Violation::unreach_call)) {
      property.error_functions.clear();
      property.assert_is_error = false;
    }
    return property;
  }
  if (std::find(other_names.begin(), other_names.end(), name_or_path) != other_names.end())
    throw UnsupportedProperty(name_or_path);
  std::error_code error;
  if (!std::filesystem::exists(name_or_path, error)) {
    const bool is_file = name_or_path.ends_with(".prp") || name_or_path.find('/') != std::string::npos;
    if (is_file) throw PropertyError("cannot read the property file " + name_or_path + ": there is none");
    throw PropertyError("no such property: '" + name_or_path + "' (expected " + property_names() + " or a .prp file)");
  }
  if (std::filesystem::is_directory(name_or_path, error)) throw PropertyError(name_or_path + " is a directory");
  std::ifstream file(name_or_path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw PropertyError("cannot read " + name_or_path);
  try {
    return parse_property(text.str());
  } catch (const PropertyError& problem) {
    throw PropertyError(name_or_path + ": " + problem.what());
  }
}

namespace {

/// Of a kind that a user names in a list.
Violation listed_kind(const std::string& name) {
  if (const auto named = frontend::violation_named(name)) {
    if (!frontend::kind_of(*named).is_checked) throw unsupported(frontend::kind_of(*named));
    return *named;
  }
  throw PropertyError("no such kind of errors: '" + name + "' (expected " + property_names() + ")");
}

void add(Property& property, const Property& other) {
  for (const Violation kind : other.kinds)
    if (!property.has(kind)) property.kinds.push_back(kind);
  for (const std::string& name : other.error_functions) add_function(property.error_functions, name);
  property.assert_is_error = property.assert_is_error || other.assert_is_error;
  if (property.entry.empty()) property.entry = other.entry;
  if (!other.entry.empty() && property.entry != other.entry)
    throw UnsupportedProperty("several entry functions: " + property.entry + ", " + other.entry);
}

}  // namespace

std::string PropertyChoice::text() const {
  std::string result;
  for (const std::string& name : named) result += (result.empty() ? "" : ",") + name;
  if (!result.empty()) return result;
  if (!all_by_default) return std::string(frontend::kind_of(Violation::unreach_call).name);
  result = "default";
  for (const std::string& kind : with) result += "," + kind;
  for (const std::string& kind : without) result += ",no-" + kind;
  return result;
}

namespace {

Property chosen_kinds(const PropertyChoice& choice) {
  if (!choice.named.empty()) {
    Property property = load_property(choice.named.front());
    for (const std::string& name : choice.named) add(property, load_property(name));
    return property;
  }
  Property property;
  if (!choice.all_by_default) return property;
  property.is_default = choice.with.empty();
  property.kinds = frontend::default_kinds();
  for (const std::string& name : choice.with)
    if (const Violation kind = listed_kind(name); !property.has(kind)) property.kinds.push_back(kind);
  for (const std::string& name : choice.without) std::erase(property.kinds, listed_kind(name));
  if (property.kinds.empty()) throw PropertyError("no kind of errors is left to be looked for");
  if (!property.has(Violation::unreach_call)) {
    property.error_functions.clear();
    property.assert_is_error = false;
  }
  return property;
}

}  // namespace

Property choose_property(const PropertyChoice& choice) {
  Property property = chosen_kinds(choice);
  if (choice.error_functions.empty()) return property;
  if (!property.has(Violation::unreach_call))
    throw PropertyError("--error-function is for the property unreach-call, which is not looked for");
  for (const std::string& name : choice.error_functions) add_function(property.error_functions, name);
  return property;
}

}  // namespace bireach::checker
