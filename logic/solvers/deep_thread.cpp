// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/deep_thread.h"

#include <exception>
#include <new>
#include <utility>

#include "logic/solvers/alternate_stack.h"

namespace bireach::logic {

DeepThread::DeepThread(std::function<void()> work, std::size_t stack_bytes) : work_(std::move(work)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  started_ = pthread_create(&thread_, &attributes, &DeepThread::run, this) == 0;
  pthread_attr_destroy(&attributes);
}

void DeepThread::join() {
  if (!started_ || joined_) return;
  joined_ = true;
  pthread_join(thread_, nullptr);
}

void* DeepThread::run(void* thread) {
  const AlternateStack handlers;
  static_cast<DeepThread*>(thread)->work_();
  return nullptr;
}

void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work) {
  constexpr std::size_t smallest = std::size_t{1} << 20U;
  std::exception_ptr failure;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  for (std::size_t bytes = stack_bytes;; bytes /= 2) {
    DeepThread thread(guarded, bytes);
    thread.join();
    if (thread.started()) break;
    if (bytes <= smallest) throw std::bad_alloc();  // no room for its stack
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace bireach::logic
