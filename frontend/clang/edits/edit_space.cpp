// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "frontend/clang/edits/candidates.h"
#include "frontend/clang/edits/schema.h"

namespace bireach::frontend {
namespace {

using Operator = Guard::Operator;

struct Comparison {
  const char* holds;
  const char* fails;
};

Comparison comparison(Operator op) {
  switch (op) {
    case Operator::equal:
      return {"==", "!="};
    case Operator::unequal:
      return {"!=", "=="};
    case Operator::less:
      return {"<", ">="};
    case Operator::less_equal:
      return {"<=", ">"};
    case Operator::greater:
      return {">", "<="};
    case Operator::greater_equal:
      return {">=", "<"};
    case Operator::condition:
    case Operator::not_condition:
      break;
  }
  throw std::logic_error("no comparison");
}

struct Written {
  std::string text;
  int binding = binds_all;
};

/// The number that an operand is must be the same whatever it is compared with.
std::string compared(const Nameable& operand, const Nameable* other, std::int64_t constant) {
  const bool is_unsigned = operand.type.starts_with("unsigned");
  const bool is_long = operand.type.find("long") != std::string::npos;
  const bool differs = is_long || (other ? !other->type.starts_with("unsigned") : constant < 0);
  return is_unsigned && differs ? "(long long)" + in_place(operand.text, operand.binding, binds_unary)
                                : in_place(operand.text, operand.binding, binds_shift);
}

Written write_guard(const Guard& guard, const Names& names, bool holds) {
  if (guard.op == Operator::condition || guard.op == Operator::not_condition) {
    const std::string& text = names.conditions.at(guard.left);
    if (holds == (guard.op == Operator::condition)) return {text, binds_comma};
    return {"!(" + text + ")", binds_unary};
  }
  const Nameable& left = names.operands.at(guard.left);
  const Nameable* right = guard.right ? &names.operands.at(*guard.right) : nullptr;
  const Comparison op = comparison(guard.op);
  const std::string other = right ? compared(*right, &left, 0) : number_text(guard.constant);
  return {compared(left, right, guard.constant) + " " + (holds ? op.holds : op.fails) + " " + other,
          guard.op == Operator::equal || guard.op == Operator::unequal ? binds_equal : binds_less};
}

bool is_printable(std::int64_t code) {
  return code >= ' ' && code <= '~';
}

std::string letter(std::int64_t code) {
  const char c = static_cast<char>(code);
  return std::string(c == '\'' || c == '\\' ? "'\\" : "'") + c + "'";
}

/// The value of a choice, where a number of the type `draft.hole_type` is asked for.
Written write_value(const Draft& draft, const Choice& choice, const Names& names) {
  if (!choice.operand && draft.is_letter && is_printable(choice.constant)) return {letter(choice.constant), binds_all};
  if (!choice.operand) return {number_text(choice.constant), choice.constant < 0 ? binds_unary : binds_all};
  const Nameable& operand = names.operands.at(*choice.operand);
  if (draft.hole_converts || operand.type == draft.hole_type) return {operand.text, operand.binding};
  return {"(" + draft.hole_type + ")" + in_place(operand.text, operand.binding, binds_unary), binds_unary};
}

/// `after`: something stands before it, to which it is added.
Written write_linear(const Linear& linear, const Names& names, bool after) {
  std::vector<std::pair<bool, std::string>> parts;  // is it subtracted?
  for (const Linear::Term& term : linear.terms) {
    if (term.coefficient == 0) continue;
    const Nameable& operand = names.operands.at(term.operand);
    const std::int64_t size = std::abs(term.coefficient);
    parts.emplace_back(term.coefficient < 0,
                       size == 1 ? in_place(operand.text, operand.binding, binds_product)
                                 : number_text(size) + " * " + in_place(operand.text, operand.binding, binds_unary));
  }
  if (linear.constant != 0 || parts.empty())
    parts.emplace_back(linear.constant < 0, number_text(std::abs(linear.constant)));
  // One that is added comes first.
  const auto added = std::find_if(parts.begin(), parts.end(), [](const auto& part) { return !part.first; });
  if (!after && added != parts.end()) std::rotate(parts.begin(), added, added + 1);
  std::string text;
  for (const auto& [subtracted, part] : parts)
    text += text.empty() && !after ? (subtracted ? "-" : "") + part : (subtracted ? " - " : " + ") + part;
  return {text, binds_sum};
}

std::string on_line(const std::string& text) {
  return on_one_line(text).value_or(text);
}

}  // namespace

const std::vector<EditSite>& EditSpace::sites() const {
  return data_->sites;
}

const std::vector<Edit>& EditSpace::edits() const {
  return data_->edits;
}

const std::vector<std::int64_t>& EditSpace::constants() const {
  return data_->constants;
}

const std::map<std::string, std::string>& EditSpace::schema() const {
  return data_->schema;
}

const std::vector<std::string>& EditSpace::selector_names() {
  static const std::vector<std::string> names{edit_selector,  operand_selector, constant_selector,
                                              guard_selector, left_selector,    right_selector,
                                              bound_selector, first_selector,   second_selector};
  return names;
}

std::vector<std::int64_t> EditSpace::select(std::size_t edit, const Choice& choice) const {
  const auto number = [](std::size_t index) { return static_cast<std::int64_t>(index) + 1; };
  std::vector<std::int64_t> result(selector_names().size(), 0);
  result[0] = data_->selectors.at(edit);
  if (choice.operand) result[1] = number(*choice.operand);
  result[2] = choice.constant;
  if (choice.linear) {
    const std::vector<Linear::Term>& terms = choice.linear->terms;
    result[2] = choice.linear->constant;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, terms.size()); ++i) {
      result[i == 0 ? 1 : 4] = number(terms[i].operand);
      result[7 + i] = terms[i].coefficient;
    }
  }
  if (!choice.guard) return result;
  result[3] = number(static_cast<std::size_t>(choice.guard->op));
  result[4] = number(choice.guard->left);
  if (choice.guard->right) result[5] = number(*choice.guard->right);
  result[6] = choice.guard->constant;
  return result;
}

const std::string& EditSpace::text(const std::string& path) const {
  for (const SourceText& file : data_->files)
    if (file.path == path) return file.text;
  throw std::out_of_range(path);
}

namespace {

/// A text that replaces bytes.
struct Replacement {
  Span span;
  std::string text;
};

Replacement insert_statement(const Draft& draft, const std::string& text, const SourceText& file) {
  const Layout& layout = draft.layout;
  if (layout.braces)
    return {draft.span,
            "{ " + text + " " + file.text.substr(draft.span.begin, draft.span.end - draft.span.begin) + " }"};
  const std::size_t at = draft.span.begin;
  if (layout.otherwise && !layout.own_line) return {{at, at}, " else " + text};
  if (layout.otherwise) return {{at, at}, "\n" + layout.indentation + "else\n" + layout.indentation + "  " + text};
  if (!layout.own_line) return {{at, at}, (layout.closing && file.text[at - 1] != ' ' ? " " : "") + text + " "};
  const std::size_t line = *(std::upper_bound(file.lines.begin(), file.lines.end(), at) - 1);
  return {{line, line}, layout.indentation + text + "\n"};
}

/// What a guarded or unguarded change of an expression or a statement says.
Replacement replacement(const Draft& draft, const Choice& choice, const Names& names, const SourceText& file) {
  const std::string old = file.text.substr(draft.span.begin, draft.span.end - draft.span.begin);
  Written written{draft.text, draft.binding};
  if (draft.edit.takes_value) {
    const Written value = write_value(draft, choice, names);
    written.text = replaced(draft.text, hole, value.text);
    if (draft.text == std::string(1, hole)) written.binding = value.binding;
  }
  if (draft.edit.takes_linear && choice.linear) {
    const bool after = draft.text.front() != linear_hole;
    written.text = replaced(draft.text, linear_hole, write_linear(*choice.linear, names, after).text);
  }
  const auto guard = [&](bool holds) { return write_guard(*choice.guard, names, holds); };
  const bool guarded = choice.guard.has_value() && draft.edit.takes_guard;
  switch (draft.guarding) {
    case Guarding::inserted:
      return insert_statement(draft, guarded ? "if (" + guard(true).text + ") " + written.text : written.text, file);
    case Guarding::removed:
      if (!guarded) return {draft.span, written.text};
      if (draft.layout.braces) return {draft.span, "{ if (" + guard(false).text + ") " + old + " }"};
      return {draft.span, "if (" + guard(false).text + ") " + old};
    case Guarding::never:
    case Guarding::always: {
      if (!guarded) break;
      const bool never = draft.guarding == Guarding::never;
      const int binding = never ? binds_and : binds_or;
      const Written atom = guard(!never);
      const std::string left = in_place(old, draft.old_binding, binding);
      written = {left + (never ? " && " : " || ") + in_place(atom.text, atom.binding, binding + 1), binding};
      break;
    }
    case Guarding::expression: {
      if (!guarded) break;
      const Written atom = guard(true);
      const std::string changed = in_place(written.text, written.binding, binds_assignment);
      written = {in_place(atom.text, atom.binding, binds_or) + " ? " + changed + " : " +
                     in_place(old, draft.old_binding, binds_conditional),
                 binds_conditional};
      break;
    }
  }
  return {draft.span, in_place(written.text, written.binding, draft.needs)};
}

}  // namespace

TextChange EditSpace::change(std::size_t edit, const Choice& choice) const {
  const Draft& draft = data_->drafts.at(edit);
  const SourceText& file = data_->files.at(draft.edit.place.file);
  Replacement result = replacement(draft, choice, *data_->names.at(draft.edit.site), file);
  std::string& text = result.text;
  // Tokens that stand side by side stay two.
  const char before = result.span.begin > 0 ? file.text[result.span.begin - 1] : ' ';
  if (!text.empty() && draft.guarding != Guarding::inserted) {
    if (is_word(before) && is_word(text.front())) text.insert(0, " ");
    const bool joins = text.front() == before && std::string_view("-+&").find(before) != std::string_view::npos;
    if (joins) text = "(" + text + ")";
  }
  return {file.path, result.span.begin, result.span.end, std::move(text), draft.edit.place};
}

std::string EditSpace::apply(const TextChange& change) const {
  std::string result = text(change.path);
  return result.replace(change.begin, change.end - change.begin, change.text);
}

std::string EditSpace::describe(std::size_t edit, const Choice& choice) const {
  const Draft& draft = data_->drafts.at(edit);
  const SourceText& file = data_->files.at(draft.edit.place.file);
  const std::string old = on_line(file.text.substr(draft.span.begin, draft.span.end - draft.span.begin));
  const bool guarded = choice.guard.has_value() && draft.edit.takes_guard;
  if (draft.guarding == Guarding::inserted) {
    Draft plain = draft;
    plain.layout = {};
    plain.layout.otherwise = draft.layout.otherwise;
    std::string text = replacement(plain, choice, *data_->names.at(draft.edit.site), file).text;
    text = on_line(text);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return "`" + text + "` inserted";
  }
  if (draft.guarding == Guarding::removed && !guarded) return "`" + old + "` removed";
  if (draft.edit.kind == EditKind::moved) return "`" + draft.shown_from + "` moved " + draft.shown_to;
  if (!draft.shown_from.empty() && !guarded) return "`" + draft.shown_from + "` becomes `" + draft.shown_to + "`";
  const Replacement changed = replacement(draft, choice, *data_->names.at(draft.edit.site), file);
  if (old.empty()) return "`" + on_line(changed.text) + "` inserted";
  return "`" + old + "` becomes `" + on_line(changed.text) + "`";
}

}  // namespace bireach::frontend
