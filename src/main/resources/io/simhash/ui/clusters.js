// The clusters of an index, by a keyword field that has the id of each document's cluster.

import { search } from './api.js';
import { bar } from './charts.js';
import { el, note, table, words } from './dom.js';
import { count, t } from './words.js';

const SHOWN = 50;
const MOST = 1000;
/** Ids of the first request for a page, of the later ones at most, and the requests: most ids may have one document alone. */
const FIRST_IDS = 1000;
const MOST_IDS = 10_000;
const REQUESTS = 20;

/** The beginning of a text field, without reading the whole text into the page. */
export function beginning(field, size = 160) {
  return field === '' ? undefined : {
    pre_tags: [''], post_tags: [''],
    fields: { [field]: { type: 'unified', number_of_fragments: 1, fragment_size: size, no_match_size: size, max_analyzed_offset: 100_000, highlight_query: { match_none: {} } } },
  };
}

export function beginningOf(hit, field) {
  return hit?.highlight?.[field]?.[0] ?? '';
}

export async function clusters(page) {
  if (page.ids === '') {
    page.out.append(note(t('clusters_need_ids', t('ids_field'))));
    return;
  }
  const byId = page.params.get('order') === 'id';
  page.out.append(el('p', { class: 'choices', role: 'group', 'aria-label': t('order') },
    choice(page, 'largest', !byId, { order: null, after: null, size: null }),
    choice(page, 'by_id', byId, { order: 'id', after: null, size: null })));
  await (byId ? allById(page) : largest(page));
}

function choice(page, name, chosen, changes) {
  return el('a', { href: page.link('clusters', changes), 'aria-current': chosen && 'true' }, t(name));
}

async function largest(page) {
  const size = Math.min(MOST, Number(page.params.get('size')) || SHOWN);
  const terms = { field: page.ids, size, shard_size: 10_000, min_doc_count: 2 };
  const found = await search(page.index, { size: 0, track_total_hits: false, aggs: { ids: { terms } } }, page);
  const { buckets, doc_count_error_upper_bound: error } = found.aggregations.ids;
  if (buckets.length === 0) {
    page.out.append(note(t('no_clusters')));
    return;
  }
  if (error > 0) {
    page.out.append(note(t('approximate')));
  }
  page.out.append(await list(page, t('largest_caption', count(buckets.length)), buckets));
  if (buckets.length === size && size < MOST) {
    page.out.append(el('p', { class: 'more' }, el('a', { class: 'button', href: page.link('clusters', { size: Math.min(MOST, 4 * size) }) }, t('more'))));
  }
}

async function allById(page) {
  let after = page.params.get('after');
  const kept = [];
  let read = 0;
  let ended = false;
  for (let requests = 0, ids = FIRST_IDS; requests < REQUESTS && kept.length < SHOWN && !ended; requests++, ids = Math.min(MOST_IDS, 2 * ids)) {
    const composite = { size: ids, sources: [{ id: { terms: { field: page.ids } } }], ...(after !== null && { after: { id: after } }) };
    const found = await search(page.index, { size: 0, track_total_hits: false, aggs: { ids: { composite } } }, page);
    const { buckets } = found.aggregations.ids;
    ended = buckets.length < ids;
    for (const { key, doc_count: size } of buckets) {
      read++;
      after = key.id;
      if (size > 1) {
        kept.push({ key: key.id, doc_count: size });
        if (kept.length === SHOWN) {
          ended = false;
          break;
        }
      }
    }
    page.status(t('looked_at', count(read)));
  }
  page.out.append(kept.length > 0 ? await list(page, t('by_id_caption', count(kept.length)), kept) : note(t(ended ? 'no_more' : 'none_yet')));
  page.out.append(el('p', { class: 'hint' }, t('looked_at', count(read))));
  page.out.append(el('p', { class: 'more' },
    ended ? null : el('a', { class: 'button', id: 'next', href: page.link('clusters', { order: 'id', after }) }, t('next')),
    page.params.has('after') ? el('a', { class: 'button', href: page.link('clusters', { order: 'id', after: null }) }, t('first')) : null));
}

/** A row for each cluster, with the beginning of one of its texts. */
async function list(page, caption, buckets) {
  const texts = await beginnings(page, buckets.map((bucket) => bucket.key));
  const most = Math.max(...buckets.map((bucket) => bucket.doc_count));
  return table(caption, [t('id'), t('members'), '', t('begins')], buckets.map(({ key, doc_count: size }) => [
    el('a', { href: page.link('cluster', { id: key }), dir: 'auto' }, key),
    count(size), bar(size / most), words(texts.get(key) ?? '', 'excerpt')]), 'list');
}

async function beginnings(page, ids) {
  const texts = new Map();
  if (page.text === '') {
    return texts;
  }
  try {
    const found = await search(page.index, {
      size: ids.length, _source: false, track_total_hits: false, query: { terms: { [page.ids]: ids } },
      collapse: { field: page.ids }, highlight: beginning(page.text),
    }, page);
    for (const hit of found.hits.hits) {
      texts.set(hit.fields[page.ids][0], beginningOf(hit, page.text));
    }
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    } // A list without texts is better than none: an alias with two mappings cannot collapse, for instance.
    page.warn(error.message);
  }
  return texts;
}
