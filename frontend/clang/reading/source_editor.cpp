// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/source_editor.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace bireach::frontend {
namespace {

constexpr const char* prelude_path = "/bireach/prelude.h";

bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// What may stand before an opening parenthesis without being called.
bool may_precede_parenthesis(const std::string& word) {
  static const std::set<std::string> words{"sizeof", "_Alignof", "__alignof__", "__extension__", "return"};
  return words.contains(word);
}

}  // namespace

std::string read_text_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ParseError(path + ": is a directory");
  if (!std::filesystem::exists(path, error)) throw ParseError(path + ": No such file or directory");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) throw ParseError(path + ": cannot be read");
  return text;
}

SourceEditor::SourceEditor(const std::vector<std::string>& files) {
  for (const std::string& path : files) {
    File file{path, read_text_file(path), {0}, {}};
    for (std::size_t i = 0; i < file.text.size(); ++i)
      if (file.text[i] == '\n') file.lines.push_back(i + 1);
    files_.push_back(std::move(file));
  }
}

SourceEditor::Insertion& SourceEditor::at(std::uint32_t file, unsigned line, unsigned column) {
  File& target = files_.at(file);
  return target.insertions[target.lines.at(line - 1) + column - 1];
}

void SourceEditor::begin(const SourceRange& range, const std::string& text) {
  at(range.file, range.line, range.column).beginnings += text;
}

void SourceEditor::end(const SourceRange& range, const std::string& text) {
  std::string& endings = at(range.file, range.end_line, range.end_column).endings;
  endings.insert(0, text);
}

SourceEditor::Origin SourceEditor::origin(const SourceRange& edited) const {
  const File& file = files_[edited.file];
  const std::size_t line = file.lines.at(edited.line - 1);
  const std::size_t column = edited.column - 1;
  std::size_t inserted = 0;
  for (auto i = file.insertions.lower_bound(line); i != file.insertions.end(); ++i) {
    const std::size_t offset = i->first - line;
    if (offset + inserted > column) break;
    inserted += i->second.endings.size() + i->second.beginnings.size();
    if (offset + inserted > column) return {offset, true};
  }
  return {column - inserted, false};
}

bool SourceEditor::is_inserted(const SourceRange& edited) const {
  return edited.is_known() && edited.file < files_.size() && origin(edited).inserted;
}

SourceRange SourceEditor::original(SourceRange edited) const {
  if (!edited.is_known() || edited.file >= files_.size()) return edited;
  edited.column = static_cast<std::uint32_t>(origin(edited).column + 1);
  return edited;
}

void SourceEditor::insert_before(const StatementPoint& point, const std::string& statements) {
  // No more than a prefix, so that it does not matter where the statement ends.
  const std::string text =
      point.is_declaration ? statements + " " : "if (__extension__({ " + statements + " 0; })) { } else ";
  begin(point.range, text);
}

void SourceEditor::insert_before_condition(const BranchingPoint& point, const std::string& statements) {
  begin(point.condition, "__extension__({ " + statements + " 1; })" + (point.has_condition ? ", " : ""));
}

void SourceEditor::insert_before_increment(const BranchingPoint& point, const std::string& statements) {
  begin(point.increment, "__extension__({ " + statements + " 0; }), ");
}

std::string SourceEditor::text_of(const SourceRange& range) const {
  const File& file = files_.at(range.file);
  const std::size_t first = file.lines.at(range.line - 1) + range.column - 1;
  return file.text.substr(first, file.lines.at(range.end_line - 1) + range.end_column - 1 - first);
}

void SourceEditor::insert_before_access(const AccessPoint& point, const std::string& name,
                                        const std::string& statements) {
  const std::string address = name + "_place";
  const std::string from_address = "__auto_type " + name + " = *" + address + "; ";
  const std::string back = "; " + statements + " *" + address + " = " + name + "; ";
  switch (point.kind) {
    case AccessKind::read:
      begin(point.range, "__extension__({ " + statements + " ");
      end(point.range, "; })");
      break;
    case AccessKind::assignment:
      begin(point.value, "__extension__({ __auto_type " + name + " = (");
      end(point.value, "); " + statements + " " + name + "; })");
      break;
    case AccessKind::compound_assignment:
      begin(point.range, "__extension__({ __auto_type " + address + " = &(");
      end(point.range, back + name + "; })");
      end(point.target, "); " + from_address + name);
      break;
    case AccessKind::postfix_step:
      begin(point.range, "__extension__({ __auto_type " + address + " = &(");
      end(point.range, back + name + "_before; })");
      end(point.target, "); " + from_address + "__auto_type " + name + "_before = " + name);
      break;
    case AccessKind::prefix_step:
      // Nothing is ever taken away from the text: the operand becomes a comment.
      begin(point.range,
            "__extension__({ __auto_type " + address + " = &(" + text_of(point.target) + "); " + from_address);
      end(point.range, back + name + "; })");
      begin(point.target, "/*");
      end(point.target, "*/" + name);
      break;
  }
}

void SourceEditor::read_in_order(const AccessPoint& point, const std::string& name) {
  begin(point.range, "__extension__({ __auto_type " + name + " = (");
  end(point.range, "); " + name + "; })");
}

void SourceEditor::insert_after_condition(const BranchingPoint& point, const std::string& name,
                                          const std::string& statements) {
  const SourceRange& where = point.condition;
  if (!point.has_condition) {
    begin(where, "__extension__({ int " + name + " = 1; " + statements + " " + name + "; })");
    return;
  }
  const std::string type = point.kind == BranchingKind::switch_statement ? "__auto_type " : "_Bool ";
  begin(where, "__extension__({ " + type + name + " = (");
  end(where, "); " + statements + " " + name + "; })");
}

void SourceEditor::insert_after_call(const CallPoint& point, const std::string& name, const std::string& statements) {
  const SourceRange& where = point.range;
  begin(where, "__extension__({ __auto_type " + name + " = ");
  end(where, "; " + statements + " " + name + "; })");
}

void SourceEditor::insert_on_entering(const CallPoint& point, const std::string& name, const std::string& statements) {
  if (point.arguments == 0) {
    begin(point.range, "__extension__({ " + statements + " ");
    end(point.range, "; })");
    return;
  }
  begin(point.last_argument, "__extension__({ __auto_type " + name + " = ");
  end(point.last_argument, "; " + statements + " " + name + "; })");
}

void SourceEditor::insert_into_body(const FunctionPoint& point, const std::string& first, const std::string& last) {
  SourceRange inside = point.body;
  ++inside.column;
  --inside.end_column;
  begin(inside, " " + first + " ");
  end(inside, " " + last + " ");
}

void SourceEditor::insert_on_return(const ReturnPoint& point, const std::string& type, const std::string& name,
                                    const std::string& statements) {
  if (!point.value.is_known()) {
    begin(point.range, "if (__extension__({ " + statements + " 0; })) { } else ");
    return;
  }
  begin(point.value, "__extension__({ " + type + " " + name + " = (");
  end(point.value, "); " + statements + " " + name + "; })");
}

std::string SourceEditor::text(std::size_t number) const {
  const File& file = files_.at(number);
  std::string text;
  std::size_t done = 0;
  for (const auto& [offset, inserted] : file.insertions) {
    text.append(file.text, done, offset - done);
    text += inserted.endings + inserted.beginnings;
    done = offset;
  }
  return text.append(file.text, done);
}

ParseOptions SourceEditor::apply(ParseOptions options) const {
  for (std::size_t file = 0; file < files_.size(); ++file) options.texts[files_[file].path] = text(file);
  if (!prelude_.empty()) {
    options.texts[prelude_path] = prelude_;
    options.clang_arguments.insert(options.clang_arguments.end(), {"-include", prelude_path});
  }
  return options;
}

std::string expression_problem(const std::string& text) {
  int depth = 0;
  std::string word;         // the last one
  bool after_word = false;  // nothing but spaces since
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const char before = i > 0 ? text[i - 1] : '\0';
    if (continues_word(c)) {
      if (!(i > 0 && continues_word(before))) word.clear();
      word += c;
      after_word = true;
      continue;
    }
    if (c == ' ' || c == '\t') continue;
    if (c == '(') {
      ++depth;
      const bool is_name = after_word && std::isdigit(static_cast<unsigned char>(word.front())) == 0;
      if (is_name && !may_precede_parenthesis(word)) return "it calls " + word;
    }
    if (c == ')' && --depth < 0) return "its parentheses do not match";
    if (std::string_view(";{}#\\\"\n\r@$`").find(c) != std::string_view::npos)
      return std::string("unexpected '") + (c == '\n' || c == '\r' ? "line break" : std::string(1, c)) + "'";
    if ((c == '+' || c == '-') && next == c) return "it changes a variable";
    if (c == '/' && (next == '/' || next == '*')) return "it holds a comment";
    if (c == '=' && next != '=') {
      const bool compares =
          before == '=' || before == '!' || ((before == '<' || before == '>') && !(i > 1 && text[i - 2] == before));
      if (!compares) return "it assigns";
    }
    if (c == '=' && next == '=') {
      if (before == '<' || before == '>') return "unexpected '='";
      ++i;
    }
    after_word = false;
  }
  if (depth != 0) return "its parentheses do not match";
  if (text.find_first_not_of(" \t") == std::string::npos) return "it is empty";
  return "";
}

}  // namespace bireach::frontend
