// SPDX-License-Identifier: Apache-2.0
/// Expressions nest as deep as the input says, so whoever recurses over them gets a stack of its own.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace bireach::logic {

/// A thread with a stack of its own size, and with room for the handlers of signals (alternate_stack.h).
class DeepThread {
 public:
  static constexpr std::size_t usual_stack_bytes = std::size_t{256} << 20U;  ///< of address space

  /// Runs `work`, which must not throw, in a new thread; if the system refuses one, `started` is false.
  explicit DeepThread(std::function<void()> work, std::size_t stack_bytes = usual_stack_bytes);
  ~DeepThread() { join(); }
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

  [[nodiscard]] bool started() const { return started_; }
  /// Waits for the end of the work.
  void join();

 private:
  static void* run(void* thread);

  std::function<void()> work_;
  pthread_t thread_{};
  bool started_ = false;
  bool joined_ = false;
};

/// Runs `work` in such a thread, with a smaller stack where the system refuses, and waits for it. Rethrows what `work`
/// throws; std::runtime_error: no thread can be had.
void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work);

}  // namespace bireach::logic
