import type { Figures } from './picture.ts';

const fixed: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
const months: Record<string, number> = { month: 1, quarter: 3, year: 12 };
/** Beyond so many places nothing is filled in. */
const mostPlaces = 2_000;

/** A date or moment as the clock shows it, in milliseconds; undefined for anything else. */
export function clockOf(label: unknown): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(String(label));
  if (!parts) return undefined;
  const clock = Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}Z`);
  return Number.isNaN(clock) ? undefined : clock;
}

/** The label of a place of time that has no row, as rows have theirs. */
export const labelAt = (clock: number, interval: string): string =>
  new Date(clock).toISOString().slice(0, interval === 'hour' || interval === 'minute' ? 16 : 10);

function next(clock: number, interval: string): number {
  const step = fixed[interval];
  if (step !== undefined) return clock + step;
  const date = new Date(clock);
  return date.setUTCMonth(date.getUTCMonth() + (months[interval] ?? 12));
}

/** Every place of an interval from the first to the last of some, those that nothing happened at too. */
export function everyPlace(clocks: number[], interval: string | undefined): number[] {
  const known = [...new Set(clocks)].sort((a, b) => a - b);
  const [first, last] = [known[0], known.at(-1)];
  if (interval === undefined || first === undefined || last === undefined) return known;
  const places = new Set(known);
  for (let at = first; at < last; at = next(at, interval)) {
    if (places.size >= mostPlaces) return known;
    places.add(at);
  }
  return [...places].sort((a, b) => a - b);
}

/** The rows of the time before, each moved to the place that it is to be compared with. */
export function moved(
  { rows, shift_seconds: shift }: NonNullable<Figures['previous']>,
  name: string,
  places: number[],
): Map<number, Record<string, unknown>> {
  const found = new Map<number, Record<string, unknown>>();
  for (const [index, row] of rows.entries()) {
    const clock = clockOf(row[name]);
    const at =
      shift === undefined || clock === undefined
        ? places[index]
        : nearest(places, clock + shift * 1000);
    if (at !== undefined) found.set(at, row);
  }
  return found;
}

const nearest = (places: number[], clock: number): number | undefined =>
  places.reduce<number | undefined>(
    (best, at) => (best === undefined || Math.abs(at - clock) < Math.abs(best - clock) ? at : best),
    undefined,
  );
