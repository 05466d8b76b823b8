// SPDX-License-Identifier: Apache-2.0
// The page's data, its state, and how elements are made: text always as text nodes, never as markup.
'use strict';

const byId = (id) => document.getElementById(id);
const island = (id) => JSON.parse(byId(id).textContent);

const data = island('data');
const loadedTraces = new Map();
let loadedSources = null;

/** The steps of a trace, read when it is first looked at. */
function traceData(index) {
  if (!loadedTraces.has(index)) loadedTraces.set(index, island('trace-' + index));
  return loadedTraces.get(index);
}

function sources() {
  if (!loadedSources) loadedSources = island('sources');
  return loadedSources;
}

const state = {
  tab: 'trace',
  file: 0,
  trace: 0,
  step: -1,        // position in the trace, also of hidden steps
  statement: -1,   // chosen in the source, or that of the step
  slice: -1,       // the statement of the slice that is selected
  drawnAutomaton: false,
};

/** An element with properties (those with a dash or for SVG as attributes), and children: nodes or text. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === 'class') element.className = value;
    else if (name === 'on') for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

const link = (text, action, title) => make('button', {class: 'link', type: 'button', title: title || '', on: {click: action}}, text);
const counted = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');

/** "1, 2, 3 and 9 more" */
function someNumbers(numbers, limit) {
  if (numbers.length <= limit) return numbers.join(', ');
  return numbers.slice(0, limit).join(', ') + ' and ' + (numbers.length - limit) + ' more';
}

/** `repair` shows changes instead. */
const isRelevanceAsked = data.traces.some((trace) => trace.asked);

/** Of a statement over all traces: its row of the relevance of the program, and in which list it stands. */
const relevanceOf = new Map();
for (const list of isRelevanceAsked ? ['relevant', 'some', 'undecided'] : []) {
  for (const entry of data.program[list]) relevanceOf.set(entry.s, {list, entry});
}
const neededOf = new Map();
for (const entry of data.program.needed) neededOf.set(entry.s, entry);

const violated = new Set(data.traces.map((trace) => trace.violated).filter((statement) => statement !== undefined));

/** Statements of one rank or nearly so look the same: five shades. */
function shadeOf(statement) {
  const found = relevanceOf.get(statement);
  if (!found) return '';
  if (found.list === 'undecided' || found.entry.relevant.length === 0) return 'undecided';
  if (found.list === 'some') return 'some';
  const all = data.program.relevant.length;
  return 'rank' + Math.min(4, all <= 5 ? found.entry.rank - 1 : Math.floor((found.entry.rank - 1) * 5 / all));
}

const shownText = (statement) => {
  const entry = data.statements[statement];
  return entry.branch ? '[' + entry.text + ']' : entry.text;
};

/** What a tooltip says of a statement. */
function summaryOf(statement) {
  const lines = [shownText(statement)];
  const found = relevanceOf.get(statement);
  if (found && found.list === 'relevant') {
    const every = data.traces.length > 1 ? 'Relevant in every trace, rank ' : 'Relevant, rank ';
    lines.push(every + found.entry.rank + ': ' + found.entry.why);
  } else if (found) {
    lines.push(found.entry.why.charAt(0).toUpperCase() + found.entry.why.slice(1));
  } else if (isRelevanceAsked) {
    lines.push('Not relevant in any trace');
  }
  if (violated.has(statement)) lines.push('The violated assertion');
  const needed = neededOf.get(statement);
  if (needed) lines.push(data.traces.length === 1 ? 'Needed to explain the error'
    : 'Needed to explain the error in trace ' + someNumbers(needed.traces, 8));
  return lines.join('\n');
}
