// Makes elements. Text is always put in as text: nothing here reads HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** An element; properties are attributes, or listeners if they are functions. */
export function el(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/** The same for an element of an SVG picture. */
export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A table: its caption, the headings of its columns, and rows of cells. The first cell of a row is its heading. */
export function table(caption, headings, rows, kind = '') {
  return el('div', { class: 'scroll' },
    el('table', { class: kind },
      el('caption', {}, caption),
      el('thead', {}, el('tr', {}, headings.map((heading) => el('th', { scope: 'col' }, heading)))),
      el('tbody', {}, rows.map((cells) => el('tr', {}, cells.map((cell, i) => (i === 0 ? el('th', { scope: 'row' }, cell) : el('td', { 'data-label': headings[i] }, cell))))))));
}

/** A sentence that needs attention. */
export function note(...children) {
  return el('p', { class: 'note' }, children);
}

/** Text of a document: its own direction, and no more than the page can show. */
export function words(text, kind = 'text') {
  return el('p', { class: kind, dir: 'auto' }, text);
}

/** A text with marks between the characters U+E000 and U+E001. */
export function marked(text) {
  return text.split('\uE000').flatMap((part, i) => {
    if (i === 0) {
      return [part];
    }
    const end = part.indexOf('\uE001');
    return end < 0 ? [part] : [el('mark', {}, part.slice(0, end)), part.slice(end + 1)];
  });
}

/** Commands to copy. */
export function commands(text, labels) {
  const block = el('pre', { tabindex: '0', 'aria-label': labels.name }, text);
  const button = el('button', {
    type: 'button', class: 'quiet',
    click: async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = labels.copied;
      } catch {
        // Browsers allow the clipboard on https and on this machine only.
        getSelection().selectAllChildren(block);
        button.textContent = labels.select;
      }
    },
  }, labels.copy);
  return el('div', { class: 'commands' }, block, button);
}
