// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bireach::checker {

/// A stop token that is requested when another one is, or after some time.
class StopTimer {
 public:
  StopTimer(std::stop_token parent, std::chrono::steady_clock::duration limit)
      : with_parent_(std::move(parent), RequestStop{this}), thread_([this, limit](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          if (!wake_.wait_for(lock, done, limit, [] { return false; }) && !done.stop_requested()) stop_.request_stop();
        }) {}
  StopTimer(const StopTimer&) = delete;
  StopTimer& operator=(const StopTimer&) = delete;
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  struct RequestStop {
    StopTimer* timer;
    void operator()() const { timer->stop_.request_stop(); }
  };

  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::stop_callback<RequestStop> with_parent_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace bireach::checker
