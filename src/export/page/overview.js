// All heads as small maps: rows are layers, columns heads.

const THUMBNAIL = 96;

function nameOf(text, map) {
  const kind = map.kind === 'self' ? '' : map.kind === 'cross' ? 'cross attention, ' : 'decoder, ';
  const layer = text.has_layers ? `layer ${map.layer}, ` : '';
  return `${kind}${layer}head ${map.head}${map.part > 0 ? `, part ${map.part}` : ''}`;
}

function describe(text, map) {
  const role = map.role ? `: ${map.role}${map.note ? ' (taught)' : ''}` : '';
  return nameOf(text, map) + role + (map.finding ? `, ${map.finding}` : '');
}

/** Whether the filters leave a head. */
function passes(map, state) {
  const layers = rangeTest(state.layers), heads = rangeTest(state.heads);
  if (layers && !layers(map.layer)) return false;
  if (heads && !heads(map.head)) return false;
  if (state.shape === 'stands-out') return map.stands_out || map.role !== '';
  if (state.shape === 'role') return map.role !== '';
  return state.shape === '' || map.shape === state.shape;
}

function isChosen(map, state) {
  return map.layer === state.layer && map.head === state.head && map.part === state.part;
}

/** Builds the grid anew; `open` is called with the map of a head that was clicked. */
function buildOverview(grid, text, maps, state, open) {
  const layers = [...new Set(maps.map((map) => map.layer))].sort((a, b) => a - b);
  const columns = new Map();
  for (const map of maps) columns.set(`${map.head}.${map.part}`, map.head + (map.part > 0 ? map.part / 1000 : 0));
  const heads = [...columns].sort((a, b) => a[1] - b[1]).map(([name]) => name);
  grid.replaceChildren();
  grid.style.gridTemplateColumns = `max-content repeat(${heads.length}, minmax(14px, ${THUMBNAIL * 1.5}px))`;
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-label', 'Layers down, heads across');
  const row = () => {
    const element = document.createElement('div');
    element.setAttribute('role', 'row');
    grid.append(element);
    return element;
  };
  const header = (parent, role, label, meaning) => {
    const element = document.createElement('div');
    element.className = 'number';
    element.setAttribute('role', role);
    element.setAttribute('aria-label', meaning);
    element.textContent = label;
    parent.append(element);
  };
  const top = row();
  header(top, 'columnheader', 'layer', 'layer');
  for (const head of heads) header(top, 'columnheader', head.replace(/\.0$/, ''), `head ${head.replace(/\.0$/, '')}`);
  const buttons = [];
  for (const layer of layers) {
    const line = row();
    header(line, 'rowheader', text.has_layers ? String(layer) : '', `layer ${layer}`);
    for (const head of heads) {
      const map = maps.find((one) => one.layer === layer && `${one.head}.${one.part}` === head);
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      line.append(cell);
      if (!map) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.tabIndex = -1;
      button.title = button.ariaLabel = describe(text, map);
      if (map.role) button.dataset.role = map.role;
      button.style.width = '100%';
      button.append(document.createElement('canvas'));
      button.addEventListener('click', () => open(map));
      cell.append(button);
      buttons.push({button, cell, map});
    }
  }
  grid.onkeydown = (event) => moveInGrid(event, buttons);
  return buttons;
}

/** Arrow keys go to the nearest head in their direction that the filters leave. */
function moveInGrid(event, buttons) {
  const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
  const step = steps[event.key];
  const here = buttons.find(({button}) => button === document.activeElement);
  if (!step || !here) return;
  event.preventDefault();
  const column = ({map}) => map.head + map.part / 1000;
  const ahead = buttons.filter((one) => !one.button.disabled &&
    (step[0] === 0 ? one.map.layer === here.map.layer && (column(one) - column(here)) * step[1] > 0
                   : column(one) === column(here) && (one.map.layer - here.map.layer) * step[0] > 0));
  ahead.sort((a, b) => Math.abs(a.map.layer - here.map.layer) - Math.abs(b.map.layer - here.map.layer) ||
                       Math.abs(column(a) - column(here)) - Math.abs(column(b) - column(here)));
  if (ahead.length === 0) return;
  for (const {button} of buttons) button.tabIndex = -1;
  ahead[0].button.tabIndex = 0;
  ahead[0].button.focus();
}

/** Marks the chosen head and those that the filters leave out; one of the others can be reached by Tab. */
function markOverview(buttons, state) {
  let reachable = null;
  for (const one of buttons) {
    const {button, cell, map} = one;
    button.disabled = !passes(map, state);
    cell.setAttribute('aria-selected', String(isChosen(map, state)));
    button.setAttribute('aria-pressed', String(isChosen(map, state)));
    button.tabIndex = -1;
    if (!button.disabled && (!reachable || isChosen(map, state))) reachable = button;
  }
  if (reachable) reachable.tabIndex = 0;
  return buttons.filter(({button}) => !button.disabled).length;
}

/** Draws the small maps, a few at a time, so that the page answers meanwhile. */
function paintOverview(buttons, text, state, colours, otherOf) {
  const page = pageColours();
  const size = THUMBNAIL * Math.min(2, window.devicePixelRatio || 1);
  const turn = ++paintOverview.turn;
  let next = 0;
  const paintSome = () => {
    if (turn !== paintOverview.turn) return;
    const until = performance.now() + 30;
    while (next < buttons.length && performance.now() < until) {
      const {button, map} = buttons[next++];
      const other = otherOf(map);
      const shown = shownOf(text, map, state, other);
      const scale = scaleFor(shown.values, natureOf(map, Boolean(other)), state, colours);
      const image = imageOf(shown, scale, state, page);
      const canvas = button.firstChild;
      canvas.width = canvas.height = size;
      const context = canvas.getContext('2d');
      context.imageSmoothingEnabled = image.width > size;
      context.drawImage(image, 0, 0, size, size);
    }
    if (next < buttons.length) requestAnimationFrame(paintSome);
  };
  paintSome();
}
paintOverview.turn = 0;
