import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { nearestName } from '../shapes/nearest.ts';
import { changeBetween, isTimezone, offsetAt, wallAt } from './time-zone.ts';

/** No clock is put forward or back by more. */
const maxShiftMs = 3 * 3_600_000;
const dayMs = 86_400_000;

/**
 * When a cron expression fires next after a moment, by the clock of a time zone. A time of day that the clock leaps
 * over, when it is put forward, fires at the leap; one that it shows twice fires the first time. Expressions for every
 * hour go only by the minutes: they fire as often as the clock shows them.
 * @throws Error that names the fault of the expression
 */
export function nextFiring(expression: string, timezone: string, after: Date): Date {
  const now = after.getTime();
  const wall = wallAt(timezone, now);
  const offset = wall - now;
  const next = walls(expression, wall).next().toDate().getTime() - offset;
  // The clock may also be put forward and back again between now and then.
  const isSteady = [now - maxShiftMs, next - maxShiftMs, next, next + maxShiftMs].every(
    (moment) => offsetAt(timezone, moment) === offset,
  );
  return new Date(isSteady ? next : nextAroundChange(expression, timezone, now));
}

/** The library knows which dates and times an expression means; of a clock without changes, as UTC is one. */
const walls = (expression: string, after: number) =>
  CronExpressionParser.parse(expression, { tz: 'UTC', currentDate: new Date(after) });

/** As `nextFiring`, where the clocks may change between now and then: what each time on the wall means is looked up. */
function nextAroundChange(expression: string, timezone: string, after: number): number {
  const parsed = walls(expression, wallAt(timezone, after) - maxShiftMs);
  const isHourly = parsed.fields.hour.values.length === 24;
  const found: number[] = [];
  for (;;) {
    const wall = parsed.next().toDate().getTime();
    found.push(...momentsOf(wall, timezone, isHourly).filter((moment) => moment > after));
    const best = Math.min(...found);
    // A later time on the wall is an earlier moment at most by what the clocks are changed by.
    if (found.length > 0 && wall > wallAt(timezone, best) + maxShiftMs) return best;
  }
}

/** The moments at which a time on the wall fires. */
function momentsOf(wall: number, timezone: string, isHourly: boolean): number[] {
  const earlier = offsetAt(timezone, wall - dayMs);
  const later = offsetAt(timezone, wall + dayMs);
  const shown = [...new Set([wall - earlier, wall - later])]
    .filter((moment) => wallAt(timezone, moment) === wall)
    .sort((a, b) => a - b);
  if (isHourly) return shown;
  return shown.length > 0
    ? shown.slice(0, 1)
    : [changeBetween(timezone, wall - later, wall - earlier)];
}

/**
 * Returns the error of a cron expression, or undefined. It has five fields: minute, hour, day of month, month, day of
 * week; so nothing fires more often than once a minute. Short enough to be parsed: cut off longer ones before.
 */
export function cronFault(expression: string): string | undefined {
  const example = 'such as 0 9 * * 1-5';
  if (expression.trim().split(/\s+/).length !== 5)
    return `must have five fields, minute hour day month weekday, ${example}`;
  if (/\bH\b/i.test(expression)) return `must not leave a time to chance: no H, ${example}`;
  const wide = tooWide(expression);
  if (wide !== undefined) return wide;
  try {
    walls(expression, Date.now()).next();
    return undefined;
  } catch (error) {
    return `must be a cron expression that fires at some time, ${example}: ${(error as Error).message}`;
  }
}

/** Of each field, how many values it has. */
const sizes = [60, 24, 31, 12, 7];
const fieldNames = ['minute', 'hour', 'day of month', 'month', 'day of week'];

/** A step that leaves its field at once never counts: its author means something else than what would be done. */
function tooWide(expression: string): string | undefined {
  for (const [index, field] of expression.trim().split(/\s+/).entries()) {
    const size = sizes[index] as number;
    const step = field.match(/\/\d+/g)?.find((found) => Number(found.slice(1)) > size);
    if (step)
      return `must have steps of at most ${size} in the field ${fieldNames[index]}, not ${step}`;
  }
  return undefined;
}

/** A cron expression of five fields, as text that `nextFiring` takes. */
export const cronExpression = z
  .string()
  .max(100)
  .superRefine((text, ctx) => {
    const fault = text.length <= 100 ? cronFault(text) : undefined;
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description:
      'Five fields: minute, hour, day of month, month, day of week (names, lists, ranges, steps, `L`, `#`), by the clock of `timezone`',
    example: '0 9 * * 1-5',
  });

/** The name of a time zone. */
export const timezone = z
  .string()
  .max(64)
  .superRefine((name, ctx) => {
    if (name.length > 64 || isTimezone(name)) return;
    const rule = 'must be an IANA time zone, such as Europe/Berlin or UTC';
    const nearest = nearestName(name, Intl.supportedValuesOf('timeZone'));
    const message = nearest === undefined ? rule : `${rule}; did you mean \`${nearest}\`?`;
    ctx.addIssue({ code: 'custom', message });
  })
  .meta({ description: 'An IANA time zone', example: 'Europe/Berlin' });

/** A moment for something that happens once. */
export const futureMoment = z.iso
  .datetime({ offset: true })
  .refine((at) => !(Date.parse(at) <= Date.now()), 'must be in the future')
  .meta({ description: 'ISO 8601, in the future', example: '2026-12-24T18:00:00Z' });
