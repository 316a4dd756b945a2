// What is shown of a map: its codes decoded, tokens joined to words, kinds of tokens left out.

/**
 * A row or column: one token, the tokens of a word, or the tokens that were pooled into one cell.
 * @typedef {{label: string, kind: string, first: number, last: number}} Unit
 * @typedef {{labels: string[], kinds: string[], words: number[]}} Tokens
 * @typedef {{rows: Unit[], cols: Unit[], values: Float32Array, left_out: number}} Shown
 */

const NOT_FINITE = 65534;
/** The value of a pair that the pattern excludes; NaN is a weight that is not finite. */
const EXCLUDED = Infinity;

/** The weights of a map, row by row, decoded once. */
function weightsOf(map) {
  if (map.decoded) return map.decoded;
  const text = atob(map.weights);
  const step = (map.most - map.least) / 65533;
  const values = new Float32Array(text.length / 2);
  for (let place = 0; place < values.length; ++place) {
    const code = text.charCodeAt(2 * place) | (text.charCodeAt(2 * place + 1) << 8);
    values[place] = code < NOT_FINITE ? map.least + code * step : code === NOT_FINITE ? NaN : EXCLUDED;
  }
  map.decoded = values;
  return values;
}

/** Whether rows or columns hold several tokens each, because the text was long. */
function isPooled(text, map) {
  return map.rows < text.tokens[map.queries].labels.length || map.cols < text.tokens[map.keys].labels.length;
}

function pooledUnits(tokens, cells) {
  const count = tokens.labels.length;
  return Array.from({length: cells}, (_, cell) => {
    const first = Math.ceil((cell * count) / cells);
    const last = Math.ceil(((cell + 1) * count) / cells) - 1;
    const label = tokens.labels[first] + (last > first ? ' …' : '');
    return {label, kind: 'pooled', first, last};
  });
}

/** @returns {Unit[]} */
function unitsOf(tokens, cells, unit) {
  const count = tokens.labels.length;
  if (cells < count) return pooledUnits(tokens, cells);
  const units = [];
  for (let place = 0; place < count; ++place) {
    const label = tokens.labels[place];
    const last = units[units.length - 1];
    const goesOn = unit === 'word' && last && tokens.words[place] >= 0 && tokens.words[place] === tokens.words[place - 1];
    if (goesOn) {
      last.label += label.replace(/^##/, '');
      last.last = place;
    } else {
      units.push({label, kind: tokens.kinds[place], first: place, last: place});
    }
  }
  return units;
}

/**
 * The matrix of a map under the choices of the page. Of a word's pieces the queries' rows are averaged and the keys'
 * columns added. Nothing is renormalised: left_out is the mean weight of a row that lies on columns not shown.
 * @returns {Shown}
 */
function shownOf(text, map, state, other) {
  const unit = isPooled(text, map) ? 'token' : state.unit;
  const isShown = (one) => one.kind === 'pooled' || state.kinds.has(one.kind);
  const allCols = unitsOf(text.tokens[map.keys], map.cols, unit);
  const rows = unitsOf(text.tokens[map.queries], map.rows, unit).map(cellsOf).filter(isShown);
  const cols = allCols.map(cellsOf).filter(isShown);
  const source = weightsOf(map);
  const isWhole = rows.length === map.rows && cols.length === map.cols;  // then every unit is one cell
  if (isWhole && !other) return {rows, cols, values: source, left_out: 0};
  const values = new Float32Array(rows.length * cols.length);
  const minus = other ? weightsOf(other) : null;
  let all = 0, seen = 0;
  rows.forEach((row, r) => {
    cols.forEach((col, c) => {
      const value = sumOf(source, map.cols, row, col);
      const less = minus ? sumOf(minus, map.cols, row, col) : 0;
      values[r * cols.length + c] = value === EXCLUDED && (less === EXCLUDED || !minus) ? EXCLUDED
          : (value === EXCLUDED ? 0 : value) - (less === EXCLUDED ? 0 : less);
      if (value !== EXCLUDED && !Number.isNaN(value)) seen += value;
    });
    if (cols.length < allCols.length) {
      for (let cell = row.begin; cell < row.end; ++cell) {
        for (let c = 0; c < map.cols; ++c) {
          const value = source[cell * map.cols + c];
          if (Number.isFinite(value)) all += value / (row.end - row.begin);
        }
      }
    }
  });
  const left_out = cols.length < allCols.length && rows.length > 0 ? (all - seen) / rows.length : 0;
  return {rows, cols, values, left_out};

  /** Adds the cells of the stored matrix that a unit covers: begin to end. */
  function cellsOf(one, place) {
    return one.kind === 'pooled' ? {...one, begin: place, end: place + 1} : {...one, begin: one.first, end: one.last + 1};
  }
}

/** Columns added, rows averaged; excluded only where every pair is. */
function sumOf(source, width, row, col) {
  let sum = 0, met = 0;
  for (let r = row.begin; r < row.end; ++r) {
    for (let c = col.begin; c < col.end; ++c) {
      const value = source[r * width + c];
      if (value === EXCLUDED) continue;
      sum += value;
      ++met;
    }
  }
  return met === 0 ? EXCLUDED : sum / (row.end - row.begin);
}

/** "12" or "12–15": places of tokens, from 0. */
function placeOf(unit) {
  return unit.first === unit.last ? String(unit.first) : `${unit.first}–${unit.last}`;
}

/** Three significant digits more than a picture shows, never in exponents where that reads badly. */
function numberText(value) {
  if (value === EXCLUDED) return 'excluded';
  if (Number.isNaN(value)) return 'not finite';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 0.0005 ? value.toFixed(4) : value.toExponential(2);
}
