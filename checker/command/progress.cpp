// SPDX-License-Identifier: Apache-2.0
#include "checker/command/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace bireach::checker {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string format_progress(std::string_view phase, const Progress& progress, double elapsed_seconds) {
  std::string line = fmt::format("[{:5.1f} s] {}", elapsed_seconds, phase);
  if (progress.iterations + progress.refuted + progress.states + progress.depth > 0) {
    line += fmt::format(": {} iterations, {} traces refuted, {} states left, depth {}", progress.iterations,
                        progress.refuted, progress.states, progress.depth);
  }
  if (progress.feasible > 0)
    line += fmt::format(", {} error trace{} found", progress.feasible, progress.feasible == 1 ? "" : "s");
  return line;
}

void ProgressLine::set_phase(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
}

void ProgressLine::update(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
}

void ProgressLine::tick() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!enabled_ || now - drawn_at_ < std::chrono::milliseconds(100)) return;
  drawn_at_ = now;
  std::string line = format_progress(phase_, progress_, std::chrono::duration<double>(now - start_).count());
  if (const std::size_t width = terminal_width(); line.size() >= width) line.resize(width - 1);
  std::fprintf(stderr, "\r%s\033[K", line.c_str());
  std::fflush(stderr);
  visible_ = true;
}

void ProgressLine::without_line(const std::function<void()>& write) {
  const std::lock_guard lock(mutex_);
  erase();
  write();
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  enabled_ = false;
  erase();
}

void ProgressLine::erase() {
  if (!visible_) return;
  visible_ = false;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace bireach::checker
