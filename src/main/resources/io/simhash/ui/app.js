// The frame of the page: what is chosen is in the address after #, so that it can be kept and sent.

import { fieldsOf, hasKey, indices, parentOf, Refusal, useKey } from './api.js';
import { blocks } from './blocks.js';
import { clusters } from './clusters.js';
import { compare } from './compare.js';
import { el, note } from './dom.js';
import { members } from './members.js';
import { overview } from './overview.js';
import { common, search } from './search.js';
import { has, language, setLanguage, t } from './words.js';

const VIEWS = { overview, clusters, cluster: members, compare, search, common, blocks };
/** The choices that all views share. `text` is the field of the texts, `ids` the field of the cluster ids. */
const CHOICES = ['index', 'field', 'text', 'ids', 'lang'];

const byId = (id) => document.getElementById(id);
const main = byId('main');

let requests = new AbortController();
let known = null; // The indices with a field to compare, read once.
let fields = { index: null };

function address() {
  const [view, query] = location.hash.slice(1).split('?');
  const known = Object.hasOwn(VIEWS, view);
  return { view: known ? view : 'overview', unknown: known ? '' : view, params: new URLSearchParams(query) };
}

/** The address of a view with the choices of this one and some changes; null leaves one out. */
function link(view, changes = {}) {
  const { params } = address();
  const next = new URLSearchParams();
  CHOICES.filter((name) => params.has(name)).forEach((name) => next.set(name, params.get(name)));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  return `#${view}?${next}`;
}

function status(text) {
  byId('status').textContent = text;
}

/** Runs a part of a view. An error ends it with a sentence on the page. */
async function run(out, signal, part) {
  main.setAttribute('aria-busy', 'true');
  status(t('loading'));
  try {
    await part();
  } catch (error) {
    if (error.name !== 'AbortError') {
      out.append(refused(error));
    }
  }
  if (!signal.aborted) {
    main.removeAttribute('aria-busy');
    status(t('done'));
  }
}

function refused(error) {
  const name = error instanceof Refusal ? `error_${error.status}` : 'error_page';
  const answer = error.message ? el('span', { class: 'answer', dir: 'auto' }, error.message) : null;
  return el('div', { class: 'note error', role: 'alert' }, el('p', {}, t(has(name) ? name : 'error_other')), answer);
}

async function show() {
  requests.abort();
  requests = new AbortController();
  const { signal } = requests;
  const out = el('div', { class: 'view' });
  const { view, unknown, params } = address();
  setLanguage(params.get('lang') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'));
  frame(view);
  const heading = el('h2', { tabindex: '-1' }, t(view));
  if (unknown !== '') {
    out.append(note(t('no_view', unknown)));
  }
  main.replaceChildren(heading, out);
  await run(out, signal, async () => {
    const seen = new Set();
    const page = {
      params, signal, out, link, status,
      heading: (text) => { heading.textContent = text; },
      warn: (text) => seen.has(text) || (seen.add(text), out.append(note(text))),
      run: (part) => run(out, signal, part),
    };
    if (await choose(page)) {
      await VIEWS[view](page);
    }
  });
}

/** Reads which fields there are, and chooses those that the address does not name. */
async function choose(page) {
  known ??= await indices(page);
  page.index = page.params.get('index') || known[0];
  if (page.index === undefined) {
    byId('chooser').replaceChildren();
    page.out.append(note(t('no_index')));
    return false;
  }
  if (fields.index !== page.index) {
    chooser(page, null);
    fields = { index: page.index, ...await fieldsOf(page.index, page) };
  }
  page.fields = fields;
  page.field = chosen(page, 'field', fields.near, fields.near[0] ?? '');
  page.text = chosen(page, 'text', ['', ...fields.text], likelyText(page.field));
  page.ids = chosen(page, 'ids', ['', ...fields.keyword], fields.keyword.find((name) => /(^|[._])(cluster|story)([._]?id)?$/i.test(name)) ?? '');
  chooser(page, fields);
  if (page.field === '' && address().view !== 'common') { // Common passages are read from another field.
    page.out.append(note(t('no_field', page.index)));
    return false;
  }
  return true;
}

function chosen(page, name, possible, otherwise) {
  const set = page.params.get(name);
  return set !== null && possible.includes(set) ? set : otherwise;
}

/** The field whose text was most likely fingerprinted. */
function likelyText(field) {
  return parentOf(field, fields.text)
    ?? fields.passages.map((name) => parentOf(name, fields.text)).find((name) => name !== null)
    ?? fields.text.find((name) => /(^|\.)(content|body|text|message)$/i.test(name))
    ?? fields.text[0] ?? '';
}

function chooser(page, of) {
  const select = (name, label, values, value, empty) => el('div', {},
    el('label', { for: name }, label),
    el('select', { id: name, change: (event) => { location.hash = link(address().view, changed(name, event.target.value)); } },
      values.map((one) => el('option', { value: one, selected: one === value }, one === '' ? empty : one))));
  const old = document.activeElement?.id;
  byId('chooser').replaceChildren(
    select('index', t('index'), known.includes(page.index) ? known : [page.index, ...known], page.index),
    ...(of === null || of.near.length === 0 ? [] : [
      select('field', t('field'), of.near, page.field),
      select('text', t('text_field'), ['', ...of.text], page.text, t('none')),
      select('ids', t('ids_field'), ['', ...of.keyword], page.ids, t('none')),
    ]));
  if (['index', 'field', 'text', 'ids'].includes(old)) {
    byId(old)?.focus();
  }
}

/** Another index has other fields. */
function changed(name, value) {
  return name === 'index' ? { index: value, field: null, text: null, ids: null } : { [name]: value };
}

/** Everything around the view, in the language of the page. */
function frame(view) {
  document.documentElement.lang = language();
  document.title = `${t(view)} · ${t('title')}`;
  byId('brand').textContent = t('title');
  byId('skip').textContent = t('skip');
  byId('language').textContent = t('other_language');
  byId('language').lang = language() === 'zh' ? 'en' : 'zh';
  byId('key-button').textContent = hasKey() ? t('api_key_in_use') : t('api_key');
  byId('key-label').textContent = t('api_key_label');
  byId('key-hint').textContent = t('api_key_hint');
  byId('key-use').textContent = t('use');
  byId('key-forget').textContent = t('forget');
  byId('views').setAttribute('aria-label', t('show'));
  byId('views').replaceChildren(...Object.keys(VIEWS).filter((name) => (name !== 'cluster' && name !== 'compare') || name === view)
    .map((name) => el('a', { href: name === view ? location.hash || '#overview' : link(name), 'aria-current': name === view && 'page' }, t(name))));
}

function toggleKey(open) {
  byId('key-form').hidden = !open;
  byId('key-button').setAttribute('aria-expanded', String(open));
  if (open) {
    byId('key').focus();
  }
}

function changeKey(value) {
  useKey(value);
  byId('key').value = '';
  toggleKey(false);
  byId('key-button').focus();
  known = null;
  fields = { index: null };
  show();
}

byId('key-button').addEventListener('click', () => toggleKey(byId('key-form').hidden));
byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  changeKey(byId('key').value.trim() || null);
});
byId('key-forget').addEventListener('click', () => changeKey(null));
byId('language').addEventListener('click', () => {
  const { view, params } = address();
  params.set('lang', language() === 'zh' ? 'en' : 'zh');
  location.hash = `#${view}?${params}`;
});
byId('chooser').addEventListener('submit', (event) => event.preventDefault());
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', async () => {
  const chosenHere = ['index', 'field', 'text', 'ids', 'language'].includes(document.activeElement?.id);
  const shown = show();
  if (!chosenHere) {
    main.querySelector('h2')?.focus(); // So that the keyboard goes on in the new view.
    window.scrollTo(0, 0);
  }
  await shown;
});
show();
