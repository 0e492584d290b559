// Finds a document by its id, the near-duplicates of a text that is pasted, and the documents that share passages with it.

import { objectOf, parentOf, pipelineOf, search as ask } from './api.js';
import { beginningOf } from './clusters.js';
import { sideBySide, textOf } from './compare.js';
import { el, marked, note, table, words } from './dom.js';
import { hitsOf, isMinHash, near, reference, referred, signed, similarityOf } from './members.js';
import { count, share, t } from './words.js';

const SHOWN = 20;

export async function search(page) {
  const takesText = isMinHash(page) || parentOf(page.field, page.fields.text) !== null;
  const pipeline = takesText ? null : await pipelineOf(page.index, page);
  const results = el('div', { id: 'results' });
  const text = el('textarea', { id: 'paste', rows: 6, maxlength: 200000, dir: 'auto', 'aria-describedby': 'paste-hint' });
  const name = el('input', { id: 'pipeline', type: 'text', value: pipeline ?? '', spellcheck: 'false', 'aria-describedby': 'pipeline-hint' });
  const letters = el('input', { id: 'letters', type: 'number', min: 1, value: 150 });
  const run = (event) => {
    event.preventDefault();
    results.replaceChildren();
    page.run(() => find({ ...page, out: results }, text.value, name.value.trim(), takesText, Number(letters.value)));
  };
  const id = el('input', { id: 'document-id', type: 'text', spellcheck: 'false' });
  const runById = (event) => {
    event.preventDefault();
    results.replaceChildren();
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

function toNeighbours(page, hit) {
  return el('a', { href: page.link('cluster', { ref: reference(hit) }), 'aria-label': `${t('its_neighbours')} ${hit._id}` }, t('its_neighbours'));
}

async function passages(page, text, letters) {
  page.out.append(el('h3', {}, t('passages')));
  if (page.fields.passages.length === 0) {
    page.out.append(note(t('passages_unmapped')));
    return;
  }
  const own = page.fields.passages.find((field) => parentOf(field, page.fields.text) === page.text);
  const field = own ?? page.fields.passages[0];
  const shown = parentOf(field, page.fields.text) ?? field;
  const found = await ask(page.index, {
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
