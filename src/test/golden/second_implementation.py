#!/usr/bin/env python3
"""A second implementation of the algorithms, and the maker of the golden files.

It is written from the specification (docs and javadoc), shares no line with the Java code, needs the
Python standard library alone and always writes the same bytes:

    python3 src/test/golden/second_implementation.py

A golden file's name carries the version of what it pins. A persisted algorithm that changes gets a
new version and a new file; these never change their meaning.
"""

import base64
import fractions
import functools
import hashlib
import json
import math
import pathlib
import random
import struct
import unicodedata

OUT = pathlib.Path(__file__).resolve().parents[1] / "resources" / "golden"
M32 = (1 << 32) - 1
M64 = (1 << 64) - 1

# ---------------------------------------------------------------- XXH3, 64 bits, seed 0

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
MX1, MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25


def u16(b, i):
    return struct.unpack_from("<H", b, i)[0]


def u32(b, i):
    return struct.unpack_from("<I", b, i)[0]


def u64(b, i):
    return struct.unpack_from("<Q", b, i)[0]


def rotl64(x, n):
    return ((x << n) | (x >> (64 - n))) & M64


def swap64(x):
    return int.from_bytes(x.to_bytes(8, "little"), "big")


def fold(a, b):
    """The two halves of the 128-bit product, combined by exclusive or."""
    p = a * b
    return (p & M64) ^ (p >> 64)


def xxh64_avalanche(h):
    h ^= h >> 33
    h = h * P64_2 & M64
    h ^= h >> 29
    h = h * P64_3 & M64
    return h ^ (h >> 32)


def xxh3_avalanche(h):
    h &= M64
    h ^= h >> 37
    h = h * MX1 & M64
    return h ^ (h >> 32)


def mix16(data, i, s):
    return fold(u64(data, i) ^ u64(SECRET, s), u64(data, i + 8) ^ u64(SECRET, s + 8))


def xxh3(data):
    n = len(data)
    if n == 0:
        return xxh64_avalanche(u64(SECRET, 56) ^ u64(SECRET, 64))
    if n <= 3:
        combined = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return xxh64_avalanche(combined ^ u32(SECRET, 0) ^ u32(SECRET, 4))
    if n <= 8:
        h = (u32(data, n - 4) + (u32(data, 0) << 32)) ^ u64(SECRET, 8) ^ u64(SECRET, 16)
        h ^= rotl64(h, 49) ^ rotl64(h, 24)
        h = h * MX2 & M64
        h ^= (h >> 35) + n
        h = h * MX2 & M64
        return h ^ (h >> 28)
    if n <= 16:
        lo = u64(data, 0) ^ u64(SECRET, 24) ^ u64(SECRET, 32)
        hi = u64(data, n - 8) ^ u64(SECRET, 40) ^ u64(SECRET, 48)
        return xxh3_avalanche(n + swap64(lo) + hi + fold(lo, hi))
    if n <= 128:
        acc = n * P64_1
        for pair in range((n - 1) // 32, -1, -1):
            acc += mix16(data, 16 * pair, 32 * pair)
            acc += mix16(data, n - 16 * (pair + 1), 32 * pair + 16)
        return xxh3_avalanche(acc)
    if n <= 240:
        acc = n * P64_1 + sum(mix16(data, 16 * i, 16 * i) for i in range(8))
        acc = xxh3_avalanche(acc)
        acc += sum(mix16(data, 16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
        acc += mix16(data, n - 16, 136 - 17)
        return xxh3_avalanche(acc)
    acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]

    def accumulate(at, s):
        for i in range(8):
            v = u64(data, at + 8 * i)
            key = v ^ u64(SECRET, s + 8 * i)
            acc[i ^ 1] = (acc[i ^ 1] + v) & M64
            acc[i] = (acc[i] + (key & M32) * (key >> 32)) & M64

    stripes = (n - 1) // 64
    for stripe in range(stripes):
        accumulate(64 * stripe, 8 * (stripe % 16))
        if stripe % 16 == 15:
            for i in range(8):
                a = acc[i] ^ (acc[i] >> 47) ^ u64(SECRET, 128 + 8 * i)
                acc[i] = a * P32_1 & M64
    accumulate(n - 64, 192 - 64 - 7)
    h = n * P64_1
    for i in range(0, 8, 2):
        h += fold(acc[i] ^ u64(SECRET, 11 + 8 * i), acc[i + 1] ^ u64(SECRET, 19 + 8 * i))
    return xxh3_avalanche(h)


def utf8(text):
    """UTF-8; an unpaired surrogate counts as U+FFFD."""
    return "".join("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text).encode("utf-8")


def utf16(text):
    """The UTF-16 code units."""
    b = text.encode("utf-16-le", "surrogatepass")
    return struct.unpack("<%dH" % (len(b) // 2), b)


def hash_xxh3(text):
    return xxh3(utf8(text))


def hash_fnv1a(text):
    h = 0xCBF29CE484222325
    for unit in utf16(text):
        h = (h ^ unit) * 0x100000001B3 & M64
    return h


HASHES = {"xxh3": hash_xxh3, "fnv1a": hash_fnv1a}

# ---------------------------------------------------------------- weights and factors


def weight_of(w):
    """Nearest multiple of 2^-20, halves to even, clamped to [0, 2^24], counted in steps."""
    if math.isnan(w):
        raise ValueError("NaN")
    w = min(max(w, 0.0), float(1 << 24))
    return round(fractions.Fraction(w) * (1 << 20))


def tf_factor(kind, n):
    return {"count": float(n), "log": 1 + math.log(n), "binary": 1.0}[kind]


def length_factor(kind, x, shortest, longest):
    if kind == "none":
        return 1.0
    if kind == "gaussian":
        return math.exp(-((x - 4.51) ** 2) / (2 * 2.207**2))
    return 1.0 if longest == shortest else 0.5 + 0.5 * (x - shortest) / (longest - shortest)


def levels_by_rank(weights, n):
    def level(w):
        lower = sum(v < w for v in weights)
        equal = sum(v == w for v in weights)
        return 1 + n * (2 * lower + equal) // (2 * len(weights))

    return [level(w) for w in weights]


def levels_linear(weights, n):
    lo, hi = min(weights), max(weights)
    return [1 if lo == hi else min(n, 1 + n * (w - lo) // (hi - lo)) for w in weights]


LEVELS = {"rank": levels_by_rank, "linear": levels_linear}


class Idf:
    def __init__(self, documents, frequencies):
        self.documents, self.frequencies = documents, frequencies
        steps = [weight_of(math.log(documents / df)) for df in frequencies.values()]
        self.mean = float(fractions.Fraction(sum(steps), len(steps) << 20))

    def __call__(self, term):
        df = self.frequencies.get(term, 0)
        return math.log(self.documents / df) if df else self.mean


# ---------------------------------------------------------------- shingles


def is_invisible(c):
    return (unicodedata.category(c) == "Cf" or c in "\u034f\u0640\u115f\u1160\u17b4\u17b5\u3164\uffa0"
            or "\u180b" <= c <= "\u180f" or "\ufe00" <= c <= "\ufe0f" or "\U000e0000" <= c <= "\U000e0fff")


def simple_fold(c):
    """The rules C and S of Unicode's CaseFolding.txt, with i for both Turkish letters; Cherokee goes to small letters."""
    if c in "\u0130\u0131":
        return "i"
    if "\u13a0" <= c <= "\u13fd" or "\uab70" <= c <= "\uabbf":
        return c.lower()
    # Python has the rules C and F. Where F gives several letters, S is the lower case.
    return next((x for x in (c.casefold(), c.lower()) if len(x) == 1), c)


def joins(c):
    """Whether a code point belongs to the run of the one before it."""
    first = unicodedata.normalize("NFKC", c)[0]
    return is_invisible(first) or unicodedata.category(first)[0] == "M" or (
        "\u1161" <= first <= "\u1175" or "\u11a8" <= first <= "\u11c2")


def runs_of(text):
    """(start, text) of the runs of a text, with 64 UTF-16 units at most."""
    found = []
    for i, c in enumerate(text):
        if not found or not joins(c):
            found.append((i, c))
            whole = True
        elif whole:
            start, run = found[-1]
            whole = len(utf16(run + c)) <= 64
            found[-1] = (start, run + c if whole else run)
    return found


@functools.cache
def normal_form(text):
    form = "".join(run for _, run in runs_of(text))
    while True:
        before = form
        form = unicodedata.normalize("NFKC", form)
        form = "".join(simple_fold(c) for c in form if not is_invisible(c))
        if form == before:
            return form


STROKES = {"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ß": "ss"}
ARABIC_GROUPS = ["اآأإٱٲٳٵ", "وؤ", "يىئیېۍےۓ", "كکڪ", "هةەہۀۂۃھ"]
KINDS = ["accents", "arabic", "traditional", "numbers"]


@functools.cache
def simplified():
    pairs = (OUT.parents[2] / "main/resources/io/simhash/core/text/traditional.txt").read_text(encoding="utf-8").strip()
    return dict(zip(pairs[::2], pairs[1::2]))


def folded_code_point(c, kinds):
    """What a code point of a normal form becomes."""
    if "numbers" in kinds and unicodedata.category(c) == "Nd":
        return " "
    if "arabic" in kinds:
        c = next((group[0] for group in ARABIC_GROUPS if c in group), c)
    if "traditional" in kinds:
        c = simplified().get(c, c)
    if "accents" in kinds:
        first = unicodedata.normalize("NFD", c)[0]
        name = unicodedata.name(first, "")
        if unicodedata.category(c)[0] == "M":
            c = c if is_letter(c) or c == "\u20e3" else ""
        elif name.startswith(("LATIN ", "GREEK ", "CYRILLIC ")):
            c = STROKES.get(first, first)
    return c


def folded(text, kinds):
    """The text without the differences that do not count. A text that has no letter but digits keeps them."""
    if not kinds:
        return text
    found = "".join(folded_code_point(c, kinds) for c in normal_form(text))
    if "numbers" in kinds and not any(map(is_letter, found)):
        return folded(text, [kind for kind in kinds if kind != "numbers"])
    return found


# The marks (Mn, Mc) that are not letters, from Unicode's Scripts.txt.
OPTIONAL_MARKS = [
    (0x300, 0x36F), (0x951, 0x954), (0x1AB0, 0x1AFF), (0x1CD0, 0x1CFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0x302A, 0x302D),
    (0x3099, 0x309A), (0xFE00, 0xFE2D), (0x101FD, 0x101FD), (0x102E0, 0x102E0), (0x1133B, 0x1133B), (0x1CF00, 0x1CF46),
    (0xE0100, 0xE01EF),  # Inherited
    (0x1D165, 0x1D1AD),  # Common and Inherited
    (0x483, 0x487), (0x2DE0, 0x2DFF), (0xA66F, 0xA69F), (0xFE2E, 0xFE2F),  # Cyrillic
    (0x1D242, 0x1D244), (0x2CEF, 0x2CF1), (0x1E000, 0x1E02A),  # Greek, Coptic, Glagolitic
    (0x591, 0x5C7), (0xFB1E, 0xFB1E), (0x610, 0x6ED), (0x898, 0x8FF),  # Hebrew, Arabic
    (0x711, 0x74A), (0x816, 0x82D), (0x859, 0x85B), (0x302E, 0x302F),  # Syriac, Samaritan, Mandaic, Hangul
]


# Modifier letters that are written for an apostrophe, and that readers type as ' or ’.
APOSTROPHES = "ʹʺʻʼʽʾʿˮꞋꞌ"


def is_letter(c):
    kind = unicodedata.category(c)
    if c in APOSTROPHES:
        return False
    optional = any(first <= ord(c) <= last for first, last in OPTIONAL_MARKS)
    return kind[0] in "LN" or kind in ("Mn", "Mc") and not optional


def shingle_text(text):
    form = normal_form(text)
    letters = "".join(c for c, after in zip(form, form[1:] + " ") if is_letter(c) and after != "\u20e3")
    return letters or "".join(c for c in form if is_letter(c) or unicodedata.category(c) == "So" or c == "\u20e3")


def windows(items, n):
    if not items:
        return []
    if len(items) < n:
        return [items]
    return [items[i : i + n] for i in range(len(items) - n + 1)]


def distinct(items):
    return list(dict.fromkeys(items))


def character_shingles(text, n):
    return ["".join(w) for w in windows(list(shingle_text(text)), n)]


def term_shingles(terms, n):
    return [" ".join(w) for w in windows(terms, n)]


# The letters and numbers of the scripts Han, Hiragana, Katakana and Hangul, from Unicode's Scripts.txt.
DENSE = [
    (0x3005, 0x3005), (0x3007, 0x3007), (0x3021, 0x3029), (0x3038, 0x303B), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xF900, 0xFAD9), (0x16FE3, 0x16FE3), (0x16FF0, 0x16FF1), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),  # Han
    (0x3041, 0x3096), (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FD, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF6F),
    (0xFF71, 0xFF9D), (0x1AFF0, 0x1AFFE), (0x1B000, 0x1B167),  # Hiragana, Katakana
    (0x1100, 0x11FF), (0x3131, 0x318E), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xD7B0, 0xD7FB), (0xFFA0, 0xFFDC),  # Hangul
    # Of the script Common, and of no other scripts than these in Unicode's ScriptExtensions.txt.
    (0x3006, 0x3006), (0x3031, 0x3035), (0x303C, 0x303C), (0x30FC, 0x30FC), (0x1D360, 0x1D371),
]


def is_dense(c):
    return any(first <= ord(c) <= last for first, last in DENSE)


def auto_shingles(text):
    """Windows of 5 code points where one of the 12 from the place on or of the 7 before it is dense, else of 12.

    Where no window reaches the last letter, also of 5 at the places at which 12 do not fit.
    """
    chars = list(shingle_text(text))
    n = len(chars)
    ends = [i + (5 if any(map(is_dense, chars[max(0, i - 7) : i + 12])) else 12) for i in range(n)]
    if n >= 12 and n not in ends:
        ends[n - 11 :] = range(n - 6, n + 5)
    return ["".join(chars[i:end]) for i, end in enumerate(ends) if end <= n] or ["".join(chars)] * (n > 0)


# ---------------------------------------------------------------- features


def cue_marked(text, phrases, scope):
    """The UTF-16 offsets that are marked. Test texts hold BMP characters only."""
    marked = set()
    ends = [
        i + 1
        for i, c in enumerate(text)
        if c in "。！？；!?;\n" or c == "." and (i + 1 == len(text) or text[i + 1].isspace())
    ]
    bounds = [0] + ends + [len(text)]
    for phrase in phrases:
        at = text.find(phrase)
        while at >= 0:
            if scope == "token":
                marked.update(range(at, at + len(phrase)))
            else:
                start = max(b for b in bounds if b <= at)
                marked.update(range(start, min(b for b in bounds if b > at)))
            at = text.find(phrase, at + 1)
    return marked


def extract(options, idf, sections, title):
    """(text, pos, occurrences, factors, hash, weight) of each feature, in order of first occurrence."""
    opt = dict(
        min_token_length=2, min_document_frequency=0, tf="log", length="none", pos={}, cue_phrases=[],
        cue_factor=5.0, cue_scope="sentence", title_factor=1.0, weight_levels=0, weight_scale="rank",
        top=0, shingle=None, hash="xxh3",
    )
    opt.update(options)
    unit, size = opt["shingle"] or ("token", 1)

    def keep(token):
        rare = idf is not None and idf.frequencies.get(token[0], 0) < opt["min_document_frequency"]
        return len(token[0]) >= opt["min_token_length"] and not rare

    def mean(xs):
        return sum(xs) / len(xs)

    def pos_factor(pos):
        prefixes = [p for p in opt["pos"] if pos.startswith(p)]
        return opt["pos"][max(prefixes, key=len)] if prefixes else 1.0

    kept = [[t for t in tokens if keep(t)] for _, tokens, _ in sections]
    lengths = [len(t[0]) for ts in kept for t in ts]
    drafts = {}
    for (text, _, boost), tokens in zip(sections, kept):
        if unit == "character":
            for s in character_shingles(text, size):
                drafts.setdefault(s, []).append(("", 1.0, 1.0, 1.0, 1.0, 1.0, boost))
            continue
        marked = cue_marked(text, opt["cue_phrases"], opt["cue_scope"])
        for window in windows(tokens, size):
            drafts.setdefault(" ".join(t[0] for t in window), []).append((
                " ".join(t[1] for t in window),
                mean([idf(t[0]) if idf else 1.0 for t in window]),
                mean([length_factor(opt["length"], len(t[0]), min(lengths), max(lengths)) for t in window]),
                mean([pos_factor(t[1]) for t in window]),
                mean([opt["cue_factor"] if marked & set(range(t[2], t[3])) else 1.0 for t in window]),
                mean([opt["title_factor"] if t[0] in title else 1.0 for t in window]),
                boost,
            ))
    features = []
    for text, seen in drafts.items():
        factors = [tf_factor(opt["tf"], len(seen))] + [max(s[i] for s in seen) for i in range(1, 7)]
        weight = weight_of(math.prod(factors))
        if weight:
            features.append([text, seen[0][0], len(seen), factors, HASHES[opt["hash"]](text), weight])
    if opt["top"]:
        kept_features = sorted(features, key=lambda f: (-f[5], f[4]))[: opt["top"]]
        features = [f for f in features if f in kept_features]
    if opt["weight_levels"]:
        levels = LEVELS[opt["weight_scale"]]([f[5] for f in features], opt["weight_levels"])
        for f, level in zip(features, levels):
            f[5] = level << 20
    return features


def effective(weights):
    squares = sum(w * w for w in weights)
    return float(fractions.Fraction(sum(weights) ** 2, squares)) if squares else 0.0


# ---------------------------------------------------------------- SimHash, blocks, probes, MinHash


def bit_sums(features):
    return [sum(w if h >> i & 1 else -w for h, w in features) for i in range(64)]


def simhash(features, ties="zero"):
    return sum(1 << i for i, s in enumerate(bit_sums(features)) if s > 0 or s == 0 and ties == "one")


def hex16(x):
    return "%016x" % x


def block(fingerprint, i):
    return fingerprint >> (48 - 16 * i) & 0xFFFF


def ball(bits):
    return sum(math.comb(16, i) for i in range(bits + 1))


def probe_plan(k):
    r, a = divmod(k, 4)
    return a + 1, r, r - 1, (a + 1) * ball(r) + (3 - a) * ball(r - 1)


def probe_values(value, lo, hi):
    return [v for v in range(1 << 16) if lo <= bin(v ^ value).count("1") <= hi]


GAMMA = 0x9E3779B97F4A7C15


def splitmix64(state, i):
    """Output i, from 0, of the generator that starts in the state."""
    z = (state + (i + 1) * GAMMA) & M64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return z ^ z >> 31


ROUNDS = 64


@functools.cache
def multiplier(r):
    return splitmix64(0, r) | 1


@functools.cache
def minima(elements, n):
    """Fast similarity sketching: all rounds, without the ends that make it fast."""
    least = [M64] * n
    for x in elements:
        for r in range(ROUNDS + n):
            u = x * multiplier(r) & M64
            i = (u >> 32) * n >> 32 if r < ROUNDS else r - ROUNDS
            least[i] = min(least[i], r << 32 | u >> 20 & 0xFFFFFFFF)
    return tuple(least)


def band_values(least, bands, rows):
    """The lowest 16 bits of a hash of the minima of each band."""
    return [xxh3(b"".join(m.to_bytes(8, "little") for m in least[b * rows : (b + 1) * rows])) & 0xFFFF
            for b in range(bands)]


def bands_agree(bands, rows, matching, jaccard):
    """P(at least so many bands agree), exact up to the last division."""
    p = fractions.Fraction(jaccard) ** rows
    return float(sum(math.comb(bands, i) * p**i * (1 - p) ** (bands - i) for i in range(matching, bands + 1)))


UNITS = ["none", "character", "token"]
DEFAULT_BANDS = (1024, 24, 2)


def header(unit, size, n, bands, rows, kinds=()):
    """Version, unit and size of the shingles, what is folded, and the bands if they are not the default."""
    folding = sum(2 << KINDS.index(kind) for kind in kinds)
    short = bytes([6, UNITS.index(unit) << 6 | (0 if size in ("auto", "-") else size)])
    if (n, bands, rows) == DEFAULT_BANDS:
        return short + bytes([folding])
    return short + bytes([1 + folding]) + n.to_bytes(2, "big") + bytes([bands, rows])


def stored_components(components):
    """The lowest two bits of 64 components at a time, read as binary digits: all first bits, then all second ones."""
    groups = [components[i : i + 64] for i in range(0, len(components), 64)]
    return b"".join(int("".join(str(c >> bit & 1) for c in reversed(group)), 2).to_bytes(8, "little")
                    for group in groups for bit in (0, 1))


def stored_signature(unit, size, n, bands, rows, elements, kinds=()):
    least = minima(elements, n)
    values = b"".join(v.to_bytes(2, "little") for v in band_values(least, bands, rows))
    return header(unit, size, n, bands, rows, kinds) + values + stored_components(least)


def parameters(unit, size, n, bands, rows, kinds=()):
    shingles = unit if unit == "none" else "+".join(["%s:%s" % (unit, size), *kinds])
    return "6:%s:%d:%dx%d" % (shingles, n, bands, rows)


def parts(stored):
    """Header, bands and components of a stored signature, as bytes."""
    length = 7 if stored[2] & 1 else 3
    end = length + 2 * (stored[5] if stored[2] & 1 else DEFAULT_BANDS[1])
    return stored[:length], stored[length:end], stored[end:]


def head_and_rest(stored):
    """What an index keeps apart: header, bands and the last 256 components at most, and the components before them."""
    header, bands, components = parts(stored)
    cut = max(0, len(components) - 4 * 16)
    return header + bands + components[cut:], components[:cut]


def parsed(stored):
    """The header of a stored signature, the bands, the components."""
    header, bands, components = parts(stored)
    n = int.from_bytes(header[3:5], "big") if header[2] & 1 else DEFAULT_BANDS[0]
    at = [i // 64 * 16 for i in range(n)]
    return header, [u16(bands, i) for i in range(0, len(bands), 2)], [
        (u64(components, at[i]) >> i % 64 & 1) + 2 * (u64(components, at[i] + 8) >> i % 64 & 1) for i in range(n)]


def head_components(n):
    """Those of the last four groups of 64; the last group may not be full."""
    return n - max(0, (n + 63) // 64 - 4) * 64


def estimate(equal, n):
    chance = fractions.Fraction(1, 4)
    return max(0, (fractions.Fraction(equal, n) - chance) / (1 - chance))


def compared(a, b):
    """Equal components, those of the head, equal bands, and the similarity; None if the two cannot be compared."""
    (header_a, bands_a, components_a), (header_b, bands_b, components_b) = parsed(a), parsed(b)
    if header_a != header_b:
        return None
    n = len(components_a)
    equal = [x == y for x, y in zip(components_a, components_b)]
    return (sum(equal), sum(equal[n - head_components(n):]), sum(x == y for x, y in zip(bands_a, bands_b)),
            float(estimate(sum(equal), n)))


def head_threshold(min_similarity, n):
    """The largest t that fewer than one in a million pairs miss whose estimate is the minimum: P(X < t) < 10^-6.

    Of their n components the least number a is equal that gives this estimate. A head is h of them, so that the number X
    of equal ones in it is hypergeometric.
    """
    h = head_components(n)
    a = next(a for a in range(n + 1) if estimate(a, n) >= min_similarity)
    fewer = 0
    for t in range(h):
        fewer += math.comb(a, t) * math.comb(n - a, h - t)
        if fewer * 1_000_000 >= math.comb(n, h):
            return t
    return h


# ---------------------------------------------------------------- passages


def normal_code_points(value):
    """(start, end, code point) of the normal form of a value, by UTF-16 units: of runs, or of code points that do not change."""
    found, runs = [], runs_of(value)
    for (first, run), (after, _) in zip(runs, runs[1:] + [(len(value), "")]):
        start, end = len(utf16(value[:first])), len(utf16(value[:after]))
        if normal_form(run) == value[first:after]:
            for c in run:
                found.append((start, start := start + len(utf16(c)), c))
        else:
            found += [(start, end, c) for c in normal_form(run)]
    return found


def passage_letters(values, kinds=()):
    """(value, start, end, letter) of each letter, the offsets in UTF-16 units; None between two values. Digits that are folded never count."""
    letters = []
    for v, value in enumerate(values):
        if v:
            letters.append(None)
        for start, end, before in normal_code_points(value):
            follows = letters and letters[-1] and letters[-1][2] >= start
            c = folded_code_point(before, kinds) or before
            if is_letter(c[0]):
                letters += [(v, start, end, x) for x in c]
            elif follows and c == "\u20e3":
                letters.pop()
            elif follows and unicodedata.category(c)[0] == "M":
                letters[-1] = (*letters[-1][:2], end, letters[-1][3])
    return tuple(letters)


def passage_units(letters, start=0, end=None):
    return sum(12 if is_dense(x[3]) else 5 for x in letters[start:end] if x)


def shortest_run(letters, start, units):
    """The index behind the shortest run from a letter on that has so many units; None if the value ends before."""
    got = 0
    for end in range(start, len(letters)):
        if letters[end] is None:
            return None
        got += passage_units(letters, end, end + 1)
        if got >= units:
            return end + 1
    return None


def murmur3_finalizer(h):
    h ^= h >> 33
    h = h * 0xFF51AFD7ED558CCD & M64
    h ^= h >> 33
    h = h * 0xC4CEB9FE1A85EC53 & M64
    return h ^ h >> 33


@functools.cache
def passage_windows(letters, shingle, window):
    """(from, to, term) of each window."""
    found = []
    ends = [shortest_run(letters, i, 5 * shingle) for i in range(len(letters))]
    for i in range(len(letters)):
        behind = shortest_run(letters, i, 5 * window)
        if behind is None or None in ends[i:behind]:
            continue
        hashes = []
        for j in range(i, behind):
            run = letters[j : ends[j]]
            powers = (pow(GAMMA, len(run) - 1 - place, 1 << 64) for place in range(len(run)))
            hashes.append(murmur3_finalizer(sum(ord(x[3]) * power for x, power in zip(run, powers)) & M64))
        found.append((i, ends[behind - 1], min(hashes) & 0xFFFFFF))
    return found


def passage_terms(letters, shingle, window):
    return sorted({term for _, _, term in passage_windows(letters, shingle, window)})


def terms_of_passages(letters, shingle, window, units, frequent):
    """The terms of each just long enough passage that are looked up, without the passages that have none."""
    looked_up = [w for w in passage_windows(letters, shingle, window) if w[2] not in frequent]
    found = []
    for start in range(len(letters)):
        end = shortest_run(letters, start, units)
        if end is not None:
            found.append({term for i, j, term in looked_up if start <= i and j <= end})
    return [terms for terms in found if terms]


def passages_required(letters, shingle, window, units, frequent):
    """The least number of terms of a passage; 0 if there is none."""
    return min(map(len, terms_of_passages(letters, shingle, window, units, frequent)), default=0)


def plain(letters, separator):
    return "".join(x[3] if x else separator for x in letters)


def maximal_passages(text, other, units):
    """(from, to) of the runs of a text that the other one has and that cannot be extended, by trying all runs."""
    n, run, runs = len(text), plain(text, "\0"), plain(other, "\1")
    common = {(i, j) for i in range(n) for j in range(i + 1, n + 1) if run[i:j] in runs}
    return sorted((i, j) for i, j in common if passage_units(text, i, j) >= units
                  and (i - 1, j) not in common and (i, j + 1) not in common)


def common_passages(query, document, units, winnowing=None, terms=()):
    """Coverage and passages; with winnowing, of passages that have a window with one of the terms."""

    def counting(text, other):
        looked_up = [w for w in passage_windows(text, *winnowing) if w[2] in terms] if winnowing else []
        return [(i, j) for i, j in maximal_passages(text, other, units)
                if not winnowing or any(i <= start and end <= j for start, end, _ in looked_up)]

    def covered(text, passages):
        return sum(passage_units(text, i, i + 1) for i in {i for p in passages for i in range(*p)})

    found = counting(document, query)
    # Each letter is given to the longest passage that it is in, of equally long ones to the first.
    kept = {}
    for i, j in sorted(found, key=lambda p: (-passage_units(document, *p), p)):
        for letter in range(i, j):
            kept.setdefault(letter, (i, j))
    parts = []
    for passage in found:
        own = [letter for letter in kept if kept[letter] == passage]
        if own:
            start, end = min(own), max(own) + 1
            assert len(own) == end - start
            # The place of the whole passage decides, also where the part of it is earlier by itself.
            place = plain(query, "\1").index(plain(document[slice(*passage)], "\0"))
            parts.append((start, end, place + start - passage[0]))
    coverage = (covered(query, counting(query, document)), passage_units(query),
                covered(document, found), passage_units(document))
    return coverage, parts


# ---------------------------------------------------------------- published values


def check_published_values():
    assert len(SECRET) == 192
    assert hex16(xxh3(b"")) == "2d06800538d394c2"
    assert hash_fnv1a("") == 0xCBF29CE484222325
    assert hash_fnv1a("a") == 0xAF63DC4C8601EC8C  # ASCII: code units are bytes
    assert hash_fnv1a("foobar") == 0x85944171F73967E8
    assert [splitmix64(1234567, i) for i in range(3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert splitmix64(0, 0) == 0xE220A8397B1DCDAF
    assert murmur3_finalizer(0) == 0 and murmur3_finalizer(1) == 0xB456BCFC34C2CB2C
    assert [probe_plan(k)[3] for k in (3, 4, 5, 6, 7, 8, 11)] == [4, 20, 36, 52, 68, 188, 548]
    assert simhash([(0b100101, 4), (0b101011, 5)]) & 63 == 0b101011
    super_shingles = [(0.98, 0.996), (0.95, 0.879), (0.90, 0.415), (0.85, 0.120), (0.80, 0.026)]
    assert all(round(bands_agree(6, 14, 2, j), 3) == p for j, p in super_shingles)


# ---------------------------------------------------------------- the files


def cell(x):
    if isinstance(x, str):
        return json.dumps(x)
    if isinstance(x, float):  # as Java's Double.parseDouble reads it
        return x.hex() if math.isfinite(x) else "Infinity" if x > 0 else "-Infinity"
    return str(x)


def write(name, about, columns, rows):
    head = ["# " + line for line in about] + [
        "# Strings are JSON strings in ASCII; floating-point numbers are hexadecimal and exact.",
        "# Made by: python3 src/test/golden/second_implementation.py",
    ]
    if columns:
        head.append("# Columns: " + ", ".join(columns))
    lines = ["\t".join(map(str, row)) for row in rows]
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_bytes(("\n".join(head + lines) + "\n").encode("ascii"))


TEXTS = [
    "", "a", "ab", "abc", "\0", "a\0b", "\0" * 17, "foobar", "hello, world", "simhash",
    "中", "中文", "近似重复", "综上所述", "中华人民共和国", "文本相似度计算与去重" * 3,
    "😀", "😀😃", "a😀b", "𠮷野家", "\ud800", "\udc00", "a\ud83d", "\ude00b", "\udc00x\ud800", "\ufffd", "?",
    "é", "e\u0301", "ß", "ﬁ", "\u00a0", "\u2028", "\ufeff", "\uffff", "Ａ１", "\t\n\r\"\\/",
    "中文 shingle", "Привет, мир", "한국어", "ไทย", "עברית",
]
PATTERN = "The quick brown fox jumps over the lazy dog; 0123456789. "


def sized_texts(rnd):
    """One text for every length in bytes from 1 to 300, then around XXH3's block of 1024 bytes."""
    for n in list(range(1, 301)) + [511, 512, 513, 1023, 1024, 1025, 1087, 1088, 1089, 2047, 2048, 2049, 3333, 5000]:
        if n % 3:
            yield "".join(rnd.choice(PATTERN) for _ in range(n))
        else:
            yield "".join(chr(rnd.randrange(0x4E00, 0x9FA6)) for _ in range(n // 3))


def feature_hashes(rnd):
    texts = TEXTS + [t for t in sized_texts(rnd)]
    return [(cell(t), hex16(hash_xxh3(t)), hex16(hash_fnv1a(t))) for t in texts]


def simhashes(rnd):
    def row(name, pairs):
        sums = bit_sums(pairs)
        return (name, ",".join(hex16(h) for h, _ in pairs), ",".join(str(w) for _, w in pairs),
                ",".join(map(str, sums)), hex16(simhash(pairs)), hex16(simhash(pairs, "one")))

    one = 1 << 20
    yield row("one-feature", [(hash_xxh3("中文"), one)])
    yield row("opposites", [(0x00FF00FF00FF00FF, one), (0xFF00FF00FF00FF00, one)])
    yield row("opposites-and-a-step", [(0x00FF00FF00FF00FF, one), (0xFF00FF00FF00FF00, one + 1)])
    yield row("literature", [(0b100101, 4), (0b101011, 5)])
    yield row("weight-zero", [(M64, 0), (0x0123456789ABCDEF, one)])
    yield row("only-weight-zero", [(0x0123456789ABCDEF, 0)])
    yield row("all-ones-and-zeros", [(M64, 3), (0, 3)])
    yield row("largest-weights", [(rnd.getrandbits(64), 1 << 44) for _ in range(5)])
    yield row("near-overflow", [(rnd.getrandbits(64), 1 << 61), (rnd.getrandbits(64), 1 << 61),
                                (rnd.getrandbits(64), (1 << 62) - 1)])
    words = "文本 相似 度 计算 与 去重 近似 重复 检测 simhash fingerprint 指纹".split()
    yield row("words", [(hash_xxh3(w), one) for w in words])
    yield row("words-fnv1a", [(hash_fnv1a(w), one) for w in words])
    for n in (2, 3, 7, 16, 50, 100):
        yield row("random-%d" % n, [(rnd.getrandbits(64), rnd.randrange(1, 50 << 20)) for _ in range(n)])


def generated(seed, count):
    """The first outputs of SplitMix64, and the cell that says so."""
    return tuple(splitmix64(seed, i) for i in range(count)), "%d*%s" % (count, hex16(seed))


def element_sets(rnd):
    """Name, elements and cell of small sets."""
    sets = [("one", {hash_xxh3("中")}), ("zero", {0}), ("all-bits", {M64}), ("signs", {0, M64, 1 << 63}),
            ("shingles", {hash_xxh3(s) for s in character_shingles(PATTERN, 5)})]
    sets += [("random-%d" % n, {rnd.getrandbits(64) for _ in range(n)}) for n in (2, 10, 60)]
    return [(name, tuple(sorted(elements)), ",".join(map(hex16, sorted(elements)))) for name, elements in sets]


# More elements than minima.
LARGER = {1: 5, 16: 40, 64: 200, 84: 300, 300: 900, 1024: 1100, 2048: 2100}


def larger_set(n):
    return ("larger", *generated(n, LARGER[n]))


def minhashes(rnd):
    sets = element_sets(rnd)
    for n in (1, 16, 64, 84, 1024, 2048):
        for name, elements, written in sets + [larger_set(n)]:
            least = minima(elements, n)
            digest = hashlib.sha256(b"".join(m.to_bytes(8, "big") for m in least)).hexdigest()
            yield (name, n, written, ",".join(map(hex16, least)) if n <= 84 else "-", digest)


BANDS = [(64, 1, 1), (64, 1, 64), (64, 24, 2), (84, 6, 14), (84, 24, 3), (300, 20, 15), DEFAULT_BANDS, (1024, 24, 4),
         (2048, 24, 2), (2048, 8, 255)]


def band_rows(rnd):
    sets = element_sets(rnd)
    for n, bands, rows in BANDS:
        for name, elements, written in sets + [larger_set(n)]:
            values = band_values(minima(elements, n), bands, rows)
            yield ("values", name, n, bands, rows, written, ",".join("%04x" % v for v in values))


def signature_rows(rnd):
    sets = [s for s in element_sets(rnd) if s[0] in ("one", "signs", "random-60")]
    for unit, size, bands in (
            ("none", "-", DEFAULT_BANDS), ("character", "auto", DEFAULT_BANDS), ("character", 1, DEFAULT_BANDS),
            ("character", 32, DEFAULT_BANDS), ("token", 1, DEFAULT_BANDS), ("token", 32, DEFAULT_BANDS),
            ("none", "-", (64, 24, 2)), ("none", "-", (84, 6, 14)), ("character", "auto", (84, 6, 14)),
            ("character", 5, (84, 24, 3)), ("token", 3, (64, 1, 1)), ("none", "-", (300, 20, 15)),
            ("character", "auto", (1024, 24, 4)), ("token", 5, (2048, 24, 2)), ("none", "-", (2048, 8, 255))):
        for name, elements, written in sets + [larger_set(bands[0])]:
            yield ("signature", name, unit, size, *bands, written, parameters(unit, size, *bands),
                   base64.b64encode(stored_signature(unit, size, *bands, elements)).decode())
    for bands in ((64, 24, 2), (84, 6, 14), (300, 20, 15), DEFAULT_BANDS, (2048, 24, 2)):
        stored = stored_signature("character", "auto", *bands, larger_set(bands[0])[1])
        yield ("parts", *(base64.b64encode(part).decode() for part in (stored, *head_and_rest(stored))))
    for text in AUTO_TEXTS:
        elements = tuple(sorted({hash_xxh3(s) for s in auto_shingles(text)}))
        if elements:
            stored = stored_signature("character", "auto", *DEFAULT_BANDS, elements)
            yield ("text", cell(text), base64.b64encode(stored).decode())
    for bits in range(1, 16):
        kinds = [kind for i, kind in enumerate(KINDS) if bits >> i & 1]
        text = FOLD_TEXT + FOLD_NUMBERS if "numbers" in kinds else FOLD_TEXT
        for bands in (DEFAULT_BANDS, (64, 24, 2)):
            elements = tuple(sorted({hash_xxh3(s) for s in auto_shingles(folded(text, kinds))}))
            yield ("folded", ",".join(kinds), *bands, cell(text), parameters("character", "auto", *bands, kinds),
                   base64.b64encode(stored_signature("character", "auto", *bands, elements, kinds)).decode())


def similarities(rnd):
    made = []
    for n, bands, rows in ((64, 24, 2), (84, 6, 14), (300, 20, 15), DEFAULT_BANDS, (2048, 24, 2)):
        for equal in sorted({0, n // 4, n // 4 + 1, n // 2, n - 1, n}):
            a = [rnd.randrange(4) for _ in range(n)]
            b = list(a)
            for i in rnd.sample(range(n), n - equal):
                b[i] ^= rnd.randrange(1, 4)
            values = [rnd.randrange(1 << 16) for _ in range(bands)]
            others = [v if rnd.random() < .5 else v ^ 1 << rnd.randrange(16) for v in values]
            pair = [header("character", "auto", n, bands, rows) + b"".join(v.to_bytes(2, "little") for v in v16)
                    + stored_components(c) for v16, c in ((values, a), (others, b))]
            made.append(pair[1])
            yield (*(base64.b64encode(x).decode() for x in pair), *map(cell, compared(*pair)))
    made += [header("token", 5, 64, 24, 2) + made[0][7:], header("none", "-", 64, 24, 2) + made[0][7:],
             header("character", "auto", 64, 24, 1) + made[0][7:]]
    made = [x for x in made if len(x) < 100]
    for a in made:
        for b in made[-4:]:
            found = compared(a, b)
            yield (*(base64.b64encode(x).decode() for x in (a, b)), *(map(cell, found) if found else ["-"] * 4))


def threshold_rows():
    for n in (64, 84, 128, 256, 257, 300, 320, 1000, 1024, 2048):
        yield n, head_components(n), ",".join(str(head_threshold(fractions.Fraction(m, 100), n)) for m in range(1, 101))


def blocks(rnd):
    values = [0, M64, 0x0123456789ABCDEF, 0x8000000000000001, 0xFFFF000000000000, 0x00000000FFFF0000, 0x1]
    values += [rnd.getrandbits(64) for _ in range(20)]
    return [(hex16(v), *(block(v, i) for i in range(4)), *("%04x" % block(v, i) for i in range(4))) for v in values]


def sub_block_terms(value):
    """By strings of binary digits: block i, its value, sub-block j of the other 48, its value."""
    digits = format(value, "064b")
    for i in range(4):
        others = digits[:16 * i] + digits[16 * i + 16:]
        for j in range(4):
            term = format(i, "02b") + digits[16 * i:16 * i + 16] + format(j, "02b") + others[12 * j:12 * j + 12]
            yield "%08x" % int(term, 2)


def sub_blocks(rnd):
    values = [0, M64, 0x0123456789ABCDEF, 0x8000000000000001] + [rnd.getrandbits(64) for _ in range(20)]
    return [(hex16(v), ",".join(sub_block_terms(v))) for v in values]


def probe_rows():
    for k in range(65):
        yield ("plan", k, *probe_plan(k))
    for value, lo, hi in [(0, 0, 0), (0xFFFF, 0, 0), (0x1234, 0, 1), (0x1234, 1, 1), (0xABCD, 0, 2), (0, 2, 2),
                          (0x8001, 0, 3), (0x0F0F, 16, 16), (0x0F0F, 15, 16), (0x5555, 8, 8), (0x5555, 0, 16)]:
        vs = probe_values(value, lo, hi)
        digest = hashlib.sha256(",".join(map(str, vs)).encode()).hexdigest()
        yield ("values", value, lo, hi, len(vs), digest, ",".join(map(str, vs)) if len(vs) <= 20 else "-")


SHINGLE_TEXTS = [
    "", " ", "。", "a", "Ab", "abc", "Hello, World!", "中文，分词。", "综上所述：2024年第3季度增长了5.5%。", "😀", "a😀b😀c",
    "𠮷野家𠮷野家", "ABCabcABC", "ΑΣ", "ΑΣ ΑΣΑ", "ΑΣ'Α!", "İstanbul", "ẞß", "ǅ", "Ⅷ½²", "e\u0301clair", "\ud800a\udc00b", "a\0b",
    "١٢٣", "ｆｕｌｌ　ｗｉｄｔｈ", "ไทยคำ", "हिन्दी", "aaaaaa", "の々〆ー", "_-a_b-", "\n\t\r", "ʰˣ", "𝔘𝔫𝔦𝟙",
]


def neighbours(values, k):
    return [[j for j, w in enumerate(values) if j != i and bin(v ^ w).count("1") <= k] for i, v in enumerate(values)]


def connected_clusters(near):
    """The lowest index of each element's component, by a search from every index that has none yet."""
    lowest = {}
    for start in range(len(near)):
        todo = [] if start in lowest else [start]
        while todo:
            i = todo.pop()
            if i not in lowest:
                lowest[i] = start
                todo.extend(near[i])
    return [lowest[i] for i in range(len(near))]


def star_clusters(near):
    """The centre of each element: highest degree first, of equal ones the lower index."""
    centre = {}
    for i in sorted(range(len(near)), key=lambda i: (-len(near[i]), i)):
        if i not in centre:
            for j in [i] + near[i]:
                centre.setdefault(j, i)
    return [centre[i] for i in range(len(near))]


def cluster_rows(rnd):
    values = [rnd.getrandbits(64) for _ in range(12)]
    for centre in [rnd.getrandbits(64) for _ in range(6)]:
        value = centre
        for _ in range(10):
            # Half are near the centre, half continue a chain.
            value = centre if rnd.random() < .5 else value
            for _ in range(rnd.randrange(5)):
                value ^= 1 << rnd.randrange(64)
            values.append(value)
    values += values[12:20]
    rnd.shuffle(values)
    for linkage in (connected_clusters, star_clusters):
        for k in (0, 3, 5, 12):
            of = linkage(neighbours(values, k))
            widest = max(bin(v ^ w).count("1") for v, a in zip(values, of) for w, b in zip(values, of) if a == b)
            yield [linkage.__name__.split("_")[0], str(k), ",".join(map(hex16, values)), ",".join(map(str, of)), str(widest)]


def shingle_rows():
    for t in SHINGLE_TEXTS:
        yield ("text", cell(t), cell(shingle_text(t)))
        for n in (1, 2, 3, 5, 32):
            yield ("character", cell(t), n, *map(cell, distinct(character_shingles(t, n))))
    for terms in ([], ["a"], ["a", "b"], ["a", "b", "a", "b", "c"], ["近似", "重复", "检测"], ["a b", "c"], ["", "x"]):
        for n in (1, 2, 3, 32):
            out = distinct(term_shingles(terms, n))
            yield ("token", json.dumps(" | ".join(terms)), n, len(terms), *map(cell, terms), *map(cell, out))


AUTO_TEXTS = [
    "", "。", "ab", "华为", "abcd华", "abcde", "Nearly twelve", "exactly12abc", "The quick brown fox jumps over the lazy dog.",
    "中文分词技术很重要", "shipped by 华为 today", "x" * 10 + "中" + "y" * 9, "abcdefghij中klmnopqrst", "々〇abcdefg", "Aー〆ｰ゛abcdefghijklmnop",
    "東京タワーへようこそ、Welcome!", "ｶﾀｶﾅ and ひらがな", "한국어 검색 엔진입니다", "ㄱㄴ abcdefgh", "𠮷野家で𠮷野家を食べる",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝔩𝔢𝔱𝔱𝔢𝔯𝔰 𝔞𝔫𝔡 𝔪𝔬𝔯𝔢", "Привет, как дела, мир?", "综上所述：2024年第3季度收入增长了5.5%。Total revenue grew by 5.5%.",
    "İstanbul'da güzel bir gün 天気", "\ud800a\udc00bcdefghijklm", "abababababababababababab中",
    "苹果 iPhone 15 Pro Max", "身份证 110101199003071234", "ホテル abcdefghijklmnopqrs", "한국 Übergrößenhändlerin",
]


def long_texts(rnd):
    def latin(n):
        return "".join(rnd.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(n))

    def han(n):
        return "".join(chr(rnd.randrange(0x4E00, 0x9FA6)) for _ in range(n))

    yield "name-in-english", latin(1300) + han(7) + latin(1300)
    yield "one-character-in-english", latin(1100) + han(1) + latin(1100)
    yield "first-character", han(1) + latin(2100)
    yield "last-character", latin(2100) + han(1)
    yield "share-of-a-twentieth", "".join(latin(19) + han(1) for _ in range(110))
    yield "share-of-a-fiftieth", "".join(latin(49) + han(1) for _ in range(50))
    yield "chinese-then-english", han(150) + latin(2300)
    yield "english-then-chinese", latin(2300) + han(150)
    yield "code-in-chinese", "".join(han(60) + latin(90) for _ in range(8))
    yield "three-neighbourhoods", han(100) + latin(2200) + han(5) + latin(1200)
    yield "repeats", latin(30) * 40 + han(20) + latin(30) * 40
    yield "english-alone", latin(500)
    for n in (6, 7, 8, 10, 11, 12, 18, 19):
        yield "%d-letters-between" % n, han(2) + "".join(latin(n) + han(1) for _ in range(9)) + latin(n)


def runs(sizes):
    """For example 12x30,5x1,12x4: thirty long windows, a short one and four long ones."""
    found = []
    for size in sizes:
        if found and found[-1][0] == size:
            found[-1][1] += 1
        else:
            found.append([size, 1])
    return ",".join("%dx%d" % (size, count) for size, count in found)


def auto_rows(rnd):
    for t in AUTO_TEXTS:
        yield ("shingles", cell(t), *map(cell, distinct(auto_shingles(t))))
    for name, t in long_texts(rnd):
        found = auto_shingles(t)
        digest = hashlib.sha256("\n".join(found).encode()).hexdigest()
        yield ("long", name, cell(t), runs([len(w) for w in found]), digest)


VIETNAMESE = "Chuyến phà đêm rời bến phía bắc lúc sáu giờ, muộn hai tiếng, vì thủy thủ đoàn phải đợi một chiếc bơm dự phòng."
KOREAN = "밤배는 두 시간 늦은 여섯 시에 북쪽 부두를 떠났다. 커피는 다 팔렸지만 아무도 화내지 않았다."
JAPANESE = "夜の連絡船は予定より二時間おくれて六時に北の桟橋を出た。コーヒーとパンは売り切れていたが、だれも怒らなかった。"
ARABIC = "غادرت العبّارة الليلية الرصيف الشمالي في السادسة متأخرةً ساعتين لأن الطاقم انتظر مضخةً احتياطية، آسف"
TURKISH = "Gece feribotu İskele'den altıda ayrıldı; ışıklar söndü, çünkü mürettebat yedek pompayı bekliyordu. Iğdır yakındı."
FRENCH = "Le ferry de nuit a quitté la jetée du nord à six heures, en retard, car l’équipage attendait une pompe très légère."
GREEK = "Ο καπετάνιος έλεγε ιστορίες για παλιούς στόλους ώσπου φάνηκαν τα φώτα της νήσου μας."
ENGLISH = "The night ferry left the northern pier at 6:45, two hours late, because the official crew waited for a spare pump."
KATAKANA = "コーヒーとパンとガソリンはホテルのレストランでバーゲンセールになった。"
HALFWIDTH_KATAKANA = "ｺｰﾋｰとﾊﾟﾝとｶﾞｿﾘﾝはﾎﾃﾙのﾚｽﾄﾗﾝでﾊﾞｰｹﾞﾝｾｰﾙになった。"


def shifted(text, *starts):
    """Letters and digits of ASCII as those that begin at other code points: capitals, small ones, digits."""
    first = dict(zip("Aa0", starts))
    return "".join(chr(first[k] + ord(c) - ord(k)) if c.isascii() and c.isalnum() and (k := "A" if c.isupper() else "a" if c.islower() else "0") in first
                   else c for c in text)


def presentation(text):
    """Arabic letters in their isolated, initial, medial and final forms at random: what PDF files have."""
    forms = {}
    for code in range(0xFE70, 0xFEFD):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1:
            forms.setdefault(chr(int(letters[0], 16)), []).append(chr(code))
    return "".join(forms[c][i % len(forms[c])] if c in forms else c for i, c in enumerate(text))


def unaccented(text):
    """Typed on a keyboard without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn").translate(
        str.maketrans({"đ": "d", "Đ": "D"}))


def capitals(text):
    """Turkish capitals: of i it is İ."""
    return text.replace("i", "İ").replace("ı", "I").upper()


SAME_TEXTS = {
    "nfd-" + name: (text, unicodedata.normalize("NFD", text)) for name, text in (
        ("vietnamese", VIETNAMESE), ("korean", KOREAN), ("japanese", JAPANESE), ("arabic", ARABIC), ("turkish", TURKISH),
        ("french", FRENCH))
} | {
    "full-width": (ENGLISH, shifted(ENGLISH, 0xFF21, 0xFF41, 0xFF10)),
    "mathematical-bold": (ENGLISH, shifted(ENGLISH, 0x1D400, 0x1D41A, 0x1D7CE)),
    "mathematical-monospace": (ENGLISH, shifted(ENGLISH, 0x1D670, 0x1D68A, 0x1D7F6)),
    "ligatures": (ENGLISH, ENGLISH.replace("ffi", "ﬃ")),
    "half-width-katakana": (KATAKANA, HALFWIDTH_KATAKANA),
    "arabic-presentation-forms": (ARABIC, presentation(ARABIC)),
    "arabic-without-vowels": (ARABIC, "".join(c for c in ARABIC if unicodedata.category(c) != "Mn")),
    "tatweel": (ARABIC, ARABIC.replace("ل", "لـــ").replace("م", "ـم")),
    "turkish-capitals": (TURKISH, capitals(TURKISH)),
    "greek-capitals": (GREEK, GREEK.upper()),
    "soft-hyphens": (ENGLISH, ENGLISH.replace("er", "\u00ader").replace("it", "i\u00adt")),
    "zero-width": ("\ufeff" + ENGLISH.replace(" ", "\u200b ").replace("re", "r\u200de\u2060"), ENGLISH),
    "no-break-spaces": (ENGLISH, ENGLISH.replace(" ", "\u00a0").replace(": ", "\u202f:\u3000")),
    "hyphenated-nfd": (FRENCH, unicodedata.normalize("NFD", FRENCH).replace("e\u0301", "e\u00ad\u0301")),
    "variation-selectors": (JAPANESE, JAPANESE.replace("連", "連\U000e0100").replace("船", "船\ufe00")),
    "hangul-compatibility": ("ㄱㅏㄴㅏㄷㅏ", "가나다"),
    "apostrophes": ("обʼєкт, подвірʼя: Oʻzbekiston, Qurʾān, ʿAlī, ŉ", "об'єкт, подвір’я: O‘zbekiston, Qur'ān, ‘Alī, 'n"),
    "compatibility-han": ("\uf934\u4eba\uf9f4\u77f3", "老人林石"),
}
OTHER_TEXTS = {
    "hindi": ("काम कल बाल दिन नाना", "कमी कला बोली दान नानी"),
    "thai": ("กามา ไปตาลี", "กามู ไปตูลี"),
    "tamil": ("பாடல் காலை மலர்", "பாடி கலை மாலர்"),
    "bengali": ("বাড়ি কাল দিন", "বোড়া কালি দান"),
    "burmese": ("မိမိ ကာလ နေ့", "မာမာ ကလိ နို့"),
    "khmer": ("កាលៈ ទិន្ន", "កោលី ទុន្ន"),
    "thaana": ("ދިވެހި ރަށް", "ދުވަހު ރިށި"),
    "emoji": ("😀😃🎉🎉", "😀😃🚢🎉"),
    "keycaps": ("1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e3", "123"),
    "keycaps-in-text": ("Step 1\ufe0f\u20e3 is easy", "Step 1 is easy"),
    "accents": ("resume the plan", "résumé the plan"),
}
FOLD_TEXT = "Crème brûlée, Ёлка und Öl auf der Straße; đường Łódź; آمدن گروهي كتابة؛ 電腦與軟體的發展"
FOLD_NUMBERS = "; 12.04.2031, page 7 of ٣٤, x², ½ and Ⅳ, 二〇二四, a\u0301 1\u0301"
FOLDED_TEXTS = {
    "german": ("accents", "Die Fähre verließ den nördlichen Anleger um sechs, zwei Stunden zu spät, weil die Überfahrt gefährlich war.",
               "Die Fahre verliess den nordlichen Anleger um sechs, zwei Stunden zu spat, weil die Uberfahrt gefahrlich war."),
    "french": ("accents", FRENCH, unaccented(FRENCH)),
    "vietnamese": ("accents", VIETNAMESE, unaccented(VIETNAMESE)),
    "russian": ("accents", "Тёмной ночью паром всё ещё шёл к берегу, и её огни были видны издалёка.",
                "Темной ночью паром все еще шел к берегу, и ее огни были видны издалека."),
    "greek": ("accents", GREEK, unaccented(GREEK)),
    "polish": ("accents", "Łódź płynęła wzdłuż brzegu", "Lodz plynela wzdluz brzegu"),
    "persian": ("arabic", "کشتی شبانه یکی دو ساعت دیرتر از اسکلهٔ شمالی حرکت کرد", "كشتي شبانه يكي دو ساعت ديرتر از اسكلة شمالي حركت كرد"),
    "arabic": ("arabic", "أُعلنت إدارة الميناء أن السفينة الكبيرة آتية إلى المدينة مساءً", "اعلنت ادارة الميناء ان السفينه الكبيره اتيه الى المدينه مساء"),
    "chinese": ("traditional", "電腦軟體的發展與頭髮的長短無關，這裡的麵條很乾淨，臺灣的鐘錶業歷史悠久。",
                "电脑软体的发展与头发的长短无关，这里的面条很干净，台湾的钟表业历史悠久。"),
    "time-codes": ("numbers", "1\n00:01:01,400 --> 00:01:03,936\nThe ferry left late.\n\n2\n00:01:04,569 --> 00:01:07,106\nNobody complained.",
                   "7\n00:00:59,900 --> 00:01:02,436\nThe ferry left\nlate.\n\n8\n00:01:03,070 --> 00:01:05,606\nNobody complained."),
    "digits-of-scripts": ("numbers", "الصفحة ١٢ من الكتاب ۳۴, ② page １７, x² and ½", "الصفحة 99 من الكتاب 0, ⑦ page 5, x³ and ¾"),
}
FORM_TEXTS = [
    "", "ASCII, Case; 42", "ŉ ſ ẛ ß ẞ ﬅ ﬆ Ǆ ǅ ǲ", "İ i̇ ı I ŞIĞ", "ΟΔΟΣ οδος σς ϐϑϕ ᾳ ᾼ \u0345", "Ꭰꭰ ᏸᏰ", "Ⴀⴀ Ა ა", "𐐀𐐨",
    "e\u0301 \u00e9 e\u00ad\u0301 e\u200d\u0301", "I\u0307\u0301 İ\u0301", "q\u0307\u0323 q\u0323\u0307", "ﬁ ﬀ ½ ² № ™ ㎏ … ㍿",
    "ﷺ ﷲ ﹰ ﹱ ﹷ ﳲ", "ก\u0e33 ก\u0e4d\u0e32 ຳ", "가 \u1100\u1161 \u1100\u1161\u11a8 가\u11a8 ﾡￂ ㄱㅏ ㅠㅠ ㅤ", "ｶﾞ が か\u3099 ゙ ゛",
    "\u180e\u180b \ufe0f \U000e0100 \U000e0041 \u034f \u17b4", "क\u093c क़ ড় \u09a1\u09bc", "한국\ufeff어", "👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3 #\u20e3",
    "\ud800a\udc00\u0301", "a" + "\u0301\u0323" * 50, "x" + "\u0323" * 64 + "\u0301y", "𝕬𝖇 𝟙 ① Ⓐ ㊀ 🄰 🅰", "\u0344 \u0f73 \u0f81", "\uf900 \uf90a \U0002f800 \u2f00 \u2e9f", "\u212b \u2126 \u212a",
]


def code_ranges(codes):
    """first-last of consecutive numbers, in hexadecimal digits."""
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ",".join("%x-%x" % tuple(r) for r in found)


def jaccard(a, b):
    a, b = set(auto_shingles(a)), set(auto_shingles(b))
    return len(a & b) / len(a | b)


def normal_form_rows():
    assigned = [i for i in range(0x110000) if unicodedata.category(chr(i)) not in ("Cn", "Co", "Cs")]
    forms = {i: normal_form(chr(i)) for i in assigned}
    changed = [i for i in assigned if forms[i] != chr(i)]
    yield ("unchanged", code_ranges([i for i in assigned if forms[i] == chr(i)]))
    for block in sorted({i >> 8 for i in changed}):
        here = [i for i in changed if i >> 8 == block]
        yield ("changed", cell("".join(map(chr, here))), cell("\n".join(forms[i] for i in here)))
    yield ("letters", code_ranges([i for i in assigned if is_letter(chr(i))]))
    yield ("others", code_ranges([i for i in assigned if not is_letter(chr(i))]))
    letters = [i for i in assigned if is_letter(chr(i)) and forms[i] == chr(i)]
    yield ("dense", code_ranges([i for i in letters if is_dense(chr(i))]))
    yield ("not-dense", code_ranges([i for i in letters if not is_dense(chr(i))]))
    for text in FORM_TEXTS:
        yield ("text", cell(text), cell(normal_form(text)), cell(shingle_text(text)),
               " ".join("%d-%d" % x[:2] for x in normal_code_points(text)))
    for name, (a, b) in SAME_TEXTS.items():
        yield ("same", name, cell(a), cell(b), cell(jaccard(a, b)))
    for name, (a, b) in OTHER_TEXTS.items():
        yield ("other", name, cell(a), cell(b), cell(jaccard(a, b)))
    for name, (kind, a, b) in FOLDED_TEXTS.items():
        yield ("fold", name, kind, cell(a), cell(b), cell(folded(a, [kind])), cell(jaccard(folded(a, [kind]), folded(b, [kind]))))
    yield ("digits", code_ranges([i for i in assigned if set(folded("x" + chr(i), ["numbers"])) <= set("x \u2044,.()")
                                  and folded("x" + chr(i), ["numbers"]) != normal_form("x" + chr(i))]))
    for kind in KINDS[:3]:
        text = "".join(c for c in map(chr, range(0x110000)) if unicodedata.category(c)[0] == "L" and folded(c, [kind]) != normal_form(c))
        yield ("folded", kind, cell(text), cell("\n".join(folded(c, [kind]) for c in text)))


def weight_rows(rnd):
    step = 2.0**-20
    ws = [0.0, -0.0, -1.0, -math.inf, math.inf, step, step / 2, step * 1.5, step * 2.5, math.nextafter(step / 2, 1),
          math.nextafter(step / 2, 0), 5e-324, 1.0, 1 + step / 2, 1 + step * 1.5, math.pi, 1e6, 2.0**24,
          math.nextafter(2.0**24, 0), 2.0**24 + 1, 1e300, 0.1, 1 / 3, 5e9]
    ws += [rnd.uniform(0, 100) for _ in range(20)]
    for w in ws:
        yield ("weight", cell(w), weight_of(w))
    for n in (1, 2, 3, 10, 100, 12345, 2147483647):
        for kind in ("count", "log", "binary"):
            yield ("tf", kind, n, weight_of(tf_factor(kind, n)))
    for x, lo, hi in [(1, 1, 1), (2, 1, 4), (1, 1, 4), (4, 1, 4), (4, 4, 5), (5, 4, 5), (20, 2, 40), (7, 2, 13)]:
        for kind in ("none", "gaussian", "minmax"):
            yield ("length", kind, x, lo, hi, weight_of(length_factor(kind, x, lo, hi)))
    one = 1 << 20
    lists = [[7], [one] * 4, [one, 2 * one], [1, 2, 3], [3, 1, 2, 2, 5, 5, 5, 9], [1, 1 << 44], list(range(1, 11)),
             [1, 1, 1, 100], [rnd.randrange(1, 1 << 44) for _ in range(12)], [5, 5, 6, 6, 7, 7]]
    for weights in lists:
        for n in (1, 2, 3, 5, 10, 1000):
            for kind in ("rank", "linear"):
                yield ("levels", kind, n, ",".join(map(str, weights)), ",".join(map(str, LEVELS[kind](weights, n))))
    for weights in [[], [1], [1, 1, 1], [1 << 44, 1], [1 << 44] * 3 + [1], [3, 4], list(range(1, 100))]:
        yield ("effective", ",".join(map(str, weights)), cell(effective(weights)))
    model = Idf(1000, {"common": 1000, "half": 500, "rare": 1, "词": 7})
    lines = "\n".join(["# documents\t1000"] + ["%s\t%d" % x for x in model.frequencies.items()]) + "\n"
    for term in ("common", "half", "rare", "词", "unknown", ""):
        yield ("idf", cell(lines), cell(term), weight_of(model(term)))


def tokens_of(text):
    """Words are written term/pos and parted by one space; the analysed text is the terms joined by it."""
    words, tokens, at = [], [], 0
    for word in text.split(" "):
        term, _, pos = word.partition("/")
        words.append(term)
        tokens.append((term, pos, at, at + len(term)))
        at += len(term) + 1
    return " ".join(words), tokens


NEWS = tokens_of(
    "近似/v 重复/vn 检测/vn 是/v 搜索/vn 引擎/n 的/u 基础/n 。/w 综上所述/l 指纹/n 能/v 检测/v 近似/a 文本/n 。/w "
    "指纹/n 短小/a 但是/c 有效/a ！/w simhash/en 指纹/n 由/p Charikar/nr 提出/v")
ENGLISH = tokens_of(
    "near/JJ duplicate/NN detection/NN for/IN web/NN crawling/NN . therefore/RB a/DT fingerprint/NN helps/VB . "
    "duplicate/NN pages/NN waste/VB space/NN , pages/VB waste/NN time/NN")
SHORT = tokens_of("指纹/n")
MODEL = {"近似": 900, "重复": 800, "检测": 120, "指纹": 35, "文本": 400, "simhash": 2, "duplicate": 10, "pages": 1000}


def feature_cases():
    a, b = (*NEWS, 1.0), (*ENGLISH, 1.0)
    idf = Idf(1000, MODEL)
    yield "log-words", {}, None, [a], set()
    yield "count-words-english", {"tf": "count"}, None, [b], set()
    yield "binary-fnv1a", {"tf": "binary", "hash": "fnv1a"}, None, [a], set()
    yield "all-lengths", {"min_token_length": 1}, None, [a], set()
    yield "long-words-only", {"min_token_length": 9}, None, [b], set()
    yield "nothing-left", {"min_token_length": 30}, None, [a], set()
    yield "no-tokens", {}, None, [("", [], 1.0)], set()
    yield "tfidf", {"tf": "count"}, idf, [a], set()
    yield "tfidf-length", {"tf": "count", "length": "gaussian"}, idf, [a], set()
    yield "minmax", {"length": "minmax"}, None, [b], set()
    yield "minmax-of-one-length", {"length": "minmax"}, None, [(*tokens_of("ab cd ef ab"), 1.0)], set()
    yield "rare-left-out", {"min_document_frequency": 100}, idf, [a], set()
    yield "pos", {"pos": {"n": 1.5, "nr": 3.0, "v": 1.25, "vn": 0.5}}, None, [a], set()
    yield "cue-sentence", {"cue_phrases": ["综上所述", "但是"], "cue_factor": 5.0}, None, [a], set()
    yield "cue-token", {"cue_phrases": ["综上所述", "但是"], "cue_scope": "token", "cue_factor": 3.0}, None, [a], set()
    yield "cue-sentence-and-its-end", {"cue_phrases": ["综上所述"], "min_token_length": 1}, None, [a], set()
    yield "cue-token-overlapping", {"cue_phrases": ["ab ab"], "cue_scope": "token"}, None, [
        (*tokens_of("ab/x ab/x cd/x ef/x ab/y ab/y ab/y gh/x"), 1.0)], set()
    yield "idf-of-every-document", {"tf": "count"}, idf, [b], set()
    yield "cue-english", {"cue_phrases": ["therefore"], "cue_factor": 5.0}, None, [b], set()
    yield "title", {"title_factor": 5.0}, None, [a], {"指纹", "simhash", "absent"}
    yield "pairs", {"shingle": ("token", 2)}, None, [a], set()
    yield "pairs-with-everything", {
        "shingle": ("token", 2), "tf": "count", "length": "minmax", "pos": {"n": 1.5, "v": 1.25},
        "cue_phrases": ["综上所述"], "cue_factor": 5.0, "title_factor": 5.0}, idf, [a, (*SHORT, 2.0)], {"指纹"}
    yield "triples-english", {"shingle": ("token", 3), "tf": "binary"}, None, [b], set()
    yield "shorter-than-a-shingle", {"shingle": ("token", 4)}, None, [(*SHORT, 1.0)], set()
    yield "two-fields", {"tf": "log"}, None, [(NEWS[0], NEWS[1], 1.0), (*SHORT, 2.5), (*ENGLISH, 0.5)], set()
    yield "characters", {"shingle": ("character", 3), "tf": "binary"}, None, [(NEWS[0], [], 1.0)], set()
    yield "characters-log", {"shingle": ("character", 2)}, None, [(NEWS[0], [], 1.0), ("指纹", [], 2.0)], set()
    yield "heavier-field-first", {}, None, [(*SHORT, 2.5), (*NEWS, 1.0)], set()
    yield "characters-heavier-field-first", {"shingle": ("character", 2)}, None, [
        ("指纹", [], 2.0), (NEWS[0], [], 1.0)], set()
    yield "top", {"top": 5}, None, [a], set()
    yield "top-of-ties", {"top": 4, "tf": "binary"}, None, [b], set()
    yield "levels-rank", {"weight_levels": 5}, idf, [a], set()
    yield "levels-linear", {"weight_levels": 5, "weight_scale": "linear"}, idf, [a], set()
    yield "top-and-levels", {"top": 6, "weight_levels": 3, "tf": "count"}, idf, [a, b], set()


def option(value):
    """pos and cue_phrases as name=value or names joined by commas, shingle as unit:size."""
    if isinstance(value, dict):
        return ",".join("%s=%s" % (k, v) for k, v in value.items())
    if isinstance(value, tuple):
        return "%s:%d" % value
    if isinstance(value, list):
        return ",".join(value)
    return str(value)


def feature_rows():
    for name, options, idf, sections, title in feature_cases():
        features = extract(options, idf, sections, title)
        pairs = [(f[4], f[5]) for f in features]
        weights = [f[5] for f in features]
        yield ("case", name, cell(effective(weights)), hex16(simhash(pairs)) if features else "-")
        for key, value in options.items():
            yield ("option", key, cell(option(value)))
        if idf:
            yield ("idf", idf.documents, cell(",".join("%s=%d" % x for x in idf.frequencies.items())))
        for term in sorted(title):
            yield ("title", cell(term))
        for text, tokens, boost in sections:
            yield ("section", cell(text), cell(boost))
            for token in tokens:
                yield ("token", *map(cell, token))
        for text, pos, n, factors, h, weight in features:
            yield ("feature", cell(text), cell(pos), n, *map(cell, factors), hex16(h), weight)
        yield ("end",)


HAN_B = "".join(chr(0x20000 + 97 * i) for i in range(40))
FERRY = (
    "The night ferry left the northern pier at six, two hours late, because the crew had to wait for a spare pump. "
    "Nobody on board complained: the sea was calm, the kitchen stayed open, and the captain told stories of older "
    "ships until the lights of the island came up.")
FERRY_ZH = (
    "夜班渡轮六点才离开北码头，比原定时间晚了两个小时，因为船员必须等待一台备用水泵。船上没有人抱怨：海面平静，"
    "厨房一直开着，船长讲着旧船的故事，直到岛上的灯火出现。")
MANUAL = (
    "安装插件 simhash 之后，重启每个节点 (node)，再用 GET _cat/plugins 查看版本 2.0；如果 version 不一致，请先 upgrade "
    "整个集群，然后再建立索引 index-2024。")
PASSAGE_TEXTS = {
    "empty": [""],
    "no-letters": ["。 -- 😀 \u0301\ufe0f!"],
    "ferry": [FERRY],
    "ferry-copied": [
        "Notes of a traveller.",
        "According to the harbour office, THE NIGHT FERRY left the <b>Northern</b> Pier at six -- two hours late -- because "
        "the crew had to wait for a new valve.", "",
        "Later that week the kitchen stayed open and the captain told stories of older ships until the lights of the "
        "island came up. Two hours late, the sea was calm."],
    "ferry-zh": [FERRY_ZH],
    "ferry-zh-copied": [
        "据港务处说，夜班渡轮 六点 才离开「北码头」，比原定时间晚了两个小时，因为船员必须等一台新阀门。",
        "几天以后，厨房一直开着，船长讲着旧船的故事，\n直到岛上的灯火出现。海面平静。"],
    "manual": [MANUAL],
    "manual-copied": [
        "Simhash 的说明：重启每个节点（NODE），再用 `GET _cat/plugins` 查看版本 2.1；如果 Version 不一致，请先UPGRADE整个集群。",
        "建立索引 index-2024"],
    "japanese": ["夜の連絡船は予定より二時間おくれて六時に北の桟橋を出た。コーヒーは売り切れていたが、だれも怒らなかった。ｺｰﾋｰ 々〆〇ー"],
    "korean": ["밤배는 두 시간 늦은 여섯 시에 북쪽 부두를 떠났다. 커피는 다 팔렸지만 아무도 화내지 않았다. ㄱㄴ \u1112\u1161\u11ab"],
    "extension-b": [HAN_B],
    "extension-b-copied": ["x😀" + HAN_B[3:17] + "y, " + HAN_B[30:36] + "😀" + HAN_B[36:]],
    "emoji": ["The 🚢 night 🌙 ferry 👩\u200d🚀 left ❤\ufe0f the 1\ufe0f\u20e3 pier 🇫🇷 at six"],
    "accents-composed": ["Élodie naïvely cooked a crème brûlée für Zoë in Málaga"],
    "accents-decomposed": ["E\u0301lodie nai\u0308vely cooked a cre\u0300me bru\u0302le\u0301e fu\u0308r Zoe\u0308 in Ma\u0301laga"],
    "marks": ["\u0301a\u0301\u0300 b-\u0301c d\u200d\u0301 e\ufe0f \u0308", "\u0301हिन्दी में लिखा, ไทยคำ, が か\u3099"],
    "turkish": ["İstanbul'da ILIK bir İKİNCİ gün ve Iğdır'da ışık"],
    "cases": ["ΑΣ ΟΔΟΣ σς ẞß ǅungla ǈ ǲ \u212aelvin \u212bngström 𐐀𐐁 Ꭰꭰ ﬁ ŉ Ѐѐ ԱՒև"],
    "numbers": ["½ Ⅳ ⅷ ² ₃ ⑨ ١٢٣ २०२४ 2024 一二三 〇〡〸 ㈠ ㊀ ㍘ ㆒ 𝟙𝟚 １２"],
    "symbols-near-han": ["㌀㍻・゠⺀⼀々〻゛ゞヽ〃〱"],
    "surrogates": ["\ud800a\udc00b\u0301", "\udc00\u0301c\ud83d"],
    "values": ["one two", "", "three four", "。", "five"],
    "one-letter": ["a" * 90],
    "one-character": ["一" * 45],
    "two-letters": ["ab" * 60],
    "repeated-phrase": ["over and over again " * 9],
    "repeated-phrase-zh": ["重复又重复，" * 12],
}
WINNOWINGS = [(5, 1), (5, 4), (7, 20), (12, 8), (12, 64), (50, 3)]


def passage_texts(rnd):
    """The texts by their names, also random ones that have just one window, and one letter more and less."""
    texts = dict(PASSAGE_TEXTS)

    def latin(n):
        return "".join(rnd.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(n))

    def han(n):
        return "".join(chr(rnd.randrange(0x4E00, 0x9FA6)) for _ in range(n))

    for n in (74, 75, 76):
        texts["latin-%d" % n] = [latin(n)]
    for n in (30, 31, 32):
        texts["han-%d" % n] = [han(n)]
    texts["one-window-ends-with-han"] = [latin(62) + han(1) + latin(9) + han(1)]
    texts["no-window-but-two-values"] = [latin(74), latin(74)]
    texts["shingles-of-both"] = ["".join(latin(rnd.randrange(6)) + han(rnd.randrange(4)) for _ in range(40))]
    return texts


def joined(items):
    return ",".join(map(str, items))


def hex6(terms):
    return ",".join("%06x" % t for t in terms)


def passage_cells(document, coverage, passages):
    yield from coverage
    yield joined("%d:%d-%d@%d" % (document[i][0], document[i][1], document[j - 1][2], q) for i, j, q in passages)


def few_letters(rnd, alphabet):
    """One to three values of Latin and Chinese letters, of which so many are different."""
    return ["".join(rnd.choice("a一b二"[:alphabet]) for _ in range(rnd.randrange(5, 28))) for _ in range(rnd.randrange(1, 4))]


PASSAGE_PAIRS = [
    ("ferry", "ferry-copied", (5, 60, 100, 375, 390)), ("ferry-copied", "ferry", (5, 60, 375)), ("ferry", "ferry", (60,)),
    ("ferry-zh", "ferry-zh-copied", (12, 37, 60, 120, 204)), ("ferry-zh-copied", "ferry-zh", (60,)),
    ("manual", "manual-copied", (1, 40, 60, 100)), ("manual-copied", "manual", (40, 60)),
    ("extension-b", "extension-b-copied", (12, 60, 168, 169)), ("extension-b-copied", "extension-b", (60,)),
    ("accents-composed", "accents-decomposed", (20, 25)), ("accents-decomposed", "accents-decomposed", (60,)),
    ("emoji", "ferry", (40,)), ("turkish", "turkish", (60,)), ("values", "values", (5, 15, 25, 45, 46)),
    ("empty", "ferry", (60,)), ("ferry", "empty", (60,)), ("empty", "no-letters", (1,)), ("ferry", "ferry-zh", (5,)),
    ("one-letter", "two-letters", (10,)), ("two-letters", "two-letters", (60,)),
    ("one-letter", "one-letter", (450, 451)), ("one-character", "manual", (12,)),
    ("repeated-phrase", "ferry", (20,)), ("repeated-phrase", "repeated-phrase", (100,)),
    ("marks", "marks", (10,)), ("cases", "cases", (10,)), ("numbers", "numbers", (5,)), ("korean", "japanese", (1,)),
]


def passage_rows(rnd):
    texts = passage_texts(rnd)
    letters = {name: passage_letters(values) for name, values in texts.items()}
    for name, values in texts.items():
        yield ("text", name, *map(cell, values))
    for name, read in letters.items():
        yield ("letters", name, cell(plain(read, "\n")), passage_units(read),
               joined("%d-%d" % x[1:3] if x else "|" for x in read))
    for kinds in (["accents"], ["numbers"], KINDS):
        values = [FOLD_TEXT + FOLD_NUMBERS, "2031", "ße\u0301 x\u0304 1\ufe0f\u20e3, " + FOLDED_TEXTS["time-codes"][1]]
        read = passage_letters(values, kinds)
        yield ("folded", joined(kinds), cell("\v".join(values)), cell(plain(read, "\n")), passage_units(read),
               joined("%d-%d" % x[1:3] if x else "|" for x in read), hex6(passage_terms(read, 7, 20)))
    for name, read in letters.items():
        for winnowing in WINNOWINGS:
            yield ("terms", name, *winnowing, hex6(passage_terms(read, *winnowing)))
    for name, read in letters.items():
        for shingle, window in WINNOWINGS[1:5]:
            terms = passage_terms(read, shingle, window)
            least = 5 * (shingle + window + 2)
            frequents = [terms[::2], terms[1:], terms] if 1 < len(terms) <= 40 else []
            for units, frequent in [(least, f) for f in [[]] + frequents] + [(least + 37, []), (2 * least, [])]:
                if terms:
                    yield ("required", name, shingle, window, units, hex6(frequent),
                           passages_required(read, shingle, window, units, set(frequent)), len(frequent))
    for query, document, lengths in PASSAGE_PAIRS:
        for units in lengths:
            found = common_passages(letters[query], letters[document], units)
            yield ("passages", query, document, units, *passage_cells(letters[document], *found))
    for i in range(120):
        alphabet = 2 + i % 3
        pair = few_letters(rnd, alphabet), few_letters(rnd, alphabet)
        query, document = map(passage_letters, pair)
        units = rnd.randrange(1, 80)
        found = common_passages(query, document, units)
        yield ("few", *(cell("\n".join(values)) for values in pair), units, *passage_cells(document, *found))
    for i in range(60):
        pair = few_letters(rnd, 4), few_letters(rnd, 4)
        query, document = map(passage_letters, pair)
        shingle, window = 5, rnd.randrange(1, 5)
        units = 5 * (shingle + window + 2) + rnd.randrange(10)
        terms = passage_terms(query, shingle, window)
        frequent = sorted(rnd.sample(terms, len(terms) * 2 // 3))
        found = common_passages(query, document, units, (shingle, window), set(terms) - set(frequent))
        yield ("having", *(cell("\n".join(values)) for values in pair), shingle, window, units, hex6(frequent),
               *passage_cells(document, *found))
    for name, read in letters.items():
        for shingle, window in WINNOWINGS[1:3]:
            units = 5 * (shingle + window + 2) + rnd.randrange(40)
            terms = passage_terms(read, shingle, window)
            frequent = rnd.sample(terms, len(terms) // 4)
            passages = terms_of_passages(read, shingle, window, units, set(frequent))
            if not passages or len(terms) > 60:
                continue
            one = rnd.choice(passages)
            for common in ([], one, one - {rnd.choice(sorted(one))}, set(rnd.sample(terms, len(terms) * 3 // 4)), set(terms)):
                common = set(common) - set(frequent)
                yield ("may", name, shingle, window, units, hex6(sorted(frequent)), hex6(sorted(common)),
                       str(any(p <= common for p in passages)).lower())


def main():
    check_published_values()
    write("feature-hash-v1.tsv", ["The 64-bit hashes of texts, in hexadecimal digits."], ["text", "xxh3", "fnv1a"],
          feature_hashes(random.Random(1)))
    write("simhash-v1.tsv", ["Features to weighted sums to fingerprints."],
          ["name", "hashes", "weights in steps of 2^-20", "64 sums, least significant bit first",
           "fingerprint with ties zero", "fingerprint with ties one"], simhashes(random.Random(2)))
    elements = "Elements: hexadecimal digits, or count*state, the first outputs of SplitMix64 that starts in the state."
    write("minhash-v4.tsv", ["The minima of sets of element hashes.", elements],
          ["name", "hashes", "elements", "minima, or - where there are many",
           "SHA-256 of the minima, each as 8 bytes with the most significant first"],
          minhashes(random.Random(3)))
    write("minhash-similarity-v6.tsv", ["What two stored signatures in base 64 have in common, or - if they cannot be compared."],
          ["signature", "other signature", "equal components", "those of the head", "equal bands", "similarity"],
          similarities(random.Random(4)))
    write("head-thresholds-v1.tsv", ["How many components of two heads are equal where two signatures are similar."],
          ["hashes", "components of a head", "the least number for a min_similarity of .01, .02 and so on to 1"], threshold_rows())
    write("signatures-v6.tsv", [
        elements,
        "signature: name, unit, size, hashes, bands, rows, elements, parameters, stored form in base 64.",
        "parts: stored form, its head, its rest, in base 64.",
        "text: text, signature of its auto shingles in base 64.",
        "folded: what is folded, hashes, bands, rows, text, parameters, signature of the auto shingles of the folded text."],
        None, signature_rows(random.Random(8)))
    write("normal-form-v1.tsv", [
        "unchanged: ranges of code points that are their own normal form.",
        "changed: other code points, the normal form of each with a line feed between two.",
        "letters, others: ranges of code points that are letters, and that are not.",
        "dense, not-dense: letters that are their own normal form, those that are dense and the others.",
        "text: text, normal form, shingle text, start-end of each code point of the normal form in the text.",
        "same, other: name, two texts, the Jaccard similarity of their auto shingles.",
        "fold: name, what is folded, two texts, the first one folded, the Jaccard similarity of both, folded.",
        "digits: ranges of code points of which numbers leaves no letter.",
        "folded: what is folded, letters that it changes, each of them folded with a line feed between two."],
        None, normal_form_rows())
    write("auto-shingles-v2.tsv", [
        "shingles: text, its distinct shingles of the size auto.",
        "long: name, text, the sizes of all windows as size x count, SHA-256 of the windows joined by line feeds."],
        None, auto_rows(random.Random(9)))
    write("bands-v6.tsv", [
        elements,
        "values: name, hashes, bands, rows, elements, the value of each band."],
        None, band_rows(random.Random(7)))
    write("blocks-v1.tsv", ["Fingerprints and their four blocks."],
          ["fingerprint", "4 block values", "4 block terms"], blocks(random.Random(5)))
    write("sub-blocks-v1.tsv", ["Fingerprints and the terms of their sub-blocks."],
          ["fingerprint", "16 terms of 4 bytes, joined by commas"], sub_blocks(random.Random(8)))
    write("probe-plan-v1.tsv", [
        "plan: radius, wide blocks, wide radius, narrow radius, probes.",
        "values: value, from, to, how many, SHA-256 of them joined by commas, and they themselves where few."],
        None, probe_rows())
    write("clusters-v1.tsv", ["Clusters of fingerprints."],
          ["linkage", "radius", "fingerprints", "index of each one's representative", "largest diameter"],
          cluster_rows(random.Random(11)))
    write("shingles-v2.tsv", [
        "text: text, shingle text.", "character: text, size, the distinct shingles.",
        "token: terms to read, size, number of terms, the terms, the distinct shingles."], None, shingle_rows())
    write("passages-v2.tsv", [
        "text: name, its values.",
        "letters: text, its letters with a line feed between two values, units, start-end of each in its value and | between values.",
        "folded: what is folded, values with a vertical tab between two, letters, units, places as in letters, terms of shingles of 7 and windows of 20.",
        "terms: text, shingle, window, terms.",
        "required: query, shingle, window, units of a passage, frequent terms, required number of terms, omitted terms.",
        "passages: query, document, least units, units of the query in passages, of the query, of the document in passages,",
        "  of the document, the passages as value:start-end@index of the first letter in the query.",
        "few: the same, but the values of query and document with a line feed between two.",
        "having: query, document as in few, shingle, window, least units, frequent terms, the rest as in few.",
        "may: query, shingle, window, units of a passage, frequent terms, terms of a document, may it have a passage?"],
        None, passage_rows(random.Random(12)))
    write("weights-v1.tsv", [
        "weight: weight, steps of 2^-20.", "tf: factor, occurrences, steps.",
        "length: factor, code points, shortest, longest, steps.",
        "levels: scale, levels, weights in steps, levels of these.", "effective: weights in steps, effective number.",
        "idf: model, term, steps."], None, weight_rows(random.Random(6)))
    write("features-v1.tsv", [
        "Each case from 'case' to 'end'; options that are not named: tf log, min_token_length 2, nothing else.",
        "case: name, effective number of features, fingerprint.", "option: name, value.",
        "idf: documents, term=document frequency.", "title: term.", "section: text, boost.",
        "token: term, part of speech, start, end (of the section above it).",
        "feature: text, part of speech, occurrences, tf, idf, length, pos, cue, title, field, hash, weight in steps."],
        None, feature_rows())


if __name__ == "__main__":
    main()
