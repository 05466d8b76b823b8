// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/gnu_c.h"

#include <clang/AST/ASTDiagnostic.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/CharInfo.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/Lexer.h>
#include <clang/Parse/ParseDiagnostic.h>

#include <string>
#include <utility>

namespace bireach::frontend {
namespace {

/// Suffixes that gcc knows and Clang does not: of _Float32 and the like, of decimal numbers and of __float80.
bool is_suffix_of_gcc(llvm::StringRef suffix) {
  const std::string lower = suffix.lower();
  for (const char* known : {"f16", "f32", "f64", "f128", "f32x", "f64x", "df", "dd", "dl", "w"})
    if (lower == known) return true;
  return false;
}

llvm::StringRef quoted(llvm::StringRef message) {
  return message.split('\'').second.split('\'').first;
}

/// The file's text before the place of the diagnostic, without white space at its end, and from there on.
std::pair<llvm::StringRef, llvm::StringRef> text_around(const clang::Diagnostic& info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
  const clang::SourceManager& sources = info.getSourceManager();
  const auto [file, offset] = sources.getDecomposedSpellingLoc(info.getLocation());
  const llvm::StringRef text = sources.getBufferData(file);
  return {text.take_front(offset).rtrim(), text.drop_front(offset)};
}

bool is_word_character(char c) {
  return clang::isAsciiIdentifierContinue(static_cast<unsigned char>(c), /*AllowDollar=*/true);
}

llvm::StringRef last_word(llvm::StringRef text) {
  std::size_t length = 0;
  while (length < text.size() && is_word_character(text[text.size() - length - 1])) ++length;
  return text.take_back(length);
}

/// GNU C declares parameters in advance, `int f(int n; int a[n], int n)`: is what stands after the semicolon still in
/// the brackets?
bool continues_parameters(llvm::StringRef after_semicolon) {
  int open = 0;
  for (const char c : after_semicolon) {
    if (c == '(') ++open;
    if (c == ')' && open-- == 0) return true;
    if (c == ';' || c == '{') return false;
  }
  return false;
}

/// Has the declarator, of which this is the end, the attribute `alias`?
bool is_alias(llvm::StringRef declarator) {
  clang::LangOptions language;
  language.LineComment = true;
  clang::Lexer lexer({}, language, declarator.begin(), declarator.begin(), declarator.end());
  clang::Token token;
  bool in_attribute = false;
  int open = 0;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::l_paren)) ++open;
    if (token.is(clang::tok::r_paren)) in_attribute = in_attribute && --open > 0;
    if (token.is(clang::tok::semi)) return false;
    if (token.isNot(clang::tok::raw_identifier)) continue;
    const llvm::StringRef word = token.getRawIdentifier();
    if (in_attribute && (word == "alias" || word == "__alias__")) return true;
    if (word != "__attribute__" && word != "__attribute") continue;
    in_attribute = true;
    open = 0;
  }
  return false;
}

bool is_reserved(llvm::StringRef name) {
  return name.startswith("__") || name.startswith("_Decimal") || name.startswith("_Float");
}

}  // namespace

bool GnuC::may_be_c() const {
  return lost_ || (all_before_ && last_ != Judgement::not_c && last_ != Judgement::may_be_c_if_implicit);
}

void GnuC::hear(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info, llvm::StringRef message) {
  using Level = clang::DiagnosticsEngine::Level;
  switch (level) {
    case Level::Error:
    case Level::Fatal:
      all_before_ = may_be_c();
      last_ = judge(info, message);
      lost_ = lost_ || (all_before_ && last_ == Judgement::not_followed);
      break;
    case Level::Note:
      hear_note(info.getID());
      break;
    case Level::Warning:
      // A function of gcc's of which Clang knows neither result nor arguments.
      if (info.getID() == clang::diag::warn_builtin_unknown) lost_ = lost_ || may_be_c();
      break;
    case Level::Ignored:
    case Level::Remark:
      break;
  }
}

void GnuC::hear_note(unsigned note) {
  switch (note) {
    case clang::diag::note_protected_by_vla:
    case clang::diag::note_protected_by_vla_typedef:
      if (last_ == Judgement::not_c_if_skips_length) last_ = Judgement::not_c;
      break;
    case clang::diag::note_previous_implicit_declaration:
      if (last_ == Judgement::may_be_c_if_implicit) last_ = Judgement::may_be_c;
      break;
    default:
      break;
  }
}

GnuC::Judgement GnuC::judge(const clang::Diagnostic& info, llvm::StringRef message) {
  switch (info.getID()) {
    case clang::diag::fatal_too_many_errors:
      return Judgement::may_be_c;
    case clang::diag::err_bracket_depth_exceeded:
    case clang::diag::err_decimal_unsupported:
      return Judgement::not_followed;
    case clang::diag::err_invalid_suffix_constant:
      return is_suffix_of_gcc(quoted(message)) ? Judgement::may_be_c : Judgement::not_c;
    case clang::diag::err_type_unsupported:
      return message.startswith("_Float16") || message.startswith("__bf16") ? Judgement::may_be_c : Judgement::not_c;
    case clang::diag::err_goto_into_protected_scope:
    case clang::diag::err_switch_into_protected_scope:
      return Judgement::not_c_if_skips_length;
    case clang::diag::err_conflicting_types:
      return Judgement::may_be_c_if_implicit;
    case clang::diag::err_typecheck_address_of:  // of an array that is `register`, where C has no rule
      if (text_around(info).second.startswith("&")) return Judgement::not_c;
      return message.contains("register variable") ? Judgement::may_be_c : Judgement::not_c;
    case clang::diag::err_redefinition:  // gcc takes the last of several aliases of a variable
      return is_alias(text_around(info).second) ? Judgement::may_be_c : Judgement::not_c;
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_unknown_typename_suggest:
    case clang::diag::err_redefinition_different_kind:
      return judge_name(info, message);
    default:
      return is_harmless_to_gcc(info.getID()) ? Judgement::may_be_c : judge_syntax(info, message);
  }
}

GnuC::Judgement GnuC::judge_name(const clang::Diagnostic& info, llvm::StringRef message) {
  const llvm::StringRef name = quoted(message);
  if (info.getID() != clang::diag::err_redefinition_different_kind)
    return is_reserved(name) ? Judgement::not_followed : Judgement::not_c;
  // To gcc the name of a library function is free for a variable.
  const clang::Builtin::Context builtins;
  for (unsigned id = clang::Builtin::NotBuiltin + 1; id < clang::Builtin::FirstTSBuiltin; ++id)
    if (name == builtins.getName(id)) return Judgement::may_be_c;
  return Judgement::not_c;
}

GnuC::Judgement GnuC::judge_syntax(const clang::Diagnostic& info, llvm::StringRef message) {
  const auto [before, after] = text_around(info);
  bool is_of_gcc = false;
  switch (info.getID()) {
    case clang::diag::err_expected_expression:  // gcc has declarations after labels
    case clang::diag::err_unexpected_typedef:
      is_of_gcc = before.endswith(":") && !after.empty() && is_word_character(after.front());
      break;
    case clang::diag::err_expected_statement:  // … and labels at the end
      is_of_gcc = before.endswith(":") && after.startswith("}");
      break;
    case clang::diag::err_typecheck_sclass_func:  // the declaration of a nested function
      is_of_gcc = after.startswith("auto");
      break;
    case clang::diag::err_expected_semi_declaration:  // _Complex _Float32
      is_of_gcc = last_word(before).startswith("_Float");
      break;
    case clang::diag::err_expected:
      is_of_gcc = message.startswith("expected ')'") && after.startswith(";") && continues_parameters(after.substr(1));
      break;
    case clang::diag::err_pp_invalid_directive:
      is_of_gcc = after.startswith("assert") || after.startswith("unassert");
      break;
    default:
      break;
  }
  return is_of_gcc ? Judgement::not_followed : Judgement::not_c;
}

/// What gcc accepts, most of it with a warning, whatever its details are.
bool GnuC::is_harmless_to_gcc(unsigned error) {
  switch (error) {
    case clang::diag::err_function_definition_not_allowed:   // GNU C has nested functions
    case clang::diag::err_typecheck_field_variable_size:     // … and structures whose size varies
    case clang::diag::err_indirect_goto_in_protected_scope:  // … and jumps unseen
    case clang::diag::err_init_element_not_constant:         // C11 6.6p10: compilers may know more constants
    case clang::diag::err_array_too_large:                   // to gcc up to the largest ptrdiff_t
    case clang::diag::err_integer_literal_too_large:
    case clang::diag::err_escape_too_large:
    case clang::diag::err_machine_mode:
    case clang::diag::err_complex_mode_vector_type:
    case clang::diag::err_main_arg_wrong:
    case clang::diag::err_main_surplus_args:
    case clang::diag::err_inline_main:
    case clang::diag::err_different_asm_label:
    case clang::diag::err_late_asm_label_name:
    case clang::diag::err_alias_is_definition:
    case clang::diag::err_mismatched_visibility:
    case clang::diag::err_non_asm_stmt_in_naked_function:
    case clang::diag::err_invalid_cpu_is:
    case clang::diag::err_invalid_cpu_supports:
    case clang::diag::err_pp_linemarker_invalid_pop:
    case clang::diag::err_pragma_loop_invalid_argument_value:
    // Operands of assembly, which is not modelled anyway:
    case clang::diag::err_dereference_incomplete_type:
    case clang::diag::err_asm_bad_register_type:
    case clang::diag::err_asm_incomplete_type:
    case clang::diag::err_asm_invalid_escape:
    case clang::diag::err_asm_invalid_global_var_reg:
    case clang::diag::err_asm_invalid_input_constraint:
    case clang::diag::err_asm_invalid_input_size:
    case clang::diag::err_asm_invalid_lvalue_in_input:
    case clang::diag::err_asm_invalid_lvalue_in_output:
    case clang::diag::err_asm_invalid_output_constraint:
    case clang::diag::err_asm_invalid_output_size:
    case clang::diag::err_asm_invalid_type:
    case clang::diag::err_asm_invalid_type_in_input:
    case clang::diag::err_asm_naked_parm_ref:
    case clang::diag::err_asm_non_addr_value_in_memory_constraint:
    case clang::diag::err_asm_register_size_mismatch:
    case clang::diag::err_asm_tying_incompatible_types:
    case clang::diag::err_asm_unknown_register_name:
    // Attributes, of most of which gcc only warns where it cannot apply them:
    case clang::diag::err_attribute_aligned_too_great:
    case clang::diag::err_attribute_argument_n_type:
    case clang::diag::err_attribute_argument_out_of_bounds:
    case clang::diag::err_attribute_argument_type:
    case clang::diag::err_attribute_integers_only:
    case clang::diag::err_attribute_pointers_only:
    case clang::diag::err_attribute_too_few_arguments:
    case clang::diag::err_attribute_too_many_arguments:
    case clang::diag::err_attribute_wrong_decl_type:
    case clang::diag::err_attribute_wrong_decl_type_str:
    case clang::diag::err_attribute_wrong_number_arguments:
    case clang::diag::err_attributes_are_not_compatible:
    case clang::diag::err_decl_attribute_invalid_on_stmt:
      return true;
    default:
      return false;
  }
}

namespace {

/// As types.h of parse_unit.cpp has them; empty: it is none of them.
std::string base_type(llvm::StringRef name) {
  constexpr std::pair<const char*, const char*> types[] = {{"_Float32", "float"},
                                                           {"_Float64", "double"},
                                                           {"_Float32x", "double"},
                                                           {"_Float64x", "long double"},
                                                           {"_Float128", "__float128"}};
  for (const auto& [known, base] : types)
    if (name == known) return base;
  return {};
}

/// Follows the tokens of a text and collects what is to be replaced.
class TextChanges {
 public:
  explicit TextChanges(const std::string& text)
      : text_(text),
        lexer_(clang::SourceLocation(), clang::LangOptions(), text.data(), text.data(), text.data() + text.size()) {}

  [[nodiscard]] std::optional<std::string> changed() {
    std::string before;  // the word before this one
    for (clang::Token token; !at_end(token);) {
      if (token.isNot(clang::tok::raw_identifier)) {
        before.clear();
        continue;
      }
      std::string word = token.getRawIdentifier().str();
      if (const std::string base = base_type(word); !base.empty() && (before == "_Complex" || is_before_complex(token)))
        replace(offset(token), word.size(), base);
      if (word == "__malloc__") remove_arguments();
      before = std::move(word);
    }
    if (done_ == 0) return std::nullopt;
    return result_.append(text_, done_);
  }

 private:
  bool at_end(clang::Token& token) {
    lexer_.LexFromRawLexer(token);
    return token.is(clang::tok::eof);
  }
  [[nodiscard]] std::size_t offset(const clang::Token& token) const {
    return static_cast<std::size_t>(lexer_.getBufferLocation() - text_.data()) - token.getLength();
  }
  [[nodiscard]] bool is_before_complex(const clang::Token& token) const {
    const llvm::StringRef rest = llvm::StringRef(text_).drop_front(offset(token) + token.getLength()).ltrim();
    return rest.startswith("_Complex") && (rest.size() == 8 || !is_word_character(rest[8]));
  }
  /// Those in brackets that follow, if they do; up to their end there are blanks and line ends.
  void remove_arguments() {
    const std::size_t begin = static_cast<std::size_t>(lexer_.getBufferLocation() - text_.data());
    std::size_t at = text_.find_first_not_of(" \t\n", begin);
    if (at == std::string::npos || text_[at] != '(') return;
    const std::size_t end = text_.find(')', at);
    if (end == std::string::npos) return;
    std::string blank = text_.substr(at, end + 1 - at);
    for (char& c : blank)
      if (c != '\n') c = ' ';
    replace(at, blank.size(), blank);
    for (clang::Token token; !at_end(token) && token.isNot(clang::tok::r_paren);) {
    }
  }
  void replace(std::size_t at, std::size_t size, const std::string& by) {
    result_.append(text_, done_, at - done_) += by;
    done_ = at + size;
  }

  const std::string& text_;
  clang::Lexer lexer_;
  std::string result_;
  std::size_t done_ = 0;  ///< of the text is in the result
};

}  // namespace

std::optional<std::string> readable_text(const std::string& text) {
  const bool may_change = text.find("__malloc__") != std::string::npos ||
                          (text.find("_Complex") != std::string::npos && text.find("_Float") != std::string::npos);
  return may_change ? TextChanges(text).changed() : std::nullopt;
}

}  // namespace bireach::frontend
