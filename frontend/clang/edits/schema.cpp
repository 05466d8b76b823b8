// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/schema.h"

#include <algorithm>
#include <numeric>

namespace bireach::frontend {
namespace {

constexpr const char* left_value = "__bireach_l";
constexpr const char* right_value = "__bireach_r";

/// Compares as Guard::Operator says, counted from 1.
constexpr const char* compared =
    "__bireach_guard == 1 ? __bireach_a == __bireach_b : __bireach_guard == 2 ? __bireach_a != __bireach_b : "
    "__bireach_guard == 3 ? __bireach_a < __bireach_b : __bireach_guard == 4 ? __bireach_a <= __bireach_b : "
    "__bireach_guard == 5 ? __bireach_a > __bireach_b : __bireach_a >= __bireach_b";

/// `selector == first ? texts[0] : … : texts.back()`
std::string selected(const std::string& selector, std::size_t first, const std::vector<std::string>& texts) {
  std::string result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i + 1 < texts.size()) result += selector + " == " + std::to_string(first + i) + " ? ";
    result += texts[i];
    if (i + 1 < texts.size()) result += " : ";
  }
  return result;
}

}  // namespace

SchemaWriter::SchemaWriter(const std::vector<SourceText>& files, const std::vector<Draft>& drafts,
                           const std::vector<Gate>& units)
    : files_(files), drafts_(drafts), units_(units), selectors_(drafts.size()), insertions_(files.size()) {
  number();
}

void SchemaWriter::number() {
  std::int64_t next = 1;
  const auto number = [&](bool moved) {
    for (const Gate& unit : units_)
      if ((unit.form == Gate::Form::moved) == moved)
        for (const std::size_t draft : unit.drafts) selectors_[draft] = next++;
  };
  number(false);
  first_moved_ = next;
  number(true);
}

std::map<std::string, std::string> SchemaWriter::texts() {
  std::vector<std::size_t> order(units_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Outer ones first; where they are equal, as they were found.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Gate &x = units_[a], &y = units_[b];
    if (x.file != y.file) return x.file < y.file;
    if (x.span.begin != y.span.begin) return x.span.begin < y.span.begin;
    return x.span.end > y.span.end;
  });
  for (const std::size_t unit : order)
    if (!units_[unit].drafts.empty() || !units_[unit].part_of.empty()) write(units_[unit]);
  write_landings();
  std::map<std::string, std::string> result;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const SourceText& file = files_[i];
    std::string prelude;
    for (const std::string& name : EditSpace::selector_names()) {
      const bool is_index = name == edit_selector || name == operand_selector || name == guard_selector ||
                            name == left_selector || name == right_selector;
      prelude += (is_index ? "extern int " : "extern long long ") + name + "; ";
    }
    prelude += file.declarations;
    insertions_[i][file.prelude].endings += prelude;
    for (const auto& [at, addition] : file.additions) insertions_[i][at].endings += addition;
    std::string text;
    std::size_t done = 0;
    for (const auto& [offset, inserted] : insertions_[i]) {
      if (offset < done) continue;
      text.append(file.text, done, offset - done);
      text += inserted.endings + inserted.beginnings;
      done = offset + inserted.replaced;
    }
    text.append(file.text, done);
    result[file.path] = std::move(text);
  }
  return result;
}

void SchemaWriter::begin(const Gate& unit, std::size_t at, const std::string& text) {
  insertions_[unit.file][at].beginnings += text;
}

void SchemaWriter::end(const Gate& unit, std::size_t at, const std::string& text) {
  insertions_[unit.file][at].endings.insert(0, text);
}

void SchemaWriter::replace(const Gate& unit, const Span& span, const std::string& text) {
  Insertion& insertion = insertions_[unit.file][span.begin];
  insertion.beginnings += text;
  insertion.replaced = span.end - span.begin;
}

std::string SchemaWriter::is(std::size_t draft) const {
  std::string result = edit_selector;
  result += " == ";
  return result += std::to_string(selectors_[draft]);
}

std::string SchemaWriter::active(const Gate& unit) const {
  if (unit.drafts.size() == 1) return is(unit.drafts.front());
  return "(unsigned)(" + std::string(edit_selector) + " - " + std::to_string(selectors_[unit.drafts.front()]) + ") < " +
         std::to_string(unit.drafts.size()) + "u";
}

std::string SchemaWriter::guard(const Gate& unit) const {
  const bool guarded =
      std::any_of(unit.drafts.begin(), unit.drafts.end(), [&](std::size_t i) { return drafts_[i].edit.takes_guard; });
  if (!guarded || !unit.names) return "1";
  std::string result = std::string("(") + guard_selector + " == 0";
  std::vector<std::string> lefts, rights{bound_selector};
  for (const Nameable& operand : unit.names->operands) {
    lefts.push_back("(long long)" + operand.schema);
    rights.push_back("(long long)" + operand.schema);
  }
  if (!lefts.empty())
    result += std::string(" || (") + guard_selector +
              " < 7 && ({ long long __bireach_a = " + selected(left_selector, 1, lefts) +
              ", __bireach_b = " + selected(right_selector, 0, rights) + "; " + compared + "; }))";
  if (!unit.names->conditions.empty()) {
    std::vector<std::string> conditions;
    for (const std::string& condition : unit.names->conditions) conditions.push_back("!(" + condition + ")");
    result += std::string(" || (") + guard_selector + " >= 7 && (" + guard_selector + " == 8) == (" +
              selected(left_selector, 1, conditions) + "))";
  }
  return result + ")";
}

std::string SchemaWriter::value(const Gate& unit, const std::string& type, bool constant_only) const {
  std::string result = "(" + type + ")(";
  std::vector<std::string> values{constant_selector};
  if (!constant_only && unit.names)
    for (const Nameable& operand : unit.names->operands) values.push_back("(long long)" + operand.schema);
  return result + selected(operand_selector, 0, values) + ")";
}

/// Calls are left out: each would be inlined twice.
std::string SchemaWriter::linear(const Gate& unit) const {
  std::vector<std::string> values{"0LL"};
  if (unit.names)
    for (const Nameable& operand : unit.names->operands)
      values.push_back(is_call(operand) ? "0LL" : "(long long)" + operand.schema);
  return std::string("(") + first_selector + " * (" + selected(operand_selector, 0, values) + ") + " + second_selector +
         " * (" + selected(left_selector, 0, values) + ") + " + constant_selector + ")";
}

std::string SchemaWriter::operand_text(const Gate& unit, std::size_t operand) const {
  const Span& span = unit.operands.at(operand);
  return "(" + on_one_line(files_[unit.file].text.substr(span.begin, span.end - span.begin)).value_or("0") + ")";
}

std::string SchemaWriter::variants(const Gate& unit, const std::vector<std::string>& operands) const {
  std::string result;
  for (std::size_t i = 0; i < unit.drafts.size(); ++i) {
    const Draft& draft = drafts_[unit.drafts[i]];
    if (i + 1 < unit.drafts.size()) result += is(unit.drafts[i]) + " ? ";
    std::string text = replaced(draft.schema, first_operand, operands[0]);
    if (operands.size() > 1) text = replaced(text, second_operand, operands[1]);
    if (draft.edit.takes_value) text = replaced(text, hole, value(unit, draft.hole_type, draft.edit.constant_only));
    if (draft.edit.takes_linear) text = replaced(text, linear_hole, linear(unit));
    result += unit.cast + "(" + text + ")";
    if (i + 1 < unit.drafts.size()) result += " : ";
  }
  return result;
}

void SchemaWriter::write(const Gate& unit) {
  switch (unit.form) {
    case Gate::Form::text:
    case Gate::Form::value:
      return write_expression(unit);
    case Gate::Form::logical:
      return write_logical(unit);
    case Gate::Form::condition:
      return write_condition(unit);
    case Gate::Form::before:
      return write_before(unit);
    case Gate::Form::after:
      return write_after(unit);
    case Gate::Form::otherwise:
      return end(unit, unit.span.end, " else if (" + active(unit) + ") { " + assignments(unit) + "}");
    case Gate::Form::moved:
      return write_moved(unit);
    case Gate::Form::joined:
      return write_joined(unit);
    case Gate::Form::shared:
      return write_shared(unit);
    case Gate::Form::borrowed:
      begin(unit, unit.span.begin,
            "(" + is((unit.drafts.empty() ? unit.part_of : unit.drafts).front()) + " ? " + unit.borrowed + " : (");
      return end(unit, unit.span.end, "))");
  }
}

void SchemaWriter::write_expression(const Gate& unit) {
  const std::string guarded = guard(unit);
  const std::string condition = active(unit) + (guarded == "1" ? "" : " && " + guarded);
  const std::string cast = unit.converts ? unit.cast : "";
  if (unit.form == Gate::Form::text) {
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < unit.operands.size(); ++i) operands.push_back(operand_text(unit, i));
    const std::string open = "(" + condition + " ? " + variants(unit, operands) + " : " + cast + "(";
    // `x += e` becomes `x = (… : (x + (e)))`.
    const std::size_t place = unit.plain.find(first_operand);
    const bool apart = unit.op.end > unit.op.begin && unit.operands.size() == 1;
    if (apart) replace(unit, unit.op, "=");
    begin(unit, unit.span.begin, open + (apart ? unit.plain.substr(0, place) + "(" : ""));
    return end(unit, unit.span.end, std::string(apart ? ")" + unit.plain.substr(place + 1) : "") + "))");
  }
  begin(unit, unit.span.begin, "({ " + unit.types[0] + " " + left_value + " = (");
  if (unit.operands.size() > 1)
    replace(unit, unit.op, "); " + unit.types[1] + " " + right_value + " = (");
  else if (unit.op.end > unit.op.begin)
    replace(unit, unit.op, "=");
  const std::string plain = replaced(replaced(unit.plain, first_operand, left_value), second_operand, right_value);
  end(unit, unit.span.end,
      "); " + condition + " ? " + variants(unit, {left_value, right_value}) + " : " + cast + "(" + plain + "); })");
}

/// What is left of one operand is the value of the other, not whether it is zero.
void SchemaWriter::write_logical(const Gate& unit) {
  const std::string other = is(unit.drafts[0]), left = is(unit.drafts[1]), right = is(unit.drafts[2]);
  const std::string first = left_value, second = right_value;
  const std::string truth = unit.converts ? "!!(" : "(";
  begin(unit, unit.span.begin, "({ int " + first + " = " + right + " ? " + (unit.is_and ? "1" : "0") + " : " + truth);
  const std::string goes_on = unit.is_and ? first : "!" + first, stops = unit.is_and ? "!" + first : first;
  replace(unit, unit.op,
          "); (" + other + " ? " + stops + " : " + left + " ? 0 : " + goes_on + ") ? ({ int " + second + " = " + truth);
  end(unit, unit.span.end,
      "); " + right + " ? " + second + " : !!" + second + "; }) : " + left + " ? " + first + " : !!" + first + "; })");
}

void SchemaWriter::write_condition(const Gate& unit) {
  const std::string never = is(unit.drafts[0]), always = is(unit.drafts[1]), negated = is(unit.drafts[2]);
  const std::string value = left_value;
  const std::string unguarded = std::string(guard_selector) + " == 0";
  const std::string changed =
      "(" + negated + " || (" + value + " == (" + never + ") && " + guard(unit) + ")) ? !" + value + " : " + value;
  if (unit.converts) {  // it has calls
    begin(unit, unit.span.begin,
          "({ int " + value + " = (" + never + " || " + always + ") && " + unguarded + " ? " + always + " : !!(");
    return end(unit, unit.span.end, "); " + active(unit) + " ? (" + changed + ") : " + value + "; })");
  }
  begin(unit, unit.span.begin,
        "(" + active(unit) + " ? ({ int " + value + " = " + unguarded + " && !(" + negated + ") ? " + always + " : !!" +
            operand_text(unit, 0) + "; " + changed + "; }) : !!(");
  end(unit, unit.span.end, "))");
}

/// All that may be assigned to a variable in one expression, so that there are few edges.
std::string SchemaWriter::assignments(const Gate& unit) const {
  std::string text, value_of, open;  // `open`: the variable whose assignment is not closed
  const auto close = [&] {
    if (!open.empty()) text += open + "; ";
    open.clear();
  };
  for (const std::size_t i : unit.drafts) {
    const Draft& draft = drafts_[i];
    if (draft.is_jump) continue;
    if (draft.edit.takes_value && value_of.empty())
      value_of = std::string("long long ") + left_value + " = " + value(unit, "long long", false) + "; ";
    const std::string changed = replaced(draft.schema, hole, "(" + draft.hole_type + ")" + left_value);
    if (draft.target.empty()) {
      close();
      text += "if (" + is(i) + ") " + changed + "; ";
      continue;
    }
    if (open != draft.target) {
      close();
      open = draft.target;
      text += open + " = ";
    }
    text += is(i) + " ? " + changed + " : ";
  }
  close();
  return value_of + text;
}

void SchemaWriter::write_before(const Gate& unit) {
  std::string jumps;
  std::int64_t first_jump = 0;
  for (const std::size_t i : unit.drafts) {
    const Draft& draft = drafts_[i];
    if (!draft.is_jump) continue;
    if (first_jump == 0) first_jump = selectors_[i];
    if (draft.schema.empty()) continue;
    const std::string text = draft.edit.takes_value
                                 ? replaced(draft.schema, hole, value(unit, draft.hole_type, draft.edit.constant_only))
                                 : draft.schema;
    jumps += "if (" + is(i) + ") " + text + " ";
  }
  std::string condition = active(unit);
  if (const std::string guarded = guard(unit); guarded != "1") condition += " && " + guarded;
  const std::string jumping = first_jump == 0 ? "0" : std::string(edit_selector) + " >= " + std::to_string(first_jump);
  if (const std::string assigned = assignments(unit); !assigned.empty())
    condition += " && ({ " + assigned + jumping + "; })";
  begin(unit, unit.span.begin, "if (" + condition + ") { " + jumps + "}" + (unit.has_else ? " else " : " "));
}

void SchemaWriter::write_after(const Gate& unit) {
  std::string text;
  for (const std::size_t i : unit.drafts)
    text += " if (" + is(i) + ") " + replaced(drafts_[i].schema, hole, value(unit, drafts_[i].hole_type, true)) + ";";
  end(unit, unit.span.end, text);
}

/// The drafts of an array are numbered as its elements.
void SchemaWriter::write_shared(const Gate& unit) {
  const std::size_t first = (unit.drafts.empty() ? unit.part_of : unit.drafts).front();
  const std::string applies =
      unit.borrowed.empty()
          ? is(first)
          : std::string(edit_selector) + " - " + std::to_string(selectors_[first]) + " == (" + unit.borrowed + ")";
  begin(unit, unit.span.begin, "(" + applies + " ? " + unit.cast + constant_selector + " : (");
  end(unit, unit.span.end, "))");
}

void SchemaWriter::write_moved(const Gate& unit) {
  begin(unit, unit.span.begin, "if (" + active(unit) + ") { } else ");
  for (const std::size_t draft : unit.drafts)
    landings_[{unit.file, drafts_[draft].landing}] += "if (" + is(draft) + ") { " + drafts_[draft].schema + " } ";
}

/// After all that ends there, and before what begins: one edge for all changes but these.
void SchemaWriter::write_landings() {
  for (const auto& [place, text] : landings_)
    insertions_[place.first][place.second].endings +=
        " if (" + std::string(edit_selector) + " >= " + std::to_string(first_moved_) + ") { " + text + "} ";
}

/// Every branch may jump past the statement that follows.
void SchemaWriter::write_joined(const Gate& unit) {
  const std::string past = "__bireach_past_" + std::to_string(selectors_[unit.drafts.front()]);
  for (const Span& branch : unit.operands) {
    end(unit, branch.begin, " {");
    end(unit, branch.end, " if (" + is(unit.drafts.front()) + ") goto " + past + "; }");
  }
  end(unit, unit.op.end, " " + past + ": ;");
}

}  // namespace bireach::frontend
