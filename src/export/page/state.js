// What the page shows, kept in the address behind '#', so that a link leads to the same view.

const KINDS = ['word', 'piece', 'punctuation', 'special'];

const state = {
  text: 0, kind: 'self', layer: 0, head: 0, part: 0, view: 'map', unit: 'token', kinds: new Set(KINDS), scale: 'unit',
  least: 0, minus: -1, layers: '', heads: '', shape: '', theme: 'light', zoom: 1, query: -1, key: -1, pinned: false,
  prints: false,
};

/** Names in the address, and the members they set. Values that are the default are left out of it. */
const FIELDS = [
  ['text', 'text', Number], ['attention', 'kind', String], ['layer', 'layer', Number], ['head', 'head', Number],
  ['part', 'part', Number], ['view', 'view', String], ['unit', 'unit', String], ['colours', 'scale', String],
  ['least', 'least', Number], ['minus', 'minus', Number], ['layers', 'layers', String], ['heads', 'heads', String],
  ['shape', 'shape', String], ['theme', 'theme', String], ['zoom', 'zoom', Number], ['query', 'query', Number],
  ['key', 'key', Number],
];
const CHOICES = {
  view: ['map', 'lines'], unit: ['token', 'word'], scale: ['unit', 'largest', 'log'], theme: ['light', 'dark'],
  kind: ['self', 'decoder', 'cross'], shape: ['', 'stands-out', 'role', 'links', 'diagonal', 'sink', 'broad', 'mixed'],
};

function addressOf() {
  const parts = new URLSearchParams();
  for (const [name, member] of FIELDS) {
    if (member !== 'theme' && state[member] === first[member]) continue;
    parts.set(name, String(state[member]));
  }
  if (state.kinds.size < KINDS.length) parts.set('kinds', [...state.kinds].join(','));
  return '#' + parts.toString();
}

/** Takes over what the address says and makes sense; anything else is left as it is. */
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  for (const [name, member, type] of FIELDS) {
    if (!parts.has(name)) {
      if (member !== 'theme') state[member] = first[member];
      continue;
    }
    const value = type(parts.get(name));
    const isGood = type === Number ? Number.isFinite(value) : !CHOICES[member] || CHOICES[member].includes(value);
    if (isGood) state[member] = value;
  }
  state.zoom = Math.min(8, Math.max(0.25, state.zoom));
  const kinds = parts.has('kinds') ? parts.get('kinds').split(',') : KINDS;
  state.kinds = new Set(KINDS.filter((kind) => kinds.includes(kind)));
}

/** What the page began with, once the data is read. */
const first = {...state};

let addressTimer = 0;
/** Writes the address a moment after the last change: browsers refuse too many changes. */
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    try {
      history.replaceState(null, '', addressOf());
    } catch {
      // Some browsers refuse this for local files; the link that is copied says it all the same.
    }
  }, 150);
}

/** A test for numbers and ranges such as 0,2-4; null where the text is none. Empty allows all. */
function rangeTest(text) {
  if (text.trim() === '') return () => true;
  const ranges = text.split(',').map((part) => /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part));
  if (ranges.some((range) => !range)) return null;
  return (number) => ranges.some((range) => number >= Number(range[1]) && number <= Number(range[2] ?? range[1]));
}
