// SPDX-License-Identifier: Apache-2.0
#include "checker/property.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace bireach::checker {
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

void read_line(const std::string& line, Property& property) {
  // A property line of SV-COMP: init of one function, then one formula.
  static const std::regex check(R"(CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*(LTL|FQL)\s*\((.*)\)\s*\))");
  static const std::regex unreachable(R"(G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\))");
  std::smatch parts;
  if (!std::regex_match(line, parts, check)) {
    throw PropertyError("not a property: '" + line.substr(0, 80) +
                        "' (expected CHECK( init(main()), LTL(G ! call(reach_error())) ))");
  }
  const std::string formula = trimmed(parts[3].str());
  std::smatch call;
  if (parts[2].str() != "LTL" || !std::regex_match(formula, call, unreachable)) throw UnsupportedProperty(formula);
  if (!property.entry.empty() && property.entry != parts[1].str()) {
    throw UnsupportedProperty("several entry functions: " + property.entry + ", " + parts[1].str());
  }
  property.entry = parts[1].str();
  add_error_function(property.error_functions, call[1].str());
}

}  // namespace

Property parse_property(std::string_view text) {
  Property property;
  property.error_functions.clear();
  property.assert_is_error = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::string content = trimmed(line);
    if (!content.empty()) read_line(content, property);
  }
  if (property.error_functions.empty()) throw PropertyError("the property file is empty");
  return property;
}

Property load_property(const std::string& name_or_path) {
  if (name_or_path == "unreach-call") return {};
  std::error_code error;
  if (!std::filesystem::exists(name_or_path, error)) {
    throw PropertyError("no such property: '" + name_or_path + "' (expected unreach-call or a .prp file)");
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

}  // namespace bireach::checker
