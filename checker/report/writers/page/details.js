// SPDX-License-Identifier: Apache-2.0
// Below the trace: why the selected step matters, the invariants around it, the values after it.
'use strict';

function showDetails() {
  const panel = byId('details');
  if (state.statement < 0 && state.slice < 0) {
    panel.hidden = true;
    return;
  }
  panel.hidden = false;
  panel.scrollTop = 0;
  if (state.statement < 0) {
    const entry = sliced[state.slice];
    fill(panel, make('div', {class: 'head'}, make('code', {}, slicedText(entry)), make('span', {class: 'faint'}, entry.place)),
      sliceReasons(state.slice), make('p', {class: 'faint'}, 'On no trace.'));
    return;
  }
  const statement = data.statements[state.statement];
  const trace = data.traces.length ? traceData(state.trace) : null;
  const step = trace && state.step >= 0 && trace.steps[state.step].s === state.statement ? trace.steps[state.step] : null;
  const head = make('div', {class: 'head'}, trace && trace.threads && step ? make('span', {class: 'chip'}, 'T' + (step.t || 0) + ' ' + trace.threads[step.t || 0].name) : null,
    make('code', {}, step && step.x ? step.x : shownText(state.statement)), make('span', {class: 'faint'}, [statement.place, statement.function].filter(Boolean).join(', ')),
    chipsOf(state.statement));
  const why = make('div', {}, reasons(state.statement, step, trace), occurrences(state.statement, trace));
  fill(panel, head, make('div', {class: 'columns'}, why, step ? valueTable(trace) : null));
}

const sliceReasons = (index) => sliceSummary(index).map((text) => make('p', {}, text + '.'));

/** Of the whole program: its part in the slice, what holds there in every execution that fails. */
function programReasons(statement) {
  if (sliceOf.has(statement)) return sliceReasons(sliceOf.get(statement));
  return everyFailure.filter((entry) => entry.s === statement && statement !== null)
    .map((entry) => make('p', {}, 'In every execution that fails, ' + holdsWords(entry) + '.'));
}

function chipsOf(statement) {
  const found = relevanceOf.get(statement);
  const needed = neededOf.get(statement);
  const chips = [];
  if (found && found.list === 'relevant') chips.push(make('span', {class: 'chip ' + shadeOf(statement)}, 'rank ' + found.entry.rank));
  else if (found) chips.push(make('span', {class: 'chip ' + shadeOf(statement)}, found.list === 'some' ? 'some traces' : 'undecided'));
  if (violated.has(statement)) chips.push(make('span', {class: 'chip violated'}, 'violated'));
  if (needed) chips.push(make('span', {class: 'chip'}, 'needed'));
  return chips;
}

const sentence = (text) => make('p', {}, text.charAt(0).toUpperCase() + text.slice(1) + '.');

function reasons(statement, step, trace) {
  const result = programReasons(statement);
  const found = relevanceOf.get(statement);
  if (!isRelevanceAsked) return result;
  if (step && step.r === 1) {
    result.push(sentence('relevant here: ' + (step.f ? 'with ' + step.f.value + ' instead, ' + step.f.what
      : 'with another value, some execution leaves this trace before the error')));
  } else if (step && step.r === 2) {
    result.push(sentence('undecided here' + (step.u ? ': ' + step.u : '')));
  } else if (step && data.statements[statement].kind !== 'assume') {
    result.push(sentence('not relevant here: whatever value is assigned, the rest of the trace leads to the error as before'));
  }
  if (found && (data.traces.length > 1 || !step)) {
    const entry = found.entry;
    if (found.list === 'relevant') result.push(sentence((data.traces.length > 1 ? 'in every trace, rank ' : 'rank ') + entry.rank + ': ' + entry.why));
    else result.push(sentence(entry.why));
  }
  if (step) result.push(invariants(trace));
  if (found && data.traces.length > 1) result.push(tracesOf('Relevant in', found.entry.relevant, statement));
  const needed = neededOf.get(statement);
  if (needed && data.traces.length > 1) result.push(tracesOf('Needed to explain', needed.traces, statement));
  return result;
}

function invariants(trace) {
  const explanation = trace.explanation;
  if (explanation.reason !== '') return make('p', {class: 'faint'}, 'No error invariants: ' + explanation.reason + '.');
  const before = invariantAt(explanation, state.step);
  const after = state.step === explanation.assertion ? null : invariantAt(explanation, state.step + 1);
  if (before === null) return make('p', {class: 'faint'}, 'Behind the violated assertion nothing more is needed.');
  const formula = (text) => make('code', {class: 'formula'}, '{ ' + text + ' }');
  if (after === null) return [make('p', {}, 'Holds before; this step violates ', make('code', {}, explanation.holds), ':'), formula(before)];
  if (before === after) return [make('p', {}, 'Holds before and after (the step changes nothing about it):'), formula(before)];
  return [make('p', {}, 'Before:'), formula(before), make('p', {}, 'After:'), formula(after)];
}

function tracesOf(text, numbers, statement) {
  if (!numbers.length) return null;
  const limit = 40;
  const links = numbers.slice(0, limit).map((number, at) => [at ? ' ' : '', link(String(number), () => goToTrace(number - 1, statement))]);
  return make('p', {}, text + ' ' + (numbers.length === 1 ? 'trace ' : 'traces '), links, numbers.length > limit ? ' \u2026' : '');
}

/** The statement's first relevant occurrence in the trace, or its first. */
function goToTrace(index, statement) {
  showTrace(index);
  const steps = traceData(index).steps;
  let at = steps.findIndex((step) => step.s === statement && step.r === 1);
  if (at < 0) at = steps.findIndex((step) => step.s === statement);
  showTab('trace');
  if (at >= 0) selectStep(at);
}

function occurrences(statement, trace) {
  if (!trace) return null;
  const found = [];
  trace.steps.forEach((step, at) => { if (step.s === statement && !step.h) found.push(at); });
  if (found.length === 0) return make('p', {class: 'faint'}, 'Not on trace ' + (state.trace + 1) + '.');
  if (found.length === 1 && state.step === found[0]) return null;
  const limit = 30;
  const links = found.slice(0, limit).map((at, index) => [index ? ' ' : '',
    at === state.step ? make('b', {}, String(index + 1)) : link(String(index + 1), () => { showTab('trace'); selectStep(at); })]);
  return make('p', {}, counted(found.length, 'occurrence') + ' on this trace: ', links, found.length > limit ? ' \u2026' : '');
}

/** The variables in scope first: those of the function, then globals; watched ones stand out. */
function valueTable(trace) {
  const values = valuesAfter(trace, state.step);
  const here = data.statements[trace.steps[state.step].s].function;
  const watched = new Set(trace.explanation.watched || []);
  const rows = [];
  values.forEach((value, variable) => {
    const [name, owner, type] = trace.variables[variable];
    if (!name) return;
    const order = (watched.has(name) ? 0 : 1) + (owner === here ? 0 : owner === '' ? 2 : 4);
    rows.push({name, type, value, order});
  });
  rows.sort((a, b) => a.order - b.order);
  const line = ({name, type, value}) => make('tr', {class: (value.at === state.step ? 'changed' : '') + (watched.has(name) ? ' watched' : '')},
    make('td', {title: type}, name), make('td', {}, valueText(value)));
  const limit = 40;
  return make('div', {}, make('table', {class: 'values mono'}, make('thead', {}, make('tr', {}, make('th', {}, 'variable'), make('th', {}, 'value after the step'))),
    make('tbody', {}, rows.slice(0, limit).map(line))), rows.length === 0 ? make('p', {class: 'faint'}, 'No variable has a value yet.') : null,
    rows.length > limit ? make('p', {class: 'faint'}, 'and ' + (rows.length - limit) + ' more') : null);
}

function valueText(value) {
  if (!value.elements) return value.text;
  const limit = 8;
  const latest = [...value.elements].slice(-limit).reverse().map(([index, text]) => index + ' = ' + text);
  return latest.join(', ') + (value.elements.size > limit ? ', \u2026' : '') + (value.text ? '; else ' + value.text : '');
}
