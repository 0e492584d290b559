// Asks the node that served this page, with the rights of the user.

const base = location.origin + location.pathname.replace(/\/_simhash\/ui\/?$/, '');

let key = null; // Kept here alone: closing or reloading the page forgets it.

/** Uses an API key, as `id:key` or in base 64, instead of the browser's credentials; null for these again. */
export function useKey(value) {
  key = value && (value.includes(':') ? btoa(value) : value);
}

export function hasKey() {
  return key !== null;
}

/** An answer that is not a 2xx. The status is 0 if there is none, and `name` if the request cannot be sent. */
export class Refusal extends Error {
  constructor(status, reason, type, path) {
    super(reason);
    Object.assign(this, { status, type, path });
  }
}

/** Sends a request and reads the answer. `warn` receives the plugin's warnings. */
export async function ask(method, path, body, { signal, warn } = {}) {
  const headers = { Accept: 'application/json' };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  if (key !== null) {
    headers.Authorization = `ApiKey ${key}`;
  }
  let response;
  let text;
  try {
    response = await fetch(base + path, {
      method, headers, signal, cache: 'no-store', redirect: 'error',
      credentials: key === null ? 'same-origin' : 'omit',
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    throw new Refusal(0, error.message, 'unreachable', path);
  }
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = { error: text.slice(0, 300) };
  }
  if (!response.ok) {
    throw refusal(response.status, answer, path);
  }
  const failed = answer._shards?.failures?.[0]?.reason;
  if (failed && warn) {
    warn(innermost(failed));
  }
  for (const [, warning] of (response.headers.get('Warning') ?? '').matchAll(/299 [^"]*"((?:[^"\\]|\\.)*)"/g)) {
    if (warn && warning.startsWith('[')) { // As all warnings of the plugin do.
      warn(decodeURIComponent(warning).replace(/\\(.)/g, '$1')); // Other letters than Latin ones are bytes.
    }
  }
  return answer;
}

function refusal(status, answer, path) {
  const error = answer.error ?? {};
  if (typeof error === 'string') {
    return new Refusal(status, error, 'text', path);
  }
  const cause = error.failed_shards?.[0]?.reason ?? error.root_cause?.[0] ?? error;
  return new Refusal(status, innermost(cause), error.type ?? '', path);
}

function innermost(error) {
  return error.caused_by ? innermost(error.caused_by) : String(error.reason ?? error.type ?? error);
}

/** A path whose parts are values. No index is named `.` or `..`, which a browser would resolve. */
export function path(parts, ...values) {
  const dots = values.find((value) => value === '.' || value === '..');
  if (dots !== undefined) {
    throw new Refusal('name', dots);
  }
  return parts.reduce((whole, part, i) => whole + encodeURIComponent(values[i - 1]) + part);
}

export function search(index, body, options) {
  return ask('POST', path`/${index}/_search`, body, options);
}

/** The indices that have a field to compare, among those that the user may read. */
export async function indices(options) {
  const answer = await ask('GET', '/_field_caps?fields=*&types=simhash,minhash&include_unmapped=true&ignore_unavailable=true', undefined, options);
  const names = new Set();
  for (const types of Object.values(answer.fields)) {
    for (const type of [types.simhash, types.minhash]) {
      for (const name of type ? type.indices ?? answer.indices : []) {
        names.add(name);
      }
    }
  }
  return [...names].sort();
}

/** The fields of an index by what the page does with them. */
export async function fieldsOf(index, options) {
  const { fields } = await ask('GET', path`/${index}/_field_caps?fields=*`, undefined, options);
  const having = (...types) => Object.keys(fields).filter((name) => types.some((type) => fields[name][type] && !fields[name][type].metadata_field)).sort();
  const near = having('simhash', 'minhash');
  const own = (name) => near.some((field) => name.startsWith(`${field}.`));
  return {
    near,
    minhash: having('minhash'),
    text: having('text', 'match_only_text').filter((name) => !own(name)),
    keyword: having('keyword').filter((name) => !own(name) && fields[name].keyword.aggregatable !== false),
    passages: having('passages'),
  };
}

/** The pipeline through which documents of an index pass; null if it is not known. */
export async function pipelineOf(index, options) {
  try {
    const answer = await ask('GET', path`/${index}/_settings?flat_settings=true`, undefined, options);
    for (const { settings } of Object.values(answer)) {
      const pipeline = settings['index.default_pipeline'] ?? settings['index.final_pipeline'];
      if (pipeline && pipeline !== '_none') {
        return pipeline;
      }
    }
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    } // Otherwise the user may not see the settings.
  }
  return null;
}

/** The name of the field that has a multi-field; null for a field that is none. */
export function parentOf(field, names) {
  const parent = field.slice(0, Math.max(0, field.lastIndexOf('.')));
  return names.includes(parent) ? parent : null;
}

/** The text at a field of a document's source, or at the field that the multi-field belongs to. */
export function textAt(source, field) {
  for (let path = field; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const values = [];
    collect(source, path, values);
    if (values.length > 0) {
      return values.join('\n\n');
    }
  }
  return null;
}

function collect(value, path, into) {
  if (Array.isArray(value)) {
    value.forEach((one) => collect(one, path, into));
  } else if (path === '') {
    if (typeof value === 'string') {
      into.push(value);
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [name, below] of Object.entries(value)) {
      if (name === path) {
        collect(below, '', into);
      } else if (path.startsWith(`${name}.`)) {
        collect(below, path.slice(name.length + 1), into);
      }
    }
  }
}

/** An object whose field at a path is a value. */
export function objectOf(field, value) {
  return field.split('.').reduceRight((below, name) => ({ [name]: below }), value);
}

/** The number of bits in which two fingerprints of 16 hexadecimal digits differ; null without one. */
export function distance(one, other) {
  if (!one || !other) {
    return null;
  }
  let bits = 0;
  for (let rest = BigInt(`0x${one}`) ^ BigInt(`0x${other}`); rest > 0n; rest >>= 1n) {
    bits += Number(rest & 1n);
  }
  return bits;
}
