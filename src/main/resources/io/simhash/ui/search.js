// Finds a document by its id, the near-duplicates of a text that is pasted, the documents that share passages with it, and
// the passages that many documents share.

import { ask, objectOf, parentOf, path, pipelineOf, search as searchIn } from './api.js';
import { bar } from './charts.js';
import { beginningOf } from './clusters.js';
import { sideBySide, textOf } from './compare.js';
import { commands, el, marked, note, table, words } from './dom.js';
import { hitsOf, isMinHash, near, reference, referred, signed, similarityOf } from './members.js';
import { count, share, t } from './words.js';

const SHOWN = 20;
/** Passages in a response of _simhash/common_passages at most. */
const MOST_COMMON = 100;
/** Characters that the option boilerplate accepts of all its texts together. */
const MOST_LISTED = 20_000;

let pasted = ''; // The last text, which is there again after a step back.

export async function search(page) {
  const takesText = isMinHash(page) || parentOf(page.field, page.fields.text) !== null;
  const pipeline = takesText ? null : await pipelineOf(page.index, page);
  const results = el('div', { id: 'results' });
  const text = el('textarea', { id: 'paste', rows: 6, maxlength: 200000, dir: 'auto', 'aria-describedby': 'paste-hint' }, pasted);
  const name = el('input', { id: 'pipeline', type: 'text', value: pipeline ?? '', spellcheck: 'false', 'aria-describedby': 'pipeline-hint' });
  const letters = el('input', { id: 'letters', type: 'number', min: 1, value: 150 });
  const run = (event) => {
    event.preventDefault();
    results.replaceChildren();
    pasted = text.value;
    page.run(() => find({ ...page, out: results }, text.value, name.value.trim(), takesText, Number(letters.value)));
  };
  const asked = page.params.get('id') ?? '';
  const id = el('input', { id: 'document-id', type: 'text', spellcheck: 'false', value: asked });
  const runById = (event) => {
    event.preventDefault();
    results.replaceChildren();
    const next = page.link('search', { id: id.value });
    if (id.value !== '' && next !== location.hash) {
      history.pushState(null, '', next); // So that a step back comes back to it.
    }
    page.run(() => byId({ ...page, out: results }, id.value));
  };
  page.out.append(el('form', { id: 'by-id', submit: runById },
    el('label', { for: 'document-id' }, t('search_id')),
    el('div', { class: 'row' }, id, el('button', {}, t('find')))));
  page.out.append(el('form', { id: 'search', submit: run },
    el('label', { for: 'paste' }, t('search_text')),
    text,
    el('p', { class: 'hint', id: 'paste-hint' }, t('search_hint')),
    el('div', { class: 'row' },
      takesText ? null : el('div', {}, el('label', { for: 'pipeline' }, t('pipeline')), name),
      page.fields.passages.length === 0 ? null : el('div', {}, el('label', { for: 'letters' }, t('min_length')), letters),
      el('button', {}, t('find'))),
    takesText ? null : el('p', { class: 'hint', id: 'pipeline-hint' }, t('pipeline_hint'))), results);
  if (asked !== '') {
    await byId({ ...page, out: results }, asked);
  }
}

async function byId(page, id) {
  if (id === '') {
    page.out.append(note(t('no_id_typed')));
    return;
  }
  const { hits, total } = (await hitsOf(page, { ids: { values: [id] } }, 0)).hits;
  page.out.append(hits.length === 0 ? note(t('no_document', id)) : table(
    t('found_documents', count(total.value)), [t('document'), t('begins'), t('actions')],
    hits.map((hit) => [
      [el('bdi', {}, hit._id), ' ', el('span', { class: 'hint' }, hit._index)],
      words(beginningOf(hit, page.text), 'excerpt'), el('span', { class: 'actions' }, toNeighbours(page, hit))]), 'list'));
}

async function find(page, text, pipeline, takesText, letters) {
  if (text.trim() === '') {
    page.out.append(note(t('no_text_typed')));
    return;
  }
  await similar(page, text, pipeline, takesText);
  await passages(page, text, letters);
}

async function similar(page, text, pipeline, takesText) {
  if (pipeline !== '' && page.text === '') {
    page.out.append(note(t('no_text_field', t('text_field'))));
    return;
  }
  const source = pipeline === '' ? { text } : { pipeline, document: objectOf(page.text, text) };
  let found;
  try {
    found = await hitsOf(page, { bool: { must: near(page, source), should: signed(page) } }, 0);
  } catch (error) {
    if (error.status === 400 && pipeline === '' && !takesText) {
      page.out.append(note(t('needs_pipeline')));
    }
    throw error;
  }
  const { hits, total } = found.hits;
  const difference = el('div', { id: 'difference' });
  const toDifference = (hit) => (page.text === '' ? null : el('button', {
    type: 'button', class: 'link', 'aria-label': `${t('differences')} ${hit._id}`,
    click: () => page.run(async () => {
      difference.replaceChildren();
      const other = await textOf({ ...page, out: difference }, referred(reference(hit)));
      if (other !== null) {
        difference.replaceChildren(sideBySide([{ _id: t('pasted'), _index: '' }, hit], [text, other]));
        difference.scrollIntoView({ block: 'nearest' });
      }
    }),
  }, t('differences')));
  page.out.append(hits.length === 0 ? note(t('found_none')) : table(
    t('found_neighbours', count(total.value)), [t('document'), t('similarity'), t('begins'), t('actions')],
    hits.map((hit) => [
      el('bdi', {}, hit._id), similarityOf(hit, true), words(beginningOf(hit, page.text), 'excerpt'),
      el('span', { class: 'actions' }, toDifference(hit), toNeighbours(page, hit))]), 'list'), difference);
}

function toNeighbours(page, hit, shown = t('its_neighbours')) {
  return el('a', { href: page.link('cluster', { ref: reference(hit) }), 'aria-label': `${t('its_neighbours')} ${hit._id}` }, shown);
}

async function passages(page, text, letters) {
  page.out.append(el('h3', {}, t('passages')));
  if (page.fields.passages.length === 0) {
    page.out.append(note(t('passages_unmapped')));
    return;
  }
  const field = passagesField(page);
  const shown = parentOf(field, page.fields.text) ?? field;
  const found = await searchIn(page.index, {
    size: SHOWN, _source: false, track_total_hits: true,
    query: { shared_passages: { field, text, min_length: letters } },
    highlight: { pre_tags: ['\uE000'], post_tags: ['\uE001'], fields: { [shown]: { type: 'shared_passages', number_of_fragments: 2, fragment_size: 240 } } },
  }, page);
  const { hits, total } = found.hits;
  page.out.append(hits.length === 0 ? note(t('passages_none')) : table(
    t('found_passages', count(total.value)), [t('document'), t('covered'), t('shared_text'), t('actions')],
    hits.map((hit) => [
      el('bdi', {}, hit._id), share(hit._score),
      el('div', {}, (hit.highlight?.[shown] ?? []).map((fragment) => el('p', { class: 'excerpt', dir: 'auto' }, marked(fragment)))),
      toNeighbours(page, hit)]), 'list'));
}

/** The field of type passages that belongs to the text, or the first one; undefined if there is none. */
export function passagesField(page) {
  const { passages: names, text: texts } = page.fields;
  return names.find((field) => parentOf(field, texts) === page.text) ?? names[0];
}

/** The passages that many documents share, and those that the user chooses as the option boilerplate. */
export async function common(page) {
  const field = passagesField(page);
  if (field === undefined) {
    page.out.append(note(t('common_unmapped')));
    return;
  }
  const least = page.params.get('min_documents') ?? '';
  const size = Math.min(MOST_COMMON, Number(page.params.get('size')) || SHOWN);
  const input = el('input', { id: 'least', type: 'number', min: 2, value: least, 'aria-describedby': 'least-hint' });
  const again = (event) => {
    event.preventDefault();
    location.hash = page.link('common', { min_documents: input.value || null });
  };
  page.out.append(el('form', { id: 'common', submit: again },
    el('label', { for: 'least' }, t('least_documents')),
    el('div', { class: 'row' }, input, el('button', {}, t('find'))),
    el('p', { class: 'hint', id: 'least-hint' }, t('least_hint'))));
  const options = least === '' ? '' : path`&min_documents=${least}`;
  const found = await ask('GET', path`/${page.index}/_simhash/common_passages?field=${field}&size=${size}` + options, undefined, page);
  if (found.documents === 0) {
    return; // A warning of the response says so.
  }
  const sample = el('p', { class: 'hint' }, t('common_from', field, count(found.sample.size), count(found.documents)));
  if (found.passages.length === 0) {
    page.out.append(note(t('common_none', count(found.min_documents))), sample);
    return;
  }
  const chosen = el('section', {});
  page.out.append(commonTable(page, found, chosen), sample);
  if (size < MOST_COMMON && found.passages.length === size) {
    page.out.append(el('p', { class: 'more' }, el('a', { class: 'button', href: page.link('common', { min_documents: least || null, size: MOST_COMMON }) }, t('more'))));
  }
  page.out.append(chosen);
}

/** A row for each passage. What is chosen in it is listed in a section. */
function commonTable(page, { passages: found, min_documents: least }, section) {
  const most = Math.max(...found.map((passage) => passage.share));
  const boxes = found.map((_, i) => el('input', {
    type: 'checkbox', 'aria-label': t('choose_passage', i + 1),
    change: () => {
      const texts = found.filter((_, j) => boxes[j].checked).map((passage) => passage.text);
      page.status(t('chosen', count(texts.length)));
      listChosen(section, texts);
    },
  }));
  listChosen(section, []);
  return table(
    t('common_caption', count(found.length), count(least)),
    [t('choose'), t('passage'), t('members'), '', t('share_of_text'), t('examples')],
    found.map(({ text, documents, share: part, examples }, i) => [
      el('label', { class: 'choose' }, boxes[i], ` ${i + 1}`),
      words(text, 'excerpt'),
      t(`documents_${documents.relation}`, count(documents.value)), bar(part / most), share(part),
      el('span', { class: 'actions ids' }, examples.map((hit) => {
        const id = el('bdi', {}, hit._id);
        return page.field === '' ? id : toNeighbours(page, hit, id);
      }))]), 'list');
}

/** The option as it is pasted into a mapping, a processor or a request. */
function listChosen(section, texts) {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  section.replaceChildren(
    el('h3', {}, t('boilerplate')),
    el('p', {}, t('boilerplate_text')),
    ...(characters > MOST_LISTED ? [note(t('boilerplate_long', count(MOST_LISTED), count(characters)))] : []),
    texts.length === 0 ? note(t('boilerplate_none')) : commands(`"boilerplate": ${JSON.stringify(texts, null, 2)}`, {
      name: t('boilerplate'), copy: t('copy'), copied: t('copied'), select: t('selected') }));
}
