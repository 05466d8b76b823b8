// SPDX-License-Identifier: Apache-2.0
#include "checker/command/compiler_flags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace bireach::checker {
namespace {

enum class Form : std::uint8_t {
  alone,   ///< the name is the flag
  prefix,  ///< anything may follow, in the same element
  next,    ///< the value is the next element
  either,  ///< the value follows in the same element, or else is the next one
  equals   ///< the value follows after "=" in the same element, or else is the next one
};

enum class Meaning : std::uint8_t {
  passed,  ///< one element: the name and its value
  pair,    ///< two elements: the name, the value
  ignored,
  unknown,  ///< ignored, which has to be said
  refused,  ///< `text` says why
  replaced  ///< `text` is what is passed instead; empty: nothing
};

struct Flag {
  std::string_view name;
  Form form;
  Meaning meaning;
  std::string_view text = {};
};

constexpr std::string_view fast_math = "it lets floating-point arithmetic differ from IEEE 754, which is not modelled";
constexpr std::string_view layout = "it changes the sizes or the layout of C's types, which is not modelled";
constexpr std::string_view other_language = "it changes the language in a way that is not modelled";
constexpr std::string_view system_headers = "give the folders of headers by -isystem, and -nostdinc if need be";

/// The first row that fits counts, so what is special stands before what is general.
constexpr Flag flag_table[] = {
    // Headers and macros
    {"-I", Form::either, Meaning::passed},
    {"-D", Form::either, Meaning::passed},
    {"-U", Form::either, Meaning::passed},
    {"-isystem", Form::either, Meaning::pair},
    {"-iquote", Form::either, Meaning::pair},
    {"-idirafter", Form::either, Meaning::pair},
    {"-include", Form::either, Meaning::pair},
    {"-imacros", Form::either, Meaning::pair},
    {"-nostdinc", Form::alone, Meaning::passed},
    {"-isysroot", Form::either, Meaning::refused, system_headers},
    {"--sysroot", Form::equals, Meaning::refused, system_headers},
    {"-pthread", Form::alone, Meaning::replaced, "-D_REENTRANT"},
    // The language
    {"-std", Form::equals, Meaning::passed},
    {"-ansi", Form::alone, Meaning::replaced, "-std=c90"},
    {"-trigraphs", Form::alone, Meaning::passed},
    {"-funsigned-char", Form::alone, Meaning::passed},
    {"-fno-signed-char", Form::alone, Meaning::replaced, "-funsigned-char"},
    {"-fsigned-char", Form::alone, Meaning::passed},
    {"-fno-unsigned-char", Form::alone, Meaning::replaced, "-fsigned-char"},
    {"-fno-asm", Form::alone, Meaning::passed},
    {"-fgnu89-inline", Form::alone, Meaning::passed},
    {"-fno-gnu89-inline", Form::alone, Meaning::ignored},
    {"-fms-extensions", Form::alone, Meaning::passed},
    {"-fplan9-extensions", Form::alone, Meaning::refused, other_language},
    {"-finput-charset=UTF-8", Form::alone, Meaning::ignored},
    {"-fexec-charset=UTF-8", Form::alone, Meaning::ignored},
    {"-finput-charset", Form::prefix, Meaning::refused, "texts are read as UTF-8"},
    {"-fexec-charset", Form::prefix, Meaning::refused, "texts are UTF-8 when the program runs"},
    {"-fwide-exec-charset", Form::prefix, Meaning::refused, "wide texts are UTF-32 when the program runs"},
    {"-fopenmp-simd", Form::alone, Meaning::ignored},
    {"-fopenmp", Form::prefix, Meaning::refused, "OpenMP is not modelled"},
    {"-fopenacc", Form::prefix, Meaning::refused, "OpenACC is not modelled"},
    {"-fgnu-tm", Form::alone, Meaning::refused, "transactional memory is not modelled"},
    {"-fblocks", Form::alone, Meaning::refused, other_language},
    {"-ftrapv", Form::alone, Meaning::refused,
     "--signed-overflow undefined leaves out executions in which signed operations overflow"},
    // Types
    {"-fno-short-enums", Form::alone, Meaning::ignored},
    {"-fshort-enums", Form::alone, Meaning::refused, layout},
    {"-fno-short-wchar", Form::alone, Meaning::ignored},
    {"-fshort-wchar", Form::alone, Meaning::refused, layout},
    {"-fpack-struct", Form::prefix, Meaning::refused, layout},
    {"-freg-struct-return", Form::alone, Meaning::ignored},
    {"-m16", Form::alone, Meaning::refused, layout},
    {"-mx32", Form::alone, Meaning::refused, layout},
    {"-mlong-double", Form::prefix, Meaning::refused, layout},
    {"-malign-double", Form::alone, Meaning::refused, layout},
    {"-m128bit-long-double", Form::alone, Meaning::refused, layout},
    {"-m96bit-long-double", Form::alone, Meaning::refused, layout},
    {"-fsigned-bitfields", Form::alone, Meaning::ignored},
    {"-fno-unsigned-bitfields", Form::alone, Meaning::ignored},
    {"-funsigned-bitfields", Form::alone, Meaning::refused, layout},
    {"-fno-signed-bitfields", Form::alone, Meaning::refused, layout},
    {"-fsso-struct", Form::prefix, Meaning::refused, layout},
    {"-finstrument-functions", Form::prefix, Meaning::refused, "calls of functions that it adds are not modelled"},
    {"-mms-bitfields", Form::alone, Meaning::refused, layout},
    {"-mbig-endian", Form::alone, Meaning::refused, "memory is little-endian"},
    {"-mfpmath=sse", Form::prefix, Meaning::ignored},
    {"-mfpmath", Form::prefix, Meaning::refused, fast_math},
    {"-target", Form::next, Meaning::refused, "the machine is x86 (see --data-model)"},
    {"--target", Form::equals, Meaning::refused, "the machine is x86 (see --data-model)"},
    // Arithmetic
    {"-Ofast", Form::alone, Meaning::refused, fast_math},
    {"-ffast-math", Form::alone, Meaning::refused, fast_math},
    {"-funsafe-math-optimizations", Form::alone, Meaning::refused, fast_math},
    {"-ffinite-math-only", Form::alone, Meaning::refused, fast_math},
    {"-fassociative-math", Form::alone, Meaning::refused, fast_math},
    {"-freciprocal-math", Form::alone, Meaning::refused, fast_math},
    {"-fno-signed-zeros", Form::alone, Meaning::refused, fast_math},
    {"-ffp-model", Form::prefix, Meaning::refused, fast_math},
    {"-fdenormal-fp-math", Form::prefix, Meaning::refused, fast_math},
    {"-mdaz-ftz", Form::alone, Meaning::refused, fast_math},
    {"-fsingle-precision-constant", Form::alone, Meaning::refused, fast_math},
    // What becomes of the code, and what is done with it
    {"-MF", Form::either, Meaning::ignored},
    {"-MT", Form::either, Meaning::ignored},
    {"-MQ", Form::either, Meaning::ignored},
    {"-MJ", Form::either, Meaning::ignored},
    {"-M", Form::prefix, Meaning::ignored},
    {"-O", Form::prefix, Meaning::ignored},
    {"-W", Form::prefix, Meaning::ignored},
    {"-w", Form::alone, Meaning::ignored},
    {"-pedantic", Form::prefix, Meaning::ignored},
    {"-g", Form::prefix, Meaning::ignored},
    // Code generation and optimisation that keeps what C says, diagnostics, debugging, profiles
    {"-fPI", Form::prefix, Meaning::ignored},
    {"-fpi", Form::prefix, Meaning::ignored},
    {"-fno-", Form::prefix, Meaning::ignored},
    {"-falign-", Form::prefix, Meaning::ignored},
    {"-fasynchronous-unwind-tables", Form::alone, Meaning::ignored},
    {"-funwind-tables", Form::alone, Meaning::ignored},
    {"-fcf-protection", Form::prefix, Meaning::ignored},
    {"-fcolor-diagnostics", Form::alone, Meaning::ignored},
    {"-fcommon", Form::alone, Meaning::ignored},
    {"-fdata-sections", Form::alone, Meaning::ignored},
    {"-ffunction-sections", Form::alone, Meaning::ignored},
    {"-fdebug-", Form::prefix, Meaning::ignored},
    {"-fdiagnostics-", Form::prefix, Meaning::ignored},
    {"-fexceptions", Form::alone, Meaning::ignored},
    {"-ffile-prefix-map=", Form::prefix, Meaning::ignored},
    {"-fmacro-prefix-map=", Form::prefix, Meaning::ignored},
    {"-fgcse", Form::prefix, Meaning::ignored},
    {"-finline", Form::prefix, Meaning::ignored},
    {"-fipa-", Form::prefix, Meaning::ignored},
    {"-flto", Form::prefix, Meaning::ignored},
    {"-fmax-errors=", Form::prefix, Meaning::ignored},
    {"-fmessage-length=", Form::prefix, Meaning::ignored},
    {"-fmerge-", Form::prefix, Meaning::ignored},
    {"-fomit-frame-pointer", Form::alone, Meaning::ignored},
    {"-fplugin", Form::prefix, Meaning::unknown},
    {"-fprofile-", Form::prefix, Meaning::ignored},
    {"-frandom-seed=", Form::prefix, Meaning::ignored},
    {"-frecord-gcc-switches", Form::alone, Meaning::ignored},
    {"-fsanitize", Form::prefix, Meaning::ignored},
    {"-fsemantic-interposition", Form::alone, Meaning::ignored},
    {"-fshow-", Form::prefix, Meaning::ignored},
    {"-fstack-", Form::prefix, Meaning::ignored},
    {"-fstrict-aliasing", Form::alone, Meaning::ignored},
    {"-ftest-coverage", Form::alone, Meaning::ignored},
    {"-ftree-", Form::prefix, Meaning::ignored},
    {"-fuse-ld=", Form::prefix, Meaning::ignored},
    {"-fuse-linker-plugin", Form::alone, Meaning::ignored},
    {"-funroll-", Form::prefix, Meaning::ignored},
    {"-fvar-tracking", Form::prefix, Meaning::ignored},
    {"-fvisibility", Form::prefix, Meaning::ignored},
    {"-fzero-", Form::prefix, Meaning::ignored},
    {"-ffat-lto-objects", Form::alone, Meaning::ignored},
    {"-ffp-contract=off", Form::alone, Meaning::ignored},
    {"-ffreestanding", Form::alone, Meaning::ignored},
    {"-fhosted", Form::alone, Meaning::ignored},
    {"-f", Form::prefix, Meaning::unknown},
    // Which instructions are used
    {"-march=", Form::prefix, Meaning::ignored},
    {"-mtune=", Form::prefix, Meaning::ignored},
    {"-mcpu=", Form::prefix, Meaning::ignored},
    {"-mcmodel=", Form::prefix, Meaning::ignored},
    {"-mbranch-", Form::prefix, Meaning::ignored},
    {"-mindirect-", Form::prefix, Meaning::ignored},
    {"-mfunction-return", Form::prefix, Meaning::ignored},
    {"-mpreferred-stack-boundary=", Form::prefix, Meaning::ignored},
    {"-mstack", Form::prefix, Meaning::ignored},
    {"-msse", Form::prefix, Meaning::ignored},
    {"-mssse3", Form::alone, Meaning::ignored},
    {"-mavx", Form::prefix, Meaning::ignored},
    {"-mmmx", Form::alone, Meaning::ignored},
    {"-mno-", Form::prefix, Meaning::ignored},
    {"-mpopcnt", Form::alone, Meaning::ignored},
    {"-mbmi", Form::prefix, Meaning::ignored},
    {"-maes", Form::alone, Meaning::ignored},
    {"-mpclmul", Form::alone, Meaning::ignored},
    {"-mcx16", Form::alone, Meaning::ignored},
    {"-mshstk", Form::alone, Meaning::ignored},
    {"-mred-zone", Form::alone, Meaning::ignored},
    {"-mskip-rax-setup", Form::alone, Meaning::ignored},
    {"-mtls-", Form::prefix, Meaning::ignored},
    {"-m", Form::prefix, Meaning::unknown},
    {"-o", Form::either, Meaning::ignored},
    {"-c", Form::alone, Meaning::ignored},
    {"-S", Form::alone, Meaning::ignored},
    {"-E", Form::alone, Meaning::ignored},
    {"-P", Form::alone, Meaning::ignored},
    {"-C", Form::alone, Meaning::ignored},
    {"-H", Form::alone, Meaning::ignored},
    {"-p", Form::alone, Meaning::ignored},
    {"-pg", Form::alone, Meaning::ignored},
    {"-pipe", Form::alone, Meaning::ignored},
    {"-save-temps", Form::prefix, Meaning::ignored},
    {"-fsyntax-only", Form::alone, Meaning::ignored},
    {"-Qunused-arguments", Form::alone, Meaning::ignored},
    {"--coverage", Form::alone, Meaning::ignored},
    {"--param", Form::equals, Meaning::ignored},
    {"-dumpbase", Form::next, Meaning::ignored},
    {"-dumpdir", Form::next, Meaning::ignored},
    {"-specs", Form::prefix, Meaning::ignored},
    {"-B", Form::either, Meaning::ignored},
    {"-Xlinker", Form::next, Meaning::ignored},
    {"-Xassembler", Form::next, Meaning::ignored},
    {"-L", Form::either, Meaning::ignored},
    {"-l", Form::either, Meaning::ignored},
    {"-z", Form::either, Meaning::ignored},
    {"-s", Form::alone, Meaning::ignored},
    {"-static", Form::prefix, Meaning::ignored},
    {"-shared", Form::prefix, Meaning::ignored},
    {"-rdynamic", Form::alone, Meaning::ignored},
    {"-pie", Form::alone, Meaning::ignored},
    {"-no-pie", Form::alone, Meaning::ignored},
    {"-nopie", Form::alone, Meaning::ignored},
    {"-nostdlib", Form::alone, Meaning::ignored},
    {"-nodefaultlibs", Form::alone, Meaning::ignored},
    {"-nostartfiles", Form::alone, Meaning::ignored},
};

/// A flag with its value, if it has one.
struct FoundFlag {
  const Flag* flag = nullptr;
  std::string value;
  std::size_t elements = 1;
};

std::optional<FoundFlag> match(const Flag& flag, const std::string& argument, const std::string* next) {
  if (!argument.starts_with(flag.name)) return std::nullopt;
  const std::string rest = argument.substr(flag.name.size());
  const auto with_next = [&]() -> std::optional<FoundFlag> {
    if (next == nullptr) return std::nullopt;
    return FoundFlag{&flag, *next, 2};
  };
  switch (flag.form) {
    case Form::alone:
      return rest.empty() ? std::optional(FoundFlag{&flag, {}, 1}) : std::nullopt;
    case Form::prefix:
      return FoundFlag{&flag, rest, 1};
    case Form::next:
      return rest.empty() ? with_next() : std::nullopt;
    case Form::either:
      return rest.empty() ? with_next() : FoundFlag{&flag, rest, 1};
    case Form::equals:
      if (rest.empty()) return with_next();
      return rest.front() == '=' ? std::optional(FoundFlag{&flag, rest.substr(1), 1}) : std::nullopt;
  }
  return std::nullopt;
}

/// gcc takes these with two dashes as well.
std::string with_one_dash(const std::string& argument) {
  for (const std::string_view name : {"--std", "--include", "--m32", "--m64"})
    if (argument == name || argument.starts_with(std::string(name) + "=")) return argument.substr(1);
  return argument;
}

/// -x: the language of the files that follow.
void check_language(const std::string& language) {
  constexpr std::array<std::string_view, 4> read{"c", "c-header", "cpp-output", "none"};
  if (std::find(read.begin(), read.end(), language) == read.end())
    throw RefusedFlag("-x " + language + ": the files are read as C");
}

/// -Wp,A,B: for the preprocessor, whose other flags tell what it writes.
void read_preprocessor_flags(const std::string& list, CompilerFlags& flags) {
  std::vector<std::string> parts(1);
  for (const char c : list)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const std::string_view kind = std::string_view(parts[at]).substr(0, 2);
    if (kind != "-D" && kind != "-U" && kind != "-I" && kind != "-i") continue;
    const std::size_t elements = read_compiler_flag(parts, at, flags);
    if (elements > 1) at += elements - 1;
  }
}

/// Flags whose meaning is no text to be passed; 0: it is none of them.
std::size_t read_special_flag(const std::string& argument, const std::string* next, CompilerFlags& flags) {
  if (argument == "-m32" || argument == "-m64") {
    flags.data_model = argument == "-m32" ? frontend::DataModel::ILP32 : frontend::DataModel::LP64;
    return 1;
  }
  if (argument == "-fwrapv" || argument == "-fno-strict-overflow") {
    flags.signed_overflow_wraps = true;
    return 1;
  }
  if (argument == "-fno-wrapv" || argument == "-fstrict-overflow") {
    flags.signed_overflow_wraps = false;
    return 1;
  }
  if (argument.starts_with("-Wp,")) {
    read_preprocessor_flags(argument.substr(4), flags);
    return 1;
  }
  if (argument.starts_with("-x")) {
    const bool is_next = argument.size() == 2;
    if (is_next && next == nullptr) return 0;
    check_language(is_next ? *next : argument.substr(2));
    return is_next ? 2 : 1;
  }
  return 0;
}

void take(const FoundFlag& found, CompilerFlags& flags) {
  const Flag& flag = *found.flag;
  const std::string name(flag.name);
  const std::string separator = flag.form == Form::equals ? "=" : found.elements > 1 ? " " : "";
  switch (flag.meaning) {
    case Meaning::passed:
      flags.clang_arguments.push_back(name + (flag.form == Form::equals ? "=" : "") + found.value);
      return;
    case Meaning::pair:
      flags.clang_arguments.insert(flags.clang_arguments.end(), {name, found.value});
      return;
    case Meaning::ignored:
      flags.ignored.push_back(name + separator + found.value);
      return;
    case Meaning::unknown:
      flags.unknown.push_back(name + separator + found.value);
      return;
    case Meaning::refused:
      throw RefusedFlag(name + separator + found.value + " is not supported: " + std::string(flag.text));
    case Meaning::replaced:
      flags.clang_arguments.emplace_back(flag.text);
      return;
  }
}

}  // namespace

std::size_t read_compiler_flag(const std::vector<std::string>& arguments, std::size_t at, CompilerFlags& flags) {
  const std::string argument = with_one_dash(arguments[at]);
  if (argument.size() < 2 || argument.front() != '-') return 0;
  const std::string* next = at + 1 < arguments.size() ? &arguments[at + 1] : nullptr;
  if (const std::size_t elements = read_special_flag(argument, next, flags); elements != 0) return elements;
  for (const Flag& flag : flag_table) {
    // A value that is missing is the end of it: no other row is meant.
    if (argument == flag.name && next == nullptr && (flag.form == Form::either || flag.form == Form::next)) return 0;
    const std::optional<FoundFlag> found = match(flag, argument, next);
    if (!found) continue;
    take(*found, flags);
    return found->elements;
  }
  return 0;
}

}  // namespace bireach::checker
