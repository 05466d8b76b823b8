// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_source.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;
using frontend::SourceRange;

namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw frontend::ParseError(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A piece of text, by offsets.
struct Piece {
  std::size_t begin = 0, end = 0;
};

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class SourceSlicer {
 public:
  SourceSlicer(const Program& program, std::string text, frontend::SourcePoints points, const SliceResult& result)
      : program_(program), text_(std::move(text)), points_(std::move(points)), result_(result) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '\n') lines_.push_back(i + 1);
  }

  SliceSource slice() {
    SliceSource made;
    std::vector<Piece> pieces;
    for (std::size_t unit = 0; unit < result_.units.size(); ++unit) {
      const SliceDecision& decision = result_.decisions[unit];
      if (decision.kept || decision.block) continue;
      const SliceUnit& left_out = result_.units[unit];
      const auto piece = piece_of(left_out);
      if (piece && !holds_kept(*piece) && (left_out.is_branch || !assigns_pointer(left_out)))
        pieces.push_back(*piece);
      else
        ++made.not_removed;
    }
    made.text = without(std::move(pieces));
    return made;
  }

 private:
  /// Does something that is kept stand there, too: another member of a structure, another statement of a macro?
  [[nodiscard]] bool holds_kept(const Piece& piece) const {
    for (std::size_t unit = 0; unit < result_.units.size(); ++unit) {
      if (!result_.decisions[unit].kept) continue;
      for (const EdgeId id : result_.units[unit].edges) {
        const SourceRange& range = program_.edge(id).source;
        if (range.file != 0 || !range.is_known()) continue;
        const std::size_t begin = offset(range.line, range.column);
        if (piece.begin <= begin && begin < piece.end) return true;
      }
    }
    return false;
  }

  /// Where pointers lead is known without their variables, so nothing says which of them what is kept needs.
  [[nodiscard]] bool assigns_pointer(const SliceUnit& unit) const {
    const auto target = frontend::assigned_target(program_.edge(unit.edges.front()).statement);
    return target != nullptr && program_.variables[target->variable].is_pointer;
  }

  [[nodiscard]] std::optional<Piece> piece_of(const SliceUnit& unit) const {
    const Edge& edge = program_.edge(unit.edges.front());
    if (edge.source.file != 0 || !edge.source.is_known()) return std::nullopt;
    if (unit.is_branch) return block(edge);
    if (edge.role == frontend::EdgeRole::Parameter || edge.role == frontend::EdgeRole::Return) return std::nullopt;
    if (const auto found = initialiser(edge)) return found;
    return statement(edge);
  }

  [[nodiscard]] std::size_t offset(unsigned line, unsigned column) const {
    return line == 0 || line > lines_.size() ? text_.size() : std::min(text_.size(), lines_[line - 1] + column - 1);
  }
  [[nodiscard]] Piece piece(const SourceRange& range) const {
    return {offset(range.line, range.column), offset(range.end_line, range.end_column)};
  }

  [[nodiscard]] char before(std::size_t position) const {
    while (position > 0 && is_space(text_[position - 1])) --position;
    return position == 0 ? ';' : text_[position - 1];
  }
  [[nodiscard]] char behind(std::size_t position) const {
    while (position < text_.size() && is_space(text_[position])) ++position;
    return position == text_.size() ? ';' : text_[position];
  }

  /// Is nothing called in it but what gives inputs?
  [[nodiscard]] bool calls_nothing(const Piece& piece) const {
    return std::none_of(points_.calls.begin(), points_.calls.end(), [&](const frontend::CallPoint& call) {
      const std::size_t begin = offset(call.range.line, call.range.column);
      return call.range.file == 0 && piece.begin <= begin && begin < piece.end && !gives_input(call.callee);
    });
  }
  [[nodiscard]] bool gives_input(const std::string& callee) const {
    const auto defines = [&](const frontend::FunctionPoint& function) {
      return function.name == callee && function.is_defined;
    };
    return callee.starts_with("__VERIFIER_nondet_") &&
           std::none_of(points_.functions.begin(), points_.functions.end(), defines);
  }

  /// Line breaks stay, also within what is taken out.
  [[nodiscard]] std::optional<Piece> statement(const Edge& edge) const {
    const Piece found = piece(edge.source);
    const auto stands_there = [&](const frontend::StatementPoint& point) {
      return point.exact && !point.is_declaration && point.range.file == 0 && point.range.line == edge.source.line &&
             point.range.column == edge.source.column;
    };
    const bool is_statement = std::any_of(points_.statements.begin(), points_.statements.end(), stands_there);
    const bool is_step = before(found.begin) == ';' && behind(found.end) == ')';  // of a `for`
    if (found.begin >= found.end || (!is_step && (!is_statement || behind(found.end) != ';'))) return std::nullopt;
    return calls_nothing(found) ? std::optional(found) : std::nullopt;
  }

  /// From the `=` behind the variable's name to the end of the declarator.
  [[nodiscard]] std::optional<Piece> initialiser(const Edge& edge) const {
    const auto target = frontend::assigned_target(edge.statement);
    if (target == nullptr || target->index) return std::nullopt;
    const SourceRange& declared = program_.variables[target->variable].declared;
    const Piece within = piece(edge.source);
    const Piece name = piece(declared);
    if (declared.file != edge.source.file || name.begin < within.begin || name.begin >= within.end) return std::nullopt;
    std::size_t begin = name.end;
    while (begin < text_.size() && is_space(text_[begin])) ++begin;
    if (begin + 1 >= text_.size() || text_[begin] != '=' || text_[begin + 1] == '=') return std::nullopt;
    int depth = 0;
    for (std::size_t end = begin; end < text_.size(); ++end) {
      const char c = text_[end];
      if (c == '"' || c == '\'') return std::nullopt;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth < 0) return std::nullopt;
      if (depth > 0 || (c != ',' && c != ';')) continue;
      const Piece found{begin, end};
      return calls_nothing(found) ? std::optional(found) : std::nullopt;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Piece> block(const Edge& edge) const {
    for (const frontend::BranchingPoint& point : points_.branchings) {
      const bool is_it = point.exact && point.decided == edge.source && point.whole.file == 0;
      if (!is_it || point.kind == frontend::BranchingKind::conditional) continue;
      const Piece found = piece(point.whole);
      return has_label(found) ? std::nullopt : std::optional(found);
    }
    return std::nullopt;
  }

  /// Does a label, a case or another function's code stand in it?
  [[nodiscard]] bool has_label(const Piece& piece) const {
    return std::any_of(points_.statements.begin(), points_.statements.end(),
                       [&](const frontend::StatementPoint& point) {
                         const std::size_t begin = offset(point.range.line, point.range.column);
                         return point.range.file == 0 && point.has_label && piece.begin <= begin && begin < piece.end;
                       });
  }

  [[nodiscard]] std::string without(std::vector<Piece> pieces) const {
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
      return std::pair(a.begin, b.end) < std::pair(b.begin, a.end);  // outer ones first
    });
    std::string result;
    std::size_t position = 0;
    for (const Piece& piece : pieces) {
      if (piece.begin < position) continue;  // within one that is gone
      result += text_.substr(position, piece.begin - position);
      while (!result.empty() && result.back() == ' ' && text_[piece.begin] == '=') result.pop_back();
      const bool needs_end =
          piece.end > 0 && (text_[piece.end - 1] == '}' || text_[piece.end - 1] == ';') && text_[piece.begin] != '=';
      if (needs_end || is_whole(piece)) result += ';';
      for (std::size_t i = piece.begin; i < piece.end; ++i)
        if (text_[i] == '\n') result += '\n';
      position = piece.end;
    }
    return result + text_.substr(position);
  }

  /// A branch whose last character belongs to a statement that its own semicolon ends.
  [[nodiscard]] bool is_whole(const Piece& piece) const {
    const bool is_keyword = is_word(text_[piece.begin]) &&
                            std::any_of(points_.branchings.begin(), points_.branchings.end(), [&](const auto& point) {
                              return offset(point.whole.line, point.whole.column) == piece.begin;
                            });
    return is_keyword && behind(piece.end) != ';';
  }

  const Program& program_;
  const std::string text_;
  const frontend::SourcePoints points_;
  const SliceResult& result_;
  std::vector<std::size_t> lines_;
};

}  // namespace

SliceSource slice_source(const Program& program, const std::vector<std::string>& files,
                         const frontend::ParseOptions& options, const SliceResult& result) {
  if (files.size() != 1) throw std::invalid_argument("the program has several files");
  SliceSource made =
      SourceSlicer(program, read_file(files.front()), frontend::read_source_points(files, options), result).slice();
  made.file = files.front();
  return made;
}

}  // namespace bireach::checker
