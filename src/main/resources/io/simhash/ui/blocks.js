// How evenly the blocks of fingerprints are distributed, and which values a field has.

import { ask, path } from './api.js';
import { bar } from './charts.js';
import { el, note, table } from './dom.js';
import { count, share, t } from './words.js';

export async function blocks(page) {
  const answer = await ask('GET', path`/${page.index}/_simhash/stats?fields=${page.field}`, undefined, page);
  const stats = answer.fields[page.field];
  if (!stats || stats.documents === 0) {
    page.out.append(note(t('no_documents')));
    return;
  }
  page.out.append(el('section', {}, el('h3', {}, t('values')), values(stats)));
  if (stats.profiles.length > 1) {
    page.out.append(note(t('mixed_profiles')));
  }
  page.out.append(...(stats.blocks
    ? [el('p', {}, t('blocks_text')), el('div', { class: 'blocks' }, stats.blocks.map((block, i) => bucketsOf(block, t('block', i), stats.fingerprints)))]
    : [note(t('no_blocks'))]));
}

function values(stats) {
  const row = (name, number) => [name, count(number), bar(number / stats.documents), share(number / stats.documents)];
  return table(t('values'), [t('kind'), t('members'), '', t('share')], [
    row(t('fingerprints'), stats.fingerprints),
    row(t('without_fingerprint'), stats.without_fingerprint),
    row(t('signatures'), stats.signatures),
    row(t('without_signature'), stats.without_signature),
    ...stats.profiles.slice(0, 5).map(({ profile, documents }) => row(t('profile', profile), documents)),
    ...stats.signature_parameters.slice(0, 5).map(({ parameters, documents }) => row(t('parameters', parameters), documents)),
    ...(stats.without_profile > 0 ? [row(t('without_profile'), stats.without_profile)] : []),
  ], 'bars');
}

function bucketsOf(block, name, documents) {
  const { buckets: overfull, documents: inOverfull } = block.overfull;
  return el('section', {},
    el('h3', {}, name),
    el('p', { class: 'hint' },
      t('block_average', count(block.distinct_values), count(Math.round(10 * block.average_bucket) / 10)), ' ',
      overfull === 0 ? t('block_even') : t('block_overfull', count(overfull), count(inOverfull))),
    table(name, [t('block_value'), t('members'), '', t('share')], block.largest_buckets.map((bucket) => [
      el('code', {}, bucket.value), count(bucket.documents), bar(bucket.documents / documents), share(bucket.documents / documents)]), 'bars'));
}
