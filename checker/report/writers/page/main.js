// SPDX-License-Identifier: Apache-2.0
// The frame: verdict, tabs, tables, keys, the theme; starts the page.
'use strict';

const tabs = [['source', 'Source'], ...(hasSuspectView ? [['suspects', 'Suspects']] : []), ...(data.slice ? [['slice', 'Slice']] : []), ['trace', 'Trace'], ['statements', 'Statements'],
  ['automaton', 'Automaton'], ['run', 'Run']];
const wide = window.matchMedia('(min-width: 901px)');

function showTab(name) {
  if (name === 'source' && wide.matches) {
    byId('code').focus();
    return;
  }
  state.tab = name;
  document.querySelector('main').classList.toggle('source-only', name === 'source');
  for (const [tab] of tabs) {
    if (tab !== 'source') byId('view-' + tab).classList.toggle('on', tab === name);
    const button = byId('tab-' + tab);
    button.setAttribute('aria-selected', tab === name ? 'true' : 'false');
  }
  byId('view-source').classList.toggle('on', name === 'source');
  if (name === 'automaton') drawAutomaton();
  if (lateViews[name] && !byId('view-' + name).childElementCount) lateViews[name]();
  if (name === 'source') showInSource(state.statement);
}

function fillTabs() {
  tabs.forEach(([name, title], index) => {
    byId('tabs').append(make('button', {id: 'tab-' + name, type: 'button', role: 'tab', 'aria-controls': 'view-' + name,
      class: name === 'source' ? 'narrow' : '', title: title + ' (' + (index + 1) + ')', on: {click: () => showTab(name)}}, title));
  });
}

function fillHead() {
  const files = data.inputFiles.join(', ');
  document.title = data.line + ' ' + files;
  byId('verdict').textContent = data.verdict;
  byId('verdict').classList.add(data.verdict);
  byId('title').textContent = files;
  const parts = [];
  if (data.verdict === 'TRUE') parts.push('Proved: no execution reaches the error (' + data.proof + '; ' + data.certified + ').');
  if (data.verdict === 'UNKNOWN') parts.push('No answer: ' + data.reason + '.');
  if (data.verdict === 'FALSE') {
    const relevant = data.program.relevant.length;
    parts.push('Error reached: ' + (data.traces.length === 1 ? data.traces[0].error
      : counted(data.traces.length, 'error trace') + (data.classes.length ? ' in ' + counted(data.classes.length, 'class').replace('classs', 'classes') : '')) +
      '.' + (isRelevanceAsked ? ' ' + counted(relevant, 'statement') + (relevant === 1 ? ' is' : ' are') + ' relevant' + (data.traces.length > 1 ? ' in every trace.' : '.') : ''));
    if (data.slice) parts.push(data.slice.summary + '; ' + data.slice.lines[0] + ' of ' + counted(data.slice.lines[1], 'line') + ' to read.');
  }
  if (data.overflowWraps) parts.push('Signed overflow is taken to wrap, as with gcc -fwrapv; no error without it was found.');
  byId('headline').textContent = parts.concat(data.details.map((detail) => detail.endsWith('.') ? detail : detail + '.')).join(' ');
}

function fillLegend() {
  if (!data.traces.length) return;
  fill(byId('legend'), suspects.length ? make('span', {}, make('i', {class: 'suspect0'}, '!1'), ' suspect, by rank') : null,
    isRelevanceAsked ? make('span', {}, make('i', {class: 'rank0'}, '*1'), ' relevant, by rank') : null,
    data.program.some.length ? make('span', {}, make('i', {class: 'some'}, '*'), ' in some traces') : null,
    isRelevanceAsked && data.program.undecided.length ? make('span', {}, make('i', {class: 'undecided'}, '?'), ' undecided') : null,
    sliced.length ? [make('span', {}, make('i', {class: 'kept'}, '*'), ' relevant'),
      sliced.some((entry) => entry.status === 'undecided') ? make('span', {}, make('i', {class: 'undecided'}, '?'), ' undecided') : null,
      anyStays ? make('span', {}, make('i', {class: 'stays'}, '~'), ' certified irrelevant, but stays') : null,
      make('span', {}, make('i', {class: 'cut'}, '-'), ' certified irrelevant')] : null,
    shownEveryFailure.length ? make('span', {}, make('i', {class: 'holds'}, '{ }'), ' in every execution that fails') : null,
    data.program.needed.length ? make('span', {}, make('i', {class: 'mark need'}, 'x'), ' needed to explain') : null,
    violated.size ? make('span', {}, make('i', {class: 'mark violated'}, 'x'), ' violated assertion') : null);
}

function fillFiles() {
  data.files.forEach((name, index) => byId('files').append(make('option', {value: String(index)}, name)));
  byId('files').hidden = data.files.length < 2;
  byId('files').addEventListener('change', () => showFile(Number(byId('files').value)));
  if (data.files.length) showFile(0);
  else fill(byId('code'), make('p', {class: 'note'}, 'No source file was read.'));
}

function statementRow(entry, rank, text) {
  const statement = data.statements[entry.s];
  return make('tr', {}, make('td', {}, make('span', {class: 'chip ' + shadeOf(entry.s)}, rank)),
    make('td', {class: 'where'}, statement.place, make('br', {}), statement.function),
    make('td', {}, link(shownText(entry.s), () => chooseStatement(entry.s)), make('div', {class: 'faint'}, text)));
}

function fillStatements() {
  const view = byId('view-statements');
  const {relevant, some, undecided, needed, explained} = data.program;
  const many = data.traces.length > 1;
  const table = (title, rows) => (rows.length ? [make('h2', {}, title), make('table', {}, make('tbody', {}, rows))] : []);
  if (!data.traces.length) {
    fill(view, make('p', {class: 'faint'}, 'There is no error trace, so no statement is relevant.'));
    return;
  }
  const needs = (entry) => (many ? 'in ' + entry.traces.length + ' of ' + explained.length + ' explained traces' : '') +
    (relevanceOf.has(entry.s) && relevanceOf.get(entry.s).list === 'relevant' ? (many ? '; ' : '') + 'relevant as well: changing it could fix the bug' : '');
  fill(view, data.harvest ? make('p', {}, data.harvest) : null, everyFailureTable(),
    relevant.length ? null : make('p', {}, !isRelevanceAsked ? 'Relevant statements were not looked for.' : undecided.length ? 'No statement could be shown to be relevant.' : 'No statement is relevant' + (many ? ' in every trace.' : '.')),
    table(many ? 'Relevant in every trace, by rank' : 'Relevant, by rank', relevant.map((entry) => statementRow(entry, '*' + entry.rank, entry.why))),
    table('Relevant in some traces only', some.map((entry) => statementRow(entry, entry.relevant.length ? '*' : '?', entry.why))),
    table('Undecided, perhaps relevant', (isRelevanceAsked ? undecided : []).map((entry) => statementRow(entry, '?', entry.why))),
    table(many ? 'Needed to explain the error in all explained traces' : 'Needed to explain the error',
      needed.filter((entry) => entry.all).map((entry) => statementRow(entry, 'needed', needs(entry)))),
    table('Needed in some traces only', needed.filter((entry) => !entry.all).map((entry) => statementRow(entry, 'needed', needs(entry)))));
}

/** What became of a check; of one that is violated the trace that ends in it. */
function checkRow(check) {
  const status = make('span', {class: check.status === 'violated' ? 'chip rank0' : 'faint'}, check.status);
  return make('tr', {}, make('td', {}, check.trace === null ? status : link(status, () => { showTrace(check.trace); showTab('trace'); })),
    make('td', {class: 'where'}, placeLink(check.place, check.range)), make('td', {class: 'faint'}, check.kind), make('td', {}, make('code', {}, check.what)));
}

function fillRun() {
  const pairs = (rows) => make('table', {}, make('tbody', {}, rows.map(([name, value]) => make('tr', {}, make('td', {class: 'faint'}, name), make('td', {}, value)))));
  const list = (items) => make('ul', {}, items.map((item) => make('li', {}, item)));
  const {statistics} = data;
  const times = Object.entries(statistics.times).filter(([, seconds]) => seconds >= 0.005);
  const longest = Math.max(...times.map(([, seconds]) => seconds), 0.001);
  const bar = (seconds) => { const meter = make('span', {class: 'meter'}); meter.style.width = 160 * seconds / longest + 'px'; return [meter, ' ' + seconds.toFixed(2) + ' s']; };
  fill(byId('view-run'), make('h2', {}, 'Verdict'), make('p', {class: 'mono'}, data.line),
    data.reason ? make('p', {}, data.reason) : null, data.details.map((text) => make('p', {}, text)),
    data.checks.length ? [make('h2', {}, counted(data.checks.length, 'check')), make('table', {}, make('tbody', {}, data.checks.map(checkRow)))] : null,
    data.harvest ? [make('h2', {}, 'Search for error traces'), make('p', {}, data.harvest)] : null,
    data.ofElements.length ? [make('h2', {}, 'Of all elements of arrays the proof says'), list(data.ofElements)] : null,
    make('h2', {}, 'Assumptions'), data.assumptions.length ? list(data.assumptions) : make('p', {class: 'faint'}, 'none'),
    make('h2', {}, 'Statistics'), pairs([['time', statistics.wall.toFixed(2) + ' s (' + statistics.cpu.toFixed(2) + ' s CPU)'],
      ['memory', statistics.memory.toFixed(0) + ' MiB'], ...Object.entries(statistics.counts).map(([name, value]) => [name, String(value)])]),
    times.length ? [make('h2', {}, 'Time by phase'), pairs(times.map(([name, seconds]) => [name, bar(seconds)]))] : null,
    make('h2', {}, 'Input'), pairs([['property', data.property], ['entry', data.entry], ['data model', data.dataModel],
      ...data.sha256.map(([file, hash]) => [file, make('span', {class: 'mono'}, 'SHA-256 ' + hash)])]),
    make('h2', {}, 'Options in force'), pairs(data.options), make('p', {class: 'faint'}, 'bireach ' + data.version));
}

function chooseStatement(statement) {
  const steps = data.traces.length ? traceData(state.trace).steps : [];
  let at = steps.findIndex((step) => step.s === statement && step.r === 1);
  if (at < 0) at = steps.findIndex((step) => step.s === statement && !step.h);
  if (at >= 0) {
    selectStep(at);
    return;
  }
  clearSelection();
  state.step = state.slice = -1;
  state.statement = statement;
  showInSource(statement);
  showDetails();
}

function fillHelp() {
  const keys = [['j or \u2193, k or \u2191', 'next, previous step or box'], ['n, p', 'next, previous relevant step'], ['Enter or \u2192', 'unfold the box'],
    ['\u2190', 'fold the box'], ['u', 'unfold or fold all'], ['[ , ]', 'previous, next trace'], ['l', 'list of the traces'],
    ['1 \u2026 ' + tabs.length, tabs.map(([, title]) => title.toLowerCase()).join(', ')], ['t', 'dark or light'], ['?', 'this help'], ['Esc', 'close']];
  fill(byId('help'), make('h2', {}, 'Keys'),
    make('table', {}, make('tbody', {}, keys.map(([key, what]) => make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, what))))),
    make('h2', {}, 'What is marked'),
    suspects.length ? make('p', {}, '! Suspect: likely to be wrong; rank 1 is the likeliest.') : null,
    make('p', {}, '* Relevant: with another value at that point, some execution leaves the trace before the error; the details name one. Rank 1 comes first for a repair.'),
    make('p', {}, '? Undecided: nobody could tell in time.'),
    data.slice ? make('p', {}, '- Certified irrelevant: it was proved that whoever fails with it fails without it, with the same inputs. In a slice * says that some failing input no longer fails without the statement.') : null,
    everyFailure.length ? make('p', {}, 'each test { \u2026 }, here { \u2026 }, after { \u2026 } beside a line: what holds in every execution that fails, whenever the condition of the loop is about to be evaluated, where the branch is, behind the statement.') : null,
    make('p', {}, '{ \u2026 } Error invariant: what has to hold there so that the rest of the trace ends in the error. A box hides a run of steps that change nothing about the invariant it is labelled with.'),
    data.traces.some((_, index) => traceData(index).threads) ? make('p', {}, 'Threads: a column for each; a bracket where it holds a lock; between the steps where another thread goes on, and whether that is needed for the error. Arrows lead from access to access of what goes wrong.') : null,
    make('p', {}, 'Needed: steps that explain the error, and branches that have to go their way.'),
    make('form', {method: 'dialog'}, make('button', {type: 'submit', on: {click: (event) => { event.preventDefault(); byId('help').close(); }}}, 'close')));
}

/** Views that are filled when they are first looked at. */
const lateViews = {suspects: fillSuspects, statements: fillStatements, run: fillRun};

function toggleHelp() {
  const help = byId('help');
  if (!help.childElementCount) fillHelp();
  if (help.open) help.close();
  else help.showModal();
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try { localStorage.setItem('bireach-theme', root.dataset.theme); } catch (error) { /* a file may have no storage */ }
}

/** The place in the address, so that a link leads there; `#trace=2&step=17`. */
function rememberPlace() {
  try { history.replaceState(null, '', '#trace=' + (state.trace + 1) + '&step=' + state.step); } catch (error) { /* not everywhere */ }
}

function goToPlace() {
  const place = new URLSearchParams(location.hash.slice(1));
  const trace = Number(place.get('trace')) - 1;
  showTrace(Number.isInteger(trace) && trace >= 0 && trace < data.traces.length ? trace : 0);
  const at = place.has('step') ? Number(place.get('step')) : -1;
  const step = Number.isInteger(at) ? traceData(state.trace).steps[at] : null;
  if (step && !step.h) selectStep(at);
  else selectFirst();
  if (tabs.some(([name]) => name === place.get('tab'))) showTab(place.get('tab'));
}

const keyActions = {
  j: () => moveBy(1), ArrowDown: () => moveBy(1), k: () => moveBy(-1), ArrowUp: () => moveBy(-1),
  n: () => moveToRelevant(1), p: () => moveToRelevant(-1), ArrowRight: () => foldSelected(true), ArrowLeft: () => foldSelected(false),
  u: unfoldAll, '[': () => { if (state.trace > 0) { showTrace(state.trace - 1); selectFirst(); } },
  ']': () => { if (state.trace + 1 < data.traces.length) { showTrace(state.trace + 1); selectFirst(); } },
  l: () => { if (data.traces.length > 1) toggleTraceList(byId('trace-list').hidden); },
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === '?') { toggleHelp(); event.preventDefault(); return; }
  if (byId('help').open || (event.target instanceof HTMLSelectElement)) return;
  if (event.key === 't') { toggleTheme(); return; }
  if (event.key >= '1' && event.key <= String(tabs.length)) { showTab(tabs[Number(event.key) - 1][0]); return; }
  if (event.key === 'Escape') { toggleTraceList(false); return; }
  if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) { foldSelected(true); return; }
  const inScroller = event.key.startsWith('Arrow') && event.target.closest && event.target.closest('.code, .drawing, #details, #tabs');
  if (!data.traces.length || inScroller || !Object.hasOwn(keyActions, event.key)) return;
  keyActions[event.key]();
  event.preventDefault();
}

/** Over a marked statement of the source: a tooltip; a click selects it. */
function watchSource() {
  const tip = byId('tip');
  const markAt = (event) => (event.target instanceof Element ? event.target.closest('.mark[data-statement], .mark[data-suspect], .mark[data-slice]') : null);
  byId('code').addEventListener('mousemove', (event) => {
    const mark = markAt(event);
    tip.hidden = !mark;
    if (!mark) return;
    const suspect = mark.dataset.suspect ? suspects[Number(mark.dataset.suspect)] : null;
    const piece = mark.dataset.slice ? Number(mark.dataset.slice) : -1;
    const told = mark.dataset.statement ? [summaryOf(Number(mark.dataset.statement))] : piece >= 0 ? [slicedText(sliced[piece])] : [];
    if (piece >= 0) told.push(...sliceSummary(piece));
    const text = (suspect ? ['Suspect ' + suspect.rank + ': ' + suspect.text + '\n' + suspect.reason] : []).concat(told).join('\n');
    if (tip.textContent !== text) tip.textContent = text;
    tip.style.left = Math.max(4, Math.min(event.clientX + 12, window.innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = (event.clientY + 18 + tip.offsetHeight > window.innerHeight ? event.clientY - tip.offsetHeight - 10 : event.clientY + 18) + 'px';
  });
  byId('code').addEventListener('mouseleave', () => { tip.hidden = true; });
  byId('code').addEventListener('click', (event) => {
    const mark = markAt(event);
    if (mark && mark.dataset.slice && state.tab === 'slice') selectSliced(Number(mark.dataset.slice));
    else if (mark && mark.dataset.statement) chooseStatement(Number(mark.dataset.statement));
    else if (mark && mark.dataset.suspect) chooseSuspect(suspects[Number(mark.dataset.suspect)]);
    else if (mark) {
      showTab('slice');
      selectSliced(Number(mark.dataset.slice));
    }
  });
}

function start() {
  try { const theme = localStorage.getItem('bireach-theme'); if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme; } catch (error) { /* none */ }
  fillTabs();
  fillHead();
  fillLegend();
  fillFiles();
  fillSuspectStrip();
  fillSlice();
  const on = (id, action) => byId(id).addEventListener('click', action);
  on('theme', toggleTheme);
  on('help-button', toggleHelp);
  on('trace-button', () => toggleTraceList(byId('trace-list').hidden));
  on('previous-trace', keyActions['[']);
  on('next-trace', keyActions[']']);
  on('previous-step', () => moveBy(-1));
  on('next-step', () => moveBy(1));
  on('previous-relevant', () => moveToRelevant(-1));
  on('next-relevant', () => moveToRelevant(1));
  on('unfold', unfoldAll);
  document.addEventListener('keydown', onKey);
  wide.addEventListener('change', () => { if (wide.matches && state.tab === 'source') showTab('trace'); });
  watchSource();
  new ResizeObserver(drawHazards).observe(byId('steps'));
  showDetails();
  if (data.traces.length) {
    showTab(data.repairs ? 'suspects' : data.slice ? 'slice' : 'trace');
    goToPlace();
  } else {
    fill(byId('view-trace'), make('p', {class: 'note'}, 'There is no error trace.'));
    showTab('run');
  }
  document.documentElement.dataset.ready = 'true';
}

start();
