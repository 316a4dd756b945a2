// One head as a matrix: cells, labels on both axes, sums along both.

const LABEL_FONT = '13px system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
const SMALL_FONT = '11px system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
const MOST_LABEL = 150;
const SUMS = 54;
const COLOUR_BAR = 46;

/** A label cut with "…" to a width. */
function cut(context, label, width) {
  if (context.measureText(label).width <= width) return label;
  const letters = Array.from(label);
  let low = 0, high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(letters.slice(0, middle).join('') + '…').width <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('') + '…';
}

function widest(context, units) {
  let most = 0;
  for (const unit of units) most = Math.max(most, context.measureText(unit.label).width);
  return Math.min(MOST_LABEL, Math.ceil(most));
}

/** Makes a canvas that many CSS pixels large, sharp on the screen's own pixels, and returns its context. */
function prepare(canvas, width, height, density) {
  canvas.width = Math.ceil(width * density);
  canvas.height = Math.ceil(height * density);
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  const context = canvas.getContext('2d');
  context.setTransform(density, 0, 0, density, 0, 0);
  return context;
}

function densityFor(width, height) {
  const most = Math.sqrt(36e6 / Math.max(1, width * height));
  return Math.min(Math.max(1, window.devicePixelRatio || 1) * (state.prints ? 2 : 1), Math.max(0.5, most));
}

/** Cell size that fits the room, and where everything lies. */
function mapLayout(canvas, shown, state, room) {
  const context = canvas.getContext('2d');
  context.font = LABEL_FONT;
  const left = widest(context, shown.rows) + 12;
  const slope = Math.SQRT1_2;
  const top = Math.ceil(widest(context, shown.cols) * slope) + 22;
  const right = Math.max(SUMS + 8, Math.ceil(widest(context, shown.cols) * slope) + 8);
  const columns = Math.max(1, shown.cols.length), rows = Math.max(1, shown.rows.length);
  const fit = Math.min(34, Math.max(2, (room - left - right) / columns));
  const cell = Math.max(1, (fit >= 4 ? Math.floor(fit) : fit) * state.zoom);
  return {left, top, right, cell, width: left + columns * cell + right,
          height: top + rows * cell + SUMS + COLOUR_BAR, columns, rows};
}

function drawMap(canvas, shown, scale, state, room) {
  const page = pageColours();
  const layout = mapLayout(canvas, shown, state, room);
  const {left, top, cell, width, height, columns, rows} = layout;
  const context = prepare(canvas, width, height, densityFor(width, height));
  context.fillStyle = page.paper;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(imageOf(shown, scale, state, page), left, top, columns * cell, rows * cell);
  if (cell >= 6) hatchExcluded(context, shown, layout, page);
  context.strokeStyle = page.line;
  context.strokeRect(left - 0.5, top - 0.5, columns * cell + 1, rows * cell + 1);
  drawLabels(context, shown, layout, page);
  drawSums(context, shown, layout, page);
  drawColourBar(context, scale, left, height - COLOUR_BAR + 16, Math.min(240, columns * cell), page);
  return layout;
}

function hatchExcluded(context, shown, {left, top, cell, columns}, page) {
  context.strokeStyle = page.hiddenLine;
  context.beginPath();
  shown.values.forEach((value, place) => {
    if (value !== EXCLUDED) return;
    const x = left + (place % columns) * cell, y = top + Math.floor(place / columns) * cell;
    context.moveTo(x, y + cell);
    context.lineTo(x + cell, y);
  });
  context.stroke();
}

function inkOf(unit, page) {
  return unit.kind === 'special' ? page.secondary : page.ink;
}

function drawLabels(context, shown, {left, top, cell}, page) {
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const every = Math.ceil(14 / cell);
  shown.rows.forEach((unit, row) => {
    if (row % every !== 0) return;
    context.fillStyle = inkOf(unit, page);
    context.fillText(cut(context, unit.label, MOST_LABEL), left - 6, top + (row + 0.5) * cell);
  });
  context.textAlign = 'left';
  const everyColumn = Math.ceil(19 / cell);
  shown.cols.forEach((unit, col) => {
    if (col % everyColumn !== 0) return;
    context.save();
    context.translate(left + (col + 0.5) * cell, top - 6);
    context.rotate(-Math.PI / 4);
    context.fillStyle = inkOf(unit, page);
    context.fillText(cut(context, unit.label, MOST_LABEL), 0, 0);
    context.restore();
  });
}

/** Of each row and column: the sum of a row, and the mean of a column. */
function sumsOf(shown) {
  const rows = new Float64Array(shown.rows.length), cols = new Float64Array(shown.cols.length);
  shown.values.forEach((value, place) => {
    if (!Number.isFinite(value)) return;
    rows[Math.floor(place / shown.cols.length)] += value;
    cols[place % shown.cols.length] += value / shown.rows.length;
  });
  return {rows, cols};
}

function drawSums(context, shown, {left, top, cell, columns, rows}, page) {
  const sums = sumsOf(shown);
  const length = SUMS - 24;
  const most = (numbers) => numbers.reduce((largest, number) => Math.max(largest, Math.abs(number)), 0) || 1;
  const rowMost = Math.max(1, most(sums.rows)), colMost = most(sums.cols);
  const right = left + columns * cell + 6, bottom = top + rows * cell + 6;
  const thick = Math.min(9, Math.max(1, cell * 0.7)), gap = (cell - thick) / 2;
  context.fillStyle = page.bar;
  const areAlike = sums.rows.every((sum) => Math.abs(sum - sums.rows[0]) < 0.005);  // bars would say nothing
  if (!areAlike) {
    sums.rows.forEach((sum, row) =>
      context.fillRect(right, top + row * cell + gap, (Math.abs(sum) / rowMost) * length, thick));
  }
  sums.cols.forEach((mean, col) =>
    context.fillRect(left + col * cell + gap, bottom, thick, (Math.abs(mean) / colMost) * length));
  context.fillStyle = page.secondary;
  context.font = SMALL_FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(areAlike ? `rows: ${Number((sums.rows[0] ?? 0).toFixed(2)) + 0}` : 'row sum', right, areAlike ? bottom - 12 : bottom + 2);
  context.fillText(`mean received, up to ${shortNumber(colMost)}`, left, bottom + length + 10);
}

function drawColourBar(context, scale, left, top, width, page) {
  const steps = Math.max(1, Math.floor(width));
  for (let step = 0; step < steps; ++step) {
    context.fillStyle = cssOf(scale.table[Math.floor((step / steps) * 256)]);
    context.fillRect(left + step, top, 1.5, 10);
  }
  context.strokeStyle = page.line;
  context.strokeRect(left - 0.5, top - 0.5, steps + 1, 11);
  context.fillStyle = page.secondary;
  context.font = SMALL_FONT;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  context.fillText(shortNumber(scale.low), left - 6, top + 5);
  context.textAlign = 'left';
  context.fillText(shortNumber(scale.high) + (scale.isLog ? ', logarithmic' : ''), left + steps + 6, top + 5);
}

function shortNumber(value) {
  return String(Number(value.toPrecision(3)));
}

/** The row and column under a place of the canvas, or null. */
function cellAt(layout, x, y) {
  const col = Math.floor((x - layout.left) / layout.cell), row = Math.floor((y - layout.top) / layout.cell);
  const isInside = col >= 0 && row >= 0 && col < layout.columns && row < layout.rows;
  return isInside ? {row, col} : null;
}

/** The frame around the chosen cell, with its row and column. */
function drawCursor(canvas, layout, at) {
  const context = prepare(canvas, layout.width, layout.height, densityFor(layout.width, layout.height));
  if (!at) return;
  const page = pageColours();
  const {left, top, cell, columns, rows} = layout;
  context.strokeStyle = page.accent;
  context.globalAlpha = 0.45;
  context.strokeRect(left - 0.5, top + at.row * cell - 0.5, columns * cell + 1, cell + 1);
  context.strokeRect(left + at.col * cell - 0.5, top - 0.5, cell + 1, rows * cell + 1);
  context.globalAlpha = 1;
  context.lineWidth = 2;
  context.strokeRect(left + at.col * cell - 1, top + at.row * cell - 1, cell + 2, cell + 2);
}
