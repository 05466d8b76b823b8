// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: one file of C, written from its top to its end.
#include "checker/replay/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checker/replay/command_line_arguments.h"
#include "checker/replay/harness_allocators.h"
#include "checker/replay/harness_entry.h"
#include "checker/replay/harness_inputs.h"
#include "checker/replay/harness_threads.h"
#include "checker/replay/harness_variables.h"
#include "checker/replay/thread_schedule.h"
#include "checker/replay/trace_inputs.h"
#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/reading/source_editor.h"

namespace bireach::checker {
namespace {

using frontend::Execution;
using frontend::FunctionPoint;
using frontend::Program;
using frontend::ScalarType;
using frontend::SourcePoints;
using logic::Integer;

std::string hexadecimal(const Integer& value) {
  return fmt::format("0x{}", value.str(0, std::ios_base::hex));
}

/// The value as an expression of its type, whatever the compiler: numbers that fit an int as such, others by their
/// bits.
std::string expression_of(const Integer& value, const ScalarType& type) {
  static const Integer small = logic::power_of_two(31) - 1;
  if (type.is_floating()) return {};
  if (value <= small && value >= -small) return value.str();
  const Integer bits = value < 0 ? value + logic::power_of_two(128) : value;
  const Integer low = bits % logic::power_of_two(64);
  const Integer high = bits / logic::power_of_two(64);
  if (type.width <= 64) return hexadecimal(low) + "ULL";
  return fmt::format("((unsigned __int128){}ULL << 64 | {}ULL)", hexadecimal(high), hexadecimal(low));
}

/// Statements that return the value from a function with this result type.
std::string return_of(const Integer& value, const ScalarType& type, const std::string& result_type) {
  if (!type.is_floating()) return fmt::format("return ({}){};", result_type, expression_of(value, type));
  if (type.width == 32)
    return fmt::format("{{ union {{ unsigned i; float f; }} b = {{{}U}}; return b.f; }}", hexadecimal(value));
  if (type.width == 64)
    return fmt::format("{{ union {{ unsigned long long i; double f; }} b = {{{}ULL}}; return b.f; }}",
                       hexadecimal(value));
  std::string text = frontend::value_text(value, type);
  if (text.find("NAN") != std::string::npos) text = "__builtin_nanl(\"\")";
  if (text.find("INFINITY") != std::string::npos) text = text.front() == '-' ? "-__builtin_infl()" : "__builtin_infl()";
  return "return " + text + ";";
}

bool is_standard_stream(const frontend::Variable& variable) {
  const std::string& name = variable.user_name;
  return variable.function.empty() && (name == "stdin" || name == "stdout" || name == "stderr");
}

/// Of objects that functions without a body return.
constexpr unsigned foreign_object_size = 65536;

struct RecordedValue {
  std::uint32_t thread = 0;
  std::string function;
  Integer value;
  ScalarType type;
  bool is_object = false;  ///< a pointer to an object of the function's own
};

/// A local that is read before it is assigned, and is not 0.
struct UnsetLocal {
  std::string what;
  Integer value;
  unsigned width;
};

class HarnessBuilder {
 public:
  HarnessBuilder(const Program& program, const Execution& execution, const SourcePoints& points,
                 const frontend::ParseOptions& options)
      : program_(program), execution_(execution), points_(points), options_(options) {}

  Harness build(const std::string& version) {
    if (has_threads()) make_schedule();
    const frontend::Location& end = program_.location(program_.target(execution_.trace.back()));
    if (end.violation && frontend::is_of_operations(*end.violation)) {
      result_.operation = end.violation;
      result_.error_line = end.place.line;
      result_.error_file = program_.file_name(end.place.file);
    }
    collect_values();
    find_allocations();
    undefined_ = defined_variables(program_, execution_);
    for (const std::string& what : undefined_.not_set) cannot_set(what);
    collect_other_inputs();
    if (options_.driver)
      make_entry();
    else if (program_.entry != "main")
      cannot_set(fmt::format("execution starts in {} with arguments and globals of its own", program_.entry));
    write(version);
    return std::move(result_);
  }

 private:
  void cannot_set(std::string what) {
    if (known_.insert(what).second) result_.not_set.push_back(std::move(what));
  }

  [[nodiscard]] bool has_threads() const { return !program_.threads.empty(); }

  void make_schedule() {
    schedule_ = thread_schedule(program_, execution_, points_);
    result_.program_texts = scheduled_texts(schedule_, points_, program_.files);
    result_.takes_turns = true;
    for (const std::string& what : schedule_.not_set) cannot_set(what);
    result_.is_race = schedule_.is_race;
    const frontend::Location& end = program_.location(program_.target(execution_.trace.back()));
    if (end.violation == frontend::Violation::deadlock)
      cannot_set("that the program is told: where all wait, it hangs");
  }

  void make_entry() {
    std::vector<std::string> texts = result_.program_texts;
    if (texts.empty())
      for (const std::string& file : program_.files) texts.push_back(frontend::read_text_file(file));
    HarnessEntry entry = harness_entry(program_, options_, std::move(texts), globals_);
    result_.program_texts = std::move(entry.program_texts);
    entry_code_ = std::move(entry.code);
    for (const std::string& what : entry.not_set) cannot_set(what);
  }

  [[nodiscard]] std::uint32_t thread_at(std::size_t step) const { return program_.edge(execution_.trace[step]).thread; }

  void collect_values() {
    for (std::size_t step = 0; step < execution_.trace.size(); ++step) {
      const frontend::Havoc* havoc = frontend::as_havoc(program_.edge(execution_.trace[step]).statement);
      if (havoc == nullptr || havoc->function.empty()) continue;
      const frontend::Variable& variable = program_.variables[havoc->target.variable];
      const std::optional<Integer> value = chosen_value(program_, execution_, step);
      if (havoc->decides_allocation()) continue;  // find_allocations
      if (!value) {
        cannot_set(fmt::format("what {} returns is no number", havoc->function));
        continue;
      }
      const bool is_pointer = variable.is_pointer;
      const bool is_choice = variable.chooses_object;
      if (is_pointer && !is_choice && *value != 0)
        cannot_set(fmt::format("{} returns a pointer that is not null", havoc->function));
      values_.push_back({thread_at(step), havoc->function, *value, variable.type, is_choice && *value != 0});
    }
    result_.values = values_.size();
    std::stable_sort(values_.begin(), values_.end(),
                     [](const RecordedValue& a, const RecordedValue& b) { return a.thread < b.thread; });
  }

  struct Allocation {
    Integer address, end;
    std::size_t call;  ///< of the harness's allocator
  };

  void find_allocations() {
    const frontend::Memory& memory = program_.memory;
    std::map<std::uint32_t, std::size_t> calls;  // by thread
    for (std::size_t step = 0; step < execution_.trace.size() && memory.top; ++step) {
      const frontend::Edge& edge = program_.edge(execution_.trace[step]);
      const frontend::Havoc* havoc = frontend::as_havoc(edge.statement);
      if (havoc != nullptr && havoc->decides_allocation() &&
          chosen_value(program_, execution_, step).value_or(Integer(0)) != 0) {
        if (havoc->allocation == frontend::Havoc::Allocation::stack)
          cannot_set("alloca fails");
        else
          failing_.push_back(numbered_call(edge.thread, ++calls[edge.thread]));
      }
      const auto& before = std::get<Integer>(execution_.states[step][*memory.top]);
      const auto& after = std::get<Integer>(execution_.states[step + 1][*memory.top]);
      if (is_on_heap(edge) && before >= memory.first_allocated && after > before)
        allocations_.push_back({before, after, numbered_call(edge.thread, ++calls[edge.thread])});
    }
    result_.failures = failing_.size();
  }

  /// Is the next address taken by a call of an allocator? Objects on the stack have a variable with their address.
  [[nodiscard]] bool is_on_heap(const frontend::Edge& edge) const {
    const frontend::Assign* assign = frontend::as_assign(edge.statement);
    if (assign == nullptr || assign->target.variable != program_.memory.top || assign->value->operands.empty())
      return false;
    const frontend::Expr& address = *assign->value->operands.front();
    return address.kind == frontend::Expr::Kind::Variable && address.variable == program_.memory.top;
  }

  /// Uninitialised variables and memory.
  void collect_other_inputs() {
    for (const TraceInput& input : trace_inputs(program_, execution_)) {
      const frontend::Havoc* havoc = frontend::as_havoc(program_.edge(execution_.trace[input.step]).statement);
      if (havoc != nullptr && !havoc->function.empty()) continue;
      if (!options_.driver && program_.entry == "main" && arguments_.take(input)) continue;
      if (options_.driver && program_.edge(execution_.trace[input.step]).before_start) {
        globals_.push_back(input);
        continue;
      }
      const auto cells = program_.memory.cells.find(input.variable);
      const bool is_written = program_.edge(execution_.trace[input.step]).role == frontend::EdgeRole::Call;
      if (cells != program_.memory.cells.end() && input.index && !is_written)
        collect_memory(*input.index + cells->second.shift, cells->second.size, input);
      else
        collect_local(input, input.variable);
    }
  }

  void collect_memory(const Integer& address, std::uint64_t size, const TraceInput& input) {
    const auto owner = std::find_if(allocations_.begin(), allocations_.end(), [&](const Allocation& allocation) {
      return allocation.address <= address && address < allocation.end;
    });
    if (owner == allocations_.end()) return collect_local(input, input.variable);
    RecordedContent content{owner->call, address - owner->address, {}};
    recorded_.insert(owner->call);
    Integer bits = input.value < 0 ? input.value + logic::power_of_two(128) : input.value;
    for (std::uint64_t i = 0; i < size; ++i) {
      content.bytes.push_back(static_cast<unsigned>(Integer(bits % 256)));
      bits /= 256;
    }
    if (program_.variables[input.variable].is_pointer && input.value != 0)
      cannot_set("a pointer is read from uninitialised memory and is not null");
    contents_.push_back(std::move(content));
  }

  void collect_local(const TraceInput& input, frontend::VariableId id) {
    if (is_standard_stream(program_.variables[id])) return;  // the C library sets it
    if (undefined_.variables.contains(id)) return;
    const frontend::Edge& edge = program_.edge(execution_.trace[input.step]);
    const bool is_written = edge.role == frontend::EdgeRole::Call;  // by a function without a body
    if (input.value == 0 && !is_written) {
      result_.needs_zeroed_locals = true;
      return;
    }
    if (const std::uint32_t path = frontend::library_call(program_, edge); path != 0 && !is_written) {
      const frontend::CallSite& call = program_.call_paths[path];
      cannot_set(fmt::format("what {} in line {} chooses", call.callee, call.place.line));
      return;
    }
    const frontend::Variable& variable = program_.variables[id];
    std::string name = variable.user_name.empty() ? "memory" : variable.user_name;
    if (input.index && !variable.user_name.empty()) name = frontend::element_text(variable, name, *input.index);
    if (is_written) {
      cannot_set(fmt::format("the call in line {} writes {} to {}", edge.source.line,
                             frontend::value_text(input.value, variable.type), name));
      return;
    }
    unset_.push_back({fmt::format("uninitialised {} is {} (declared in line {})", name,
                                  frontend::value_text(input.value, variable.type),
                                  variable.declared.is_known() ? variable.declared.line : edge.source.line),
                      input.value, variable.type.width});
  }

  /// What calls before that of main leave on the stack is what locals hold where nothing is optimised.
  [[nodiscard]] bool can_fill_stack() const {
    const auto is_first = [this](const UnsetLocal& local) {
      return local.value == unset_.front().value && local.width == unset_.front().width;
    };
    const bool has_size = !unset_.empty() && unset_.front().width >= 8 && unset_.front().width <= 64;
    return has_size && !result_.needs_zeroed_locals && std::all_of(unset_.begin(), unset_.end(), is_first);
  }

  void write_main() {
    const bool fills = can_fill_stack();
    for (const UnsetLocal& local : unset_)
      cannot_set(local.what + (fills ? "; the stack is filled with that value" : ""));
    const std::optional<std::string> arguments = arguments_.is_given() ? arguments_.code() : std::string();
    if (!arguments) cannot_set("arguments of main that are that many or that long");
    const bool gives = arguments && !arguments->empty();
    if (!fills && !gives) return;
    result_.wraps_main = true;
    if (fills) write_filling();
    result_.text += fmt::format(
        "{0}extern int __real_main(int count, char **arguments, char **environment);\n"
        "__attribute__((noinline)) static int bireach_run(int count, char **arguments, char **environment) {{\n"
        "  volatile char room[256];  /* the frames below begin where the values are, not where their counter was */\n"
        "  room[0] = 0;\n"
        "  return __real_main({1}, environment);\n}}\n"
        "int __wrap_main(int count, char **arguments, char **environment) {{\n"
        "{2}  return bireach_run(count, arguments, environment);\n}}\n",
        arguments.value_or(""), gives ? "bireach_count, bireach_arguments" : "count, arguments",
        std::string(gives ? "  bireach_give_arguments();\n" : "") + (fills ? "  bireach_fill_stack();\n" : ""));
  }

  void write_filling() {
    const unsigned width = unset_.front().width;
    const char* const type = width <= 8 ? "char" : width <= 16 ? "short" : width <= 32 ? "int" : "long long";
    result_.text += fmt::format(
        "__attribute__((noinline)) static void bireach_fill_stack(void) {{\n"
        "  volatile unsigned {0} words[65536 / sizeof(unsigned {0})];\n"
        "  for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) words[i] = (unsigned {0}){1};\n}}\n",
        type, expression_of(unset_.front().value, frontend::signed_integer(64)));
  }

  // Writing

  [[nodiscard]] const FunctionPoint* function(const std::string& name) const {
    const auto found = std::find_if(points_.functions.begin(), points_.functions.end(),
                                    [&](const FunctionPoint& point) { return point.name == name; });
    return found == points_.functions.end() ? nullptr : &*found;
  }

  void write(const std::string& version) {
    result_.objects = recorded_.size();
    result_.replaces_allocator = !contents_.empty() || !failing_.empty();
    write_ends();
    if (has_threads()) result_.text += scheduling_code(schedule_, static_cast<int>(schedule_lost));
    write_functions();
    result_.text += entry_code_;
    write_main();
    write_allocators();
    const std::string body = std::move(result_.text);
    result_.text.clear();
    write_head(version);  // last: it tells what the other parts could not do
    result_.text += body;
  }

  void write_head(const std::string& version) {
    std::string& out = result_.text;
    out += fmt::format("/* Replays a violation that bireach {} found. Together with the program:\n", version);
    for (const bool with_clang : {false, true}) {
      const HarnessBuild build{.harness_file = "HARNESS.c",
                               .output = "replay",
                               .with_clang = with_clang,
                               .finds_errors = result_.operation ? sanitizers_for(*result_.operation, with_clang) : ""};
      for (const auto& command : harness_build_commands(result_, build, options_, program_.files)) {
        out += fmt::format(" *   {}", with_clang ? "clang" : "gcc");
        for (const std::string& argument : command) out += " " + argument;
        out += '\n';
      }
    }
    out += fmt::format(
        " *   ./replay\n"
        " * It ends with {}status {} where the error is reached; {}: an assumption fails;\n"
        " * {}: a value is asked for after the last recorded one; {}: the next value was recorded for another "
        "function.\n",
        result_.operation ? "a sanitizer's report and its status, or with " : "", static_cast<int>(error_reached),
        static_cast<int>(assumption_failed), static_cast<int>(no_value_left), static_cast<int>(other_call));
    if (result_.operation == frontend::Violation::valid_deref)
      out += " * Sanitizers do not see an access that leaves an array but not the object that it is a part of.\n";
    if (result_.operation == frontend::Violation::uninitialised_read)
      out += " * The program that gcc builds says nothing of reads of what was not written; valgrind does.\n";
    if (!result_.not_set.empty()) {
      out += " * The execution also depends on what this file cannot set:\n";
      for (const std::string& what : result_.not_set) out += " *   " + printable(what) + "\n";
    }
    out += " */\n";
  }

  /// Must not end the comment.
  static std::string printable(std::string text) {
    for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at))
      text.replace(at, 2, "* /");
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  void write_ends() {
    std::string& out = result_.text;
    out += "extern void _exit(int);\n";
    out += "extern __PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);\n";
    out +=
        "static void bireach_end(const char *text, int status) {\n"
        "  __SIZE_TYPE__ length = 0;\n"
        "  while (text[length]) ++length;\n"
        "  (void)!write(2, text, length);\n"
        "  _exit(status);\n"
        "}\n";
    const std::string marker =
        fmt::format("bireach_end(\"{}\\n\", {});", harness_marker, static_cast<int>(error_reached));
    const frontend::Location& end = program_.location(program_.target(execution_.trace.back()));
    for (const std::string& name : options_.property.error_functions) {
      const FunctionPoint* point = function(name);
      if (point == nullptr) continue;
      if (point->is_static || point->definition.empty()) {
        cannot_set(name + " cannot be replaced: it is static, or of a type of the program's own");
        continue;
      }
      out += fmt::format("{} {{ {} }}\n", point->definition, marker);
    }
    if (end.violation == frontend::Violation::unreach_call && end.callee.empty()) {  // an assertion
      out +=
          fmt::format("void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {{ {} }}\n", marker);
    }
    const FunctionPoint* assume = function("__VERIFIER_assume");
    if (assume != nullptr && !assume->is_defined && !assume->definition.empty() && assume->arguments > 0) {
      out += fmt::format("{} {{ if (!a0) bireach_end(\"an assumption fails\\n\", {}); }}\n", assume->definition,
                         static_cast<int>(assumption_failed));
    }
    write_atomic_regions();
  }

  /// No thread goes on while another one has its turn. ThreadSanitizer has to be told.
  void write_atomic_regions() {
    std::string& out = result_.text;
    if (has_threads()) {
      out +=
          "#if defined __has_feature\n#if __has_feature(thread_sanitizer)\n#define __SANITIZE_THREAD__ "
          "1\n#endif\n#endif\n"
          "#ifdef __SANITIZE_THREAD__\n"
          "extern int pthread_mutex_lock(void *), pthread_mutex_unlock(void *);\n"
          "static long bireach_region[16];\n"
          "#define BIREACH_REGION(does) pthread_mutex_##does(bireach_region);\n"
          "#else\n#define BIREACH_REGION(does)\n#endif\n";
    }
    for (const std::string name : {"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}) {
      const FunctionPoint* point = function(name);
      if (point == nullptr || point->is_defined || point->definition.empty()) continue;
      const std::string does = name.ends_with("begin") ? "lock" : "unlock";
      out += fmt::format("{} {{ {} }}\n", point->definition, has_threads() ? "BIREACH_REGION(" + does + ")" : "");
    }
  }

  /// Is it one of those that answers name as an assumption?
  [[nodiscard]] bool is_assumed(const std::string& function) const {
    return program_.assumed_functions.contains(function);
  }

  void write_functions() {
    std::string& out = result_.text;
    out += undefined_.text;
    for (const FunctionPoint& point : points_.functions) {
      const bool does_nothing = !point.is_defined && point.result_type == "void" && is_assumed(point.name);
      if (does_nothing && !point.definition.empty()) out += point.definition + " { }\n";
    }
    std::set<std::string> names;
    for (const FunctionPoint& point : points_.functions)
      if (frontend::is_nondeterministic(point.name)) names.insert(point.name);
    for (const RecordedValue& value : values_) names.insert(value.function);
    if (std::any_of(values_.begin(), values_.end(), [](const RecordedValue& value) { return value.is_object; }))
      out += "\nextern void *malloc(__SIZE_TYPE__);\n";
    if (!names.empty()) write_queue();
    std::set<std::string> inputs;
    for (const std::string& name : names)
      if (reads_input(name, program_.streams_have_state)) inputs.insert(name);
    if (!inputs.empty()) write_inputs(inputs);
    for (const std::string& name : names) {
      if (inputs.contains(name)) continue;
      const FunctionPoint* point = function(name);
      if (point == nullptr || point->definition.empty() || point->is_static) {
        cannot_set("what " + name + " returns: it is static, or of a type of the program's own");
        continue;
      }
      write_function({name}, *point);
    }
  }

  void write_queue() {
    std::string& out = result_.text;
    if (!has_threads()) {
      out += "\nstatic unsigned long bireach_next; /* the values of all functions form one queue */\n";
      return;
    }
    std::string begins;
    for (std::uint32_t thread = 0; thread <= program_.threads.size() + 1; ++thread) {
      const auto is_before = [thread](const RecordedValue& value) { return value.thread < thread; };
      begins +=
          fmt::format("{}{}", begins.empty() ? "" : ", ", std::count_if(values_.begin(), values_.end(), is_before));
    }
    out += fmt::format(
        "\n/* The values of all functions form one queue for each thread; where they begin: */\n"
        "static const unsigned long bireach_values[] = {{{}}};\nstatic __thread unsigned long bireach_next;\n",
        begins);
  }

  void write_inputs(const std::set<std::string>& functions) {
    FunctionPoint next;
    next.result_type = "long long";
    next.definition = "static long long bireach_input(void)";
    write_function(functions, next);
    result_.text += input_functions(functions, program_.streams_have_state);
  }

  /// What gives the recorded values of these functions.
  void write_function(const std::set<std::string>& names, const FunctionPoint& point) {
    std::string& out = result_.text;
    const std::string limit = has_threads() ? "bireach_values[bireach_self + 1]" : std::to_string(values_.size());
    out += fmt::format("{} {{\n  const unsigned long now = {}bireach_next++;\n", point.definition,
                       has_threads() ? "bireach_values[bireach_self] + " : "");
    if (has_threads())
      out += fmt::format("  if (now >= {}) bireach_end(\"no value is recorded for this call\\n\", {});\n", limit,
                         static_cast<int>(no_value_left));
    // Compilers take a time that is quadratic in a switch's cases.
    constexpr std::size_t most_cases = 512;
    for (std::size_t begin = 0; begin < values_.size(); begin += most_cases) {
      const std::size_t end = std::min(values_.size(), begin + most_cases);
      const std::string cases = cases_of(names, point, begin, end);
      if (cases.empty()) continue;
      const bool is_part = values_.size() > most_cases;
      out += (is_part ? fmt::format("  if (now < {}) ", end) : "  ") + "switch (now) {\n" + cases +
             "    default: break;\n  }\n";
    }
    out += fmt::format(
        "  if (now >= {}) bireach_end(\"no value is recorded for this call\\n\", {});\n"
        "  bireach_end(\"the next value was recorded for another function\\n\", {});\n",
        limit, static_cast<int>(no_value_left), static_cast<int>(other_call));
    if (point.result_type != "void") out += "  for (;;) ;\n";
    out += "}\n";
  }

  /// Floating numbers that an input function stores come as their bits.
  [[nodiscard]] ScalarType type_of(const RecordedValue& value) const {
    const bool is_stored = value.type.is_floating() && reads_input(value.function, program_.streams_have_state);
    return is_stored ? frontend::unsigned_integer(value.type.width) : value.type;
  }

  /// What the function returns where it is asked for these values.
  std::string cases_of(const std::set<std::string>& names, const FunctionPoint& point, std::size_t begin,
                       std::size_t end) {
    std::string cases;
    for (std::size_t i = begin; i < end; ++i) {
      if (!names.contains(values_[i].function)) continue;
      cases += fmt::format("    case {}: {}\n", i,
                           values_[i].is_object ? fmt::format("return malloc({});", foreign_object_size)
                                                : return_of(values_[i].value, type_of(values_[i]), point.result_type));
    }
    return cases;
  }

  void write_allocators() {
    if (result_.replaces_allocator) result_.text += replaced_allocator(contents_, failing_, has_threads());
    const DefinedAllocators defined = defined_allocators(points_.functions, own_malloc());
    result_.text += defined.text;
    for (const std::string& name : defined.not_defined)
      if (is_called(name)) cannot_set(fmt::format("what {0} does: {0} cannot be defined with the type it has", name));
  }

  [[nodiscard]] bool is_called(const std::string& function) const {
    const auto calls_it = [&function](const frontend::CallPoint& call) { return call.callee == function; };
    return is_assumed(function) || std::any_of(points_.calls.begin(), points_.calls.end(), calls_it);
  }

  /// For what is none of the allocations that are counted. A foreign object is one of them.
  [[nodiscard]] const char* own_malloc() const { return result_.replaces_allocator ? "__real_malloc" : "malloc"; }

  const Program& program_;
  const Execution& execution_;
  const SourcePoints& points_;
  const frontend::ParseOptions& options_;
  ThreadSchedule schedule_;            ///< of a program with threads
  std::vector<RecordedValue> values_;  ///< of one thread after the other
  std::vector<Allocation> allocations_;
  std::vector<RecordedContent> contents_;
  std::vector<std::size_t> failing_;  ///< calls of the allocator, from 1
  std::set<std::size_t> recorded_;    ///< those whose objects have contents
  Harness result_;
  std::vector<UnsetLocal> unset_;
  DefinedVariables undefined_;  ///< that the program only declares
  CommandLineArguments arguments_{program_, execution_};
  std::vector<TraceInput> globals_;  ///< with a driver: first values of static variables
  std::string entry_code_;
  std::set<std::string> known_;  ///< of what it cannot set
};

}  // namespace

Harness make_harness(const Program& program, const Execution& execution, const SourcePoints& points,
                     const frontend::ParseOptions& options, const std::string& version) {
  return HarnessBuilder(program, execution, points, options).build(version);
}

}  // namespace bireach::checker
