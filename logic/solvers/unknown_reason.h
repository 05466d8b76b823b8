// SPDX-License-Identifier: Apache-2.0
/// Why a question has no answer.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>

namespace bireach::logic {

enum class UnknownCause : std::uint8_t {
  other,       ///< the text alone says it
  stopped,     ///< the run was: by its limits or a signal, not by this question
  time,        ///< the time for this question was up
  incomplete,  ///< a solver gave up
};

struct UnknownReason {
  UnknownReason() = default;
  // A text alone is a reason of no special cause.
  UnknownReason(std::string the_text) : text(std::move(the_text)) {}
  UnknownReason(const char* the_text) : text(the_text) {}
  UnknownReason(UnknownCause the_cause, std::string the_text) : cause(the_cause), text(std::move(the_text)) {}

  UnknownCause cause = UnknownCause::other;
  std::string text;  ///< as a solver has it, if it is one's

  [[nodiscard]] bool empty() const { return text.empty(); }
  bool operator==(const UnknownReason&) const = default;
};

[[nodiscard]] inline UnknownReason run_was_stopped() {
  return {UnknownCause::stopped, "the run was stopped"};
}
/// The same of a question that had to leave time for others, while the run goes on.
[[nodiscard]] inline UnknownReason part_of_time_is_over() {
  return {UnknownCause::stopped, "its part of the time was over"};
}
/// Of a question that was not asked, since the run was stopped or the time for the question is up.
[[nodiscard]] inline UnknownReason no_time_left(const std::stop_token& stop) {
  return stop.stop_requested() ? run_was_stopped() : UnknownReason(UnknownCause::time, "no time was left");
}

}  // namespace bireach::logic
