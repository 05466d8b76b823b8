// SPDX-License-Identifier: Apache-2.0
// A trace of several threads: a column for each, switches between them, brackets where locks are held, arrows for hazards.
'use strict';

const svgNames = 'http://www.w3.org/2000/svg';

/** The rows of such a trace: steps, boxes of those without effect, switches, the error. */
function laneRows(trace) {
  const rows = [];
  let next = 0;
  const leaveOut = (end) => {
    const hidden = shownBetween(trace.steps, next, end);
    if (hidden.length) rows.push(boxOf(trace, hidden, null, 'without effect', []));
  };
  for (const row of trace.lanes) {
    if (row.at === undefined) {
      rows.push({type: 'switch', row});
      continue;
    }
    const switched = rows.length && rows[rows.length - 1].type === 'switch' ? rows.pop() : null;
    leaveOut(row.at);
    if (switched) rows.push({type: 'switch', row: switched.row, invariant: invariantAt(trace.explanation, row.at)});
    rows.push({type: 'step', at: row.at, remark: ''});
    next = row.at + 1;
  }
  leaveOut(trace.steps.length);
  rows.push({type: 'error', text: trace.error, remark: ''});
  return rows;
}

/** Which of the threads have a column: those that do something. */
const laneThreads = (trace) => [...new Set(trace.steps.filter((step) => !step.h).map((step) => step.t || 0))].sort((a, b) => a - b);

/** The regions that the thread is in at the step, from the outer to the inner one. */
const regionsAt = (trace, thread, at) => trace.regions.filter((region) =>
  region.thread === thread && region.from <= at && (region.to === null || at <= region.to));

function bracketsOf(trace, thread, at) {
  return regionsAt(trace, thread, at).map((region) => make('span', {class: 'held' + (region.from === at ? ' first' : region.to === at ? ' last' : '') +
    (region.kind === 'atomic' ? ' atomic' : ''), title: region.kind === 'atomic' ? 'no other thread moves' : 'holds ' + region.name}));
}

/** The cells of a step, one for each thread with its own in them. */
function laneCells(trace, at, content) {
  const own = trace.steps[at].t || 0;
  const threads = laneThreads(trace);
  const cells = make('span', {class: 'cells'}, threads.map((thread) => make('span', {class: 'cell' + (thread === own ? ' own' : '')},
    bracketsOf(trace, thread, at), thread === own ? [make('span', {class: 'chip thread'}, 'T' + thread), make('span', {class: 'said'}, content)] : null)));
  cells.style.gridTemplateColumns = 'repeat(' + threads.length + ', minmax(0, 1fr))';
  return cells;
}

function laneHead(trace) {
  const threads = laneThreads(trace);
  const cells = make('span', {class: 'cells'}, threads.map((thread) => make('span', {class: 'cell own', title: trace.threads[thread].created}, 'T' + thread + ' ' + trace.threads[thread].name)));
  cells.style.gridTemplateColumns = 'repeat(' + threads.length + ', minmax(0, 1fr))';
  return make('div', {class: 'lane-head'}, make('span', {class: 'sign'}), make('span', {class: 'place'}), cells);
}

function switchElement(row, invariant) {
  const words = 'T' + row.from + ' \u2192 T' + row.to + (row.words ? ': ' + row.words : '');
  return make('div', {class: 'switch' + (row.needed === true ? ' must' : '')}, make('span', {class: 'said'}, words),
    invariant ? make('span', {class: 'holds'}, '{ ' + invariant + ' }') : null);
}

/** What goes wrong, each sentence a way to its steps. */
function hazardNotes(trace) {
  if (!trace.pattern && !trace.hazards.length) return null;
  const title = 'What goes wrong' + (trace.pattern ? ': ' + trace.pattern : '');
  return [make('p', {class: 'pattern'}, title),
    make('ol', {class: 'hazards'}, trace.hazards.map((hazard) => make('li', {}, link(hazard.text, () => selectStep(hazard.steps[0])))))];
}

/** Curves from access to access of each hazard, over the steps that are in view. */
function drawHazards() {
  const list = byId('steps');
  const old = list.querySelector('svg.arrows');
  if (old) old.remove();
  const trace = data.traces.length ? traceData(state.trace) : null;
  if (!trace || !trace.hazards || !trace.hazards.length || !list.offsetParent) return;
  const svg = document.createElementNS(svgNames, 'svg');
  const element = (name, attributes) => {
    const made = document.createElementNS(svgNames, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  svg.setAttribute('class', 'arrows');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('width', String(list.clientWidth));
  svg.setAttribute('height', String(list.scrollHeight));
  const frame = list.getBoundingClientRect();
  const boxOfStep = (at) => {
    const found = list.querySelector('.step[data-at="' + at + '"] .cell.own');
    if (!found || found.closest('.inside[hidden]')) return null;
    const rect = found.getBoundingClientRect();
    return {left: rect.left - frame.left, right: rect.right - frame.left, top: rect.top - frame.top + list.scrollTop, bottom: rect.bottom - frame.top + list.scrollTop};
  };
  trace.hazards.forEach((hazard, index) => {
    for (let i = 0; i + 1 < hazard.steps.length; ++i) {
      const from = boxOfStep(hazard.steps[i]);
      const to = boxOfStep(hazard.steps[i + 1]);
      if (!from || !to) continue;
      const forth = to.left >= from.left;
      const x1 = forth ? Math.min(from.right, to.left) - 14 : from.left + 8;
      const x2 = forth ? to.left + 4 : Math.min(to.right, from.left) - 8;
      const y1 = (from.top + from.bottom) / 2;
      const y2 = (to.top + to.bottom) / 2;
      const bend = Math.max(24, Math.abs(x2 - x1) / 2);
      const side = from.left === to.left ? 1 : forth ? 1 : -1;
      const end = from.left === to.left ? x1 : x2;
      const curve = element('path', {class: 'arrow', d: 'M ' + x1 + ' ' + y1 + ' C ' + (x1 + side * bend) + ' ' + y1 + ', ' + (end - side * bend) + ' ' + y2 + ', ' + end + ' ' + y2});
      const head = element('path', {class: 'head', d: 'M ' + end + ' ' + y2 + ' l ' + (-side * 7) + ' -4 l 0 8 z'});
      const number = element('text', {x: (x1 + end) / 2, y: (y1 + y2) / 2 - 3, 'text-anchor': 'middle'});
      number.textContent = String(index + 1);
      svg.append(curve, head, number);
    }
  });
  list.append(svg);
}
