// Finds which words of two texts differ: characters of Chinese, Japanese and Korean, words of other scripts.

const TOKEN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}\p{N}])+|\s+|[^]/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Texts with more differences are compared by runs, in linear time. */
const MOST_EDITS = 2000;
const RUN = 4;

/**
 * The two texts as lists of [part, differs], whose parts are the whole text.
 * `exact` is false if they were compared by runs of four words.
 */
export function difference(left, right) {
  const a = left.match(TOKEN) ?? [];
  const b = right.match(TOKEN) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    start++;
  }
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) {
    end++;
  }
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const pairs = shortestEdit(middleA, middleB);
  const common = pairs ? withoutIslands(pairs, middleA, middleB, start > 0, end > 0) : commonRuns(middleA, middleB);
  return { left: parts(a, start, common[0]), right: parts(b, start, common[1]), exact: pairs !== null };
}

/** Pairs of equal tokens by Myers' greedy algorithm: O((n + m) d) for d edits. Null if there are too many. */
function shortestEdit(a, b) {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const zero = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const before = [];
  for (let edits = 0; edits <= most; edits++) {
    before.push(reach.slice(zero - edits, zero + edits + 1));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && reach[zero + k - 1] < reach[zero + k + 1]);
      let x = down ? reach[zero + k + 1] : reach[zero + k - 1] + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) {
        x++;
      }
      reach[zero + k] = x;
      if (k === a.length - b.length && x >= a.length) {
        return backwards(before, a.length, b.length, edits);
      }
    }
  }
  return null;
}

function backwards(before, x, y, edits) {
  const pairs = [];
  for (let d = edits; d > 0; d--) {
    const reach = before[d];
    const k = x - y;
    const down = k === -d || (k !== d && reach[d + k - 1] < reach[d + k + 1]);
    const fromX = reach[d + (down ? k + 1 : k - 1)];
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      pairs.push([--x, --y]);
    }
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) {
    pairs.push([--x, --y]);
  }
  return pairs.reverse();
}

/** Drops pairs between differences: spaces, punctuation, one letter. They are equal by chance. */
function withoutIslands(pairs, a, b, before, after) {
  const common = [new Uint8Array(a.length), new Uint8Array(b.length)];
  for (let i = 0, next; i < pairs.length; i = next) {
    next = i + 1;
    while (next < pairs.length && pairs[next][0] === pairs[next - 1][0] + 1 && pairs[next][1] === pairs[next - 1][1] + 1) {
      next++;
    }
    const run = a.slice(pairs[i][0], pairs[next - 1][0] + 1);
    const letters = run.filter((token) => WORD.test(token)).join('').length;
    const atStart = i === 0 && before && pairs[0][0] === 0 && pairs[0][1] === 0;
    const atEnd = next === pairs.length && after && pairs[next - 1][0] === a.length - 1 && pairs[next - 1][1] === b.length - 1;
    if (letters > 1 || atStart || atEnd) {
      for (const [x, y] of pairs.slice(i, next)) {
        common[0][x] = 1;
        common[1][y] = 1;
      }
    }
  }
  return common;
}

/** Tokens from the first to the last word of each run of four words that both texts have. */
function commonRuns(a, b) {
  const wordsA = places(a);
  const wordsB = places(b);
  const runsA = runs(a, wordsA);
  const runsB = runs(b, wordsB);
  return [covered(a, wordsA, runsA, new Set(runsB)), covered(b, wordsB, runsB, new Set(runsA))];
}

function places(tokens) {
  return tokens.map((token, i) => (WORD.test(token) ? i : -1)).filter((i) => i >= 0);
}

function runs(tokens, words) {
  return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).map((place) => tokens[place]).join('\u0000'));
}

function covered(tokens, words, own, other) {
  const common = new Uint8Array(tokens.length);
  own.forEach((run, i) => {
    if (other.has(run)) {
      common.fill(1, words[i], words[i + RUN - 1] + 1);
    }
  });
  return common;
}

function parts(tokens, start, common) {
  const list = [];
  tokens.forEach((token, i) => {
    const differs = i >= start && i < start + common.length && common[i - start] === 0;
    const last = list[list.length - 1];
    if (last && last[1] === differs) {
      last[0].push(token);
    } else {
      list.push([[token], differs]);
    }
  });
  return list.map(([texts, differs]) => [texts.join(''), differs]);
}
