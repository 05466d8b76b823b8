// SPDX-License-Identifier: Apache-2.0
// What the trace view shows of a trace: needed steps, and runs of others folded behind the invariant that holds across them.
'use strict';

/** Branches between two needed steps are shown where they are few; else they are in the box, which counts them. */
const fewBranches = 4;

/** The rows of a trace: {type: 'start' | 'step' | 'invariant' | 'box' | 'rounds' | 'error', ...}. */
function rowsOf(trace) {
  if (trace.threads) return laneRows(trace);
  const rows = trace.explanation.reason === '' ? explainedRows(trace) : unexplainedRows(trace);
  return withRounds(withFolds(rows, trace), trace);
}

/** What the explanation folds to fit a screen, as one row each: from the first to the last of its steps that are rows. */
function withFolds(rows, trace) {
  const result = [];
  let next = 0;
  for (const fold of trace.explanation.folds || []) {
    const inside = (row) => row.type === 'step' && fold.from <= row.at && row.at <= fold.to;
    const first = rows.findIndex(inside);
    const last = rows.findLastIndex(inside);
    if (first < next || last <= first) continue;
    result.push(...rows.slice(next, first), {type: 'rounds', label: fold.text, rows: rows.slice(first, last + 1)});
    next = last + 1;
  }
  return result.concat(rows.slice(next));
}

function explainedRows(trace) {
  const {explanation, steps} = trace;
  const rows = explanation.needs.filter((need) => need.step === null)
    .map((need) => ({type: 'start', text: 'initially ' + need.name + ': ' + need.text}));
  const kept = new Set(explanation.kept.map((entry) => entry.step));
  const branches = new Set(explanation.branches.filter((at) => !kept.has(at) && at !== explanation.assertion));
  let next = 0;
  explanation.kept.forEach((entry, index) => {
    if (steps[entry.step].h) return;
    addRun(rows, trace, explanation.invariants[index], next, entry.step, branches);
    rows.push({type: 'step', at: entry.step, remark: remarkOf(explanation, entry), needed: true});
    next = entry.step + 1;
  });
  const end = Math.min(explanation.assertion, steps.length);
  addRun(rows, trace, explanation.invariants[explanation.invariants.length - 1], next, end, branches);
  const violated = explanation.holds === 'false' ? '' : 'violates ' + explanation.holds;
  if (end < steps.length && !steps[end].h) {
    rows.push({type: 'step', at: end, remark: violated, needed: true});
  } else {
    rows.push({type: 'error', text: trace.error, remark: violated});
  }
  const rest = shownBetween(steps, end + 1, steps.length);
  if (rest.length) rows.push(boxOf(trace, rest, null, 'behind the violated assertion', []));
  return rows;
}

const shownBetween = (steps, from, to) => {
  const result = [];
  for (let at = from; at < to; ++at) if (!steps[at].h) result.push(at);
  return result;
};

/** The steps from `from` to before `to`, across which the invariant holds. */
function addRun(rows, trace, invariant, from, to, branches) {
  const hidden = shownBetween(trace.steps, from, to);
  if (hidden.length === 0) {
    rows.push({type: 'invariant', text: invariant.text, variables: invariant.variables});
    return;
  }
  const needed = hidden.filter((at) => branches.has(at));
  if (needed.length > fewBranches) {
    rows.push(boxOf(trace, hidden, invariant, '', needed));
    return;
  }
  let run = [];
  const flush = () => { if (run.length) rows.push(boxOf(trace, run, invariant, '', [])); run = []; };
  if (branches.has(hidden[0])) rows.push({type: 'invariant', text: invariant.text, variables: invariant.variables});
  for (const at of hidden) {
    if (!branches.has(at)) { run.push(at); continue; }
    flush();
    rows.push({type: 'step', at, remark: 'has to go this way', needed: true});
  }
  flush();
}

function boxOf(trace, steps, invariant, note, branches) {
  return {type: 'box', steps, label: invariant ? invariant.text : null, variables: invariant ? invariant.variables : [], note,
    branches: new Set(branches), relevant: steps.filter((at) => trace.steps[at].r === 1).length};
}

function remarkOf(explanation, kept) {
  if (kept.framed.length) return 'the other way could change ' + kept.framed.join(', ');
  return explanation.needs.filter((need) => need.step === kept.step)
    .map((need) => (need.name.includes('[') ? need.name + ': ' : '') + need.text).join(', ');
}

/** Without invariants: steps that matter, runs of others folded. */
function unexplainedRows(trace) {
  const rows = [];
  let run = [];
  const flush = () => {
    if (run.length === 1) rows.push({type: 'step', at: run[0], remark: ''});
    else if (run.length) rows.push(boxOf(trace, run, null, isRelevanceAsked ? 'not relevant' : 'not analysed', []));
    run = [];
  };
  for (const at of shownBetween(trace.steps, 0, trace.steps.length)) {
    if (!trace.steps[at].r) { run.push(at); continue; }
    flush();
    rows.push({type: 'step', at, remark: ''});
  }
  flush();
  rows.push({type: 'error', text: trace.error, remark: ''});
  return rows;
}

/** Rounds of a loop that are alike: the first two and the last stay, those between are folded. */
function withRounds(rows, trace) {
  const steps = trace.steps;
  const key = (row) => row.type === 'step' ? 's' + steps[row.at].s
    : row.type === 'invariant' ? 'i' + row.variables.join()
    : row.type === 'box' ? 'b' + row.variables.join() + '|' + row.steps.map((at) => steps[at].s).join() : row.type;
  const keys = rows.map((row, index) => (row.type === 'rounds' ? 'r' + index : key(row)));
  const longestRound = 80, leastFolded = 8;
  const result = [];
  for (let at = 0; at < rows.length;) {
    let best = null;
    for (let round = 1; round <= longestRound && at + round < rows.length; ++round) {
      if (keys[at] !== keys[at + round]) continue;
      let end = at + round;
      while (end < rows.length && keys[end] === keys[end - round]) ++end;
      const rounds = Math.floor((end - at) / round);
      const folded = (rounds - 3) * round;
      if (rounds >= 4 && folded >= leastFolded && (!best || folded > best.folded)) best = {round, rounds, folded};
    }
    if (!best) {
      result.push(rows[at++]);
      continue;
    }
    const first = at + 2 * best.round;
    result.push(...rows.slice(at, first));
    result.push({type: 'rounds', count: best.rounds - 3, rows: rows.slice(first, first + best.folded)});
    at = first + best.folded;
  }
  return result;
}

/** The error invariant before the step at this position; null: nobody knows one, or nothing is to be said any more. */
function invariantAt(explanation, position) {
  if (explanation.reason !== '') return null;
  const found = explanation.invariants.find((entry) => entry.from <= position && position <= entry.to);
  return found ? found.text : null;
}

/** The values of the user's variables after the step: for each variable its text and, for long arrays, its elements. */
function valuesAfter(trace, position) {
  const values = new Map();
  for (let at = 0; at <= position && at < trace.steps.length; ++at) {
    const change = trace.steps[at].v;
    if (!change) continue;
    const [variable, value, index, whole] = change;
    if (index === undefined) {
      values.set(variable, {text: value, elements: null, at});
    } else if (whole !== undefined) {
      values.set(variable, {text: whole, elements: null, at});
    } else {
      const known = values.get(variable);
      const elements = known && known.elements ? known.elements : new Map();
      elements.delete(index);
      elements.set(index, value);
      values.set(variable, {text: known ? known.text : '', elements, at});
    }
  }
  return values;
}
