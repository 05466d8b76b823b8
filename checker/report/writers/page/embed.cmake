# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a C++ file that holds the page of the HTML report: the template, the style, and the scripts one after the
# other, from SOURCE_DIR. Called at build time, so that the binary needs no files beside it.
#   cmake -DSOURCE_DIR=… -DSCRIPTS=a.js,b.js -DOUTPUT=page.cpp -P embed.cmake

function(literal result)
  set(text "")
  foreach(file ${ARGN})
    file(READ ${SOURCE_DIR}/${file} content)
    string(APPEND text "${content}")
  endforeach()
  string(FIND "${text}" ")page\"" terminator)
  if(NOT terminator EQUAL -1)
    message(FATAL_ERROR "${ARGN}: holds what ends a C++ literal")
  endif()
  string(REGEX MATCH "[^\t\n -~]" foreign "${text}")
  if(foreign)
    message(FATAL_ERROR "${ARGN}: not ASCII: '${foreign}' (pieces below could end within a character)")
  endif()
  # A literal may have 64 KiB at most (ISO C++, annex B); lists would swallow the semicolons, so this goes by length.
  string(LENGTH "${text}" length)
  set(literals "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 12000 piece)
    string(APPEND literals "  text += R\"page(${piece})page\";\n")
    math(EXPR at "${at} + 12000")
  endwhile()
  set(${result} "${literals}" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" scripts "${SCRIPTS}")
literal(template page.html)
literal(style page.css)
literal(script ${scripts})
file(WRITE ${OUTPUT} "// Made by embed.cmake from the files in ${SOURCE_DIR}.
#include \"checker/report/writers/html_page.h\"

#include <string>

namespace bireach::checker {

std::string_view page_template() {
  static const std::string content = [] {
    std::string text;
${template}    return text;
  }();
  return content;
}

std::string_view page_style() {
  static const std::string content = [] {
    std::string text;
${style}    return text;
  }();
  return content;
}

std::string_view page_script() {
  static const std::string content = [] {
    std::string text;
${script}    return text;
  }();
  return content;
}

}  // namespace bireach::checker
")
