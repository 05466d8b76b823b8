// SPDX-License-Identifier: Apache-2.0
/// The files that a report can be written to.
#pragma once

#include "checker/report/writers/html_report.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/sarif_report.h"

// The table of formats: option, its value, its help, the commands that take it (as in command_line.cpp), whether the
// value is a folder, what beside the answer the report has to have (Wants), and the content, made from `report` by the
// writer. The option, the options in force, checks whether the file can be written, and the writing follow from it. Not
// for use elsewhere than in command_line.cpp, options_in_force.cpp and report_files.cpp.
#define BIREACH_REPORT_FORMATS(FORMAT)                                                                        \
  FORMAT(json, "FILE", "write the result as JSON", in_runs, false, nothing, json_report(report))              \
  FORMAT(report, "DIR", "write an HTML report, DIR/index.html: one page that works offline", in_pages, true,  \
         sources_and_automaton, page_with_picture(report, drawing_limit))                                     \
  FORMAT(sarif, "FILE", "write the result as SARIF 2.1.0, for code-scanning views", in_pages, false, sources, \
         sarif_report(report))
