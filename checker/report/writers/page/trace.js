// SPDX-License-Identifier: Apache-2.0
// The trace view: the list of traces by class, the steps, boxes that unfold, and the way from step to step.
'use strict';

/** Nothing where nobody looked for relevance. */
const relevantOf = (entry) => (entry.asked ? ', ' + entry.relevant + ' relevant' : '');

function showTrace(index) {
  if (index < 0 || index >= data.traces.length) return;
  state.trace = index;
  state.step = -1;
  const trace = traceData(index);
  const entry = data.traces[index];
  const many = data.traces.length > 1;
  fill(byId('trace-button'), many ? 'trace ' + (index + 1) + ' of ' + data.traces.length + ' \u25be' : 'trace');
  byId('trace-button').disabled = byId('previous-trace').hidden = byId('next-trace').hidden = !many;
  byId('previous-trace').disabled = index === 0;
  byId('next-trace').disabled = index + 1 === data.traces.length;
  const notes = [make('p', {}, counted(entry.steps, 'step') + relevantOf(entry) +
    (entry.asked && entry.undecided ? ', ' + entry.undecided + ' undecided' : '') + (entry.like ? '; like trace ' + entry.like : '') + ': ' + trace.error)];
  if (trace.leftOut) notes.push(make('p', {}, 'These are the last steps; ' + counted(trace.leftOut, 'step') + ' before them are left out.'));
  for (const event of trace.undefined) notes.push(make('p', {}, 'Undefined behaviour on the way: ' + event));
  if (trace.explanation.reason) notes.push(make('p', {class: 'faint'}, 'No error invariants: ' + trace.explanation.reason));
  if (trace.explanation.failure)
    notes.push(make('p', {class: 'faint'}, 'The invariants are the values of this execution only, nothing more general was found: ' + trace.explanation.failure));
  if (trace.inputs.length) {
    const inputs = trace.inputs.slice(0, 12).map((input, at) => [at ? ', ' : '',
      link(input.value, () => selectStep(input.step), input.source + (input.place ? ' at ' + input.place : ''))]);
    notes.push(make('p', {}, 'Inputs: ', inputs, trace.inputs.length > 12 ? ' and ' + (trace.inputs.length - 12) + ' more' : ''));
  }
  if (trace.threads) notes.push(hazardNotes(trace));
  fill(byId('trace-notes'), notes);
  const list = byId('steps');
  list.classList.toggle('lanes', Boolean(trace.threads));
  fill(list, trace.threads ? laneHead(trace) : null, rowsOf(trace).map((row) => rowElement(trace, row)));
  list.scrollTop = 0;
  if (trace.threads) drawHazards();
  byId('unfold').textContent = 'unfold all';
  for (const button of byId('trace-list').querySelectorAll('button[data-trace]')) {
    button.setAttribute('aria-current', button.dataset.trace === String(index) ? 'true' : 'false');
  }
  markAutomaton();
}

/** Classes of traces with the same error invariants; filled when it is opened first. */
function fillTraceList() {
  const list = byId('trace-list');
  if (list.childElementCount) return;
  const item = (number) => {
    const entry = data.traces[number - 1];
    const button = make('button', {type: 'button', on: {click: () => { showTrace(number - 1); selectFirst(); toggleTraceList(false); }}},
      number + ': ' + counted(entry.steps, 'step') + relevantOf(entry) + '; ' + entry.error);
    button.dataset.trace = String(number - 1);
    button.setAttribute('aria-current', number - 1 === state.trace ? 'true' : 'false');
    return button;
  };
  const listed = new Set();
  data.classes.forEach((members, index) => {
    members.forEach((number) => listed.add(number));
    list.append(make('h2', {}, 'Class ' + (index + 1) + ': ' + counted(members.length, 'trace') + ' with the same error invariants'),
      ...members.map(item));
  });
  const rest = data.traces.map((_, index) => index + 1).filter((number) => !listed.has(number));
  if (rest.length) list.append(make('h2', {}, 'Without error invariants: ' + counted(rest.length, 'trace')), ...rest.map(item));
}

function toggleTraceList(open) {
  if (open) fillTraceList();
  byId('trace-list').hidden = !open;
  byId('trace-button').setAttribute('aria-expanded', open ? 'true' : 'false');
}

function rowElement(trace, row) {
  switch (row.type) {
    case 'step': return stepElement(trace, row.at, row.remark, row.needed);
    case 'invariant': return make('div', {class: 'invariant'}, '{ ' + row.text + ' }');
    case 'switch': return switchElement(row.row, row.invariant);
    case 'start': return make('div', {class: 'invariant'}, row.text);
    case 'error': return make('div', {class: 'step'}, make('span', {class: 'sign'}), make('span', {class: 'place'}),
      make('span', {class: 'what'}, row.text, row.remark ? [' ', make('span', {class: 'remark'}, row.remark)] : null));
    case 'rounds': return foldable('rounds plain', row.rows.flatMap((inner) => (inner.type === 'box' ? inner.steps : inner.type === 'step' ? [inner.at] : [])),
      row.label || '\u2026 ' + counted(row.count, 'more round') + ' like this', '', () => row.rows.map((inner) => rowElement(trace, inner)));
    default: return boxElement(trace, row);
  }
}

function boxElement(trace, row) {
  const notes = [counted(row.steps.length, 'step') + (row.label === null ? ' ' + row.note : ' hidden')];
  if (row.branches.size) notes.push(counted(row.branches.size, 'branch').replace('branchs', 'branches') + ' must go this way');
  if (row.relevant) notes.push(row.relevant + ' relevant');
  return foldable(row.label === null ? 'plain' : '', row.steps, row.label === null ? '' : '{ ' + row.label + ' }', notes.join(', '),
    () => row.steps.map((at) => stepElement(trace, at, row.branches.has(at) ? 'has to go this way' : '', row.branches.has(at))));
}

/** A box whose contents are made when it is first unfolded. */
function foldable(kind, steps, label, count, contents) {
  const sign = make('span', {class: 'triangle'}, '\u25b8');
  const inside = make('div', {class: 'inside', hidden: true});
  const button = make('button', {type: 'button', class: 'toggle', 'aria-expanded': 'false'}, sign,
    make('span', {class: 'label'}, label), make('span', {class: 'count'}, count));
  const box = make('div', {class: 'box ' + kind}, button, inside);
  box.dataset.steps = ' ' + steps.join(' ') + ' ';
  box.unfold = (open) => {
    if (open && !inside.childElementCount) append(inside, contents());
    inside.hidden = !open;
    sign.textContent = open ? '\u25be' : '\u25b8';
    button.setAttribute('aria-expanded', open ? 'true' : 'false');
    if (!open && inside.querySelector('.selected')) {
      clearSelection();
      button.classList.add('selected');
    }
    drawHazards();
  };
  button.addEventListener('click', () => box.unfold(inside.hidden));
  return box;
}

function stepElement(trace, at, remark, needed) {
  const step = trace.steps[at];
  const statement = data.statements[step.s];
  const relevance = isRelevanceAsked && !step.y ? step.r : 0;
  const sign = relevance === 1 ? '*' : relevance === 2 ? '?' : '';
  const most = 12;
  const changes = (step.c || []).slice(0, most).map(([name, before, after]) => (before === null ? name + ' = ' + after : name + ': ' + before + ' \u2192 ' + after));
  if (step.c && step.c.length > most) changes.push('\u2026 ' + (step.c.length - most) + ' more');
  const text = '  '.repeat(Math.min(step.d || 0, 12)) + (step.x || shownText(step.s));
  const notes = changes.join(', ') + (step.a && changes.length ? ' (arbitrary)' : '') + (step.n ? (changes.length ? '; ' : '') + step.n : '');
  const said = [make('span', {class: 'what'}, text, remark ? [' ', make('span', {class: 'remark'}, remark)] : null), make('span', {class: 'values'}, notes)];
  const element = make('div', {class: 'step' + (relevance === 1 ? ' relevant' : relevance === 2 ? ' perhaps' : '') + (needed ? ' needed' : ''),
    role: 'option', 'aria-selected': state.step === at ? 'true' : 'false', on: {click: () => selectStep(at)}},
    make('span', {class: 'sign', title: relevance === 1 ? 'relevant' : relevance === 2 ? 'undecided' : ''}, sign),
    make('span', {class: 'place', title: statement.place + (statement.function ? ' (' + statement.function + ')' : '')},
      statement.place.replace(/^.*:/, '')),
    trace.threads ? laneCells(trace, at, said) : said);
  element.dataset.at = String(at);
  if (state.step === at) element.classList.add('selected');
  return element;
}

/** The list that keys move through. */
const activeList = () => byId(state.tab === 'slice' ? 'slice-rows' : 'steps');

/** Selects a step, unfolds what hides it, shows it everywhere. */
function selectStep(at) {
  const trace = traceData(state.trace);
  const list = byId('steps');
  const find = () => list.querySelector('.step[data-at="' + at + '"]');
  for (let depth = 0; depth < 3; ++depth) {
    const found = find();
    if (found && !found.closest('.inside[hidden]')) break;
    for (const box of list.querySelectorAll('.box')) {
      if (box.dataset.steps.includes(' ' + at + ' ') && !box.parentElement.closest('.inside[hidden]')) box.unfold(true);
    }
  }
  clearSelection();
  state.slice = -1;
  state.step = at;
  state.statement = trace.steps[at].s;
  const element = find();
  if (element) {
    element.classList.add('selected');
    element.setAttribute('aria-selected', 'true');
    element.scrollIntoView({block: 'nearest'});
  }
  showInSource(state.statement);
  showDetails();
  markAutomaton();
  rememberPlace();
}

function clearSelection() {
  for (const old of document.querySelectorAll('.steps .selected')) {
    old.classList.remove('selected');
    if (old.getAttribute('role') === 'option') old.setAttribute('aria-selected', 'false');
  }
}

/** The step to begin with: of those in view the first relevant one, else the first. */
function selectFirst() {
  const shown = stops().filter(isRow);
  const first = shown.find((item) => item.classList.contains('relevant')) || shown[0];
  if (first) selectRow(first);
}

/** The steps and folded boxes in view, in order; what stands in a folded box is left out. */
const stops = () => [...activeList().querySelectorAll('.step[data-at], .step[data-slice], .box > .toggle')].filter((item) => !item.closest('.inside[hidden]'));

/** A step of the trace, or a statement of the slice; else it is a box. */
const isRow = (item) => item.dataset.at !== undefined || item.dataset.slice !== undefined;

function selectRow(item) {
  if (item.dataset.at !== undefined) selectStep(Number(item.dataset.at));
  else selectSliced(Number(item.dataset.slice));
}

function moveBy(direction) {
  const items = stops();
  const now = items.findIndex((item) => item.classList.contains('selected'));
  const next = items[now < 0 ? 0 : now + direction];
  if (!next) return;
  if (isRow(next)) {
    selectRow(next);
    return;
  }
  clearSelection();
  next.classList.add('selected');
  next.scrollIntoView({block: 'nearest'});
}

/** The next step in this direction that is relevant or undecided. */
function moveToRelevant(direction) {
  if (state.tab === 'slice') {
    for (let at = state.slice + direction; at >= 0 && at < sliced.length; at += direction) if (sliced[at].kept) { selectSliced(at); return; }
    return;
  }
  const steps = traceData(state.trace).steps;
  for (let at = state.step + direction; at >= 0 && at < steps.length; at += direction) {
    if (!steps[at].h && isRelevanceAsked && steps[at].r) {
      selectStep(at);
      return;
    }
  }
}

/** The box that is selected, or holds what is selected. */
function selectedBox() {
  const selected = activeList().querySelector('.selected');
  return selected ? selected.closest('.box') : null;
}

function foldSelected(open) {
  const box = selectedBox();
  if (!box) return;
  box.unfold(open);
  if (!open) {
    clearSelection();
    box.querySelector('.toggle').classList.add('selected');
  }
}

function unfoldAll() {
  if (state.tab === 'slice') {
    const all = [...activeList().querySelectorAll('.box')];
    const isAnyFolded = all.some((box) => box.querySelector('.inside[hidden]'));
    for (const box of all) box.unfold(isAnyFolded);
    return;
  }
  const open = byId('unfold').textContent === 'unfold all';
  const boxes = () => byId('steps').querySelectorAll('.box');
  for (let depth = 0; depth < (open ? 2 : 1); ++depth) for (const box of boxes()) box.unfold(open);
  byId('unfold').textContent = open ? 'fold all' : 'unfold all';
}
