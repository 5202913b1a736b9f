import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronExpression, nextFiring, timezone } from '../../src/ground/schedules/cron.ts';

/** The first firings after a moment. */
function firings(expression: string, zone: string, after: string, count: number): string[] {
  let at = new Date(after);
  return Array.from({ length: count }, () => {
    at = nextFiring(expression, zone, at);
    return at.toISOString().replace(':00.000Z', 'Z');
  });
}

describe('a schedule, when the clocks go forward', () => {
  it('fires once at the end of the gap for times within it', () => {
    expect(firings('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(firings('15,30,45 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', 2)).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-09T06:15Z',
    ]);
  });

  it('fires correctly when the change is half an hour', () => {
    expect(firings('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2)).toEqual([
      '2026-10-03T15:30Z',
      '2026-10-04T15:15Z',
    ]);
  });

  it('fires correctly when the change is at midnight', () => {
    expect(firings('0 0 * * *', 'America/Santiago', '2026-09-05T12:00:00Z', 2)).toEqual([
      '2026-09-06T04:00Z',
      '2026-09-07T03:00Z',
    ]);
  });
});

describe('a schedule, when the clocks go back', () => {
  it('fires only the first time for times that occur twice', () => {
    expect(firings('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
    expect(firings('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ]);
    expect(firings('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2)).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-05T15:15Z',
    ]);
  });

  it.each([
    ['30 2 25 10 *', 'Europe/Berlin', '2026-10-25T00:30Z'],
    ['30 1 1 11 *', 'America/New_York', '2026-11-01T05:30Z'],
    ['30 1 25 10 *', 'Europe/London', '2026-10-25T00:30Z'],
    ['30 0 25 10 *', 'Atlantic/Azores', '2026-10-25T00:30Z'],
    ['30 2 5 4 *', 'Australia/Sydney', '2026-04-04T15:30Z'],
  ])('fires the first time however far ahead it is calculated: %s in %s', (text, zone, first) => {
    const end = Date.parse(first.replace('Z', ':00Z'));
    for (const days of [0.01, 1, 20, 100, 200, 300])
      expect(firings(text, zone, new Date(end - days * 86_400_000).toISOString(), 1)).toEqual([
        first,
      ]);
  });

  it('keeps firing every ten minutes', () => {
    expect(firings('*/10 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', 5)).toEqual([
      '2026-04-04T14:50Z',
      '2026-04-04T15:00Z',
      '2026-04-04T15:10Z',
      '2026-04-04T15:20Z',
      '2026-04-04T15:30Z',
    ]);
  });
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Chatham',
);
const minute = fc.integer({ min: 0, max: 59 });
const hour = fc.integer({ min: 0, max: 23 });
const moment = fc
  .integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) })
  .map((at) => new Date(at));

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Date and time that a clock on the wall shows, another way than the code under test: as text. */
function shown(zone: string, at: Date): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock.format(at);
}

describe('a schedule in any time zone', () => {
  it('fires exactly once every day, at its time unless the clock skips it', () => {
    fc.assert(
      fc.property(zones, hour, minute, moment, (zone, h, m, start) => {
        const wanted = [h, m].map((part) => `${part}`.padStart(2, '0')).join(':');
        let at = start;
        let day = '';
        for (let i = 0; i < 40; i++) {
          at = nextFiring(`${m} ${h} * * *`, zone, at);
          const [date = '', time = ''] = shown(zone, at).split(' ');
          expect(date > day).toBe(true);
          if (day) expect(Math.round((Date.parse(date) - Date.parse(day)) / 86_400_000)).toBe(1);
          const [, before = ''] = shown(zone, new Date(at.getTime() - 60_000)).split(' ');
          // At midnight the minute before is of the day before.
          const isLeap = time > wanted && (before < wanted || before > time);
          expect(time === wanted || isLeap).toBe(true);
          day = date;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('fires every hour at each matching minute, and at no other', () => {
    fc.assert(
      fc.property(
        zones,
        fc.uniqueArray(minute, { minLength: 1, maxLength: 3 }),
        moment,
        (zone, minutes, start) => {
          const isShown = (at: number) =>
            minutes.includes(Number(shown(zone, new Date(at)).slice(-2)));
          const next = nextFiring(`${minutes.join(',')} * * * *`, zone, start).getTime();
          expect(isShown(next)).toBe(true);
          for (let at = Math.floor(start.getTime() / 60_000 + 1) * 60_000; at < next; at += 60_000)
            expect(isShown(at)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a schedule is refused', () => {
  it.each([
    '* * * * * *',
    '* * * *',
    '',
    '@daily',
    '@reboot',
    'H 3 * * *',
    '60 * * * *',
    '0 0 30 2 *',
    '0 0 31 4,6 *',
    '5-1 * * * *',
    '*/0 * * * *',
    '*/61 * * * *',
    '5/70 * * * *',
    '0 */25 * * *',
    '0 0 */32 * *',
    '0 0 * */13 *',
    '0 0 * * */8',
    'x y z a b',
    `${'1,'.repeat(60)}1 * * * *`,
  ])('with the expression %j', (text) => {
    expect(cronExpression.safeParse(text).success).toBe(false);
  });

  it.each(['Nowhere/Nothing', '+01:00', 'UTC+3', 'local', 'system', '', '../etc', 'a'.repeat(65)])(
    'with the time zone %j',
    (name) => {
      expect(timezone.safeParse(name).success).toBe(false);
    },
  );
});

it('a cron expression may use names, lists, steps and the last day', () => {
  for (const text of [
    '0 9 * * MON-FRI',
    '*/15 8-18 * JAN,JUL *',
    '0 0 L * *',
    '0 0 * * 5#3',
    '0 */24 * * *',
  ])
    expect(cronExpression.safeParse(text).success).toBe(true);
});
