import { LRUCache } from 'lru-cache';

/** Making one takes as long as a thousand uses of it; there are some 600 names. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000 });

function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timezone, clock);
  }
  return clock;
}

/** Whether it is a name of the IANA database such as Europe/Berlin: no offset, no `local`. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The time that a wall clock shows at a moment, as the milliseconds of that date and time in UTC. */
export function wallAt(timezone: string, moment: number): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of clockOf(timezone).formatToParts(moment))
    shown[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000);
}

/** By how much the clock on the wall is ahead of UTC, in milliseconds. */
export const offsetAt = (timezone: string, moment: number): number =>
  wallAt(timezone, moment) - moment;

/** The moment when the clocks were changed between two moments, to the second. */
export function changeBetween(timezone: string, before: number, after: number): number {
  const offset = offsetAt(timezone, before);
  let [low, high] = [Math.floor(before / 1000), Math.ceil(after / 1000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timezone, middle * 1000) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}
