// SPDX-License-Identifier: Apache-2.0
/// Whose turn it is: one policy for verification and harvest.
///
/// Engines stand in groups. Within a group, who has done least goes on. A later group joins once those before it have
/// done some work or taken some seconds, and from then on gets as much time as all of them together.
///
/// Each engine also has a lane. A lane can be taken out, to go on in a thread of its own (portfolio.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "checker/engines/engine.h"

namespace bireach::checker {

class Schedule {
 public:
  /// Makes an engine at its first turn. What that costs is on nobody's account.
  using Make = std::function<std::unique_ptr<Engine>()>;
  /// Seconds since some point in time.
  using Now = std::function<double()>;
  /// Who has done least?
  enum class Measure : std::uint8_t {
    /// Counted work while the group is young, so that the outcome of short runs depends on the input alone. Time later,
    /// since one hard query can hide behind little work.
    work_then_time,
    time
  };
  static constexpr double seconds_of_fixed_order = 2;
  /// A later group waits no longer, however little work those before it have done.
  static constexpr double longest_wait = 4;

  /// `now` is for tests.
  explicit Schedule(Now now = steady_seconds);

  /// Engines that are added from now on stand in a new group, which joins after so much work of those before it, and
  /// then has at most this share of their time.
  void begin_group(Measure measure, std::uint64_t joins_after = 0, double share = 1);
  /// Precondition: a group has begun. Those added first go first where both have done the same. `first_turn`: the work
  /// that its first turn costs at least, which others of its group may do before.
  void add(Make make, std::uint64_t first_turn = 0, std::size_t lane = 0);
  void add(std::shared_ptr<Engine> engine);

  /// The engines of some lanes with what they have done, as a schedule of their own, in which its first group waits for
  /// nobody. They are no longer here. A turn that has begun goes on.
  [[nodiscard]] Schedule take(const std::function<bool(std::size_t lane)>& is_wanted);
  [[nodiscard]] bool is_empty() const;
  /// What all turns that have ended took.
  [[nodiscard]] double seconds() const;

  struct Turn {
    std::string_view engine;  ///< its name
    StepResult result;
    double seconds;
  };
  /// One step of the engine whose turn it is. Who answers Exhausted or GaveUp leaves. Nothing: nobody is ready.
  [[nodiscard]] std::optional<Turn> take_turn();

  /// An engine's place in the schedule, which stays where it is in memory.
  struct Seat {
    Make make;  ///< until its first turn
    std::shared_ptr<Engine> engine;
    std::uint64_t work = 0;
    std::size_t lane = 0;
    bool has_begun = false;
    bool has_left = false;
    double seconds = 0;

    [[nodiscard]] bool is_ready() const { return !has_left && (!engine || engine->is_ready()); }
  };
  /// A turn in parts, for a step in another thread: whose turn it is (null: nobody is ready), and what is noted when it
  /// begins and ends. Meanwhile nobody asks this schedule whose turn is next, unless that lane was taken out.
  [[nodiscard]] Seat* next();
  static void begin(Seat& seat) { seat.has_begun = true; }
  [[nodiscard]] Turn step(Seat& seat) const;
  static void end(Seat& seat, const Turn& turn);

 private:
  struct Group {
    Measure measure;
    std::uint64_t joins_after;
    double share;
    bool had_joined = false;  ///< when a lane was taken out of it
    std::vector<std::unique_ptr<Seat>> seats;

    [[nodiscard]] bool is_ready() const;
    [[nodiscard]] bool has_joined() const;
    [[nodiscard]] std::uint64_t work() const;
    [[nodiscard]] double seconds() const;
    Seat& next();
  };
  static double steady_seconds();
  [[nodiscard]] Group* due();

  Now now_;
  std::vector<Group> groups_;
};

}  // namespace bireach::checker
