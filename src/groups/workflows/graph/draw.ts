import { type Definition, type Place, placesOf } from './layout.ts';

const box = { width: 150, height: 44 };
const gap = { x: 70, y: 74 };
const margin = 40;
const longest = 20;

const colors: Record<string, string> = {
  task: '#dbeafe',
  approval: '#fef3c7',
  wait: '#ede9fe',
  end: '#dcfce7',
};

/** Draws a definition as SVG: boxes for states, arrows for transitions. Names are text in it and nothing else. */
export function drawGraph(definition: Definition): string {
  const places = placesOf(definition);
  const all = [...places.values()];
  const width = extent(all.map(({ column }) => column)) * (box.width + gap.x) + 2 * margin;
  const height = extent(all.map(({ row }) => row)) * (box.height + gap.y) + 2 * margin;
  const ways = Map.groupBy(definition.transitions, ({ from, to }) => JSON.stringify([from, to]));
  const arrows = [...ways.values()].map((way) => arrow(way, places)).join('');
  const boxes = definition.states
    .map((state) => drawState(state, definition.initial_state, places))
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    'font-family="system-ui, sans-serif" font-size="13"><rect width="100%" height="100%" fill="#ffffff"/>' +
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">' +
    `<path d="M0 0L8 4L0 8z" fill="#475569"/></marker></defs>${arrows}${boxes}</svg>`
  );
}

const extent = (numbers: number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0) + 1;

const x = ({ column }: Place): number => margin + column * (box.width + gap.x);
const y = ({ row }: Place): number => margin + row * (box.height + gap.y);

function drawState(
  { name, type }: { name: string; type: string },
  initial: string | null,
  places: Map<string, Place>,
): string {
  const place = places.get(name);
  if (!place) return '';
  const weight = name === initial ? 3 : 1.2;
  return (
    `<g><title>${escaped(`${name}: ${type}`)}</title>` +
    `<rect x="${x(place)}" y="${y(place)}" width="${box.width}" height="${box.height}" ` +
    `rx="${type === 'end' ? box.height / 2 : 8}" fill="${colors[type] ?? '#f1f5f9'}" stroke="#475569" stroke-width="${weight}"/>` +
    `<text x="${x(place) + box.width / 2}" y="${y(place) + box.height / 2 + 4}" text-anchor="middle" fill="#0f172a">` +
    `${escaped(shortened(name))}</text></g>`
  );
}

/** One arrow for all transitions between two states, with their names. */
function arrow(
  way: Array<{ name: string; from: string; to: string }>,
  places: Map<string, Place>,
): string {
  const [first] = way;
  const from = first && places.get(first.from);
  const to = first && places.get(first.to);
  if (!from || !to) return '';
  const names = way.map(({ name }) => name).join(', ');
  // Down from the bottom to the top; anything else around the right side, where it crosses no box of its row.
  const isDown = to.row > from.row;
  const start = isDown
    ? { x: x(from) + box.width / 2, y: y(from) + box.height }
    : { x: x(from) + box.width, y: y(from) + box.height / 2 };
  const end = isDown
    ? { x: x(to) + box.width / 2, y: y(to) }
    : { x: x(to) + box.width, y: y(to) + box.height / 2 + (from === to ? 14 : 0) };
  const bend = isDown
    ? [start.x, start.y + gap.y / 2, end.x, end.y - gap.y / 2]
    : [start.x + gap.x, start.y, end.x + gap.x, end.y];
  const middle = {
    x: (start.x + end.x) / 2 + (isDown ? 0 : gap.x * 0.75),
    y: (start.y + end.y) / 2 - 4,
  };
  return (
    `<path d="M${start.x} ${start.y}C${bend.join(' ')} ${end.x} ${end.y}" fill="none" stroke="#475569" marker-end="url(#tip)"/>` +
    `<text x="${middle.x}" y="${middle.y}" text-anchor="middle" fill="#334155" font-size="11" ` +
    `stroke="#ffffff" stroke-width="3" paint-order="stroke">${escaped(shortened(names))}</text>`
  );
}

const shortened = (text: string): string => {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As text of XML, without the characters that XML has no place for. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] as string);
