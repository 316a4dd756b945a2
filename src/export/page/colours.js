// From weights to colours.

/** The colours of the page's theme, as a canvas wants them. */
function pageColours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue('--' + name).trim();
  return {
    paper: read('paper'), ink: read('ink'), secondary: read('secondary'), line: read('line'), hidden: read('hidden'),
    hiddenLine: read('hidden-line'), notFinite: read('not-finite'), accent: read('accent'), bar: read('bar'),
  };
}

/** 256 colours of six hexadecimal digits, as numbers that ImageData holds: 0xAABBGGRR. */
function tableOf(hex) {
  const table = new Uint32Array(256);
  for (let entry = 0; entry < 256; ++entry) table[entry] = packed('#' + hex.slice(6 * entry, 6 * entry + 6));
  return table;
}

function packed(colour) {
  const number = parseInt(colour.slice(1), 16);
  return (0xff000000 | ((number & 0xff) << 16) | (number & 0xff00) | (number >> 16)) >>> 0;
}

function cssOf(number) {
  const red = number & 0xff, green = (number >> 8) & 0xff, blue = (number >> 16) & 0xff;
  return '#' + ((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0');
}

/** Whether values have both signs, and whether 0 to 1 holds them. */
function natureOf(map, isDifference) {
  const isSigned = isDifference || map.least < 0;
  const isBounded = map.class === 'row-stochastic' || map.class === 'substochastic';
  return {isSigned, isBounded: isBounded || isDifference};
}

/**
 * A scale for some values: position 0 to 1, colour, and its ends in words.
 * @param {Float32Array} values
 */
function scaleFor(values, nature, state, colours) {
  let most = 0;
  for (const value of values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  const isLog = state.scale === 'log' && !nature.isSigned;
  const high = state.scale === 'unit' && nature.isBounded ? 1 : most || 1;
  const low = nature.isSigned ? -high : isLog ? high * 1e-4 : 0;
  const dark = state.theme === 'dark';
  const table = tableOf(colours[(nature.isSigned ? 'signed_' : '') + (dark ? 'dark' : 'light')]);
  const position = (value) => {
    const place = isLog ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.min(1, Math.max(0, place));
  };
  return {low, high, isLog, isSigned: nature.isSigned, table, position,
          colour: (value) => table[Math.min(255, Math.floor(position(value) * 256))]};
}

/** The cells of a matrix as a picture with one pixel a cell. */
function imageOf(shown, scale, state, page) {
  const width = Math.max(1, shown.cols.length), height = Math.max(1, shown.rows.length);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const paper = packed(page.paper), hidden = packed(page.hidden), notFinite = packed(page.notFinite);
  const {values} = shown;
  for (let place = 0; place < values.length; ++place) {
    const value = values[place];
    pixels[place] = value === EXCLUDED ? hidden : Number.isNaN(value) ? notFinite
        : Math.abs(value) < state.least ? paper : scale.colour(value);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
