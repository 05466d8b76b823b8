// SPDX-License-Identifier: Apache-2.0
// The slice of the whole program, and what holds in every execution that fails: beside the lines of the source, and as a view.
'use strict';

const sliced = data.slice ? data.slice.statements : [];
const everyFailure = data.everyFailure ? data.everyFailure.list : [];
const signs = {relevant: '*', undecided: '?', irrelevant: '-'};

/** What stands before a statement of the slice, or before one that is not; also what tells them apart without colours. */
const sliceSign = (entry) => (entry.kept && entry.status === 'irrelevant' ? '~' : signs[entry.status]);
const sliceShade = (entry) => (!entry.kept ? 'cut' : {relevant: 'kept', undecided: 'undecided', irrelevant: 'stays'}[entry.status]);
const slicedText = (entry) => (entry.branch ? '[' + entry.text + ']' : entry.text);

const anyStays = sliced.some((entry) => entry.kept && entry.status === 'irrelevant');

/** By statement of the traces: where it is in the slice. */
const sliceOf = new Map();
sliced.forEach((entry, index) => { if (entry.s !== null) sliceOf.set(entry.s, index); });

/** Where an invariant holds, in a word. */
const whereHolds = {loop: 'each test', branch: 'here', behind: 'after', error: 'violated'};

/** Those to show, in the order of the source. Behind a statement only if it stays, or where there is no slice if they speak of an
 *  input; and if they say something else than what stood last. */
function shownInvariants() {
  const result = [];
  let last = '';
  for (const entry of everyFailure) {
    const isCut = data.slice ? entry.slice !== null && !sliced[entry.slice].kept : entry.at === 'behind' && !entry.input;
    if (isCut || (entry.at === 'behind' && entry.holds === last)) continue;
    last = entry.holds;
    result.push(entry);
  }
  return result;
}
const shownEveryFailure = shownInvariants();

/** Beside a line of the source. */
function holdsBeside(file, line) {
  return shownEveryFailure.filter((entry) => entry.range && entry.range[0] === file && entry.range[1] === line)
    .map((entry) => make('span', {class: 'holds', title: 'In every execution that fails, ' + holdsWords(entry)},
      make('span', {class: 'where'}, whereHolds[entry.at]), '{ ' + entry.holds + ' }'));
}

function holdsWords(entry) {
  switch (entry.at) {
    case 'loop': return 'whenever [' + entry.text + '] is about to be evaluated: ' + entry.holds;
    case 'branch': return 'where [' + entry.text + '] is about to be evaluated: ' + entry.holds;
    case 'behind': return 'behind ' + entry.text + ': ' + entry.holds;
    default: return 'where ' + entry.text + ' is violated: ' + entry.holds;
  }
}

/** The best sign of the statements that begin in the line, and what it means. */
function sliceBadge(pieces) {
  const order = ['*', '?', '~', '-'];
  const here = order.find((sign) => pieces.some((piece) => sliceSign(sliced[piece.slice]) === sign)) || '';
  const meaning = {'*': 'relevant', '?': 'undecided', '~': 'certified irrelevant, but stays', '-': 'certified irrelevant'};
  const line = {'*': ' in-slice', '?': ' in-slice perhaps', '~': ' in-slice perhaps', '-': ' cut-line'}[here] || '';
  return {sign: here, meaning: meaning[here] || '', line};
}

/** In a tooltip, and among the details. */
function sliceSummary(index) {
  const entry = sliced[index];
  const why = entry.why.charAt(0).toUpperCase() + entry.why.slice(1);
  return [entry.kept ? 'In the slice. ' + why : why]
    .concat(everyFailure.filter((held) => held.slice === index).map((held) => 'In every execution that fails, ' + holdsWords(held)));
}

function invariantRow(entry, depth) {
  return make('div', {class: 'invariant', title: holdsWords(entry)}, '  '.repeat(Math.min(depth, 12)) + '{ ' + entry.holds + ' }');
}

function sliceRow(index) {
  const entry = sliced[index];
  const row = make('div', {class: 'step ' + (!entry.kept ? 'left-out' : {relevant: 'relevant', undecided: 'perhaps', irrelevant: ''}[entry.status]),
    role: 'option', 'aria-selected': 'false', on: {click: () => selectSliced(index)}},
    make('span', {class: 'sign', title: entry.status}, sliceSign(entry)),
    make('span', {class: 'place', title: entry.place}, entry.place.replace(/ \(.*$/, '').replace(/^.*:/, '')),
    make('span', {class: 'what'}, '  '.repeat(Math.min(entry.depth, 12)) + slicedText(entry)),
    make('span', {class: 'values'}, entry.why));
  row.dataset.slice = String(index);
  return row;
}

/** Statements with what holds before and behind them; runs of those that are left out are folded. */
function sliceRows() {
  const rows = [];
  let run = [];
  const flush = () => {
    const hidden = run;
    if (hidden.length) rows.push(foldable('plain', [], '', counted(hidden.length, 'statement') + ' certified irrelevant', () => hidden.map(sliceRow)));
    run = [];
  };
  let last = '';
  /** What stands there already is not said again. */
  const hold = (entry, depth) => {
    if (entry.holds !== last) rows.push(invariantRow(entry, depth));
    last = entry.holds;
  };
  const held = (index, isBehind) => shownEveryFailure.filter((entry) => entry.slice === index && (entry.at === 'behind') === isBehind)
    .forEach((entry) => hold(entry, sliced[index].depth));
  sliced.forEach((entry, index) => {
    if (!entry.kept) { run.push(index); return; }
    flush();
    held(index, false);
    rows.push(sliceRow(index));
    held(index, true);
  });
  flush();
  for (const entry of shownEveryFailure.filter((one) => one.at === 'error')) {
    hold(entry, 0);
    rows.push(make('div', {class: 'step', on: {click: () => showRange(entry.range)}}, make('span', {class: 'sign'}),
      make('span', {class: 'place'}, entry.range ? String(entry.range[1]) : ''),
      make('span', {class: 'what'}, 'violates ' + entry.text)));
  }
  return rows;
}

/** How much is left to read, as a figure. */
function linesFigure([read, all]) {
  const bar = make('span', {class: 'share'}, make('span', {}));
  bar.firstChild.style.width = (all ? 100 * read / all : 0) + '%';
  return make('p', {id: 'lines-to-read'}, make('b', {}, read), ' of ' + counted(all, 'line') + ' to read ', bar);
}

function fillSlice() {
  if (!data.slice) return;
  const {variables, note} = data.everyFailure || {variables: [], note: ''};
  fill(byId('slice-notes'), linesFigure(data.slice.lines), make('p', {}, data.slice.summary + '.'),
    make('p', {class: 'faint'}, '* relevant, ? undecided, ' + (anyStays ? '~ certified irrelevant, but stays, ' : '') +
      '- certified irrelevant: ' + data.slice.claim + '. ' +
      (everyFailure.length ? '{ \u2026 } holds in every execution that fails.' : '')),
    variables.length ? make('p', {}, 'Variables to watch: ', make('code', {}, variables.join(', '))) : null,
    note ? make('p', {class: 'faint'}, note) : null, data.slice.output ? make('p', {}, data.slice.output + '.') : null);
  fill(byId('slice-rows'), sliceRows());
}

/** Selects a statement of the slice, unfolds what hides it, shows it everywhere. */
function selectSliced(index) {
  const list = byId('slice-rows');
  const row = list.querySelector('.step[data-slice="' + index + '"]') || unfoldedRow(list, index);
  clearSelection();
  state.slice = index;
  state.step = -1;
  state.statement = sliced[index].s === null ? -1 : sliced[index].s;
  row.classList.add('selected');
  row.setAttribute('aria-selected', 'true');
  row.scrollIntoView({block: 'nearest'});
  showRange(sliced[index].range);
  showDetails();
}

function unfoldedRow(list, index) {
  for (const box of list.querySelectorAll('.box')) box.unfold(true);
  return list.querySelector('.step[data-slice="' + index + '"]');
}

/** Of all traces; a slice shows it among its statements. */
function everyFailureTable() {
  if (!data.everyFailure || data.slice) return [];
  if (data.everyFailure.note) return [make('p', {class: 'faint'}, data.everyFailure.note)];
  if (!shownEveryFailure.length) return [];
  return [make('h2', {}, 'In every execution that fails, whatever its inputs'),
    make('table', {id: 'every-failure'}, make('tbody', {}, shownEveryFailure.map((entry) => make('tr', {},
      make('td', {class: 'where'}, placeLink(entry.place, entry.range)),
      make('td', {}, make('span', {class: 'faint'}, whereHolds[entry.at] + ' '),
        make('code', {}, entry.at === 'loop' || entry.at === 'branch' ? '[' + entry.text + ']' : entry.text),
        make('div', {}, make('code', {class: 'formula'}, '{ ' + entry.holds + ' }')))))))];
}
