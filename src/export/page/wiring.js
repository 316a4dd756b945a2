// The page put together: data, controls, drawing, keys. Text of the input is only ever set as text content.

const report = JSON.parse(document.getElementById('data').textContent);
const get = (id) => document.getElementById(id);
const picture = get('picture'), cursor = get('cursor');

let buttons = [];
let view = null;  // what is drawn: text, map, other, shown, scale, layout

const currentText = () => report.texts[state.text];
const mapsShown = (text) => text.maps.filter((map) => map.kind === state.kind);
const currentMap = (text) => mapsShown(text).find((map) => isChosen(map, state)) ?? mapsShown(text)[0];

const axesOf = (text, map) => JSON.stringify([text.tokens[map.queries].labels, text.tokens[map.keys].labels, map.rows, map.cols]);

/** The same head of the text that is subtracted, where it is there with the same tokens. */
function otherOf(map) {
  const text = report.texts[state.minus];
  const other = text?.maps.find((one) => one.kind === map.kind && isChosen(one, map));
  return other && axesOf(text, other) === axesOf(currentText(), map) ? other : null;
}

/** The chosen cell among the rows and columns that are shown, or null. */
function cursorIn(shown, state) {
  const holding = (units, place) => units.findIndex((unit) => unit.first <= place && place <= unit.last);
  const row = holding(shown.rows, state.query), col = holding(shown.cols, state.key);
  return row < 0 || col < 0 ? null : {row, col};
}

function fillChoice(select, entries, chosen) {
  select.replaceChildren();
  for (const [value, label] of entries) {
    const option = document.createElement('option');
    option.value = value;
    option.textContent = label;
    option.selected = String(chosen) === String(value);
    select.append(option);
  }
}

function shorten(text, most) {
  const letters = Array.from(text);
  return letters.length <= most ? text : letters.slice(0, most - 1).join('') + '…';
}

/** A text was chosen: everything that depends on it is made anew. */
function showText() {
  const text = currentText();
  const kinds = [...new Set(text.maps.map((map) => map.kind))];
  if (!kinds.includes(state.kind)) state.kind = kinds[0] ?? 'self';
  fillChoice(get('kind'), kinds.map((kind) => [kind, kind]), state.kind);
  get('kind-choice').hidden = kinds.length < 2;
  get('sentence').firstElementChild.textContent = text.text;
  get('provenance').textContent = provenanceOf(text);
  const map = text.maps[0];
  const comparable = report.texts.map((other, index) => [index, other]).filter(([index, other]) =>
    index !== state.text && map && other.maps.length > 0 && axesOf(other, other.maps[0]) === axesOf(text, map));
  const entries = comparable.map(([index, other]) => [index, shorten(`${index + 1} · ${provenanceOf(other)}`, 60)]);
  if (!entries.some(([index]) => index === state.minus)) state.minus = -1;
  fillChoice(get('minus'), [[-1, 'nothing'], ...entries], state.minus);
  get('minus-choice').hidden = entries.length === 0;
  buttons = buildOverview(get('grid'), text, mapsShown(text), state, openMap);
  get('overview').hidden = mapsShown(text).length < 2;
  document.querySelector('main').classList.toggle('single', get('overview').hidden);
  const roles = [...new Set(mapsShown(text).filter((one) => one.role).map((one) => one.role))];
  get('grid-note').textContent = roles.length > 0 ? `Framed: heads with a role (${roles.join(', ')}).` : '';
  showAll();
}

function openMap(map) {
  Object.assign(state, {kind: map.kind, layer: map.layer, head: map.head, part: map.part});
  showHead();
}

function showAll() {
  document.documentElement.dataset.theme = state.theme;
  showControls();
  paintOverview(buttons, currentText(), state, report.colours, otherOf);
  showHead();
}

function showControls() {
  for (const id of ['layers', 'heads', 'shape', 'unit', 'scale', 'least']) {
    if (get(id).value !== String(state[id])) get(id).value = state[id];
  }
  for (const id of ['layers', 'heads']) get(id).setAttribute('aria-invalid', String(rangeTest(state[id]) === null));
  for (const kind of KINDS) get('show-' + kind).checked = state.kinds.has(kind);
  get('least-shown').textContent = String(state.least);
  get('theme').setAttribute('aria-pressed', String(state.theme === 'dark'));
  for (const one of ['map', 'lines']) get('view-' + one).setAttribute('aria-pressed', String(state.view === one));
}

function showHead() {
  const text = currentText();
  const map = currentMap(text);
  if (!map) return;
  Object.assign(state, {layer: map.layer, head: map.head, part: map.part});
  markOverview(buttons, state);
  const other = otherOf(map);
  const shown = shownOf(text, map, state, other);
  const scale = scaleFor(shown.values, natureOf(map, Boolean(other)), state, report.colours);
  const room = state.prints ? 900 : Math.max(320, get('stage').clientWidth - 4);
  const draw = state.view === 'lines' ? drawLines : drawMap;
  const layout = draw(picture, shown, scale, state, room);
  view = {text, map, other, shown, scale, layout};
  const title = nameOf(text, map) + (map.role ? `: ${map.role}` : '');
  get('head-title').textContent = title;
  document.title = `${title} · attnscope`;
  get('finding').textContent = [map.finding, map.note].filter((part) => part).join(' · ');
  picture.setAttribute('aria-label', `${describe(text, map)}: ${shown.rows.length} queries by ${shown.cols.length} keys. ` +
    'Arrow keys move from cell to cell.');
  get('picture-note').textContent = notesOf(text, map, shown, other).join(' ');
  if (get('strongest').open) get('strongest-table').replaceChildren(strongestTable(shown, map));
  showCursor();
  keepAddress();
}

/** What a reader must know of the numbers that are shown. */
function notesOf(text, map, shown, other) {
  const notes = [];
  if (isPooled(text, map)) {
    const count = text.tokens[map.queries].labels.length;
    notes.push(`Pooled: ${count} queries in ${map.rows} rows; a cell is the mean of its pairs. Filters by token do not apply.`);
  }
  if (shown.left_out !== 0) notes.push(`Columns that are left out hold ${numberText(shown.left_out)} of a row on average.`);
  if (other) notes.push(`Difference: this map minus that of ${provenanceOf(report.texts[state.minus])}.`);
  if (map.class !== 'row-stochastic') notes.push(`Weights are ${map.class}: rows need not sum to one.`);
  return notes;
}

function showCursor() {
  const {shown, layout, map} = view;
  const at = cursorIn(shown, state);
  (layout.isLines ? drawLineCursor : drawCursor)(cursor, layout, at);
  const readout = get('readout');
  if (!at) {
    readout.textContent = 'Point at a cell, or use the arrow keys, to read its weight.';
    return;
  }
  const row = shown.rows[at.row], col = shown.cols[at.col];
  const value = shown.values[at.row * shown.cols.length + at.col];
  const weight = document.createElement('b');
  weight.textContent = numberText(value);
  const mean = view.map.rows < view.text.tokens[map.queries].labels.length ? ' on average' : '';
  readout.replaceChildren(isolated(row.label), ' → ', isolated(col.label), ' ', weight,
    `${mean} · query ${placeOf(row)}, key ${placeOf(col)}`);
}

/** Chooses a cell by its row and column among those that are shown. */
function choose(row, col) {
  const {shown} = view;
  if (shown.rows.length === 0 || shown.cols.length === 0) return;
  state.query = shown.rows[Math.min(shown.rows.length - 1, Math.max(0, row))].first;
  state.key = shown.cols[Math.min(shown.cols.length - 1, Math.max(0, col))].first;
  if (state.pinned) showHead();
  else showCursor();
  keepAddress();
}

function largestOfRow(row) {
  const {shown} = view;
  let best = 0, most = -1;
  for (let col = 0; col < shown.cols.length; ++col) {
    const value = shown.values[row * shown.cols.length + col];
    if (Number.isFinite(value) && Math.abs(value) > most) [best, most] = [col, Math.abs(value)];
  }
  return best;
}

function onPoint(event) {
  const {layout} = view;
  if (!layout.isLines) {
    const at = cellAt(layout, event.offsetX, event.offsetY);
    if (at) choose(at.row, at.col);
    return;
  }
  const at = lineAt(layout, event.offsetX, event.offsetY);
  const here = cursorIn(view.shown, state) ?? {row: 0, col: 0};
  if (!at) return;
  if (at.row !== undefined && !state.pinned) choose(at.row, largestOfRow(at.row));
  if (at.col !== undefined) choose(here.row, at.col);
}

function pin(isPinned) {
  state.pinned = isPinned;
  if (state.view === 'lines') showHead();
}

function onPictureKey(event) {
  const at = cursorIn(view.shown, state) ?? {row: 0, col: 0};
  const hasCursor = cursorIn(view.shown, state) !== null;
  const moves = {
    ArrowUp: [at.row - 1, at.col], ArrowDown: [at.row + 1, at.col], ArrowLeft: [at.row, at.col - 1],
    ArrowRight: [at.row, at.col + 1], Home: [at.row, 0], End: [at.row, view.shown.cols.length - 1],
    PageUp: [at.row - 10, at.col], PageDown: [at.row + 10, at.col], m: [at.row, largestOfRow(at.row)],
  };
  const move = moves[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'Enter') pin(!state.pinned);
  else if (event.key === 'Escape') pin(false);
  else if (move) choose(...(hasCursor ? move : [0, 0]));
  else return;
  event.preventDefault();
}

/** The next head, in the order of the grid, that the filters leave. */
function step(by) {
  const open = buttons.filter(({button}) => !button.disabled);
  if (open.length === 0) return;
  const here = open.findIndex(({map}) => isChosen(map, state));
  openMap(open[(here + by + open.length) % open.length].map);
}

function onPageKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const actions = {
    n: () => step(1), p: () => step(-1), l: () => change('view', state.view === 'map' ? 'lines' : 'map'),
    w: () => change('unit', state.unit === 'token' ? 'word' : 'token'),
  };
  actions[event.key]?.();
}

function change(member, value) {
  state[member] = value;
  showAll();
}

/** Goes to the next row whose label holds what was typed. */
function find(typed) {
  const {shown} = view;
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return;
  const from = (cursorIn(shown, state)?.row ?? -1) + 1;
  const order = shown.rows.map((_, place) => (from + place) % shown.rows.length);
  const row = order.find((place) => shown.rows[place].label.toLowerCase().includes(wanted));
  if (row === undefined) say(`No query holds “${typed}”.`);
  else choose(row, largestOfRow(row));
}

function connect() {
  get('controls').addEventListener('submit', (event) => event.preventDefault());
  get('text').addEventListener('change', (event) => {
    Object.assign(state, {text: Number(event.target.value), query: -1, key: -1, pinned: false});
    showText();
  });
  get('kind').addEventListener('change', (event) => {
    state.kind = event.target.value;
    showText();
  });
  for (const id of ['layers', 'heads', 'shape', 'unit', 'scale']) {
    get(id).addEventListener('input', (event) => change(id, event.target.value));
  }
  get('least').addEventListener('input', (event) => change('least', Number(event.target.value)));
  get('minus').addEventListener('change', (event) => change('minus', Number(event.target.value)));
  for (const kind of KINDS) {
    get('show-' + kind).addEventListener('change', () => {
      state.kinds = new Set(KINDS.filter((one) => get('show-' + one).checked));
      showAll();
    });
  }
  get('find').addEventListener('keydown', (event) => event.key === 'Enter' && find(event.target.value));
  get('theme').addEventListener('click', () => change('theme', state.theme === 'dark' ? 'light' : 'dark'));
  get('view-map').addEventListener('click', () => change('view', 'map'));
  get('view-lines').addEventListener('click', () => change('view', 'lines'));
  get('larger').addEventListener('click', () => change('zoom', Math.min(8, state.zoom * 1.25)));
  get('smaller').addEventListener('click', () => change('zoom', Math.max(0.25, state.zoom / 1.25)));
  get('copy').addEventListener('click', copyLink);
  get('png').addEventListener('click', () => savePicture(picture, get('head-title').textContent, view.text, view.map, view.other));
  get('svg').addEventListener('click', () => saveDrawing(state.view === 'lines' ? drawLines : drawMap, view.shown, view.scale,
    get('head-title').textContent, view.text, view.map, view.other));
  get('json').addEventListener('click', () => saveNumbers(view.text, view.map, view.shown, view.other, state));
  get('strongest').addEventListener('toggle', showHead);
  picture.addEventListener('mousemove', onPoint);
  picture.addEventListener('click', (event) => {
    picture.focus();
    onPoint(event);
    if (state.view === 'lines') pin(!state.pinned);
  });
  picture.addEventListener('keydown', onPictureKey);
  document.addEventListener('keydown', onPageKey);
  addEventListener('hashchange', () => {
    readAddress();
    start();
  });
  let resizeTimer = 0;
  addEventListener('resize', () => {
    clearTimeout(resizeTimer);
    resizeTimer = setTimeout(showHead, 100);
  });
  let before = state.theme;
  addEventListener('beforeprint', () => {
    before = state.theme;
    state.prints = true;
    change('theme', 'light');
  });
  addEventListener('afterprint', () => {
    state.prints = false;
    change('theme', before);
  });
}

/** The text's beginning; where it is there several times also what made its maps. */
function nameOfText(text, index) {
  const isRepeated = report.texts.some((other) => other !== text && other.text === text.text);
  const made = isRepeated || text.text === '' ? provenanceOf(text) : '';
  return [index + 1, shorten(text.text, made ? 34 : 60), shorten(made, 44)].filter((part) => part !== '').join(' · ');
}

/** Shows what the address asks for, as far as the data has it. */
function start() {
  if (!report.texts[state.text]) state.text = 0;
  fillChoice(get('text'), report.texts.map((text, index) => [index, nameOfText(text, index)]), state.text);
  get('text-choice').hidden = report.texts.length < 2;
  showText();
}

if (matchMedia('(prefers-color-scheme: dark)').matches) state.theme = 'dark';
const opening = report.texts[0]?.maps.find((map) => map.role) ?? report.texts[0]?.maps.find((map) => map.stands_out) ??
    report.texts[0]?.maps[0];
if (opening) {
  Object.assign(first, {kind: opening.kind, layer: opening.layer, head: opening.head, part: opening.part});
  readAddress();
  connect();
  start();
}
