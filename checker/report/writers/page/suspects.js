// SPDX-License-Identifier: Apache-2.0
// Suspects, repairs as diffs, executions that fail and pass side by side; the first suspects above everything.
'use strict';

const fewSuspects = 5;
const suspects = data.suspects ? data.suspects.list : [];
const hasSuspectView = data.suspects !== null || data.repairs !== null;

/** Five shades, as for relevant statements. */
const suspectShade = (suspect) => 'suspect' + Math.min(4, suspect.rank - 1);

/** The suspect's place in the source and, if it is on the trace, its statement. */
function chooseSuspect(suspect) {
  if (suspect.s !== null && suspect.s !== undefined) chooseStatement(suspect.s);
  showRange(suspect.range);
}

const placeLink = (text, range) => (range ? link(text, () => showRange(range)) : make('span', {class: 'faint'}, text));

/** Above the views: the first suspects, a line each, and what the first repair is. */
function fillSuspectStrip() {
  const strip = byId('suspects');
  const first = data.repairs && data.repairs.list.length ? data.repairs.list[0] : null;
  strip.hidden = !suspects.length && !data.repairs;
  if (strip.hidden) return;
  const rows = suspects.slice(0, fewSuspects).map((suspect) => make('div', {class: 'suspect', on: {click: () => chooseSuspect(suspect)}},
    make('span', {class: 'chip ' + suspectShade(suspect)}, '!' + suspect.rank), placeLink(suspect.place, suspect.range),
    make('code', {}, suspect.text), make('span', {class: 'faint'}, suspect.reason)));
  const more = suspects.length - rows.length;
  fill(strip, rows, more > 0 ? link(more + ' more', () => showTab('suspects')) : null,
    first ? make('div', {class: 'suspect'}, make('span', {class: 'chip repair'}, first.proved ? 'repair, proved' : 'repair'),
      placeLink(first.place, first.range), link(first.title, () => showTab('suspects'))) : null,
    data.repairs && !first ? make('div', {class: 'faint'}, data.repairs.none) : null);
}

function diffElement(patch) {
  const kindOf = (line) => (line.startsWith('+++') || line.startsWith('---') ? 'head' : line[0] === '+' ? 'added'
    : line[0] === '-' ? 'removed' : line[0] === '@' ? 'hunk' : '');
  const lines = patch.replace(/\n$/, '').split('\n');
  return make('pre', {class: 'diff'}, lines.map((line) => make('div', {class: kindOf(line)}, line || ' ')));
}

function repairElement(repair) {
  return make('article', {class: 'repair'},
    make('div', {class: 'head'}, make('span', {class: 'chip repair'}, repair.rank), make('code', {}, repair.title),
      placeLink(repair.place, repair.range), make('span', {class: repair.proved ? 'proved' : 'faint'}, repair.status)),
    diffElement(repair.patch),
    repair.assumptions.length ? make('div', {}, 'Proved, assuming:',
      make('ul', {}, repair.assumptions.map((assumption) => make('li', {}, assumption)))) : null,
    make('p', {class: 'faint'}, repair.tried),
    repair.changed ? make('p', {}, repair.changed) : null);
}

function contrastElement(contrast) {
  const cells = (name, values) => make('tr', {}, [name, ...values].map((text) => make(name === '' ? 'th' : 'td', {}, text)));
  return make('div', {class: 'contrast'},
    contrast.inputs.length ? make('table', {}, make('tbody', {}, cells('', ['fails', 'passes']),
      contrast.inputs.map(([source, failing, passing]) => cells(source, [failing, passing])))) : null,
    contrast.differences.map((entry) => make('div', {}, placeLink(entry.place, entry.range), ' ', make('code', {}, entry.text))),
    contrast.parting ? make('p', {}, placeLink(contrast.parting.text, contrast.parting.range)) : null);
}

function suspectRow(suspect) {
  return make('tr', {}, make('td', {}, make('span', {class: 'chip ' + suspectShade(suspect)}, '!' + suspect.rank)),
    make('td', {class: 'where'}, placeLink(suspect.place, suspect.range)),
    make('td', {}, link(suspect.text, () => chooseSuspect(suspect)), make('div', {class: 'faint'}, suspect.reason)));
}

function fillSuspects() {
  const known = data.suspects;
  const parts = [];
  if (known) {
    parts.push(make('h2', {}, 'Suspects, the likeliest first' + (known.from ? ' (from ' + known.from + ')' : '')),
      suspects.length ? make('table', {}, make('tbody', {}, suspects.map(suspectRow))) : make('p', {}, 'None.'),
      known.note ? make('p', {}, 'Not all was looked at: ' + known.note) : null,
      known.trusted.length ? make('p', {class: 'faint'}, 'Taken for the specification' +
        (known.guessed ? ', by names and what the assertion compares: ' : ', as --trust says: ') + known.trusted.join(', ')) : null);
  }
  if (data.repairs) {
    parts.push(make('h2', {}, 'Repairs, the best first'), data.repairs.list.map(repairElement),
      data.repairs.none ? make('p', {}, data.repairs.none) : data.repairs.note ? make('p', {}, 'There may be more: ' + data.repairs.note) : null);
  }
  if (known && known.contrasts.length) {
    parts.push(make('h2', {}, 'Executions that fail and pass, as little apart as was found'), known.contrasts.map(contrastElement));
  }
  fill(byId('view-suspects'), parts);
}
