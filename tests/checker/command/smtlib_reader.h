// SPDX-License-Identifier: Apache-2.0
/// Reads the SMT-LIB terms of result files back: what `logic::to_smtlib` writes for integers and bit-vectors.
#pragma once

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::testing {

/// Throws std::runtime_error on what it does not know.
class SmtlibReader {
 public:
  /// Sorts of the free variables; `v'` has the sort of v.
  SmtlibReader(logic::TermManager& terms, const std::map<std::string, logic::Sort>& sorts)
      : terms_(terms), sorts_(sorts) {}

  logic::Term read(const std::string& text) {
    text_ = text;
    at_ = 0;
    const Node node = parse();
    return term(node, {});
  }

  static logic::Sort sort(const std::string& text) {
    if (text == "Int") return logic::Sort::integer();
    const std::string prefix = "(_ BitVec ";
    if (text.rfind(prefix, 0) != 0) throw std::runtime_error("no sort: " + text);
    return logic::Sort::bit_vector(static_cast<unsigned>(std::stoul(text.substr(prefix.size()))));
  }

 private:
  /// An atom, or a list.
  struct Node {
    std::string atom;
    std::vector<Node> list;
  };
  using Names = std::map<std::string, logic::Term>;
  using Terms = std::vector<logic::Term>;
  using Kind = logic::Kind;

  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    if (at_ == text_.size()) throw std::runtime_error("the term ends too early: " + text_);
    return text_[at_];
  }

  Node parse() {
    Node node;
    const char first = peek();
    if (first == '|') {
      const std::size_t end = text_.find('|', at_ + 1);
      node.atom = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else if (first == '(') {
      ++at_;
      while (peek() != ')') node.list.push_back(parse());
      ++at_;
    } else {
      while (at_ < text_.size() && std::string(" \n()").find(text_[at_]) == std::string::npos)
        node.atom += text_[at_++];
    }
    return node;
  }

  logic::Term atom(const std::string& name, const Names& names) {
    if (const auto bound = names.find(name); bound != names.end()) return bound->second;
    if (name == "true" || name == "false") return terms_.boolean(name == "true");
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) return terms_.integer(logic::Integer(name));
    const std::string plain = name.back() == '\'' ? name.substr(0, name.size() - 1) : name;
    const auto known = sorts_.find(plain);
    if (known == sorts_.end()) throw std::runtime_error("no variable of the file: " + name);
    return terms_.variable(name, known->second);
  }

  logic::Term term(const Node& node, const Names& names) {
    if (node.list.empty()) return atom(node.atom, names);
    const Node& head = node.list[0];
    if (head.atom == "let") {
      Names inner = names;
      for (const Node& binding : node.list[1].list) inner[binding.list[0].atom] = term(binding.list[1], names);
      return term(node.list[2], inner);
    }
    if (head.atom == "_") return constant(node);
    Terms arguments;
    for (std::size_t i = 1; i < node.list.size(); ++i) arguments.push_back(term(node.list[i], names));
    return head.list.empty() ? application(head.atom, arguments) : indexed(head, arguments);
  }

  logic::Term constant(const Node& node) {  // (_ bv7 32)
    return terms_.bit_vector(logic::Integer(node.list[1].atom.substr(2)),
                             static_cast<unsigned>(std::stoul(node.list[2].atom)));
  }

  logic::Term indexed(const Node& head, const Terms& arguments) {  // ((_ extract 7 0) x)
    const auto number = [&](std::size_t i) { return static_cast<unsigned>(std::stoul(head.list.at(i).atom)); };
    const std::string& name = head.list.at(1).atom;
    if (name == "extract") return terms_.extract(arguments[0], number(2), number(3));
    if (name == "zero_extend") return terms_.zero_extend(arguments[0], number(2));
    if (name == "sign_extend") return terms_.sign_extend(arguments[0], number(2));
    throw std::runtime_error("no operator: " + name);
  }

  logic::Term application(const std::string& name, const Terms& a) {
    if (name == "not") return terms_.not_(a[0]);
    if (name == "and") return terms_.and_(a);
    if (name == "or") return terms_.or_(a);
    if (name == "=") return terms_.equal(a[0], a[1]);
    if (name == "ite") return terms_.ite(a[0], a[1], a[2]);
    if (name == "+") return terms_.add(a);
    if (name == "-") return a.size() == 1 ? terms_.neg(a[0]) : terms_.sub(a[0], a[1]);
    if (name == "*") {
      logic::Term product = a[0];
      for (std::size_t i = 1; i < a.size(); ++i) product = terms_.mul(product, a[i]);
      return product;
    }
    if (name == "div") return terms_.int_div(a[0], a[1]);
    if (name == "mod") return terms_.int_mod(a[0], a[1]);
    if (name == "<=") return terms_.less_equal(a[0], a[1]);
    if (name == "<") return terms_.less(a[0], a[1]);
    if (name == "bvnot") return terms_.bv_unary(Kind::BvNot, a[0]);
    if (name == "bvneg") return terms_.bv_unary(Kind::BvNeg, a[0]);
    static const std::map<std::string, Kind> binary = {
        {"bvadd", Kind::BvAdd},   {"bvmul", Kind::BvMul},   {"bvudiv", Kind::BvUdiv}, {"bvurem", Kind::BvUrem},
        {"bvsdiv", Kind::BvSdiv}, {"bvsrem", Kind::BvSrem}, {"bvshl", Kind::BvShl},   {"bvlshr", Kind::BvLshr},
        {"bvashr", Kind::BvAshr}, {"bvand", Kind::BvAnd},   {"bvor", Kind::BvOr},     {"bvxor", Kind::BvXor},
        {"bvult", Kind::BvUlt},   {"bvule", Kind::BvUle},   {"bvslt", Kind::BvSlt},   {"bvsle", Kind::BvSle},
        {"concat", Kind::Concat}};
    const auto known = binary.find(name);
    if (known == binary.end()) throw std::runtime_error("no operator: " + name);
    logic::Term result = a[0];
    for (std::size_t i = 1; i < a.size(); ++i) result = terms_.bv_binary(known->second, result, a[i]);
    return result;
  }

  logic::TermManager& terms_;
  const std::map<std::string, logic::Sort>& sorts_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace bireach::testing
