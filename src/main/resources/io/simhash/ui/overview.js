// How much of an index is repeated: counted from cluster ids where there are some, and estimated.

import { ask, path, search } from './api.js';
import { bar, curve } from './charts.js';
import { commands, el, note, table } from './dom.js';
import { passagesField } from './search.js';
import { bytes, count, share, t } from './words.js';

/** The most documents for which an estimate is made without asking. */
const ESTIMATED_AT_ONCE = 1_000_000;
/** Ids in a response; fewer than the 65,536 buckets that a node allows. */
const PAGE = 10_000;
/** Responses that are read before the user is asked to go on. */
const PAGES = 20;

export async function overview(page) {
  const counted = await countDocuments(page);
  if (counted.documents === 0) {
    page.out.append(note(t('no_documents')));
    return;
  }
  const hasIds = page.ids !== '' && counted.withId > 0;
  if (page.ids !== '' && counted.withId === 0) {
    page.out.append(note(t('ids_none', page.ids)));
  }
  if (hasIds) {
    await fromIds(page, counted);
  }
  const estimated = el('section', {}, el('h3', {}, t('estimate')));
  page.out.append(estimated, toRun(page, hasIds));
  if (counted.documents <= ESTIMATED_AT_ONCE) {
    await estimate(page, estimated);
  } else {
    const start = el('button', { type: 'button', click: () => { start.remove(); page.run(() => estimate(page, estimated)); } }, t('estimate_now'));
    estimated.append(start);
  }
}

/** Documents with a fingerprint, a signature or an id, those with an id, and distinct ids (approximate above 40,000). */
async function countDocuments(page) {
  const aggs = page.ids === '' ? {} : {
    with_id: { filter: { exists: { field: page.ids } } },
    distinct: { cardinality: { field: page.ids, precision_threshold: 40000 } },
  };
  // A run gives an id to documents without a text, too: they are stories of their own.
  const counted = [page.field, ...(page.ids === '' ? [] : [page.ids])].map((field) => ({ exists: { field } }));
  const found = await search(page.index, { size: 0, track_total_hits: true, query: { bool: { should: counted } }, aggs }, page);
  return {
    documents: found.hits.total.value,
    withId: found.aggregations?.with_id.doc_count ?? 0,
    distinct: found.aggregations?.distinct.value ?? 0,
  };
}

async function fromIds(page, counted) {
  const cards = el('dl', { class: 'cards' });
  const sizes = el('section', {});
  page.out.append(
    cards,
    el('p', { class: 'hint' }, t('from_ids', page.ids), ' ',
      counted.withId < counted.documents ? t('ids_missing', count(counted.documents - counted.withId)) : null),
    sizes);
  const walk = { after: undefined, ended: false, ids: 0, clusters: 0, members: 0, bySize: new Map() };
  const go = async () => {
    for (let pages = 0; pages < PAGES && !walk.ended; pages++) {
      await readSizes(page, walk);
      page.status(t('counted_part', count(walk.ids), count(Math.max(walk.ids, counted.distinct))));
    }
    show();
  };
  const show = () => {
    const alone = counted.documents - counted.withId;
    const stories = (walk.ended ? walk.ids : counted.distinct) + alone;
    cards.replaceChildren(
      card(count(counted.documents), t('documents')),
      card(count(stories), t('stories')),
      card(share((counted.documents - stories) / counted.documents), t('surplus')),
      ...(walk.ended ? [card(share(walk.members / counted.documents), t('repeated'))] : []));
    sizes.replaceChildren(el('h3', {}, t('sizes')));
    if (walk.clusters > 0) {
      sizes.append(sizesOf(walk));
    } else if (walk.ended) {
      sizes.append(note(t('no_clusters')));
    }
    if (!walk.ended) {
      sizes.append(note(t('counted_part', count(walk.ids), count(counted.distinct))),
        el('button', { type: 'button', click: () => page.run(go) }, t('count_rest')));
    }
  };
  await go();
}

/** Reads the next ids in their order. Each page costs its own ids, not the whole index. */
async function readSizes(page, walk) {
  const composite = { size: PAGE, sources: [{ id: { terms: { field: page.ids } } }], ...(walk.after && { after: walk.after }) };
  const found = await search(page.index, { size: 0, track_total_hits: false, aggs: { ids: { composite } } }, page);
  const { buckets, after_key: after } = found.aggregations.ids;
  for (const { doc_count: size } of buckets) {
    walk.ids++;
    walk.bySize.set(size, (walk.bySize.get(size) ?? 0) + 1);
    if (size > 1) {
      walk.clusters++;
      walk.members += size;
    }
  }
  walk.after = after;
  walk.ended = buckets.length < PAGE;
}

const RANGES = [[2, 2], [3, 3], [4, 4], [5, 9], [10, 19], [20, 49], [50, 99], [100, 999], [1000, Infinity]];

function sizesOf(walk) {
  const counts = RANGES.map(([from, to]) => [...walk.bySize].reduce((sum, [size, times]) => sum + (size >= from && size <= to ? times : 0), 0));
  const last = counts.findLastIndex((times) => times > 0);
  const most = Math.max(...counts);
  return table(t('sizes'), [t('size_documents'), t('size_clusters'), ''],
    RANGES.slice(0, last + 1).map(([from, to], i) => [
      to === Infinity ? `${count(from)} +` : from === to ? String(from) : `${from} – ${to}`,
      count(counts[i]), bar(counts[i] / most)]), 'bars');
}

function card(value, label) {
  return el('div', {}, el('dt', {}, label), el('dd', {}, value));
}

async function estimate(page, section) {
  page.status(t('loading'));
  let found;
  try {
    found = await ask('GET', path`/${page.index}/_simhash/estimate?field=${page.field}&timeout=10s`, undefined, page);
  } catch (error) {
    if (error.type === 'text' || error.status === 405) { // No handler has this path.
      section.append(note(t('no_estimate')));
      return;
    }
    throw error;
  }
  const { documents, sample, curve: points, near_duplicates: near, stories } = found;
  section.append(
    el('dl', { class: 'cards' },
      card(interval(near), t('repeated')),
      card(number(stories, documents), t('stories')),
      card(count(documents), t('documents'))),
    el('p', { class: 'hint' }, t('story'), ' ',
      sample.size === documents ? t('estimate_exact', count(documents)) : t('estimate_from', count(sample.size), count(documents)),
      found.timed_out ? ` ${t('estimate_timeout')}` : null));
  if (points?.length > 1) {
    const width = Math.max(280, Math.min(680, section.clientWidth));
    section.append(
      el('h4', {}, t('curve')),
      curve(points.map((point) => ({ x: point.min_similarity, y: point.near_duplicates.share, ...bounds(point.near_duplicates) })), width, { name: t('curve'), x: t('curve_x') }),
      table(t('curve'), [t('curve_x'), t('curve_share'), t('curve_stories')],
        points.map((point) => [String(point.min_similarity), interval(point.near_duplicates), number(point.stories, documents)]), 'points'));
  }
  if (near.count > 0 && passagesField(page) !== undefined) {
    const start = el('button', { type: 'button', click: () => page.run(() => withPassage(page, start)) }, t('estimate_passages'));
    section.append(el('p', {}, start));
  }
  const run = found.clusters_run;
  if (run) {
    const cost = run.refused ?? t('estimate_cost', count(run.documents), bytes(run.heap_in_bytes), count(Math.max(1, Math.round(run.seconds))));
    section.append(el('p', { class: 'hint' }, cost));
  }
}

/** Says how many near-duplicates of the sample have a common passage, in the place of the button that asked. */
async function withPassage(page, start) {
  page.status(t('loading'));
  const { near_duplicates: near, common_passages: common } = await ask(
    'GET', path`/${page.index}/_simhash/estimate?field=${page.field}&passages_field=${passagesField(page)}&timeout=30s`, undefined, page);
  const part = share(near.share > 0 ? common.near_duplicates.share / near.share : 0);
  start.replaceWith(
    common.passages === 0 ? t('estimate_no_frames') : t('estimate_frames', part, count(common.passages)), ' ',
    el('a', { href: page.link('common') }, t('common')));
}

function bounds({ lower, upper }) {
  return { lower, upper };
}

function interval(figure) {
  return figure.lower === figure.upper ? share(figure.share) : `${share(figure.share)} (${share(figure.lower).slice(0, -2)}–${share(figure.upper)})`;
}

/** The number of documents that a figure counts. */
function number({ count: counted, lower, upper }, documents) {
  const [least, most] = [lower, upper].map((bound) => count(Math.round(bound * documents)));
  return least === most ? count(counted) : `${count(counted)} (${least}–${most})`;
}

function toRun(page, hasIds) {
  const ids = page.ids === '' ? 'cluster_id' : page.ids;
  const mapping = `PUT /${page.index}/_mapping\n${JSON.stringify({ properties: { [ids]: { type: 'keyword' } } })}\n\n`;
  const run = `POST /${page.index}/_simhash/clusters?wait_for_completion=false\n${JSON.stringify({ field: page.field, update: { field: ids } })}`;
  return el('section', {},
    el('h3', {}, t('find_all')),
    el('p', {}, hasIds ? t('find_again_text') : t('find_all_text', t('ids_field'))),
    commands(hasIds ? run : page.ids === '' ? mapping + run : run, {
      name: t('commands'), copy: t('copy'), copied: t('copied'), select: t('selected') }));
}
