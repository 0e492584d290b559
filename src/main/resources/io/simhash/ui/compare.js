// Two documents next to each other, with the words that differ marked.

import { ask, distance, pipelineOf, search, textAt } from './api.js';
import { difference } from './diff.js';
import { el, note } from './dom.js';
import { measured, only, referred, signed, similarityOf, valueOf } from './members.js';
import { count, share, t } from './words.js';

/** Characters of a text that are shown; more would make the browser slow. */
const MOST_SHOWN = 100_000;
/** Characters that _simhash/fingerprint accepts of two texts together. */
const MOST_FINGERPRINTED = 200_000;

export async function compare(page) {
  const both = [referred(page.params.get('a')), referred(page.params.get('b'))];
  if (both.includes(null)) {
    page.out.append(note(t('choose_two')));
    return;
  }
  if (page.text === '') {
    page.out.append(note(t('no_text_field', t('text_field'))));
    return;
  }
  const texts = await Promise.all(both.map((one) => textOf(page, one)));
  if (texts.includes(null)) {
    return;
  }
  const measures = el('div', {});
  page.out.append(measures, sideBySide(both, texts));
  const stored = await storedMeasures(page, both);
  const computed = await computedMeasures(page, both, texts);
  const card = (label, value) => (value === undefined || value === null ? null : el('div', {}, el('dt', {}, label), el('dd', {}, value)));
  measures.replaceChildren(
    el('dl', { class: 'cards' },
      card(t('similarity'), computed.similarity ?? stored.similarity),
      card(t('distance'), computed.distance ?? stored.distance),
      card(t('jaccard'), computed.jaccard),
      card(t('containment'), computed.containment)),
    el('p', { class: 'hint' }, `${computed.how} ${t('stored', stored.similarity, stored.distance)}`));
}

/** The text of a document; null after a sentence on the page if there is none. */
export async function textOf(page, document) {
  const query = { bool: { filter: only(document) } };
  const found = await search(document._index, { size: 1, _source: parents(page.text), track_total_hits: false, query }, page);
  if (found.hits.hits.length === 0) {
    page.out.append(note(t('no_document', document._id)));
    return null;
  }
  const text = textAt(found.hits.hits[0]._source ?? {}, page.text);
  if (text === null) {
    page.out.append(note(t('no_text', document._id, page.text)));
  }
  return text;
}

/** A field and those that it may be a multi-field of. */
function parents(field) {
  const names = [];
  for (let name = field; name; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    names.push(name);
  }
  return names;
}

/** Two texts next to each other. */
export function sideBySide(both, texts) {
  const cut = texts.map((text) => text.slice(0, MOST_SHOWN));
  const found = difference(cut[0], cut[1]);
  const side = (i, title, parts) => el('section', { class: 'side', 'aria-label': `${title} ${both[i]._id}` },
    el('h3', {}, el('bdi', {}, both[i]._id)),
    el('p', { class: 'hint' }, both[i]._index),
    el('p', { class: 'text', dir: 'auto' }, parts.map(([part, differs]) => (differs ? el('mark', {}, part) : part))));
  return el('div', {},
    el('p', {}, texts[0] === texts[1] ? t('equal') : found.exact ? t('differs') : t('by_runs')),
    texts.some((text) => text.length > MOST_SHOWN) ? note(t('text_cut', count(MOST_SHOWN))) : null,
    el('div', { class: 'sides' }, side(0, t('first_document'), found.left), side(1, t('second_document'), found.right)));
}

/** Similarity and distance as stored in the index; the privilege `read` is enough. */
async function storedMeasures(page, [like, other]) {
  const [own, value] = await Promise.all([valueOf(page, like), valueOf(page, other)]);
  const found = await search(other._index, {
    size: 1, _source: false, track_total_hits: false,
    query: { bool: {
      filter: only(other),
      should: [measured(page, like, own), ...signed(page)],
    } },
  }, page);
  const hit = found.hits.hits[0];
  return {
    similarity: hit ? similarityOf(hit, own.signed) : '–',
    distance: distance(own.fingerprint, value.fingerprint) ?? '–',
  };
}

/** The answer of _simhash/fingerprint for the two texts: by the pipeline of the index, or with the default options. */
async function computedMeasures(page, both, [text, other]) {
  if (text.length + other.length > MOST_FINGERPRINTED) {
    return { how: `${t('not_computed')} ${t('too_long')}` };
  }
  const pipeline = await pipelineOf(page.index, page);
  const attempts = [];
  if (pipeline !== null) {
    attempts.push([t('computed_by', pipeline), {
      pipeline, like: both[0], compare_to: { like: both[1] } }]);
  }
  attempts.push([t('computed_default'), { text, compare_to: { text: other } }]);
  let refusal;
  for (const [how, body] of attempts) {
    try {
      const found = await ask('POST', '/_simhash/fingerprint', { ...body, max_tokens: 0 }, page);
      return {
        how, similarity: shown(found.similarity), jaccard: shown(found.jaccard), containment: shown(found.containment),
        distance: found.distance,
      };
    } catch (error) {
      if (error.name === 'AbortError') {
        throw error;
      }
      refusal = error;
    }
  }
  return { how: `${t('not_computed')} ${refusal.status === 403 ? t('needs_monitor') : refusal.message}` };
}

function shown(value) {
  return value === null || value === undefined ? null : share(value);
}
