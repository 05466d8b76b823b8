// SPDX-License-Identifier: Apache-2.0
/// Time limits and cancellation for Z3's fixedpoint engines.
#pragma once

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bireach::logic {

/// Interrupts a Z3 context at a deadline or on a stop request, again and again until it is destroyed: an interrupt that
/// comes when Z3 is not yet working is lost.
class Z3Watchdog {
 public:
  Z3Watchdog(z3::context& context, std::chrono::steady_clock::time_point deadline, std::stop_token stop)
      : thread_([this, &context, deadline, stop = std::move(stop)] {
          std::unique_lock lock(mutex_);
          while (!done_) {
            const bool due = stop.stop_requested() || std::chrono::steady_clock::now() >= deadline;
            if (due) context.interrupt();
            const auto tick = std::chrono::steady_clock::now() + std::chrono::milliseconds(due ? 5 : 50);
            changed_.wait_until(lock, due ? tick : std::min(tick, deadline), [this] { return done_; });
          }
        }) {}
  ~Z3Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Z3Watchdog(const Z3Watchdog&) = delete;
  Z3Watchdog& operator=(const Z3Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace bireach::logic
