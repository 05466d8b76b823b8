// SPDX-License-Identifier: Apache-2.0
// The source code: lines in chunks that are filled when they come into view; statements of the traces are marked.
'use strict';

const lineHeight = 19;
const chunkLines = 200;
const keywords = new Set(('auto break case char const continue default do double else enum extern float for goto if inline int ' +
  'long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool ' +
  '_Static_assert _Noreturn').split(' '));

const sourceView = {file: -1, lines: [], inComment: [], marks: new Map(), suspects: new Map(), slice: new Map(), observer: null};

/** [class, text] of a line of C; `inComment`: it starts within a block comment. Light: no macros, no trigraphs. */
function tokens(line, inComment) {
  const result = [];
  let at = 0;
  const take = (kind, end) => { result.push([kind, line.slice(at, end)]); at = end; };
  const commentEnd = (from) => { const end = line.indexOf('*/', from); return end < 0 ? line.length : end + 2; };
  if (inComment) take('c', commentEnd(0));
  if (/^\s*#/.test(line.slice(at)) && !inComment) {
    const comment = line.slice(at).search(/\/[/*]/);
    take('p', comment < 0 ? line.length : at + comment);
  }
  const pattern = /\/\/.*|\/\*|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|\.?\d[\w.]*(?:[eEpP][+-]\w+)?/g;
  while (at < line.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (!found) { take('', line.length); break; }
    if (found.index > at) take('', found.index);
    const text = found[0];
    const kind = text === '/*' || text.startsWith('//') ? 'c' : text[0] === '"' || text[0] === "'" ? 's'
      : /^[.\d]/.test(text) ? 'n' : keywords.has(text) ? 'k' : '';
    take(kind, text === '/*' ? commentEnd(found.index + 2) : found.index + text.length);
  }
  return result;
}

/** For each line: does it start within a block comment? */
function commentStates(lines) {
  const states = [];
  let inside = false;
  for (const line of lines) {
    states.push(inside);
    if (!inside && !line.includes('/*')) continue;
    const pieces = tokens(line, inside).filter(([kind]) => kind === 'c');
    const last = pieces.length ? pieces[pieces.length - 1][1] : '';
    if (inside) inside = !(pieces.length && pieces[0][1].endsWith('*/')) || (pieces.length > 1 && opens(last));
    else inside = opens(last);
  }
  return states;
}
const opens = (comment) => comment.startsWith('/*') && !(comment.length >= 4 && comment.endsWith('*/'));

/** The place in UTF-16 of a column in bytes from 1. */
function unitOf(line, column) {
  if (/^[\x00-\x7f]*$/.test(line)) return Math.min(column - 1, line.length);
  let bytes = 0, units = 0;
  for (const character of line) {
    if (bytes >= column - 1) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += character.length;
  }
  return units;
}

/** Where things with a range are in a file, by line: what `about` says of each, and where it starts and ends in the line, in UTF-16. */
function rangesOf(file, lines, entries, about) {
  const marks = new Map();
  entries.forEach((entry, index) => {
    if (!entry.range || entry.range[0] !== file) return;
    const [, line, column, endLine, endColumn] = entry.range;
    const last = Math.min(Math.max(line, endLine), line + 20);
    for (let at = line; at <= last && at <= lines.length; ++at) {
      const text = lines[at - 1];
      let from = at === line ? unitOf(text, column) : text.length - text.trimStart().length;
      let to = at === endLine ? unitOf(text, endColumn) : text.length;
      if (to <= from) to = at === line ? Math.max(from + 1, text.length) : from;
      if (to > from) (marks.get(at) || marks.set(at, []).get(at)).push({...about(index), from, to});
    }
  });
  return marks;
}

/** Marks of statements by line; innermost last. */
function marksOf(file, lines) {
  const marks = rangesOf(file, lines, data.statements, (index) => ({statement: index}));
  const weight = (mark) => (relevanceOf.has(mark.statement) ? 3 : violated.has(mark.statement) ? 2 : neededOf.has(mark.statement) ? 1 : 0);
  for (const list of marks.values()) list.sort((a, b) => (b.to - b.from) - (a.to - a.from) || weight(a) - weight(b));
  return marks;
}

function showFile(file) {
  const source = sources()[file];
  if (!source || sourceView.file === file) return;
  sourceView.file = state.file = file;
  byId('files').value = String(file);
  const code = byId('code');
  if (sourceView.observer) sourceView.observer.disconnect();
  if (source.missing) {
    sourceView.lines = [];
    fill(code, make('p', {class: 'note'}, 'The source is not shown: ' + source.missing));
    return;
  }
  const lines = source.text.split('\n');
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  sourceView.lines = lines;
  sourceView.inComment = commentStates(lines);
  sourceView.marks = marksOf(file, lines);
  sourceView.suspects = rangesOf(file, lines, suspects, (index) => ({suspect: index}));
  sourceView.slice = rangesOf(file, lines, sliced, (index) => ({slice: index}));
  sourceView.observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) fillChunk(entry.target);
  }, {root: code, rootMargin: '600px'});
  fill(code);
  for (let first = 0; first < lines.length; first += chunkLines) {
    const chunk = make('div', {class: 'chunk'});
    chunk.dataset.first = String(first);
    chunk.style.height = Math.min(chunkLines, lines.length - first) * lineHeight + 'px';
    code.append(chunk);
    sourceView.observer.observe(chunk);
  }
}

function fillChunk(chunk) {
  if (chunk.childElementCount > 0) return;
  const first = Number(chunk.dataset.first);
  const rows = document.createDocumentFragment();
  for (let at = first; at < Math.min(first + chunkLines, sourceView.lines.length); ++at) rows.append(lineRow(at + 1));
  chunk.append(rows);
  markCurrent();
}

function lineRow(number) {
  const marks = sourceView.marks.get(number) || [];
  const ranks = marks.map((mark) => relevanceOf.get(mark.statement)).filter((found) => found && found.list === 'relevant')
    .map((found) => found.entry.rank);
  const line = sourceView.lines[number - 1];
  const flags = sourceView.suspects.get(number) || [];
  const pieces = sourceView.slice.get(number) || [];
  const inSlice = sliceBadge(pieces);
  let badge = inSlice.sign;
  if (ranks.length) badge = '*' + Math.min(...ranks);
  else if (marks.some((mark) => shadeOf(mark.statement) === 'some')) badge = '*';
  else if (marks.some((mark) => shadeOf(mark.statement) === 'undecided')) badge = '?';
  const needed = marks.some((mark) => neededOf.has(mark.statement));
  const row = make('div', {class: 'row' + (needed ? ' needed' : marks.length ? ' on-trace' : '') +
    inSlice.line}, make('span', {class: 'number'}, number), suspectFlag(number),
    make('span', {class: 'badge', title: inSlice.meaning}, badge));
  row.dataset.line = String(number);
  const content = make('span', {});
  const cuts = new Set([...marks, ...flags, ...pieces].flatMap((mark) => [mark.from, mark.to]));
  const covers = (at) => (mark) => mark.from <= at && at < mark.to;
  /** What the character belongs to: the innermost statement, the first suspect, the shortest statement of the slice. */
  const ownersOf = (at) => ({statement: marks.findLast(covers(at)), suspect: flags.find(covers(at)),
    slice: pieces.filter(covers(at)).sort((a, b) => (a.to - a.from) - (b.to - b.from))[0]});
  let at = 0;
  let open = null, openOwners = {};
  const put = (kind, text, owners) => {
    if (['statement', 'suspect', 'slice'].some((name) => owners[name] !== openOwners[name])) {
      openOwners = owners;
      open = owners.statement || owners.suspect || owners.slice ? markSpan(owners) : null;
      if (open) content.append(open);
    }
    (open || content).append(kind ? make('span', {class: kind}, text) : document.createTextNode(text));
  };
  for (const [kind, text] of tokens(line, sourceView.inComment[number - 1])) {
    let start = at;
    for (let end = at + 1; end <= at + text.length; ++end) {
      if (end < at + text.length && !cuts.has(end)) continue;
      put(kind, line.slice(start, end), ownersOf(start));
      start = end;
    }
    at += text.length;
  }
  row.append(content, ...holdsBeside(sourceView.file, number));
  return row;
}

/** Of a statement, a suspect, a statement of the slice, or several of them. */
function markSpan(owners) {
  const statement = owners.statement ? owners.statement.statement : -1;
  const suspect = owners.suspect ? suspects[owners.suspect.suspect] : null;
  const piece = owners.slice ? sliced[owners.slice.slice] : null;
  const span = make('span', {class: 'mark ' + (shadeOf(statement) || (suspect || piece ? '' : 'on')) + (neededOf.has(statement) ? ' need' : '') +
    (violated.has(statement) ? ' violated' : '') + (suspect ? ' ' + suspectShade(suspect) : '') + (piece ? ' ' + sliceShade(piece) : '')});
  if (statement >= 0) span.dataset.statement = String(statement);
  if (suspect) span.dataset.suspect = String(owners.suspect.suspect);
  if (piece) span.dataset.slice = String(owners.slice.slice);
  return span;
}

/** The best rank of the suspects that begin in the line. */
function suspectFlag(number) {
  if (!suspects.length) return null;
  const here = suspects.find((suspect) => suspect.range && suspect.range[0] === sourceView.file && suspect.range[1] === number);
  return make('span', {class: 'flag' + (here ? ' ' + suspectShade(here) : '')}, here ? '!' + here.rank : '');
}

/** The lines of the chosen statement, and its marks. */
function markCurrent() {
  const chosen = state.statement;
  for (const row of byId('code').querySelectorAll('.row.current')) row.classList.remove('current');
  for (const span of byId('code').querySelectorAll('.mark.chosen')) span.classList.remove('chosen');
  if (chosen < 0) return;
  for (const span of byId('code').querySelectorAll('.mark[data-statement="' + chosen + '"]')) span.classList.add('chosen');
  const range = data.statements[chosen].range;
  if (!range || range[0] !== sourceView.file) return;
  const row = byId('code').querySelector('.row[data-line="' + range[1] + '"]');
  if (row) row.classList.add('current');
}

/** Scrolls to the statement's line, if that is not in view. */
function showInSource(statement) {
  scrollToRange(statement >= 0 ? data.statements[statement].range : null);
  markCurrent();
}

/** The same for any place, whose line is then the current one. */
function showRange(range) {
  if (!range) return;
  scrollToRange(range);
  for (const row of byId('code').querySelectorAll('.row.current')) row.classList.remove('current');
  const row = byId('code').querySelector('.row[data-line="' + range[1] + '"]');
  if (row) row.classList.add('current');
}

function scrollToRange(range) {
  if (range) {
    showFile(range[0]);
    const code = byId('code');
    const top = (range[1] - 1) * lineHeight + 4;
    if (top < code.scrollTop + lineHeight || top > code.scrollTop + code.clientHeight - 3 * lineHeight) {
      code.scrollTop = Math.max(0, top - code.clientHeight / 2);
    }
    const chunk = code.querySelector('.chunk[data-first="' + Math.floor((range[1] - 1) / chunkLines) * chunkLines + '"]');
    if (chunk) fillChunk(chunk);
  }
}
