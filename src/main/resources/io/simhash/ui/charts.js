// Two simple charts: bars in a table, and a curve with its interval.

import { svg } from './dom.js';
import { share } from './words.js';

/** A bar of a length in [0, 1]. The number next to it is the text of it. */
export function bar(length) {
  return svg('svg', { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'track', width: 100, height: 10, rx: 1 }),
    svg('rect', { width: Math.max(length > 0 ? 0.7 : 0, 100 * Math.min(1, length)), height: 10, rx: 1 }));
}

const HEIGHT = 220;
const LEFT = 48;
const BOTTOM = 36;
const TOP = 14;
const RIGHT = 20;

/** Points of {x, y, lower, upper} with y in [0, 1] as a line in its band. */
export function curve(points, width, labels) {
  const least = points[0].x;
  const most = points[points.length - 1].x;
  const ceiling = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1].find((top) => top >= Math.max(...points.map((point) => point.upper))) ?? 1;
  const x = (value) => LEFT + (width - LEFT - RIGHT) * ((value - least) / (most - least || 1));
  const y = (value) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value / ceiling);
  const line = (name) => points.map((point) => `${x(point.x).toFixed(1)},${y(point[name]).toFixed(1)}`);
  const text = (at, down, anchor, value) => svg('text', { x: at, y: down, 'text-anchor': anchor }, value);
  return svg('svg', { class: 'curve', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img', 'aria-label': labels.name },
    [0, 0.5, 1].map((part) => [
      svg('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(part * ceiling), y2: y(part * ceiling) }),
      text(LEFT - 8, y(part * ceiling) + 4, 'end', share(part * ceiling)),
    ]).flat(),
    svg('polygon', { class: 'interval', points: [...line('upper'), ...line('lower').reverse()].join(' ') }),
    svg('polyline', { class: 'line', points: line('y').join(' ') }),
    points.map((point) => svg('circle', { class: 'dot', cx: x(point.x), cy: y(point.y), r: 3.5 })),
    points.map((point) => text(x(point.x), HEIGHT - BOTTOM + 16, 'middle', String(point.x))),
    text((LEFT + width - RIGHT) / 2, HEIGHT - 4, 'middle', labels.x));
}
