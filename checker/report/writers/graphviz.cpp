// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "checker/answer/limits.h"
#include "checker/report/automaton_report.h"

extern "C" char** environ;

namespace bireach::checker {
namespace {

/// More is no drawing for a page.
constexpr std::size_t longest_drawing = std::size_t{16} << 20U;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// In a process group of its own, with the signals unblocked that this process blocks. -1, with errno, if it cannot be
/// started.
pid_t start_dot(const Pipe& input, const Pipe& output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP));
  std::string name = "dot";
  std::string format = "-Tsvg";
  const std::array<char*, 3> arguments{name.data(), format.data(), nullptr};
  pid_t child = -1;
  const int error = posix_spawnp(&child, name.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? child : -1;
}

enum class Talk { done, too_late, too_long, failed };

/// Feeds the input and takes the output, both as they go.
Talk exchange(const std::string& text, Pipe& input, Pipe& output, Clock::time_point end, std::string& result) {
  std::size_t sent = 0;
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return Talk::too_late;
    std::array<pollfd, 2> files{{{output.read.get(), POLLIN, 0}, {input.write.get(), POLLOUT, 0}}};
    const int ready = ::poll(files.data(), files.size(), static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return Talk::failed;
    if (ready <= 0) continue;
    if ((files[1].revents & (POLLOUT | POLLERR)) != 0) {
      const ssize_t written = ::write(input.write.get(), text.data() + sent, text.size() - sent);
      if (written > 0) sent += static_cast<std::size_t>(written);
      if ((written < 0 && errno != EAGAIN && errno != EINTR) || sent == text.size()) input.write.close();
    }
    if ((files[0].revents & (POLLIN | POLLHUP)) != 0) {
      const ssize_t count = ::read(output.read.get(), buffer.data(), buffer.size());
      if (count == 0) return Talk::done;
      if (count < 0 && errno != EINTR) return Talk::failed;
      if (count > 0) result.append(buffer.data(), static_cast<std::size_t>(count));
      if (result.size() > longest_drawing) return Talk::too_long;
    }
  }
}

/// What is written to a process that has ended must not end this one. Sets SIGPIPE aside for this thread.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec no_time{};
    while (sigtimedwait(&set_, nullptr, &no_time) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t set_{}, before_{};
};

}  // namespace

Drawing draw_with_graphviz(const std::string& dot, std::chrono::milliseconds limit) {
  const WithoutSigpipe guard;
  const Clock::time_point end = Clock::now() + limit;
  Pipe input;
  Pipe output;
  if (!input.open() || !output.open()) return {{}, std::string("no pipe to dot: ") + std::strerror(errno)};
  const pid_t child = start_dot(input, output);
  if (child < 0) {
    return {
        {},
        errno == ENOENT ? "Graphviz's dot is not installed" : std::string("cannot run dot: ") + std::strerror(errno)};
  }
  input.read.close();
  output.write.close();
  ::fcntl(input.write.get(), F_SETFL, O_NONBLOCK);
  Drawing drawing;
  const Talk talk = exchange(dot, input, output, end, drawing.svg);
  if (talk != Talk::done) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  switch (talk) {
    case Talk::done:
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !drawing.svg.empty()) return drawing;
      return {{}, WIFEXITED(status) && WEXITSTATUS(status) == 127 ? "Graphviz's dot is not installed" : "dot failed"};
    case Talk::too_late:
      return {{}, "dot took too long"};
    case Talk::too_long:
      return {{}, "the drawing is too large"};
    case Talk::failed:
      break;
  }
  return {{}, "no answer from dot"};
}

}  // namespace bireach::checker
