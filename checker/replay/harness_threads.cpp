// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checker/replay/harness_status.h"
#include "frontend/clang/reading/source_editor.h"

namespace bireach::checker {
namespace {

using frontend::SourceRange;
using WaitingKind = WaitingPlace::Kind;

/// One thread at a time has the turn; the others look again and again whether it is theirs. Nothing here is seen by
/// ThreadSanitizer, which would take it for what orders the threads.
constexpr const char* turns_text = R"(
/* Threads take turns: each has a list of places where it hands on the turn and waits for its next one. */
#define BIREACH_OWN __attribute__((no_sanitize_thread))
struct bireach_stop { unsigned place, visit, turn; };
struct bireach_plan { unsigned first_turn, stops, created; };
extern int sched_yield(void);
extern int usleep(unsigned);
static volatile unsigned bireach_turn;
static __thread unsigned bireach_self, bireach_stops_done, bireach_has_created;
static __thread unsigned bireach_visits[BIREACH_PLACES + 1];
BIREACH_OWN static void bireach_wait(unsigned turn) {
  unsigned seen = bireach_turn;
  for (unsigned long looked = 0; bireach_turn < turn; ++looked) {
    if (looked < 1000) sched_yield(); else usleep(1000);
    if (bireach_turn != seen) seen = bireach_turn, looked = 0;
    if (looked > 5000) bireach_end("the threads cannot take their turns\n", BIREACH_LOST);
  }
  __asm__ volatile("" ::: "memory");
}
BIREACH_OWN static void bireach_hand_on(void) {
  __asm__ volatile("" ::: "memory");
  bireach_turn = bireach_turn + 1;
}
/* Is the thread to wait here? Then the turn for which. */
BIREACH_OWN static int bireach_stops(unsigned place, unsigned *turn) {
  const struct bireach_plan *plan = &bireach_plans[bireach_self];
  const unsigned visit = ++bireach_visits[place], end = plan[1].stops;
  for (unsigned i = plan->stops + bireach_stops_done; i < end; ++i) {
    const struct bireach_stop *stop = &bireach_all_stops[i];
    if (stop->place == place && stop->visit == visit) {
      ++bireach_stops_done;
      *turn = stop->turn;
      return 1;
    }
    if (stop->turn != BIREACH_NEVER) return 0;
  }
  return 0;
}
BIREACH_OWN void bireach_point(unsigned place) {
  unsigned turn;
  if (!bireach_stops(place, &turn)) return;
  bireach_hand_on();
  bireach_wait(turn);
}
/* The thread ends. */
BIREACH_OWN static void bireach_leave(void) {
  const struct bireach_plan *plan = &bireach_plans[bireach_self];
  const unsigned next = plan->stops + bireach_stops_done;
  if (next < plan[1].stops && bireach_all_stops[next].turn != BIREACH_NEVER)
    bireach_end("a thread ends before its last turn\n", BIREACH_LOST);
  bireach_hand_on();
}
)";

constexpr const char* functions_text = R"(
struct bireach_start { void *(*routine)(void *); int (*c11)(void *); void *argument; unsigned self; };
static struct bireach_start bireach_starts[1024];
static volatile unsigned bireach_started;
BIREACH_OWN static struct bireach_start *bireach_next_thread(void) {
  const struct bireach_plan *plan = &bireach_plans[bireach_self];
  const unsigned number = plan->created + bireach_has_created++;
  if (bireach_started >= sizeof bireach_starts / sizeof *bireach_starts)
    bireach_end("too many threads\n", BIREACH_LOST);
  struct bireach_start *start = &bireach_starts[bireach_started];
  bireach_started = bireach_started + 1;
  start->self = number < plan[1].created ? bireach_all_created[number] : BIREACH_THREADS;
  return start;
}
BIREACH_OWN static void bireach_begin(const struct bireach_start *start) {
  bireach_self = start->self;
  bireach_wait(bireach_plans[bireach_self].first_turn);
}
BIREACH_OWN static void *bireach_run(void *start) {
  void *(*const routine)(void *) = ((struct bireach_start *)start)->routine;
  void *const argument = ((struct bireach_start *)start)->argument;
  bireach_begin(start);
  void *const result = routine(argument);
  bireach_leave();
  return result;
}
extern int __real_pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
BIREACH_OWN int __wrap_pthread_create(unsigned long *thread, const void *attributes, void *(*routine)(void *),
                                      void *argument) {
  unsigned long id;
  struct bireach_start *start = bireach_next_thread();
  start->routine = routine;
  start->argument = argument;
  const int result = __real_pthread_create(&id, attributes, bireach_run, start);
  bireach_point(BIREACH_CREATED);
  if (result == 0) *thread = id;
  return result;
}
BIREACH_OWN static int bireach_run_c11(void *start) {
  int (*const routine)(void *) = ((struct bireach_start *)start)->c11;
  void *const argument = ((struct bireach_start *)start)->argument;
  bireach_begin(start);
  const int result = routine(argument);
  bireach_leave();
  return result;
}
extern int __real_thrd_create(unsigned long *, int (*)(void *), void *);
BIREACH_OWN int __wrap_thrd_create(unsigned long *thread, int (*routine)(void *), void *argument) {
  unsigned long id;
  struct bireach_start *start = bireach_next_thread();
  start->c11 = routine;
  start->argument = argument;
  const int result = __real_thrd_create(&id, bireach_run_c11, start);
  bireach_point(BIREACH_CREATED);
  if (result == 0) *thread = id;
  return result;
}
extern void __real_pthread_exit(void *) __attribute__((noreturn));
BIREACH_OWN void __wrap_pthread_exit(void *result) {
  bireach_leave();
  __real_pthread_exit(result);
}
extern void __real_thrd_exit(int) __attribute__((noreturn));
BIREACH_OWN void __wrap_thrd_exit(int result) {
  bireach_leave();
  __real_thrd_exit(result);
}
/* Waiting for a condition may end at any time; here it ends when the thread has its turn again. */
extern int pthread_mutex_lock(void *), pthread_mutex_unlock(void *), mtx_lock(void *), mtx_unlock(void *);
BIREACH_OWN int __wrap_pthread_cond_wait(void *condition, void *mutex) {
  pthread_mutex_unlock(mutex);
  bireach_point(BIREACH_WAITING);
  return pthread_mutex_lock(mutex);
}
BIREACH_OWN int __wrap_pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
  return __wrap_pthread_cond_wait(condition, mutex);
}
BIREACH_OWN int __wrap_cnd_wait(void *condition, void *mutex) {
  mtx_unlock(mutex);
  bireach_point(BIREACH_WAITING);
  return mtx_lock(mutex);
}
/* Where others have to come too, they have their turns meanwhile. */
extern int __real_pthread_barrier_wait(void *);
BIREACH_OWN int __wrap_pthread_barrier_wait(void *barrier) {
  unsigned turn;
  const int stops = bireach_stops(BIREACH_WAITING, &turn);
  if (stops) bireach_hand_on();
  const int result = __real_pthread_barrier_wait(barrier);
  if (stops) bireach_wait(turn);
  return result;
}
)";

std::string turn_text(const std::optional<std::size_t>& turn) {
  return turn ? std::to_string(*turn) : "BIREACH_NEVER";
}

/// Places are numbered from 1.
std::size_t number_of(const ThreadSchedule& schedule, WaitingKind kind) {
  const auto found = std::find(schedule.places.begin(), schedule.places.end(), WaitingPlace{kind, 0});
  return found == schedule.places.end() ? 0 : static_cast<std::size_t>(found - schedule.places.begin()) + 1;
}

std::string tables(const ThreadSchedule& schedule) {
  std::string plans, stops, created;
  std::size_t stop_count = 0;
  std::size_t created_count = 0;
  for (const ThreadPlan& plan : schedule.plans) {
    // The entry function begins without being asked.
    plans += fmt::format("  {{{}, {}, {}}},\n", turn_text(plan.first_turn), stop_count, created_count);
    for (const ThreadStop& stop : plan.stops)
      stops += fmt::format("  {{{}, {}, {}}},\n", stop.place + 1, stop.visit, turn_text(stop.turn));
    for (const std::uint32_t thread : plan.created) created += fmt::format("{}, ", thread);
    stop_count += plan.stops.size();
    created_count += plan.created.size();
  }
  return fmt::format(
      "static const struct bireach_plan bireach_plans[] = {{  /* by thread: its first turn, where its stops and the\n"
      "                                                      threads that it creates begin in these tables */\n{}"
      "  {{BIREACH_NEVER, {}, {}}},\n  {{BIREACH_NEVER, {}, {}}}}};\n"
      "static const struct bireach_stop bireach_all_stops[] = {{  /* place, visit of the thread, next turn */\n{}"
      "  {{0, 0, 0}}}};\n"
      "static const unsigned bireach_all_created[] = {{{}0}};\n",
      plans, stop_count, created_count, stop_count, created_count, stops, created);
}

/// Of what begins at one place the outer one first.
auto order_key(const SourceRange& range, WaitingKind kind) {
  return std::make_tuple(range.file, range.line, range.column, kind, -static_cast<std::int64_t>(range.end_line),
                         -static_cast<std::int64_t>(range.end_column));
}

struct Insertion {
  SourceRange range;
  WaitingPlace place;
  std::size_t number = 0;  ///< of the place; 0: something is only read in order
};

/// What an expression reads before a place within it is to be read there, and not later. Compilers may choose.
void add_reads_before(const frontend::SourcePoints& points, std::vector<Insertion>& result) {
  std::map<const frontend::StatementPoint*, std::size_t> last;  // access that is a place, by statement
  std::set<std::size_t> known;
  for (const Insertion& insertion : result) {
    if (insertion.place.kind != WaitingKind::access) continue;
    known.insert(insertion.place.point);
    std::size_t& latest = last[enclosing_statement(points, insertion.range)];
    latest = std::max(latest, insertion.place.point);
  }
  if (last.empty()) return;
  for (std::size_t i = 0; i < points.accesses.size(); ++i) {
    const frontend::AccessPoint& access = points.accesses[i];
    if (access.kind != frontend::AccessKind::read || !access.exact || known.contains(i)) continue;
    const auto statement = last.find(enclosing_statement(points, access.range));
    if (statement != last.end() && i < statement->second) result.push_back({access.range, {WaitingKind::access, i}, 0});
  }
}

std::vector<Insertion> insertions(const ThreadSchedule& schedule, const frontend::SourcePoints& points) {
  std::vector<Insertion> result;
  for (std::size_t i = 0; i < schedule.places.size(); ++i) {
    const WaitingPlace& place = schedule.places[i];
    if (place.kind == WaitingKind::created || place.kind == WaitingKind::waiting) continue;
    const SourceRange& range = place.kind == WaitingKind::statement   ? points.statements[place.point].range
                               : place.kind == WaitingKind::condition ? points.branchings[place.point].condition
                               : place.kind == WaitingKind::increment ? points.branchings[place.point].increment
                                                                      : points.accesses[place.point].range;
    result.push_back({range, place, i + 1});
  }
  add_reads_before(points, result);
  std::sort(result.begin(), result.end(), [](const Insertion& a, const Insertion& b) {
    return order_key(a.range, a.place.kind) < order_key(b.range, b.place.kind);
  });
  return result;
}

}  // namespace

const std::vector<std::string>& scheduled_functions() {
  static const std::vector<std::string> names{
      "pthread_create",    "thrd_create", "pthread_exit",           "thrd_exit",
      "pthread_cond_wait", "cnd_wait",    "pthread_cond_timedwait", "pthread_barrier_wait"};
  return names;
}

std::string scheduling_code(const ThreadSchedule& schedule, int lost_status) {
  const std::string turns = turns_text;
  const std::size_t data = turns.find("extern int sched_yield");
  return fmt::format(
             "\n#define BIREACH_LOST {}\n#define BIREACH_PLACES {}\n#define BIREACH_THREADS {}\n"
             "#define BIREACH_CREATED {}\n#define BIREACH_WAITING {}\n#define BIREACH_NEVER {}",
             lost_status, schedule.places.size(), schedule.plans.size(), number_of(schedule, WaitingKind::created),
             number_of(schedule, WaitingKind::waiting),
             schedule.is_race ? std::to_string(schedule.turns.size()) + "u" : "(~0u)") +
         turns.substr(0, data) + tables(schedule) + turns.substr(data) + functions_text;
}

std::vector<std::string> scheduled_texts(const ThreadSchedule& schedule, const frontend::SourcePoints& points,
                                         const std::vector<std::string>& files) {
  frontend::SourceEditor editor(files);
  for (const Insertion& insertion : insertions(schedule, points)) {
    const std::string code = fmt::format("bireach_point({});", insertion.number);
    switch (insertion.place.kind) {
      case WaitingKind::statement:
        editor.insert_before(points.statements[insertion.place.point], code);
        break;
      case WaitingKind::condition:
        editor.insert_before_condition(points.branchings[insertion.place.point], code);
        break;
      case WaitingKind::increment:
        editor.insert_before_increment(points.branchings[insertion.place.point], code);
        break;
      case WaitingKind::access: {
        const frontend::AccessPoint& access = points.accesses[insertion.place.point];
        if (insertion.number != 0)
          editor.insert_before_access(access, fmt::format("bireach_value{}", insertion.number), code);
        else
          editor.read_in_order(access, fmt::format("bireach_read{}", insertion.place.point));
        break;
      }
      case WaitingKind::created:
      case WaitingKind::waiting:
        break;
    }
  }
  std::vector<std::string> texts;
  for (std::size_t file = 0; file < files.size(); ++file)
    texts.push_back("extern void bireach_point(unsigned);\n#line 1 \"" + files[file] + "\"\n" + editor.text(file));
  return texts;
}

}  // namespace bireach::checker
