// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/suspect_search.h"

#include <algorithm>
#include <utility>

#include "checker/answer/stop_timer.h"
#include "frontend/clang/parse.h"

namespace bireach::checker {

namespace {

/// The program that holds all changes is some ten times as large, and lowered as a whole.
constexpr std::size_t most_edges_of_suspects = 60'000;

/// Functions that no failing execution enters: a change there alone repairs nothing.
std::set<std::string> never_entered(const frontend::Program& program, const KnownTrials& failing) {
  std::set<std::string> functions;
  for (const frontend::CallSite& call : program.call_paths)
    if (!call.callee.empty()) functions.insert(call.callee);
  functions.erase(program.entry);
  for (const KnownTrial& known : failing)
    for (const frontend::EdgeId edge : known.trial.execution.trace) {
      const std::uint32_t path = program.edge(edge).call_path;
      if (path != 0) functions.erase(program.call_paths[path].callee);
    }
  return functions;
}

}  // namespace

SuspectEffort SuspectEffort::small() {
  SuspectEffort effort;
  effort.input_steps = 300'000;
  effort.screening_steps = 1'500'000;
  effort.attack_steps = 300'000;
  effort.failing = 24;
  effort.passing = 40;
  effort.screening.constants = 4;
  effort.screening.sample = 8;
  return effort;
}

SuspectEffort SuspectEffort::large() {
  SuspectEffort effort;
  effort.input_steps = 4'000'000;
  effort.screening_steps = 80'000'000;
  effort.attack_steps = 15'000'000;
  effort.failing = 120;
  effort.passing = 200;
  effort.screening.constants = 12;
  effort.screening.guards = true;
  return effort;
}

frontend::Program read_changed(const ProgramSources& sources, const std::map<std::string, std::string>& texts,
                               frontend::SignedOverflow overflow) {
  frontend::ParseOptions options = sources.options;
  for (const auto& [path, text] : texts) options.texts[path] = text;
  frontend::Program program = frontend::parse_c_files(sources.files, options);
  program.signed_overflow = overflow;
  return program;
}

SuspectSearch::SuspectSearch(const std::shared_ptr<const frontend::Program>& program, ProgramSources sources,
                             const std::vector<std::string>& trusted, std::stop_token stop)
    : SuspectSearch(program, std::move(sources), find_specification(*program, trusted), std::move(stop)) {}

SuspectSearch::SuspectSearch(std::shared_ptr<const frontend::Program> program, ProgramSources sources,
                             Specification specification, std::stop_token stop)
    : program_(std::move(program)),
      sources_(std::move(sources)),
      stop_(std::move(stop)),
      specification_(std::move(specification)),
      original_(program_),
      tests_(original_, constants_) {}

bool SuspectSearch::add(const Inputs& inputs) {
  TrialBudget budget{tests_.step_limit(), stop_};
  return tests_.add(inputs, budget);
}

std::string SuspectSearch::search(const SuspectEffort& effort, const std::function<void()>& known) {
  if (tests_.failing().empty()) return "the interpreter does not fail as the trace does";
  if (program_->edge_count() > most_edges_of_suspects) return "the program is too large for changes of it to be tried";
  frontend::EditWishes wishes;
  wishes.excluded_functions = never_entered(*program_, tests_.failing());
  wishes.excluded_functions.insert(specification_.functions.begin(), specification_.functions.end());
  wishes.recording_functions = specification_.recorders;
  wishes.excluded_variables = specification_.variables;
  wishes.excluded_variables.insert(specification_.locals.begin(), specification_.locals.end());
  wishes.constant_variables = specification_.inputs;
  if (!space_) space_ = frontend::read_edits(sources_.files, sources_.options, wishes);
  constants_ = space_->constants();
  TrialBudget inputs{effort.input_steps, stop_};
  tests_.search(effort.failing, effort.passing, inputs);
  if (space_->edits().empty())
    return "there is no place for a change in the program's text: bodies of macros, headers and the specification stay "
           "as they "
           "are";
  if (std::string problem = lower(); !problem.empty()) {
    // A change that makes no program is none; which one is not known, but which ones are daring.
    wishes.elsewhere = false;
    space_ = frontend::read_edits(sources_.files, sources_.options, wishes);
    schema_.reset();
    if (problem = lower(); !problem.empty()) return problem;
  }
  screening_ = std::make_unique<Screening>(*space_, *schema_, tests_, effort.screening);
  known();
  std::optional<StopTimer> timer;
  if (effort.limit) timer.emplace(stop_, *effort.limit);
  TrialBudget trials{effort.screening_steps, timer ? timer->token() : stop_};
  screening_->run(trials);
  known();
  screening_->run_guarded(trials);
  screening_->run_linear(trials);
  TrialBudget attacks{effort.attack_steps, timer ? timer->token() : stop_};
  screening_->attack(tests_, attacks);
  judged_ = executions();
  return {};
}

/// Why the schema is of no use; empty: it is.
std::string SuspectSearch::lower() {
  try {
    if (!schema_) {
      auto schema = std::make_shared<const frontend::Program>(
          read_changed(sources_, space_->schema(), program_->signed_overflow));
      schema_ = std::make_unique<TrialProgram>(std::move(schema), frontend::EditSpace::selector_names());
      schema_->set_never_ends(original_.never_ends());
    }
  } catch (const frontend::ParseError& error) {
    return std::string("the program with all changes cannot be read: ") + error.what();
  }
  return schema_differs();
}

std::string SuspectSearch::schema_differs() const {
  constexpr std::size_t enough = 3;
  for (const KnownTrials* trials : {&tests_.failing(), &tests_.passing()})
    for (std::size_t i = 0; i < std::min(enough, trials->size()); ++i) {
      const KnownTrial& known = (*trials)[i];
      const Trial trial = schema_->run(known.inputs, {}, known.changed_step_limit(), stop_);
      if (trial.end == TrialEnd::stopped) return "the search was stopped";
      if (trial.end != known.trial.end)
        return "the program with all changes switched off does not end as the program does";
    }
  return {};
}

void SuspectSearch::judge_again() {
  if (!screening_ || judged_ == executions()) return;
  judged_ = executions();
  constexpr std::size_t enough_steps = 2'000'000;
  TrialBudget budget{enough_steps, stop_};
  screening_->judge_again(budget);
}

std::vector<ScreenedEdit> SuspectSearch::ranked() const {
  std::vector<ScreenedEdit> result = screening_ ? screening_->found() : std::vector<ScreenedEdit>{};
  std::stable_sort(result.begin(), result.end(), is_better);
  return result;
}

}  // namespace bireach::checker
