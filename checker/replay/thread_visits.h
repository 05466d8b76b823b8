// SPDX-License-Identifier: Apache-2.0
/// Where in the program's text each step of a thread stands, as far as a thread can be made to wait there.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/clang/reading/source_points.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// A place at which a thread can be made to wait.
struct WaitingPlace {
  enum class Kind : std::uint8_t {
    statement,  ///< before SourcePoints::statements[point]
    condition,  ///< before the condition of SourcePoints::branchings[point] is evaluated
    increment,  ///< before that loop's increment
    access,     ///< before SourcePoints::accesses[point]: just before it is read, or changed
    created,    ///< within a function that creates a thread, which exists, before its id is stored
    waiting     ///< within a function that waits for others, when these may go on
  };
  Kind kind = Kind::statement;
  std::size_t point = 0;
  auto operator<=>(const WaitingPlace&) const = default;
};

/// A thread comes to a place.
struct Arrival {
  WaitingPlace place;
  unsigned visit = 1;  ///< of this thread, from 1
  bool operator==(const Arrival&) const = default;
};

/// The places, apart from executions. Quadratic in the text at worst.
class PlaceFinder {
 public:
  /// `program`: the graphs of the threads.
  PlaceFinder(const frontend::Program& program, const frontend::SourcePoints& points)
      : program_(program), points_(points) {}

  /// The innermost place before what stands there; nothing: it is in no statement that text can be inserted before.
  [[nodiscard]] std::optional<WaitingPlace> place(const frontend::SourceRange& range) const;
  /// What is watched before the range is evaluated: the statement, condition or increment.
  [[nodiscard]] frontend::SourceRange watched(const WaitingPlace& place) const;
  /// The accesses in the expressions of a place, indices into SourcePoints::accesses.
  [[nodiscard]] const std::vector<std::size_t>& accesses(const WaitingPlace& place) const;
  /// May the access be one of this variable, or memory?
  [[nodiscard]] bool may_be(const frontend::AccessPoint& access, frontend::VariableId variable) const;

  [[nodiscard]] const frontend::Program& program() const { return program_; }
  [[nodiscard]] const frontend::SourcePoints& points() const { return points_; }

 private:
  [[nodiscard]] std::optional<WaitingPlace> find(const frontend::SourceRange& range) const;

  const frontend::Program& program_;
  const frontend::SourcePoints& points_;
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  mutable std::map<Key, std::optional<WaitingPlace>> known_;
  mutable std::map<WaitingPlace, std::vector<std::size_t>> accesses_;
};

/// Follows the steps of one thread, and counts its visits of places.
class ThreadVisits {
 public:
  explicit ThreadVisits(const PlaceFinder& places) : places_(&places) {}

  /// Where the thread is just before the next step, an edge of its graph. Nothing: within what it began before.
  std::optional<Arrival> next(frontend::EdgeId edge);
  /// The same, between the accesses of one statement; asked after `next`.
  [[nodiscard]] const std::optional<Arrival>& inner() const { return inner_; }

 private:
  struct Frame {
    std::optional<WaitingPlace> place;
    std::set<std::int64_t> passed = {};                    ///< where steps of this visit began
    std::set<std::pair<std::size_t, bool>> accessed = {};  ///< access, is it changed?
  };
  struct UserStep {
    std::uint32_t path = 0;          ///< of the user's function
    std::uint32_t library_call = 0;  ///< the call of the C library that it is in, index into call_paths; 0: none
    frontend::SourceRange range;
  };
  [[nodiscard]] UserStep user_step(const frontend::Edge& edge) const;
  std::optional<Arrival> within_library(frontend::EdgeId edge, const UserStep& step);
  void match_accesses(frontend::EdgeId edge, Frame& frame);
  bool use_access(Frame& frame, frontend::VariableId variable, bool is_changed, std::optional<std::size_t>& first);
  Arrival arrive(const WaitingPlace& place) { return {place, ++visits_[place]}; }

  const PlaceFinder* places_;
  std::map<std::uint32_t, Frame> frames_;  ///< by call path
  std::map<WaitingPlace, unsigned> visits_;
  std::optional<Arrival> inner_;
  std::optional<Arrival> pending_;   ///< within a function of the library, if that goes on
  std::uint32_t library_call_ = 0;   ///< of the last step
  std::uint32_t library_entry_ = 0;  ///< where the call's first step began
  bool has_released_ = false;        ///< the function that waits has done the first of its two steps
};

}  // namespace bireach::checker
