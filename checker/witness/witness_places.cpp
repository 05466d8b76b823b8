// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/witness_places.h"

#include <fmt/format.h>

#include <filesystem>

namespace bireach::checker {

using frontend::BranchingPoint;
using frontend::CallPoint;
using frontend::SourceRange;
using frontend::StatementPoint;

namespace {

const SourceRange& anchor(const StatementPoint& point) {
  return point.range;
}
const SourceRange& anchor(const BranchingPoint& point) {
  return point.keyword;
}
const SourceRange& anchor(const CallPoint& point) {
  return point.closing;
}

}  // namespace

std::string place_text(const WitnessLocation& location) {
  std::string text = fmt::format("{}:{}", location.file, location.line);
  if (location.column != 0) text += fmt::format(":{}", location.column);
  return text;
}

std::uint32_t WitnessPlaces::file(const WitnessLocation& location) const {
  const auto name = std::filesystem::path(location.file).filename();
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (std::filesystem::path(files_[i]).filename() == name) return static_cast<std::uint32_t>(i);
  throw WitnessRejected(fmt::format("{} is none of the program's files", location.file));
}

template <typename Point, typename Fits>
const Point& WitnessPlaces::leftmost(const std::vector<Point>& points, const WitnessLocation& location,
                                     const std::string& what, const Fits& fits) const {
  const std::uint32_t number = file(location);
  const Point* best = nullptr;
  for (const Point& point : points) {
    const SourceRange& place = anchor(point);
    if (!place.is_known() || place.file != number || place.line != location.line || !fits(point)) continue;
    if (location.column != 0 && place.column != location.column) continue;
    if (best == nullptr || place.column < anchor(*best).column) best = &point;
  }
  if (best == nullptr) throw WitnessRejected(fmt::format("no {} at {}", what, place_text(location)));
  if (!location.function.empty() && !best->function.empty() && best->function != location.function)
    throw WitnessRejected(
        fmt::format("{} is in {}, not in {}", place_text(location), best->function, location.function));
  return *best;
}

const StatementPoint& WitnessPlaces::statement(const WitnessLocation& location) const {
  return leftmost(points_.statements, location, "statement or declaration begins",
                  [](const StatementPoint&) { return true; });
}

SourceRange WitnessPlaces::full_expressions(const WitnessLocation& location) const {
  const std::uint32_t number = file(location);
  SourceRange result;
  const auto add = [&](const SourceRange& range) {
    const bool begins_here = range.file == number && range.line == location.line &&
                             (location.column == 0 || range.column == location.column);
    if (!range.is_known() || !begins_here) return;
    if (!result.is_known()) result = range;
    result.column = std::min(result.column, range.column);
    if (std::tie(result.end_line, result.end_column) < std::tie(range.end_line, range.end_column)) {
      result.end_line = range.end_line;
      result.end_column = range.end_column;
    }
  };
  for (const StatementPoint& statement : points_.statements) {
    add(statement.range);
    for (const SourceRange& initialiser : statement.initialisers) add(initialiser);
  }
  for (const BranchingPoint& branching : points_.branchings) {
    add(branching.condition);
    add(branching.increment);
  }
  for (const frontend::ReturnPoint& point : points_.returns) add(point.value);
  if (location.column != 0) return result;
  if (!result.is_known()) result = {number, location.line, 1, location.line + 1, 1};
  result.column = 1;
  if (result.end_line == location.line) {
    ++result.end_line;
    result.end_column = 1;
  }
  return result;
}

const BranchingPoint& WitnessPlaces::branching(const WitnessLocation& location) const {
  return leftmost(points_.branchings, location, "branching", [](const BranchingPoint&) { return true; });
}

const BranchingPoint& WitnessPlaces::loop(const WitnessLocation& location) const {
  return leftmost(points_.branchings, location, "loop", [](const BranchingPoint& point) { return point.is_loop(); });
}

const CallPoint& WitnessPlaces::call(const WitnessLocation& location, const std::string& callee) const {
  return leftmost(points_.calls, location, "call ends",
                  [&](const CallPoint& point) { return callee.empty() || point.callee == callee; });
}

const frontend::FunctionPoint& WitnessPlaces::function(const WitnessLocation& location) const {
  const std::uint32_t number = file(location);
  for (const frontend::FunctionPoint& point : points_.functions) {
    const SourceRange& place = point.range;
    const bool is_here = point.is_defined && place.file == number && place.line == location.line &&
                         (location.column == 0 || place.column == location.column) &&
                         (location.function.empty() || location.function == point.name);
    if (is_here) return point;
  }
  throw WitnessRejected(fmt::format("no definition of a function begins at {}", place_text(location)));
}

const StatementPoint& WitnessPlaces::statement_after(const WitnessLocation& location) const {
  const StatementPoint& here = statement(location);
  if (!here.next) throw WitnessRejected(fmt::format("no statement follows {}", place_text(location)));
  return points_.statements[*here.next];
}

}  // namespace bireach::checker
