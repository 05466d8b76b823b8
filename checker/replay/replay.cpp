// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/replay.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "frontend/clang/library/program_header.h"

namespace bireach::checker {
namespace {

using Clock = std::chrono::steady_clock;

// For abandon_replay(): one replay at a time can be abandoned.
std::array<char, 4096> abandoned_folder{};
std::atomic<bool> has_folder{false};
std::atomic<pid_t> running_child{0};

/// Everything in the folder, as deep as somebody might nest it. System calls only.
void remove_content(int folder, int depth) {
  alignas(dirent64) std::array<char, 1024> entries{};
  for (bool removed = true; removed;) {
    removed = false;
    lseek(folder, 0, SEEK_SET);
    for (ssize_t size = 0; (size = getdents64(folder, entries.data(), entries.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
        at += entry->d_reclen;
        const char* name = static_cast<const char*>(entry->d_name);
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        if (unlinkat(folder, name, 0) == 0) {
          removed = true;
          continue;
        }
        const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner < 0) continue;
        if (depth > 0) remove_content(inner, depth - 1);
        close(inner);
        removed |= unlinkat(folder, name, AT_REMOVEDIR) == 0;
      }
    }
  }
}

/// TMPDIR names it, as POSIX has it.
std::filesystem::path folder_of_temporaries() {
  const char* named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}

std::string folder_of_temporaries_in_words() {
  const char* named = std::getenv("TMPDIR");
  const bool is_named = named != nullptr && *named != '\0';
  return folder_of_temporaries().string() + (is_named ? ", which TMPDIR names" : "");
}

/// A folder that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (folder_of_temporaries() / "bireach-replay-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      const std::string reason = std::strerror(errno);
      throw std::runtime_error(fmt::format("cannot make a folder in {}: {}", folder_of_temporaries_in_words(), reason));
    }
    path_ = pattern;
    if (pattern.size() < abandoned_folder.size() && !has_folder.load()) {
      std::strcpy(abandoned_folder.data(), pattern.c_str());
      has_folder.store(true);
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    has_folder.store(false);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ProcessLimits {
  std::chrono::seconds time;
  rlim_t memory_bytes;  ///< 0: any
  rlim_t file_bytes;
};

struct ProcessEnd {
  bool started = true;
  bool timed_out = false;
  int status = 0;  ///< as a shell has it: 128 + signal
  std::string errors;
};

void limit(decltype(RLIMIT_CPU) resource, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(resource, &both);
}

/// What a child writes to its errors that the system cannot run: of 32 bits, where the kernel has none.
constexpr std::string_view not_run_here = "this machine does not run such programs";

/// In the child: only what is safe after fork in a process with threads.
[[noreturn]] void become(const char* const* arguments, const char* const* environment, const char* folder, int errors,
                         const ProcessLimits& limits) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setpgid(0, 0);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  if (folder != nullptr && chdir(folder) != 0) _exit(127);
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.time.count()));
  if (limits.memory_bytes != 0) limit(RLIMIT_AS, limits.memory_bytes);
  limit(RLIMIT_FSIZE, limits.file_bytes);
  limit(RLIMIT_CORE, 0);
  if (std::strchr(arguments[0], '/') != nullptr) {  // execvpe would take it for a script of the shell's
    execve(arguments[0], const_cast<char* const*>(arguments), const_cast<char* const*>(environment));
    if (errno == ENOEXEC) static_cast<void>(!write(STDERR_FILENO, not_run_here.data(), not_run_here.size()));
    _exit(127);
  }
  execvpe(arguments[0], const_cast<char* const*>(arguments), const_cast<char* const*>(environment));
  _exit(127);
}

/// Reads until the other end is closed or the time is over; keeps the first bytes.
bool read_until(int pipe, Clock::time_point end, std::string& text) {
  constexpr std::size_t kept = 4000;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = left <= 0 ? 0 : poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    if (text.size() < kept) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

ProcessEnd run_process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                       const char* folder, const ProcessLimits& limits) {
  const auto pointers = [](const std::vector<std::string>& texts) {
    std::vector<const char*> result;
    for (const std::string& text : texts) result.push_back(text.c_str());
    result.push_back(nullptr);
    return result;
  };
  const std::vector<const char*> arguments = pointers(command);
  const std::vector<const char*> variables = pointers(environment);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  const Clock::time_point end = Clock::now() + 2 * limits.time;
  const pid_t child = fork();
  if (child == 0) become(arguments.data(), variables.data(), folder, pipe_ends[1], limits);
  running_child.store(child);
  close(pipe_ends[1]);
  ProcessEnd result;
  if (child < 0) {
    close(pipe_ends[0]);
    result.started = false;
    return result;
  }
  result.timed_out = !read_until(pipe_ends[0], end, result.errors);
  close(pipe_ends[0]);
  running_child.store(0);
  // What it started must not go on; where it lives on without its error output, it has had its time.
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (result.status == 128 + SIGXCPU) result.timed_out = true;
  return result;
}

std::string first_line(const std::string& text, const std::string& with) {
  const std::size_t at = text.find(with);
  if (at == std::string::npos) return text.substr(0, std::min<std::size_t>(text.find('\n'), 200));
  const std::size_t begin = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  return text.substr(begin, std::min<std::size_t>(text.find('\n', at) - begin, 200));
}

bool is_installed(const std::string& compiler) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string candidate = folders.substr(begin, end - begin) + "/" + compiler;
    if (access(candidate.c_str(), X_OK) == 0) return true;
    begin = end + 1;
  }
  return false;
}

/// Does the text name this line of the file, "a.c:12"?
bool names_line(const std::string& text, const std::string& file, unsigned line) {
  const std::string place = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1)) {
    const std::size_t end = at + place.size();
    if (end == text.size() || std::isdigit(static_cast<unsigned char>(text[end])) == 0) return true;
  }
  return false;
}

struct Sanitizer {
  const char* mark;  ///< in its report
  const char* name;
};
constexpr std::array sanitizers{
    Sanitizer{"ERROR: LeakSanitizer", "LeakSanitizer"},
    Sanitizer{"ERROR: AddressSanitizer", "AddressSanitizer"},
    Sanitizer{"WARNING: MemorySanitizer", "MemorySanitizer"},
    Sanitizer{"runtime error:", "UndefinedBehaviorSanitizer"},
    Sanitizer{"uninitialised value", "Valgrind"},
};

/// "AddressSanitizer: heap-buffer-overflow" of "==17==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x…":
/// numbers of processes and addresses differ from run to run.
std::string without_addresses(std::string line) {
  const std::size_t begin = line.find("ERROR: ");
  if (line.starts_with("==") && begin != std::string::npos) line.erase(0, begin + std::string_view("ERROR: ").size());
  for (const char* part : {" on address ", " on unknown address ", " at 0x", ": 0x", " 0x"})
    line.resize(std::min(line.find(part), line.size()));
  return line;
}

bool is_left_over(frontend::Violation violation) {
  return violation == frontend::Violation::valid_memtrack || violation == frontend::Violation::valid_memcleanup;
}

/// Of an error of memory or arithmetic.
Replay judge_report(Replay replay, const ProcessEnd& end, const Harness& harness) {
  const bool is_leak = is_left_over(*harness.operation);
  replay.detail = fmt::format("exit status {}", end.status);
  for (const Sanitizer& sanitizer : sanitizers) {
    if (end.errors.find(sanitizer.mark) == std::string::npos) continue;
    const bool tells_leaks = std::string_view(sanitizer.name) == "LeakSanitizer";
    const bool is_it =
        is_leak ? tells_leaks : !tells_leaks && names_line(end.errors, harness.error_file, harness.error_line);
    replay.detail = without_addresses(first_line(end.errors, sanitizer.mark));
    replay.result = is_it ? ReplayResult::replayed : ReplayResult::undefined_behaviour;
    if (is_it) replay.confirmed_by = sanitizer.name;
    return replay;
  }
  replay.result = end.timed_out ? ReplayResult::timeout : ReplayResult::not_reached;
  return replay;
}

/// Memory that only variables of the program lead to is left over, too.
std::vector<std::string> sanitizer_settings(const Harness& harness, const std::string& search_path) {
  const bool is_leak = harness.operation && is_left_over(*harness.operation);
  std::string leaks = "exitcode=23";
  if (harness.operation == frontend::Violation::valid_memcleanup)
    leaks += ":use_globals=0:use_stacks=0:use_registers=0:use_tls=0";
  return {search_path, "LC_ALL=C", "LSAN_OPTIONS=" + leaks, "UBSAN_OPTIONS=halt_on_error=1",
          fmt::format("ASAN_OPTIONS=detect_leaks={}:detect_stack_use_after_return=1:allocator_may_return_null=1",
                      is_leak ? 1 : 0)};
}

Replay judge(Replay replay, const ProcessEnd& end, bool is_race) {
  constexpr const char* race = "WARNING: ThreadSanitizer: data race";
  const bool marked = end.errors.find(harness_marker) != std::string::npos;
  replay.detail = fmt::format("exit status {}", end.status);
  if (is_race && end.errors.find(race) != std::string::npos) {
    replay.result = ReplayResult::replayed;
    replay.detail = first_line(end.errors, race);
  } else if (!is_race && end.status == error_reached && marked) {
    replay.result = ReplayResult::replayed;
  } else if (end.timed_out) {
    replay.result = ReplayResult::timeout;
  } else if (replay.sanitized && end.errors.find("runtime error:") != std::string::npos) {
    replay.result = ReplayResult::undefined_behaviour;
    replay.detail = first_line(end.errors, "runtime error:");
  } else {
    replay.result = ReplayResult::not_reached;
    if (!end.errors.empty()) replay.detail += ": " + first_line(end.errors, "\x01");
  }
  return replay;
}

Replay replay_with(const std::string& compiler, bool sanitized, const Harness& harness,
                   const frontend::ParseOptions& options, const std::vector<std::string>& files,
                   const std::filesystem::path& folder) {
  Replay replay{compiler, sanitized, ReplayResult::no_compiler, {}};
  if (!is_installed(compiler)) return replay;
  const std::string binary = (folder / "replay").string();
  const HarnessBuild arguments{
      .harness_file = (folder / "harness.c").string(),
      .output = binary,
      .with_clang = compiler.starts_with("clang"),
      .sanitized = sanitized && !harness.is_race && !harness.operation,
      .finds_races = harness.is_race,
      .header_folder = folder.string(),
      .finds_errors = harness.operation ? sanitizers_for(*harness.operation, compiler.starts_with("clang")) : ""};
  const bool with_valgrind = harness.operation && arguments.finds_errors.empty();
  if (with_valgrind && !is_installed("valgrind")) {
    replay.detail = "valgrind is not installed";
    return replay;
  }
  const char* path = std::getenv("PATH");
  const std::vector<std::string> environment{std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path),
                                             "LC_ALL=C", "TMPDIR=" + folder.string()};
  constexpr rlim_t gibibyte = rlim_t{1} << 30U;
  for (std::vector<std::string>& command : harness_build_commands(harness, arguments, options, files)) {
    command.insert(command.begin(), compiler);
    const ProcessEnd build =
        run_process(command, environment, nullptr, {std::chrono::seconds(60), 8 * gibibyte, gibibyte});
    if (build.status == 0) continue;
    replay.result = ReplayResult::build_failed;
    const bool is_linked = build.errors.find("undefined reference") != std::string::npos;  // what the linker lacks
    replay.detail = first_line(build.errors, is_linked ? "undefined reference" : "error:");
    return replay;
  }
  const std::filesystem::path empty = folder / "empty";
  std::filesystem::remove_all(empty);
  std::filesystem::create_directory(empty);
  // The tables of sanitizers take addresses without end.
  const rlim_t memory = harness.is_race || harness.operation ? 0 : 2 * gibibyte;
  std::vector<std::string> run{binary};
  if (with_valgrind) run.insert(run.begin(), {"valgrind", "-q"});
  const std::vector<std::string> settings =
      harness.operation ? sanitizer_settings(harness, environment.front()) : std::vector<std::string>();
  const ProcessEnd end =
      run_process(run, settings, empty.c_str(), {std::chrono::seconds(10), memory, rlim_t{1} << 20U});
  if (end.errors.starts_with(not_run_here)) {
    replay.result = ReplayResult::build_failed;
    replay.detail = not_run_here;
    return replay;
  }
  if (harness.operation) return judge_report(std::move(replay), end, harness);
  return judge(std::move(replay), end, harness.is_race);
}

}  // namespace

std::string_view to_string(ReplayResult result) {
  switch (result) {
    case ReplayResult::replayed:
      return "replayed";
    case ReplayResult::not_reached:
      return "not reached";
    case ReplayResult::undefined_behaviour:
      return "undefined behaviour";
    case ReplayResult::timeout:
      return "timeout";
    case ReplayResult::build_failed:
      return "build failed";
    case ReplayResult::no_compiler:
      break;
  }
  return "no compiler";
}

std::string confirmation_text(const std::vector<Replay>& replays, frontend::Violation violation) {
  std::string who;
  std::string failed;
  for (const Replay& replay : replays)
    if (!replay.confirmed_by.empty())
      who += fmt::format("{}{} ({})", who.empty() ? "" : ", ", replay.confirmed_by, replay.compiler);
    else if (replay.result != ReplayResult::not_reached)
      failed += fmt::format("{}{}: {}", failed.empty() ? "" : ", ", replay.compiler, to_string(replay.result));
  if (!who.empty()) return "confirmed by " + who;
  if (!failed.empty()) return "confirmed by no sanitizer (" + failed + ")";
  if (is_left_over(violation)) return "confirmed by no sanitizer: LeakSanitizer still finds something that leads there";
  if (violation == frontend::Violation::valid_deref)
    return "confirmed by no sanitizer: none sees an access that leads from one object into another one, or stays "
           "within "
           "a structure";
  if (violation == frontend::Violation::uninitialised_read)
    return "confirmed by no sanitizer: they only see such a value where it decides a branch or an address";
  return "confirmed by no sanitizer: none looks for this";
}

std::vector<Replay> replay_violation(const Harness& harness, const frontend::ParseOptions& options,
                                     const std::vector<std::string>& files) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "harness.c", std::ios::binary) << harness.text;
  std::ofstream(folder.path() / "bireach.h", std::ios::binary) << frontend::program_header();
  for (std::size_t file = 0; file < harness.program_texts.size(); ++file) {
    const std::string path = program_text_file(folder.path() / "harness.c", file, files.size());
    std::ofstream(path, std::ios::binary) << harness.program_texts[file];
  }
  std::vector<Replay> replays;
  const std::string clang = is_installed("clang") ? "clang" : "clang-14";
  for (const std::string& compiler : {std::string("gcc"), clang})
    for (const bool sanitized : harness.is_race || harness.operation ? std::vector{true} : std::vector{false, true})
      replays.push_back(replay_with(compiler, sanitized, harness, options, files, folder.path()));
  return replays;
}

void abandon_replay() {
  if (const pid_t child = running_child.exchange(0); child > 0) kill(-child, SIGKILL);
  if (!has_folder.exchange(false)) return;
  constexpr int deepest = 12;
  const int folder = open(abandoned_folder.data(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  remove_content(folder, deepest);
  close(folder);
  rmdir(abandoned_folder.data());
}

}  // namespace bireach::checker
