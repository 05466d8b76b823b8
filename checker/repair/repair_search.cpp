// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/repair_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <thread>
#include <tuple>

#include "checker/answer/limits.h"
#include "checker/answer/stop_timer.h"
#include "checker/repair/candidate.h"
#include "checker/repair/unified_diff.h"
#include "checker/verify/verify.h"

namespace bireach::checker {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t stack_bytes = std::size_t{256} << 20U;
/// How long a candidate may take, round by round; what is left is shared in the last one.
constexpr milliseconds first_rounds[] = {milliseconds(2500), milliseconds(12000)};
constexpr milliseconds without_limit{60000};
/// More are seldom better, and each is verified.
constexpr std::size_t most_candidates = 60;
/// Changes on which a second one is built.
constexpr std::size_t most_bases = 6;

/// A line that was inserted ends as the others of its file do, if those end alike.
std::string with_line_ends_of(const std::string& original, const std::string& changed) {
  std::size_t returned = 0;
  for (std::size_t i = 1; i < original.size(); ++i)
    if (original[i] == '\n' && original[i - 1] == '\r') ++returned;
  if (returned == 0 || returned != static_cast<std::size_t>(std::count(original.begin(), original.end(), '\n')))
    return changed;
  std::string text;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (changed[i] == '\n' && (i == 0 || changed[i - 1] != '\r')) text += '\r';
    text += changed[i];
  }
  return text;
}

class RepairSearch {
 public:
  RepairSearch(SuspectSearch& suspects, const RepairSetting& setting, VerifyStatistics& statistics)
      : suspects_(suspects), setting_(setting), statistics_(statistics) {}

  ReportRepairs run() {
    collect();
    verify_all();
    if (setting_.max_edits > 1 && !has_proof() && !is_over()) {
      search_pairs();
      verify_all();
    }
    return report();
  }

 private:
  [[nodiscard]] bool is_over() const {
    return setting_.stop.stop_requested() || (setting_.deadline && Clock::now() >= *setting_.deadline);
  }
  [[nodiscard]] bool has_proof() const { return std::any_of(candidates_.begin(), candidates_.end(), is_proved); }

  /// The plausible changes, smaller ones first.
  void collect() {
    tried_ += suspects_.screening().tried();
    for (const ScreenedEdit& screened : suspects_.ranked()) {
      if (!screened.is_plausible() || candidates_.size() == most_candidates) continue;
      Candidate candidate;
      candidate.screened = screened;
      const frontend::EditSpace& space = suspects_.space();
      const frontend::TextChange change = space.change(screened.edit, screened.choice);
      candidate.title = space.describe(screened.edit, screened.choice);
      candidate.texts[change.path] = with_line_ends_of(space.text(change.path), space.apply(change));
      candidate.lines = {change.place.line};
      const std::string& function = space.sites()[space.edits()[screened.edit].site].function;
      candidate.changes = {{{change.path, change.place.line, change.place.column, function, change.place.end_line,
                             change.place.end_column},
                            change.text}};
      if (space.edits()[screened.edit].kind == frontend::EditKind::moved) describe_by_lines(candidate);
      if (is_new(candidate)) candidates_.push_back(std::move(candidate));
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return is_better(a.screened, b.screened); });
  }

  [[nodiscard]] bool is_new(const Candidate& candidate) const {
    return std::none_of(candidates_.begin(), candidates_.end(),
                        [&](const Candidate& known) { return known.texts == candidate.texts; });
  }

  /// All of the base's failing executions that remain are failing executions of a program like any other.
  void search_pairs() {
    std::vector<ScreenedEdit> bases;
    std::set<std::size_t> sites;
    for (const ScreenedEdit& screened : suspects_.ranked()) {
      if (!is_partial(screened) || bases.size() == most_bases) continue;
      if (sites.insert(suspects_.space().edits()[screened.edit].site).second) bases.push_back(screened);
    }
    pairs_tried_ = !bases.empty();
    for (const ScreenedEdit& base : bases) {
      if (is_over()) return;
      setting_.enter("looking for pairs of changes");
      build_on(base);
    }
  }

  void build_on(const ScreenedEdit& base) {
    const frontend::EditSpace& space = suspects_.space();
    const frontend::TextChange first = space.change(base.edit, base.choice);
    ProgramSources sources = suspects_.sources();
    sources.options.texts[first.path] = with_line_ends_of(space.text(first.path), space.apply(first));
    std::shared_ptr<const frontend::Program> program;
    try {
      program =
          std::make_shared<const frontend::Program>(read_changed(sources, {}, suspects_.program().signed_overflow));
    } catch (const frontend::ParseError&) {
      return;  // it is no program
    }
    SuspectSearch second(std::move(program), sources, suspects_.specification(), setting_.stop);
    for (const KnownTrial& known : suspects_.tests().failing()) second.add(known.inputs);
    for (const KnownTrial& known : suspects_.tests().passing()) second.add(known.inputs);
    if (second.tests().failing().empty()) return;
    SuspectEffort effort = SuspectEffort::large();
    effort.input_steps /= 4;
    effort.screening_steps /= 3;
    effort.attack_steps /= 3;
    if (!second.search(effort).empty()) return;
    tried_ += second.screening().tried();
    std::size_t count = 0;
    for (const ScreenedEdit& screened : second.ranked()) {
      if (!screened.is_plausible() || ++count > 5) break;
      Candidate candidate;
      candidate.screened = screened;
      candidate.screened.size += base.size;
      candidate.is_pair = true;
      const frontend::TextChange change = second.space().change(screened.edit, screened.choice);
      candidate.texts[first.path] = sources.options.texts[first.path];
      candidate.texts[change.path] = with_line_ends_of(second.space().text(change.path), second.space().apply(change));
      candidate.title =
          space.describe(base.edit, base.choice) + ", and " + second.space().describe(screened.edit, screened.choice);
      describe_by_lines(candidate);
      if (is_new(candidate)) candidates_.push_back(std::move(candidate));
    }
  }

  /// Several changes of one text are told by whole lines.
  void describe_by_lines(Candidate& candidate) const {
    candidate.changes.clear();
    candidate.lines.clear();
    for (const auto& [path, text] : candidate.texts) {
      const auto before = split_lines(suspects_.space().text(path));
      const auto after = split_lines(text);
      for (const LineChange& change : changed_lines(before, after)) {
        std::string inserted;
        for (std::size_t i = change.new_begin; i < change.new_end; ++i) inserted += after[i];
        const auto begin = static_cast<unsigned>(change.old_begin + 1);
        const auto end = static_cast<unsigned>(change.old_end + 1);
        candidate.changes.push_back({{path, begin, 1, "", end, 1}, inserted});
        for (unsigned line = begin; line < std::max(end, begin + 1); ++line) candidate.lines.push_back(line);
      }
    }
  }

  /// Round by round, with more time.
  void verify_all() {
    for (const milliseconds limit : first_rounds) round(limit);
    while (!is_over() && wants_more()) {
      if (!setting_.deadline) return round(without_limit);
      const auto left = std::chrono::duration_cast<milliseconds>(*setting_.deadline - Clock::now());
      if (left < milliseconds(1000)) return;
      // All that is left goes to the best ones.
      round(std::max(left / 2, milliseconds(1000)), setting_.jobs);
      if (left / 2 < milliseconds(1000)) return;
    }
  }

  [[nodiscard]] static bool is_proved(const Candidate& candidate) {
    return candidate.state == Candidate::State::proved;
  }

  /// Where a repair stands among the others.
  using Order = std::tuple<bool, bool, bool, unsigned, std::size_t>;
  [[nodiscard]] static Order order_of(const Candidate& c) {
    const bool changes_most = 2 * c.observed.changed > c.observed.passing;
    return {!is_proved(c), c.screened.evades, changes_most, c.screened.size, c.observed.changed};
  }
  /// … if it were proved and changed nothing that passing executions compute.
  [[nodiscard]] static Order best_order_of(const Candidate& c) {
    return {false, c.screened.evades, false, c.screened.size, 0};
  }

  [[nodiscard]] bool has_enough_proofs() const {
    return static_cast<std::size_t>(std::count_if(candidates_.begin(), candidates_.end(), is_proved)) >=
           setting_.enough;
  }

  /// Of those that are open and vary none that is proved, where enough is: the first that may come before all these.
  [[nodiscard]] bool is_wanted(std::size_t candidate) const {
    constexpr std::ptrdiff_t most_waited_for = 3;
    const Candidate& asked = candidates_[candidate];
    if (asked.state != Candidate::State::open || varies_proved(asked)) return false;
    if (!has_enough_proofs()) return true;
    const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(candidate);
    const auto is_open = [](const Candidate& c) { return c.state == Candidate::State::open; };
    return std::count_if(candidates_.begin(), end, is_open) < most_waited_for &&
           std::none_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
             return is_proved(other) && order_of(other) <= best_order_of(asked);
           });
  }

  [[nodiscard]] bool wants_more() const {
    for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate)
      if (is_wanted(candidate)) return true;
    return false;
  }

  /// The same change with another constant or guard as one that is proved, and no smaller?
  [[nodiscard]] bool varies_proved(const Candidate& candidate) const {
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.state == Candidate::State::proved && !other.is_pair && !candidate.is_pair &&
             other.screened.edit == candidate.screened.edit;
    });
  }

  void round(milliseconds limit, std::size_t most = SIZE_MAX) {
    std::size_t started = 0;
    for (std::size_t next = 0; next < candidates_.size() && started < most;) {
      if (is_over() || !wants_more()) return;
      std::vector<std::size_t> batch;
      for (; next < candidates_.size() && batch.size() < std::max(1U, setting_.jobs); ++next)
        if (is_wanted(next)) batch.push_back(next);
      if (batch.empty()) return;
      started += batch.size();
      verify_batch(batch, limit);
    }
  }

  struct Attempt {
    std::size_t candidate = 0;
    Verdict verdict = Unknown{"not verified"};
    VerifyStatistics statistics;
  };

  void verify_batch(const std::vector<std::size_t>& batch, milliseconds limit) {
    setting_.enter(fmt::format("verifying {} of {} candidates", batch.front() + 1, candidates_.size()));
    std::vector<std::unique_ptr<Attempt>> attempts;
    for (const std::size_t index : batch) {
      if (!read(candidates_[index])) continue;
      attempts.push_back(std::make_unique<Attempt>());
      attempts.back()->candidate = index;
    }
    if (setting_.deadline)
      limit = std::min(limit, std::chrono::duration_cast<milliseconds>(*setting_.deadline - Clock::now()));
    if (limit <= milliseconds(0)) return;
    {
      const StopTimer timer(setting_.stop, limit);
      std::vector<std::jthread> threads;
      for (auto& attempt : attempts)
        threads.emplace_back([&, a = attempt.get()] { verify_one(*a, timer.token(), limit); });
    }
    for (auto& attempt : attempts) settle(*attempt);
    setting_.known(report());
  }

  bool read(Candidate& candidate) {
    if (candidate.program) return true;
    try {
      auto program = std::make_shared<frontend::Program>(
          read_changed(suspects_.sources(), candidate.texts, frontend::SignedOverflow::undefined));
      candidate.program = std::move(program);
    } catch (const frontend::ParseError&) {
      candidate.state = Candidate::State::refuted;
      ++unreadable_;
    }
    return candidate.program != nullptr;
  }

  void verify_one(Attempt& attempt, const std::stop_token& stop, milliseconds limit) const {
    run_with_stack(stack_bytes, [&] {
      VerifyOptions options = setting_.verify;
      options.deadline = Clock::now() + limit;
      options.random_executions_first = false;  // the trials were
      try {
        attempt.verdict = verify(*candidates_[attempt.candidate].program, options, stop, attempt.statistics);
      } catch (const std::exception& problem) {
        attempt.verdict = Unknown{problem.what()};
      }
    });
  }

  void settle(Attempt& attempt) {
    Candidate& candidate = candidates_[attempt.candidate];
    if (!candidate.is_verified) ++verified_;
    candidate.is_verified = true;
    statistics_.solver.z3_queries += attempt.statistics.solver.z3_queries;
    statistics_.solver.cvc5_queries += attempt.statistics.solver.cvc5_queries;
    statistics_.solver.cadical_queries += attempt.statistics.solver.cadical_queries;
    statistics_.solver.unknown_answers += attempt.statistics.solver.unknown_answers;
    statistics_.iterations += attempt.statistics.iterations;
    candidate.depth = std::max(candidate.depth, static_cast<std::size_t>(attempt.statistics.bounded_depth));
    // The counterexample of another one may have struck it out meanwhile.
    const bool is_open = candidate.state == Candidate::State::open;
    if (const auto* safe = std::get_if<Safe>(&attempt.verdict)) {
      if (is_open) {
        candidate.state = Candidate::State::proved;
        observe_again(candidate);
      }
      candidate.assumptions = safe->assumptions;
    } else if (const auto* unsafe = std::get_if<Unsafe>(&attempt.verdict)) {
      candidate.state = Candidate::State::refuted;
      learn(Inputs::of(*candidate.program, unsafe->execution));
    }
  }

  /// The counterexample of one candidate may refute others.
  void learn(const Inputs& inputs) {
    const std::size_t failing = suspects_.tests().failing().size();
    if (!suspects_.add(inputs)) return;
    const bool fails = suspects_.tests().failing().size() > failing;
    const KnownTrial& known = fails ? suspects_.tests().failing().back() : suspects_.tests().passing().back();
    for (Candidate& candidate : candidates_)
      if (candidate.state == Candidate::State::open && !withstands(candidate, known))
        candidate.state = Candidate::State::refuted;
  }

  [[nodiscard]] bool withstands(Candidate& candidate, const KnownTrial& known) {
    if (!read(candidate)) return false;
    TrialProgram version(candidate.program);
    version.set_never_ends(suspects_.original().never_ends());
    const Trial trial = version.run(known.inputs, {}, known.changed_step_limit(), setting_.stop);
    return trial.end == TrialEnd::passes || trial.end == TrialEnd::stopped;
  }

  /// Executes the text itself with all that is known by now: the switched program stood for it so far.
  void observe_again(Candidate& candidate) {
    const InputSearch& tests = suspects_.tests();
    const Observation& known = candidate.observed;
    if (known.failing == tests.failing().size() && known.passing == tests.passing().size()) return;
    auto observed = observe(suspects_.original(), candidate.program, tests, setting_.stop);
    if (!observed) return;
    candidate.observed = std::move(*observed);
    if (!candidate.observed.ends_well) candidate.state = Candidate::State::refuted;
  }

  [[nodiscard]] ReportRepairs report() {
    ReportRepairs result;
    result.candidates = tried_;
    result.verified = verified_;
    for (Candidate& candidate : candidates_)
      if (candidate.is_verified && candidate.state != Candidate::State::refuted) observe_again(candidate);
    std::vector<const Candidate*> shown;
    for (const Candidate& candidate : candidates_)
      if (candidate.is_verified && candidate.state != Candidate::State::refuted) shown.push_back(&candidate);
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Candidate* a, const Candidate* b) { return order_of(*a) < order_of(*b); });
    // The same statement put in a line later is the same to a reader.
    std::set<std::pair<std::string, std::string>> told;
    std::erase_if(shown, [&](const Candidate* c) {
      return c->changes.empty() || !told.emplace(c->title, c->changes.front().place.function).second;
    });
    // What no proof was found of is shown where nothing better is.
    if (has_proof()) std::erase_if(shown, [](const Candidate* c) { return c->state != Candidate::State::proved; });
    constexpr std::size_t most_bounded = 3;
    if (!has_proof() && shown.size() > most_bounded) shown.resize(most_bounded);
    for (const Candidate* candidate : shown) result.ranked.push_back(report_of(*candidate));
    for (std::size_t i = 0; i < result.ranked.size(); ++i) result.ranked[i].rank = i + 1;
    result.note = note(result);
    return result;
  }

  [[nodiscard]] ReportRepair report_of(const Candidate& candidate) const {
    ReportRepair repair;
    const bool is_proved = candidate.state == Candidate::State::proved;
    repair.status = is_proved ? RepairStatus::proved : RepairStatus::bounded;
    if (!is_proved)
      repair.bound = candidate.depth != 0
                         ? fmt::format("no error within {} block{}", candidate.depth, candidate.depth == 1 ? "" : "s")
                         : "no error in the executions that were tried";
    repair.title = candidate.title;
    repair.assumptions = candidate.assumptions;
    repair.changes = candidate.changes;
    repair.lines = candidate.lines;
    for (const auto& [path, text] : candidate.texts)
      repair.patch += unified_diff(path, suspects_.space().text(path), text);
    repair.failing = candidate.observed.failing;
    repair.passing = candidate.observed.passing;
    repair.evades = candidate.screened.evades;
    repair.changed_passing = candidate.observed.changed;
    repair.changed_example = candidate.observed.example;
    return repair;
  }

  [[nodiscard]] static bool is_partial(const ScreenedEdit& screened) {
    return screened.fixed != 0 && screened.fixed < screened.failing && screened.broken == 0;
  }
  [[nodiscard]] bool repairs_a_part() const {
    const std::vector<ScreenedEdit>& found = suspects_.screening().found();
    return std::any_of(found.begin(), found.end(), is_partial);
  }

  [[nodiscard]] std::string note(const ReportRepairs& repairs) const {
    if (has_proof()) return {};
    const std::string edits = pairs_tried_ ? "one or two changes" : "a single change";
    const std::string over = setting_.stop.stop_requested() ? "; the run was stopped" : is_over() ? "; time is up" : "";
    if (candidates_.empty())
      return fmt::format(
          "none of {} that were tried ({}) lets every failing execution end well and keeps the passing ones{}",
          tried_ == 1 ? "the one change" : fmt::format("the {} changes", tried_), edits,
          !over.empty()                          ? over
          : !suspects_.screening().is_complete() ? "; not all were tried"
          : pairs_tried_                         ? ""
          : setting_.max_edits > 1               ? "; none repairs a part of them, so no second one was looked for"
          : repairs_a_part()                     ? "; some repair a part of them: --max-edits 2 looks for a second one"
                                                 : "");
    const auto is_refuted = [](const Candidate& c) { return c.state == Candidate::State::refuted; };
    if (std::all_of(candidates_.begin(), candidates_.end(), is_refuted))
      return fmt::format(
          "of the {} candidates that executions left, each has an error, or an execution that does not end well{}",
          candidates_.size(), unreadable_ == 0 ? "" : fmt::format("; {} could not be read again", unreadable_));
    if (repairs.ranked.empty()) return "no candidate was verified" + over;
    return "no proof was found" + over;
  }

  SuspectSearch& suspects_;
  const RepairSetting& setting_;
  VerifyStatistics& statistics_;
  std::vector<Candidate> candidates_;
  std::uint64_t tried_ = 0;
  std::uint64_t verified_ = 0;
  std::size_t unreadable_ = 0;  ///< candidates whose text is refused
  bool pairs_tried_ = false;
};

}  // namespace

ReportRepairs find_repairs(SuspectSearch& suspects, const RepairSetting& setting, VerifyStatistics& statistics) {
  return RepairSearch(suspects, setting, statistics).run();
}

}  // namespace bireach::checker
