// One head as lines from queries on the left to keys on the right.

function linesLayout(canvas, shown, state, room) {
  const context = canvas.getContext('2d');
  context.font = LABEL_FONT;
  const count = Math.max(1, shown.rows.length, shown.cols.length);
  const step = Math.min(26, Math.max(5, 640 / count)) * state.zoom;
  const leftWidth = widest(context, shown.rows) + 14, rightWidth = widest(context, shown.cols) + 14;
  const between = Math.max(140, Math.min(360, room - leftWidth - rightWidth));
  return {isLines: true, step, top: 34, left: leftWidth, between, width: leftWidth + between + rightWidth,
          height: 34 + count * step + 8 + COLOUR_BAR, rows: shown.rows.length, columns: shown.cols.length};
}

function drawLines(canvas, shown, scale, state, room) {
  const page = pageColours();
  const layout = linesLayout(canvas, shown, state, room);
  const {step, top, left, between, width, height} = layout;
  const context = prepare(canvas, width, height, densityFor(width, height));
  context.fillStyle = page.paper;
  context.fillRect(0, 0, width, height);
  const place = (index) => top + (index + 0.5) * step;
  const pinned = state.pinned ? cursorIn(shown, state) : null;
  const cols = shown.cols.length;
  for (let index = 0; index < shown.values.length; ++index) {
    const value = shown.values[index], row = Math.floor(index / cols);
    if (!Number.isFinite(value) || value === 0 || Math.abs(value) < state.least) continue;
    if (pinned && pinned.row !== row) continue;
    const strength = scale.isSigned ? Math.abs(scale.position(value) - 0.5) * 2 : scale.position(value);
    if (strength < 0.01) continue;
    context.globalAlpha = strength;
    context.strokeStyle = scale.isSigned && value < 0 ? page.bar : scale.isSigned ? page.accent : page.ink;
    context.lineWidth = 0.6 + 2.4 * strength;
    context.beginPath();
    context.moveTo(left, place(row));
    context.lineTo(left + between, place(index % cols));
    context.stroke();
  }
  context.globalAlpha = 1;
  drawLineLabels(context, shown, layout, page, place);
  drawStrengths(context, scale, layout, page);
  return layout;
}

function drawLineLabels(context, shown, {step, left, between, top}, page, place) {
  context.textBaseline = 'middle';
  context.font = SMALL_FONT;
  context.fillStyle = page.secondary;
  context.textAlign = 'right';
  context.fillText('query', left - 6, top - 16);
  context.textAlign = 'left';
  context.fillText('key', left + between + 6, top - 16);
  context.font = LABEL_FONT;
  const every = Math.ceil(14 / step);
  const draw = (units, align, x) => units.forEach((unit, index) => {
    if (index % every !== 0) return;
    context.textAlign = align;
    context.fillStyle = inkOf(unit, page);
    context.fillText(cut(context, unit.label, MOST_LABEL), x, place(index));
  });
  draw(shown.rows, 'right', left - 6);
  draw(shown.cols, 'left', left + between + 6);
}

function drawStrengths(context, scale, {left, height, between}, page) {
  const y = height - 22;
  for (let step = 1; step <= 5; ++step) {
    context.globalAlpha = step / 5;
    context.strokeStyle = scale.isSigned ? page.accent : page.ink;
    context.lineWidth = 0.6 + (2.4 * step) / 5;
    context.beginPath();
    context.moveTo(left + (step - 1) * 24, y);
    context.lineTo(left + (step - 1) * 24 + 20, y);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.fillStyle = page.secondary;
  context.font = SMALL_FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const signs = scale.isSigned ? ', below zero in blue' : '';
  context.fillText(`up to ${shortNumber(scale.high)}${scale.isLog ? ', logarithmic' : ''}${signs}`,
      left + Math.min(128, between), y);
}

/** The row or column whose label lies at a place, or null. */
function lineAt(layout, x, y) {
  const index = Math.floor((y - layout.top) / layout.step);
  if (x < layout.left + layout.between / 2) return index >= 0 && index < layout.rows ? {row: index} : null;
  return index >= 0 && index < layout.columns ? {col: index} : null;
}

function drawLineCursor(canvas, layout, at) {
  const context = prepare(canvas, layout.width, layout.height, densityFor(layout.width, layout.height));
  if (!at) return;
  const page = pageColours();
  const {step, top, left, between, width} = layout;
  const y = (index) => top + (index + 0.5) * step;
  context.strokeStyle = page.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(left, y(at.row));
  context.lineTo(left + between, y(at.col));
  context.stroke();
  context.lineWidth = 1;
  context.strokeRect(1, top + at.row * step, left - 3, step);
  context.strokeRect(left + between + 2, top + at.col * step, width - left - between - 3, step);
}
