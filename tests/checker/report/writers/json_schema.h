// SPDX-License-Identifier: Apache-2.0
/// What of a JSON document breaks a JSON Schema (draft 2020-12), for the keywords that result.schema.json uses; others
/// are findings.
#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace bireach::testing {

class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json root) : root_(std::move(root)) {}

  /// Empty: the document is valid.
  [[nodiscard]] std::vector<std::string> findings(const Json& document) const {
    std::vector<std::string> result;
    check(document, root_, "", result);
    return result;
  }

 private:
  using Findings = std::vector<std::string>;

  [[nodiscard]] bool fits(const Json& value, const Json& schema) const {
    Findings findings;
    check(value, schema, "", findings);
    return findings.empty();
  }

  void check(const Json& value, const Json& schema, const std::string& at, Findings& findings) const {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) findings.push_back(at + ": not allowed");
      return;
    }
    for (const auto& [keyword, rule] : schema.items()) check(value, schema, keyword, rule, at, findings);
  }

  static bool is_of_type(const Json& value, const std::string& type) {
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_boolean()
           : type == "null"    ? value.is_null()
           : type == "integer" ? value.is_number_integer()
                               : type == "number" && value.is_number();
  }

  static bool is_of_types(const Json& value, const Json& types) {
    if (types.is_string()) return is_of_type(value, types);
    return std::any_of(types.begin(), types.end(), [&](const Json& type) { return is_of_type(value, type); });
  }

  void check(const Json& value, const Json& schema, const std::string& keyword, const Json& rule, const std::string& at,
             Findings& findings) const {
    const auto expect = [&](bool holds) {
      if (!holds) findings.push_back(at + ": " + keyword + " " + rule.dump().substr(0, 200));
    };
    static const std::set<std::string> without_meaning = {"$schema",     "$comment", "$defs", "title",
                                                          "description", "then",     "else"};
    const auto count_of_fitting = [&] {
      return std::count_if(rule.begin(), rule.end(), [&](const Json& one) { return fits(value, one); });
    };
    if (without_meaning.count(keyword) > 0) return;
    if (keyword == "$ref")
      check(value, root_.at(Json::json_pointer(rule.get<std::string>().substr(1))), at, findings);
    else if (keyword == "type")
      expect(is_of_types(value, rule));
    else if (keyword == "const")
      expect(value == rule);
    else if (keyword == "enum")
      expect(std::find(rule.begin(), rule.end(), value) != rule.end());
    else if (keyword == "not")
      expect(!fits(value, rule));
    else if (keyword == "oneOf")
      expect(count_of_fitting() == 1);
    else if (keyword == "anyOf")
      expect(count_of_fitting() > 0);
    else if (keyword == "allOf")
      for (const Json& one : rule) check(value, one, at, findings);
    else if (keyword == "if")
      check_branch(value, schema, rule, at, findings);
    else if (keyword == "minimum")
      expect(!value.is_number() || value.get<double>() >= rule.get<double>());
    else if (keyword == "minLength")
      expect(!value.is_string() || value.get<std::string>().size() >= rule.get<std::size_t>());
    else if (keyword == "pattern")
      expect(!value.is_string() || std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>())));
    else if (value.is_array())
      check_array(value, keyword, rule, at, findings);
    else if (value.is_object())
      check_object(value, schema, keyword, rule, at, findings);
  }

  void check_branch(const Json& value, const Json& schema, const Json& condition, const std::string& at,
                    Findings& findings) const {
    const auto branch = schema.find(fits(value, condition) ? "then" : "else");
    if (branch != schema.end()) check(value, *branch, at, findings);
  }

  void check_array(const Json& value, const std::string& keyword, const Json& rule, const std::string& at,
                   Findings& findings) const {
    const auto expect = [&](bool holds) {
      if (!holds) findings.push_back(at + ": " + keyword);
    };
    if (keyword == "items")
      for (std::size_t i = 0; i < value.size(); ++i) check(value[i], rule, at + "/" + std::to_string(i), findings);
    else if (keyword == "minItems")
      expect(value.size() >= rule.get<std::size_t>());
    else if (keyword == "maxItems")
      expect(value.size() <= rule.get<std::size_t>());
    else if (keyword == "uniqueItems")
      expect(std::set<Json>(value.begin(), value.end()).size() == value.size());
    else if (!of_objects().count(keyword))
      findings.push_back(at + ": no such keyword: " + keyword);
  }

  void check_object(const Json& value, const Json& schema, const std::string& keyword, const Json& rule,
                    const std::string& at, Findings& findings) const {
    if (keyword == "required") {
      for (const Json& name : rule)
        if (!value.contains(name.get<std::string>())) findings.push_back(at + ": no " + name.get<std::string>());
    } else if (keyword == "dependentRequired") {
      for (const auto& [name, others] : rule.items())
        if (value.contains(name)) check_object(value, schema, "required", others, at, findings);
    } else if (keyword == "properties") {
      for (const auto& [name, property] : rule.items())
        if (value.contains(name)) check(value.at(name), property, at + "/" + name, findings);
    } else if (keyword == "propertyNames") {
      for (const auto& [name, property] : value.items()) check(Json(name), rule, at + "/" + name, findings);
    } else if (keyword == "additionalProperties") {
      const Json known = schema.value("properties", Json::object());
      for (const auto& [name, property] : value.items())
        if (!known.contains(name)) check(property, rule, at + "/" + name, findings);
    } else if (!of_arrays().count(keyword)) {
      findings.push_back(at + ": no such keyword: " + keyword);
    }
  }

  static const std::set<std::string>& of_objects() {
    static const std::set<std::string> names = {"required", "dependentRequired", "properties", "propertyNames",
                                                "additionalProperties"};
    return names;
  }
  static const std::set<std::string>& of_arrays() {
    static const std::set<std::string> names = {"items", "minItems", "maxItems", "uniqueItems"};
    return names;
  }

  Json root_;
};

}  // namespace bireach::testing
