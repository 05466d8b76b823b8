// SPDX-License-Identifier: Apache-2.0
#include "checker/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checker/trace_inputs.h"

namespace bireach::checker {
namespace {

using frontend::Execution;
using frontend::FunctionPoint;
using frontend::IntegerType;
using frontend::Program;
using frontend::SourcePoints;
using logic::Integer;

std::string hexadecimal(const Integer& value) {
  return fmt::format("0x{}", value.str(0, std::ios_base::hex));
}

/// The value as an expression of its type, whatever the compiler: numbers that fit an int as such, others by their
/// bits.
std::string expression_of(const Integer& value, const IntegerType& type) {
  static const Integer small = logic::power_of_two(31) - 1;
  if (type.is_floating) return {};
  if (value <= small && value >= -small) return value.str();
  const Integer bits = value < 0 ? value + logic::power_of_two(128) : value;
  const Integer low = bits % logic::power_of_two(64);
  const Integer high = bits / logic::power_of_two(64);
  if (type.width <= 64) return hexadecimal(low) + "ULL";
  return fmt::format("((unsigned __int128){}ULL << 64 | {}ULL)", hexadecimal(high), hexadecimal(low));
}

/// Statements that return the value from a function with this result type.
std::string return_of(const Integer& value, const IntegerType& type, const std::string& result_type) {
  if (!type.is_floating) return fmt::format("return ({}){};", result_type, expression_of(value, type));
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

/// Of objects that functions without a body return.
constexpr unsigned foreign_object_size = 65536;

struct RecordedValue {
  std::string function;
  Integer value;
  IntegerType type;
  bool is_object = false;  ///< a pointer to an object of the function's own
};

/// A local that is read before it is assigned, and is not 0.
struct UnsetLocal {
  std::string what;
  Integer value;
  unsigned width;
};

/// Bytes that an allocated object holds before anything is written to it.
struct RecordedContent {
  std::size_t allocation;  ///< which call of the allocator, from 1
  Integer offset;
  std::vector<unsigned> bytes;
};

class HarnessBuilder {
 public:
  HarnessBuilder(const Program& program, const Execution& execution, const SourcePoints& points,
                 const frontend::ParseOptions& options)
      : program_(program), execution_(execution), points_(points), options_(options) {}

  Harness build(const std::string& version) {
    collect_values();
    find_allocations();
    collect_other_inputs();
    if (program_.entry != "main")
      cannot_set(fmt::format("execution starts in {} with arguments and globals of its own", program_.entry));
    write(version);
    return std::move(result_);
  }

 private:
  void cannot_set(std::string what) {
    if (known_.insert(what).second) result_.not_set.push_back(std::move(what));
  }

  void collect_values() {
    for (std::size_t step = 0; step < execution_.trace.size(); ++step) {
      const auto* havoc = std::get_if<frontend::Havoc>(&program_.edge(execution_.trace[step]).statement);
      if (havoc == nullptr || havoc->function.empty()) continue;
      const frontend::Variable& variable = program_.variables[havoc->target.variable];
      const std::optional<Integer> value = chosen_value(program_, execution_, step);
      if (havoc->function == "malloc") {
        if (value && *value != 0) cannot_set("an allocation fails");
        continue;
      }
      if (!value) {
        cannot_set(fmt::format("what {} returns is no number", havoc->function));
        continue;
      }
      const bool is_pointer = variable.c_type.find('*') != std::string::npos;
      const bool is_choice = is_pointer && variable.type.is_boolean;
      if (is_pointer && !is_choice && *value != 0)
        cannot_set(fmt::format("{} returns a pointer that is not null", havoc->function));
      values_.push_back({havoc->function, *value, variable.type, is_choice && *value != 0});
    }
    result_.values = values_.size();
  }

  struct Allocation {
    Integer address, end;
  };

  void find_allocations() {
    const frontend::Memory& memory = program_.memory;
    if (!memory.top) return;
    for (std::size_t step = 0; step < execution_.trace.size(); ++step) {
      const auto& before = std::get<Integer>(execution_.states[step][*memory.top]);
      const auto& after = std::get<Integer>(execution_.states[step + 1][*memory.top]);
      const auto assigned = frontend::assigned_variable(program_.edge(execution_.trace[step]).statement);
      if (assigned == memory.top && !is_of_local(execution_.trace[step]) && before >= memory.first_allocated &&
          after > before)
        allocations_.push_back({before, after});
    }
  }

  /// Is the next address taken for an activation's own variable, not by an allocation in the program?
  [[nodiscard]] bool is_of_local(frontend::EdgeId edge) const {
    const auto* assign = std::get_if<frontend::Assign>(&program_.edge(edge).statement);
    if (assign == nullptr || assign->value->operands.empty()) return false;
    const frontend::Expr& address = *assign->value->operands.front();
    return address.kind == frontend::Expr::Kind::Variable && program_.memory.locals.contains(address.variable);
  }

  /// Uninitialised variables and memory.
  void collect_other_inputs() {
    for (const TraceInput& input : trace_inputs(program_, execution_)) {
      const auto* havoc = std::get_if<frontend::Havoc>(&program_.edge(execution_.trace[input.step]).statement);
      if (havoc != nullptr && !havoc->function.empty()) continue;
      const auto cells = program_.memory.cells.find(input.variable);
      const bool is_written = program_.edge(execution_.trace[input.step]).role == frontend::EdgeRole::Call;
      if (cells != program_.memory.cells.end() && input.index && !is_written) {
        collect_memory(*input.index + cells->second.shift, cells->second.size, input);
      } else {
        collect_local(input, input.variable);
      }
    }
  }

  void collect_memory(const Integer& address, std::uint64_t size, const TraceInput& input) {
    const auto owner = std::find_if(allocations_.begin(), allocations_.end(), [&](const Allocation& allocation) {
      return allocation.address <= address && address < allocation.end;
    });
    if (owner == allocations_.end()) return collect_local(input, input.variable);
    RecordedContent content{static_cast<std::size_t>(owner - allocations_.begin()) + 1, address - owner->address, {}};
    Integer bits = input.value < 0 ? input.value + logic::power_of_two(128) : input.value;
    for (std::uint64_t i = 0; i < size; ++i) {
      content.bytes.push_back(static_cast<unsigned>(Integer(bits % 256)));
      bits /= 256;
    }
    if (program_.variables[input.variable].c_type.find('*') != std::string::npos && input.value != 0)
      cannot_set("a pointer is read from uninitialised memory and is not null");
    contents_.push_back(std::move(content));
  }

  void collect_local(const TraceInput& input, frontend::VariableId id) {
    const frontend::Edge& edge = program_.edge(execution_.trace[input.step]);
    const bool is_written = edge.role == frontend::EdgeRole::Call;  // by a function without a body
    if (input.value == 0 && !is_written) {
      result_.needs_zeroed_locals = true;
      return;
    }
    const frontend::Variable& variable = program_.variables[id];
    std::string name = variable.user_name.empty() ? "memory" : variable.user_name;
    if (input.index && !variable.user_name.empty()) name += "[" + input.index->str() + "]";
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

  void write_stack() {
    const bool fills = can_fill_stack();
    for (const UnsetLocal& local : unset_)
      cannot_set(local.what + (fills ? "; the stack is filled with that value" : ""));
    if (!fills) return;
    const unsigned width = unset_.front().width;
    const char* const type = width <= 8 ? "char" : width <= 16 ? "short" : width <= 32 ? "int" : "long long";
    result_.fills_stack = true;
    result_.text += fmt::format(
        "__attribute__((noinline)) static void bireach_fill_stack(void) {{\n"
        "  volatile unsigned {0} words[65536 / sizeof(unsigned {0})];\n"
        "  for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) words[i] = (unsigned {0}){1};\n}}\n"
        "extern int __real_main(int count, char **arguments, char **environment);\n"
        "__attribute__((noinline)) static int bireach_run(int count, char **arguments, char **environment) {{\n"
        "  volatile char room[256];  /* the frames below begin where the values are, not where their counter was */\n"
        "  room[0] = 0;\n"
        "  return __real_main(count, arguments, environment);\n}}\n"
        "int __wrap_main(int count, char **arguments, char **environment) {{\n"
        "  bireach_fill_stack();\n"
        "  return bireach_run(count, arguments, environment);\n}}\n",
        type, expression_of(unset_.front().value, IntegerType{64, true, false}));
  }

  // Writing

  [[nodiscard]] const FunctionPoint* function(const std::string& name) const {
    const auto found = std::find_if(points_.functions.begin(), points_.functions.end(),
                                    [&](const FunctionPoint& point) { return point.name == name; });
    return found == points_.functions.end() ? nullptr : &*found;
  }

  void write(const std::string& version) {
    write_ends();
    write_functions();
    write_stack();
    if (!contents_.empty()) write_allocator();
    const std::string body = std::move(result_.text);
    result_.text.clear();
    write_head(version);  // last: it tells what the other parts could not do
    result_.text += body;
  }

  void write_head(const std::string& version) {
    std::string& out = result_.text;
    out += fmt::format("/* Replays a violation that bireach {} found. Together with the program:\n", version);
    for (const bool is_clang : {false, true}) {
      out += fmt::format(" *   {}", is_clang ? "clang" : "gcc");
      for (const std::string& argument :
           harness_build_arguments(result_, is_clang, options_, program_.files, "HARNESS.c", "replay", false))
        out += " " + argument;
      out += '\n';
    }
    out += fmt::format(
        " *   ./replay\n"
        " * It ends with status {} where the error is reached; {}: an assumption fails; {}: a value is asked for after "
        "the\n"
        " * last recorded one; {}: the next value was recorded for another function.\n",
        static_cast<int>(error_reached), static_cast<int>(assumption_failed), static_cast<int>(no_value_left),
        static_cast<int>(other_call));
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
    const std::string note = program_.location(program_.target(execution_.trace.back())).note;
    for (const std::string& name : options_.error_functions) {
      const FunctionPoint* point = function(name);
      if (point == nullptr) continue;
      if (point->is_static || point->definition.empty()) {
        cannot_set(name + " cannot be replaced: it is static, or of a type of the program's own");
        continue;
      }
      out += fmt::format("{} {{ {} }}\n", point->definition, marker);
    }
    if (note == "assertion failed") {
      out +=
          fmt::format("void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {{ {} }}\n", marker);
    }
    const FunctionPoint* assume = function("__VERIFIER_assume");
    if (assume != nullptr && !assume->is_defined && !assume->definition.empty() &&
        assume->definition.find("a0") != std::string::npos) {
      out += fmt::format("{} {{ if (!a0) bireach_end(\"an assumption fails\\n\", {}); }}\n", assume->definition,
                         static_cast<int>(assumption_failed));
    }
    for (const char* name : {"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}) {
      const FunctionPoint* point = function(name);
      if (point != nullptr && !point->is_defined && !point->definition.empty()) out += point->definition + " { }\n";
    }
  }

  /// Is it one of those that answers name as an assumption?
  [[nodiscard]] bool is_assumed(const std::string& function) const {
    const auto is_about = [start = "function '" + function + "'"](const std::string& text) {
      return text.starts_with(start);
    };
    return std::any_of(program_.assumptions.begin(), program_.assumptions.end(), is_about);
  }

  void write_functions() {
    std::string& out = result_.text;
    for (const FunctionPoint& point : points_.functions) {
      const bool does_nothing = !point.is_defined && point.result_type == "void" && is_assumed(point.name);
      if (does_nothing && !point.definition.empty()) out += point.definition + " { }\n";
    }
    std::set<std::string> names;
    for (const FunctionPoint& point : points_.functions) {
      if (point.name.starts_with("__VERIFIER_nondet_")) names.insert(point.name);
    }
    for (const RecordedValue& value : values_) names.insert(value.function);
    if (std::any_of(values_.begin(), values_.end(), [](const RecordedValue& value) { return value.is_object; }))
      out += "\nextern void *malloc(__SIZE_TYPE__);\n";
    if (!names.empty())
      out += "\nstatic unsigned long bireach_next; /* the values of all functions form one queue */\n";
    for (const std::string& name : names) {
      const FunctionPoint* point = function(name);
      if (point == nullptr || point->definition.empty() || point->is_static) {
        cannot_set("what " + name + " returns: it is static, or of a type of the program's own");
        continue;
      }
      write_function(name, *point);
    }
  }

  void write_function(const std::string& name, const FunctionPoint& point) {
    std::string& out = result_.text;
    out += fmt::format("{} {{\n  switch (bireach_next++) {{\n", point.definition);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i].function != name) continue;
      out += fmt::format("    case {}: {}\n", i,
                         values_[i].is_object ? fmt::format("return malloc({});", foreign_object_size)
                                              : return_of(values_[i].value, values_[i].type, point.result_type));
    }
    out += "    default: break;\n  }\n";
    out += fmt::format(
        "  if (bireach_next > {}) bireach_end(\"no value is recorded for this call\\n\", {});\n"
        "  bireach_end(\"the next value was recorded for another function\\n\", {});\n",
        values_.size(), static_cast<int>(no_value_left), static_cast<int>(other_call));
    if (point.result_type != "void") out += "  for (;;) ;\n";
    out += "}\n";
  }

  void write_allocator() {
    std::string& out = result_.text;
    out +=
        "\n/* Allocated objects that are read before they are written: which one, where, which byte. */\n"
        "static const struct { unsigned long object, offset; unsigned char byte; } bireach_contents[] = {\n";
    for (const RecordedContent& content : contents_) {
      for (std::size_t i = 0; i < content.bytes.size(); ++i)
        out += fmt::format("  {{{}, {}, {:#04x}}},\n", content.allocation, Integer(content.offset + i).str(),
                           content.bytes[i]);
    }
    out +=
        "};\n"
        "static unsigned char bireach_heap[64UL << 20] __attribute__((aligned(16)));\n"
        "static unsigned long bireach_used, bireach_objects;\n"
        "void *malloc(__SIZE_TYPE__ size) {\n"
        "  unsigned char *object = bireach_heap + bireach_used + 16;\n"
        "  if (size > sizeof bireach_heap - 64 - bireach_used) bireach_end(\"out of memory\\n\", 96);\n"
        "  *(__SIZE_TYPE__ *)(object - 16) = size;\n"
        "  bireach_used += 16 + (size + 15) / 16 * 16;\n"
        "  ++bireach_objects;\n"
        "  for (unsigned long i = 0; i < sizeof bireach_contents / sizeof *bireach_contents; ++i)\n"
        "    if (bireach_contents[i].object == bireach_objects && bireach_contents[i].offset < size)\n"
        "      object[bireach_contents[i].offset] = bireach_contents[i].byte;\n"
        "  return object;\n"
        "}\n"
        "void free(void *object) { }\n"
        "void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) {\n"
        "  unsigned char *object = malloc(count * size);\n"
        "  for (__SIZE_TYPE__ i = 0; i < count * size; ++i) object[i] = 0;\n"
        "  return object;\n"
        "}\n"
        "void *realloc(void *old, __SIZE_TYPE__ size) {\n"
        "  unsigned char *object = malloc(size);\n"
        "  __SIZE_TYPE__ kept = old ? *(__SIZE_TYPE__ *)((unsigned char *)old - 16) : 0;\n"
        "  for (__SIZE_TYPE__ i = 0; i < kept && i < size; ++i) object[i] = ((unsigned char *)old)[i];\n"
        "  return object;\n"
        "}\n";
  }

  const Program& program_;
  const Execution& execution_;
  const SourcePoints& points_;
  const frontend::ParseOptions& options_;
  std::vector<RecordedValue> values_;
  std::vector<Allocation> allocations_;
  std::vector<RecordedContent> contents_;
  Harness result_;
  std::vector<UnsetLocal> unset_;
  std::set<std::string> known_;  ///< of what it cannot set
};

}  // namespace

Harness make_harness(const Program& program, const Execution& execution, const SourcePoints& points,
                     const frontend::ParseOptions& options, const std::string& version) {
  return HarnessBuilder(program, execution, points, options).build(version);
}

std::vector<std::string> harness_build_arguments(const Harness& harness, bool is_clang,
                                                 const frontend::ParseOptions& options,
                                                 const std::vector<std::string>& files, const std::string& harness_file,
                                                 const std::string& output, bool undefined_sanitizer) {
  std::vector<std::string> arguments{options.data_model == frontend::DataModel::ILP32 ? "-m32" : "-m64",
                                     "-std=gnu11",
                                     "-O0",
                                     "-w",
                                     "-fno-inline",
                                     "-fno-builtin"};
  if (undefined_sanitizer) {
    arguments.insert(arguments.end(), {"-fsanitize=undefined", "-fno-sanitize-recover=all"});
  } else {
    arguments.emplace_back("-fwrapv");
  }
  if (harness.needs_zeroed_locals) {
    arguments.emplace_back("-ftrivial-auto-var-init=zero");
    if (is_clang) arguments.emplace_back("-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang");
  }
  if (harness.fills_stack) arguments.emplace_back("-Wl,--wrap=main");
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  // The harness comes first: of two definitions of reach_error the linker takes the first one. Functions that are
  // nowhere defined are not called on the way.
  arguments.insert(arguments.end(), {"-no-pie", "-Wl,-z,muldefs", "-Wl,--unresolved-symbols=ignore-in-object-files",
                                     "-x", "c", harness_file});
  arguments.insert(arguments.end(), files.begin(), files.end());
  arguments.insert(arguments.end(), {"-x", "none", "-o", output, "-lm"});
  return arguments;
}

}  // namespace bireach::checker
