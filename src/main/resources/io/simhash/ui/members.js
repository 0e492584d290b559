// The documents of a cluster, or the neighbours of a document, with their similarity to one of them.

import { distance, search } from './api.js';
import { beginning, beginningOf } from './clusters.js';
import { el, note, table, words } from './dom.js';
import { count, share, t } from './words.js';

const SHOWN = 50;
/** The lowest similarity for which documents are looked up by bands. */
const LEAST = 0.44;

/** A document as the address of the page has it: its index, its id and, with a routing, that. */
export function reference(hit) {
  return JSON.stringify([hit._index, hit._id, ...(hit._routing ? [hit._routing] : [])]);
}

/** The document of a reference; null if there is none. */
export function referred(text) {
  try {
    const [index, id, routing] = JSON.parse(text);
    return { _index: String(index), _id: String(id), ...(routing !== undefined && { routing: String(routing) }) };
  } catch {
    return null;
  }
}

export async function members(page) {
  const id = page.params.get('id');
  const like = referred(page.params.get('ref')) ?? (id !== null && page.ids !== '' ? await canonical(page, id) : null);
  if (id !== null && page.ids !== '') {
    await inCluster(page, id, like);
  } else if (like !== null) {
    await around(page, like);
  } else {
    page.out.append(note(t('choose_members', t('clusters'), t('search'))));
  }
}

/** The document whose id the cluster has, or another one of its documents. */
async function canonical(page, id) {
  const found = await search(page.index, {
    size: 1, _source: false, track_total_hits: false,
    query: { bool: { filter: { term: { [page.ids]: id } }, should: { ids: { values: [id, id.slice(id.indexOf('/') + 1)] } } } },
  }, page);
  const hit = found.hits.hits[0];
  return hit ? referred(reference(hit)) : null;
}

async function inCluster(page, id, like) {
  page.heading(`${t('cluster')} ${id}`);
  if (like === null) {
    page.out.append(note(t('empty_cluster')));
    return;
  }
  const from = Math.max(0, Number(page.params.get('from')) || 0);
  const own = await valueOf(page, like);
  const found = await hitsOf(page, { bool: { filter: { term: { [page.ids]: id } }, should: [measured(page, like, own), ...signed(page)] } }, from);
  const total = found.hits.total.value;
  page.out.append(
    el('p', {}, t('members_of', count(total))),
    list(page, t('members'), found.hits.hits, like, own, { id }, 'list unseen'));
  if (from + SHOWN < Math.min(total, 10_000)) {
    page.out.append(el('p', { class: 'more' }, el('a', { class: 'button', href: page.link('cluster', { id, ref: page.params.get('ref'), from: from + SHOWN }) }, t('next'))));
  }
}

async function around(page, like) {
  page.heading(`${t('neighbours')} · ${like._id}`);
  const found = await hitsOf(page, { bool: { must: near(page, { like }), should: signed(page) } }, 0);
  const caption = t('neighbours_of', count(found.hits.total.value), like._id);
  page.out.append(found.hits.hits.length > 0
    ? list(page, caption, found.hits.hits, like, await valueOf(page, like), {})
    : note(t('no_neighbours')));
}

/** Whether the field that is compared is of type minhash: then there are no fingerprints. */
export function isMinHash(page) {
  return page.fields.minhash.includes(page.field);
}

/** The query for the neighbours of documents or of a text. */
export function near(page, source) {
  return { [isMinHash(page) ? 'minhash_near' : 'simhash_near']: { field: page.field, ...source } };
}

/** The same for a document, also itself, and a rule as wide as can be: by similarity or, without a signature, by distance. */
export function measured(page, like, own) {
  return near(page, { like, include: true, ...(own.signed || isMinHash(page) ? { min_similarity: LEAST } : { max_distance: 64 }) });
}

/** Tells which hits have a signature: the score of those is the similarity. */
export function signed(page) {
  return [{ constant_score: { filter: { exists: { field: `${page.field}.signature` } }, boost: 0, _name: 'signed' } }];
}

export function hitsOf(page, query, from, highlight = beginning(page.text, 200)) {
  return search(page.index, {
    size: SHOWN, from, _source: false, track_total_hits: true, query, docvalue_fields: fingerprints(page), highlight,
  }, page);
}

function fingerprints(page) {
  return isMinHash(page) ? [] : [page.field];
}

/** The filters that one document passes. A path cannot name it: a browser resolves the id `..`. */
export function only({ _id, routing }) {
  return [{ ids: { values: [_id] } }, ...(routing === undefined ? [] : [{ term: { _routing: routing } }])];
}

/** The fingerprint of a document, if it has one, and whether it has a signature. */
export async function valueOf(page, document) {
  const found = await search(document._index, {
    size: 1, _source: false, track_total_hits: false, docvalue_fields: fingerprints(page),
    query: { bool: { filter: only(document), should: signed(page) } },
  }, page);
  const hit = found.hits.hits[0];
  return { fingerprint: hit?.fields?.[page.field]?.[0], signed: isSigned(hit) };
}

function isSigned(hit) {
  return hit?.matched_queries?.includes('signed') ?? false;
}

/** The similarity of a hit as a text: its score, unless that tells the distance because one has no signature. */
export function similarityOf(hit, signedQuery) {
  if (!signedQuery || !isSigned(hit)) {
    return t('no_similarity');
  }
  return hit._score > 0 ? share(hit._score) : t('below', share(LEAST));
}

function list(page, caption, hits, like, own, kept, kind = 'list') {
  const ref = reference({ ...like, _routing: like.routing });
  return table(caption, [t('document'), t('similarity'), t('distance'), t('begins'), t('actions')], hits.map((hit) => {
    const other = reference(hit);
    const same = other === ref;
    return [
      [el('bdi', {}, hit._id), ' ', same ? el('span', { class: 'badge' }, t('reference')) : null],
      similarityOf(hit, own.signed),
      distance(own.fingerprint, hit.fields?.[page.field]?.[0]) ?? t('no_similarity'),
      words(beginningOf(hit, page.text), 'excerpt'),
      same ? '' : el('span', { class: 'actions' },
        el('a', { href: page.link('compare', { a: ref, b: other }), 'aria-label': `${t('differences')} ${hit._id}` }, t('differences')),
        kept.id !== undefined
          ? el('a', { href: page.link('cluster', { ...kept, ref: other }), 'aria-label': `${t('compare_to_this')} ${hit._id}` }, t('compare_to_this'))
          : el('a', { href: page.link('cluster', { ref: other }), 'aria-label': `${t('its_neighbours')} ${hit._id}` }, t('its_neighbours'))),
    ];
  }), kind);
}
