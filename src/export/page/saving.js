// What the page hands out: a picture, numbers, a link; and the same map as text.

function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function fileName(text, map, ending) {
  const kind = map.kind === 'self' ? '' : map.kind + '-';
  const part = map.part > 0 ? `-part${map.part}` : '';
  return `text${state.text + 1}-${kind}${text.has_layers ? `layer${map.layer}-` : ''}head${map.head}${part}.${ending}`;
}

/** "mini · softmax(QKᵀ/√d)": the source, and the stages that are not the usual ones. */
function provenanceOf(text) {
  const usual = ['full', 'softmax:temperature=1', 'scaled-dot'];
  const variant = text.recipe.find(([stage]) => stage === 'variant');
  const stages = variant ? [variant[1]]
      : text.recipe.map(([, choice]) => choice).filter((choice) => !usual.includes(choice));
  const recipe = text.recipe.length === 0 ? [] : [stages.join(', ') || 'softmax(QKᵀ/√d)'];
  return [text.name, ...recipe, text.source].filter((part) => part !== '').join(' · ');
}

function madeOf(text, other) {
  return provenanceOf(text) + (other ? ' minus ' + provenanceOf(report.texts[state.minus]) : '');
}

/** The picture that is shown, with its title above and what made it below. */
function savePicture(canvas, title, text, map, other) {
  const density = canvas.width / parseFloat(canvas.style.width);
  const head = 34, foot = 24;
  const width = Math.max(parseFloat(canvas.style.width) + 24, 420), height = parseFloat(canvas.style.height) + head + foot;
  const sheet = document.createElement('canvas');
  const context = prepare(sheet, width, height, density);
  const page = pageColours();
  context.fillStyle = page.paper;
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, 12, head, parseFloat(canvas.style.width), parseFloat(canvas.style.height));
  context.fillStyle = page.ink;
  context.font = '600 ' + LABEL_FONT.replace('13px', '14px');
  context.fillText(cut(context, title, width - 24), 12, 22);
  context.fillStyle = page.secondary;
  context.font = SMALL_FONT;
  context.fillText(cut(context, madeOf(text, other), width - 24), 12, height - 10);
  sheet.toBlob((blob) => download(fileName(text, map, 'png'), blob), 'image/png');
}

/** The numbers that are shown, with everything that the page knows of them. */
function saveNumbers(text, map, shown, other, state) {
  const number = (value) => (Number.isFinite(value) ? Number(value.toPrecision(6)) : null);
  const side = (units) => units.map(({label, first, last}) => ({label, first, last}));
  const document = {
    schema: 'attnscope-page-map', program: 'attnscope ' + report.version, model: Object.fromEntries(text.model),
    recipe: text.recipe.map(([stage, choice]) => ({stage, choice})), source: text.source, text: text.text,
    kind: map.kind, layer: map.layer, head: map.head, part: map.part, class: map.class, role: map.role, note: map.note,
    minus: other ? provenanceOf(report.texts[state.minus]) : null, unit: state.unit, token_kinds: [...state.kinds],
    is_pooled: isPooled(text, map), largest_error: (map.most - map.least) / 131066,
    queries: side(shown.rows), keys: side(shown.cols), null_means: 'excluded by the pattern, or not finite',
    weights: shown.rows.map((_, row) =>
      Array.from(shown.values.subarray(row * shown.cols.length, (row + 1) * shown.cols.length), number)),
  };
  download(fileName(text, map, 'json'), new Blob([JSON.stringify(document, null, 1)], {type: 'application/json'}));
}

/** Puts the address of this view on the clipboard. */
async function copyLink() {
  const address = location.href.split('#')[0] + addressOf();
  try {
    await navigator.clipboard.writeText(address);
    say('The link to this view is on the clipboard.');
  } catch {
    say(address);
  }
}

let saidTimer = 0;
function say(text) {
  const said = document.getElementById('said');
  said.textContent = text;
  clearTimeout(saidTimer);
  saidTimer = setTimeout(() => (said.textContent = ''), 6000);
}

/** For each query its three largest weights, in a table. */
function strongestTable(shown, map) {
  const MOST_ROWS = 1000;
  const table = document.createElement('table');
  const caption = document.createElement('caption');
  caption.textContent = 'weights, largest first';
  caption.hidden = true;
  const head = table.createTHead().insertRow();
  for (const name of ['query', 'first key', 'second key', 'third key']) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  shown.rows.slice(0, MOST_ROWS).forEach((unit, row) => {
    const line = body.insertRow();
    const name = document.createElement('th');
    name.scope = 'row';
    name.append(isolated(unit.label));
    line.append(name);
    const values = Array.from(shown.values.subarray(row * shown.cols.length, (row + 1) * shown.cols.length));
    const best = values.map((value, col) => ({value, col})).filter(({value}) => Number.isFinite(value) && value !== 0);
    best.sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.col - b.col);
    for (let place = 0; place < 3; ++place) {
      const cell = line.insertCell();
      if (place < best.length) {
        cell.append(isolated(shown.cols[best[place].col].label), ' ' + numberText(best[place].value));
      }
    }
  });
  return table;
}

/** Text of the input, set apart so that its writing direction stays its own. */
function isolated(text) {
  const element = document.createElement('bdi');
  element.textContent = text;
  return element;
}
