// SPDX-License-Identifier: Apache-2.0
// The control-flow automaton: Graphviz's drawing, of which only shapes and texts are taken over; the trace is drawn in.
'use strict';

const svgSpace = 'http://www.w3.org/2000/svg';
const svgAttributes = new Set(['d', 'points', 'cx', 'cy', 'rx', 'ry', 'x', 'y', 'transform', 'viewBox', 'text-anchor', 'font-size']);
const svgElements = new Set(['svg', 'g', 'path', 'polygon', 'ellipse', 'text', 'title']);

/** A copy that holds nothing but the elements and attributes above. */
function copyDrawing(node) {
  if (!svgElements.has(node.localName)) return null;
  const copy = document.createElementNS(svgSpace, node.localName);
  for (const {name, value} of node.attributes) if (svgAttributes.has(name)) copy.setAttribute(name, value);
  const arrow = /^a(\d+)$/.exec(node.id);
  if (arrow) copy.setAttribute('data-arrow', arrow[1]);
  const kind = /\b(arrow|error|exit|initial|unsupported|cut|normal)\b/.exec(node.getAttribute('class') || '');
  if (node.localName === 'g' && kind) copy.setAttribute('class', kind[1]);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE && node.localName === 'text') copy.append(child.textContent);
    const inner = child.nodeType === Node.ELEMENT_NODE && child.localName !== 'title' ? copyDrawing(child) : null;
    if (inner) copy.append(inner);
  }
  return copy;
}

function drawAutomaton() {
  if (state.drawnAutomaton) return;
  state.drawnAutomaton = true;
  const view = byId('view-automaton');
  const {svg, missing, whole} = data.automaton;
  if (!svg) {
    fill(view, make('p', {class: 'note'}, 'The control-flow automaton is not drawn: ' + (missing || 'it is not known') + '.'));
    return;
  }
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const drawing = copyDrawing(parsed);
  if (!drawing) {
    fill(view, make('p', {class: 'note'}, 'The drawing cannot be read.'));
    return;
  }
  const [, , width, height] = (drawing.getAttribute('viewBox') || '0 0 400 400').split(/\s+/).map(Number);
  let zoom = 1.25;
  const area = make('div', {class: 'drawing', tabIndex: 0, 'aria-label': 'Control-flow automaton'}, drawing);
  const resize = () => {
    drawing.setAttribute('width', String(width * zoom));
    drawing.setAttribute('height', String(height * zoom));
  };
  const zoomBy = (factor) => { zoom = Math.min(6, Math.max(0.05, zoom * factor)); resize(); };
  drawing.setAttribute('role', 'img');
  fill(view, make('div', {class: 'bar'},
    make('button', {type: 'button', on: {click: () => zoomBy(1.25)}}, '+'), make('button', {type: 'button', on: {click: () => zoomBy(0.8)}}, '\u2212'),
    make('button', {type: 'button', on: {click: () => { zoom = Math.min(area.clientWidth / width, area.clientHeight / height) * 0.96; resize(); }}}, 'all'),
    make('span', {class: 'faint'}, (whole ? 'The whole program' : 'A part of the program, which is too large: on and beside the traces, or the first of them') +
      (data.traces.length ? '; the trace is drawn in. Click an arrow to see its step.' : ''))), area);
  resize();
  drawing.addEventListener('click', (event) => {
    const arrow = event.target.closest('[data-arrow]');
    if (!arrow || !data.traces.length) return;
    const steps = traceData(state.trace).steps;
    const number = Number(arrow.dataset.arrow);
    const matches = (step) => step.e === number && !step.h;
    let at = steps.findIndex((step, index) => index > state.step && matches(step));
    if (at < 0) at = steps.findIndex(matches);
    if (at >= 0) selectStep(at);
  });
  markAutomaton();
}

/** The arrows of the trace, and that of the step. */
function markAutomaton() {
  if (!state.drawnAutomaton || !data.traces.length) return;
  const steps = traceData(state.trace).steps;
  const taken = new Set(steps.map((step) => step.e));
  const here = state.step >= 0 ? steps[state.step].e : -1;
  for (const arrow of byId('view-automaton').querySelectorAll('[data-arrow]')) {
    const number = Number(arrow.dataset.arrow);
    arrow.classList.toggle('taken', taken.has(number));
    arrow.classList.toggle('here', number === here);
    if (number === here && state.tab === 'automaton') arrow.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }
}
