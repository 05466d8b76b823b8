// SPDX-License-Identifier: Apache-2.0
/// Z3's Spacer ends the whole process where an assertion of its own fails. Who answers for a process has to know
/// whether that is what happened, and can ask for a run without it.
#pragma once

#include <atomic>

namespace bireach::logic {

/// As long as it lives, this thread is within Spacer.
class SpacerCall {
 public:
  SpacerCall() { ++depth_; }
  ~SpacerCall() { --depth_; }
  SpacerCall(const SpacerCall&) = delete;
  SpacerCall& operator=(const SpacerCall&) = delete;

  /// Is this thread within Spacer? May be asked in a signal handler.
  [[nodiscard]] static bool is_active_here() { return depth_ > 0; }
  /// From now on nobody in this process asks Spacer.
  static void avoid() { avoided_.store(true); }
  [[nodiscard]] static bool is_avoided() { return avoided_.load(); }

 private:
  static inline constinit thread_local int depth_ = 0;
  static inline std::atomic<bool> avoided_{false};
};

}  // namespace bireach::logic
