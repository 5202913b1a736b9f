import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextFiring } from '../../src/ground/schedules/cron.ts';
import { momentsIn, type Walk, walkOf } from './walk.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Asuncion',
  'America/Havana',
  'America/Nuuk',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
];
const [from, to] = [Date.UTC(2025, 0), Date.UTC(2035, 0)];

const minute = fc.integer({ min: 0, max: 59 });
const minutes = fc.oneof(
  minute.map(String),
  fc.uniqueArray(minute, { minLength: 2, maxLength: 3 }).map((all) => all.join(',')),
  fc.constantFrom('*/7', '*/20', '5-55/25'),
);
const hours = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 4 }).map(String) },
  fc.constantFrom('*', '*/2', '23', '1-3', '0,12'),
);
const days = fc.constantFrom(
  '* * *',
  '* * 0',
  '1 * *',
  '* 3,10 0',
  '15 * 1',
  '29 2 *',
  '*/9 4-10 *',
);
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const walks = new Map<string, Walk>();
function known(zone: string): Walk {
  const walk = walks.get(zone) ?? walkOf(zone, from, to);
  walks.set(zone, walk);
  return walk;
}

/** Day and month of one of the days on which the clocks are changed: an expression for them fires a few times in ten years. */
function changing({ changes }: Walk, place: number): string {
  const at = changes[Math.floor(place * changes.length)];
  if (at === undefined) return '25 10 *';
  const date = new Date(at);
  return `${date.getUTCDate()} ${date.getUTCMonth() + 1} *`;
}

it('fires at the moments that a walk over every minute of ten years finds, in twenty time zones', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      minutes,
      hours,
      fc.option(days),
      fc.array(part, { minLength: 10, maxLength: 10 }),
      (zone, m, h, d, places) => {
        const walk = known(zone);
        const expression = `${m} ${h} ${d ?? changing(walk, places[0] ?? 0)}`;
        const moments = momentsIn(walk, expression);
        const last = moments.at(-1) ?? from;
        // From anywhere to the next, as far ahead as it is; and from around each change of the clocks.
        const starts = [
          ...places.map((place) => from + place * (last - from)),
          ...walk.changes.flatMap((at) => [at - 86_400_000 * 40, at - 3_600_000, at + 1_800_000]),
        ];
        for (const start of starts) {
          const expected = moments.find((at) => at > start);
          if (start < from || expected === undefined) continue;
          const found = nextFiring(expression, zone, new Date(start));
          if (found.getTime() !== expected)
            expect.fail(
              `${expression} in ${zone} after ${new Date(start).toISOString()}: ${found.toISOString()}, not ${new Date(expected).toISOString()}`,
            );
        }
      },
    ),
    { numRuns: 80 },
  );
});
