// A canvas context that writes SVG: the drawing functions draw on it as they draw on the screen, with text as text.

const XML_NAMES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** Text for an XML file; what XML forbids becomes U+FFFD. */
function xmlText(text) {
  return text.replace(/[&<>"]/g, (sign) => XML_NAMES[sign])
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');
}

class SvgContext {
  constructor() {
    this.measure = document.createElement('canvas').getContext('2d');
    this.parts = [];
    this.stack = [];
    this.turn = '';
    Object.assign(this, {fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, textAlign: 'left'});
  }

  set font(font) {
    this.measure.font = this.fontText = font;
  }

  measureText(text) {
    return this.measure.measureText(text);
  }

  setTransform() {}

  save() {
    this.stack.push(this.turn);
  }

  restore() {
    this.turn = this.stack.pop();
  }

  translate(x, y) {
    this.turn += `translate(${round(x)} ${round(y)}) `;
  }

  rotate(angle) {
    this.turn += `rotate(${round((angle * 180) / Math.PI)}) `;
  }

  add(element) {
    this.parts.push(element);
  }

  look(fill, stroke) {
    const alpha = this.globalAlpha < 1 ? ` opacity="${round(this.globalAlpha)}"` : '';
    const line = stroke ? ` stroke="${stroke}" stroke-width="${round(this.lineWidth)}"` : '';
    return ` fill="${fill}"${line}${alpha}`;
  }

  fillRect(x, y, width, height) {
    this.add(`<rect${place(x, y, width, height)}${this.look(this.fillStyle)}/>`);
  }

  strokeRect(x, y, width, height) {
    this.add(`<rect${place(x, y, width, height)}${this.look('none', this.strokeStyle)}/>`);
  }

  beginPath() {
    this.path = '';
  }

  moveTo(x, y) {
    this.path += `M${round(x)} ${round(y)}`;
  }

  lineTo(x, y) {
    this.path += `L${round(x)} ${round(y)}`;
  }

  stroke() {
    if (this.path) this.add(`<path d="${this.path}"${this.look('none', this.strokeStyle)}/>`);
  }

  fillText(text, x, y) {
    const anchor = this.textAlign === 'right' ? ' text-anchor="end"' : '';
    const turn = this.turn ? ` transform="${this.turn.trim()}"` : '';
    const middle = this.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
    this.add(`<text x="${round(x)}" y="${round(y)}"${anchor}${middle}${turn} style="font: ${this.fontText.replaceAll('"', "'")}"` +
             `${this.look(this.fillStyle)}>${xmlText(text)}</text>`);
  }

  /** Cells become rectangles, neighbours of one colour in a row a single one; a picture of very many stays a picture. */
  drawImage(image, x, y, width, height) {
    const MOST_CELLS = 70000;
    if (image.width * image.height > MOST_CELLS) {
      this.add(`<image${place(x, y, width, height)} preserveAspectRatio="none" style="image-rendering: pixelated" ` +
               `href="${image.toDataURL()}"/>`);
      return;
    }
    const data = image.getContext('2d').getImageData(0, 0, image.width, image.height).data;
    const pixels = new Uint32Array(data.buffer);
    const cellWidth = width / image.width, cellHeight = height / image.height;
    this.add('<g shape-rendering="crispEdges">');
    for (let row = 0; row < image.height; ++row) {
      for (let begin = 0, end = 0; begin < image.width; begin = end) {
        const colour = pixels[row * image.width + begin];
        while (end < image.width && pixels[row * image.width + end] === colour) ++end;
        const area = place(x + begin * cellWidth, y + row * cellHeight, (end - begin) * cellWidth, cellHeight);
        this.add(`<rect${area} fill="${cssOf(colour)}"/>`);
      }
    }
    this.add('</g>');
  }
}

function round(number) {
  return String(Math.round(number * 100) / 100);
}

function place(x, y, width, height) {
  return ` x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

/** What is shown, drawn once more as SVG, with its title above and what made it below. */
function saveDrawing(draw, shown, scale, title, text, map, other) {
  const context = new SvgContext();
  const sheet = {style: {}, getContext: () => context};
  const layout = draw(sheet, shown, scale, state, get('stage').clientWidth - 4);
  const page = pageColours();
  const head = 34, foot = 24;
  const width = Math.max(layout.width + 24, 420), height = layout.height + head + foot;
  const font = LABEL_FONT.replaceAll('"', "'");
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" ` +
      `viewBox="0 0 ${round(width)} ${round(height)}">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="100%" height="100%" fill="${page.paper}"/>`,
    `<text x="12" y="22" style="font: 600 ${font}" fill="${page.ink}">${xmlText(title)}</text>`,
    `<g transform="translate(12 ${head})">`, ...context.parts, '</g>',
    `<text x="12" y="${round(height - 10)}" style="font: ${font.replace('13px', '11px')}" fill="${page.secondary}">` +
      `${xmlText(madeOf(text, other))}</text>`, '</svg>', '',
  ];
  download(fileName(text, map, 'svg'), new Blob([lines.join('\n')], {type: 'image/svg+xml'}));
}
