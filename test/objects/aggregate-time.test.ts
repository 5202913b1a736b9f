import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

async function typeWith(moments: string[]): Promise<DefinedType> {
  const type = await defineType(api, { at: 'datetime', day: 'date' });
  for (let i = 0; i < moments.length; i += 100) {
    const objects = moments
      .slice(i, i + 100)
      .map((at) => ({ properties: { at, day: at.slice(0, 10) } }));
    expect((await api.post(`${type.path}/batch/create`, { objects })).status).toBe(201);
  }
  return type;
}

/** The buckets and how many moments are in each. */
async function buckets(type: DefinedType, interval: string, timezone?: string, name = 'at') {
  const { body } = await api.post(`${type.path}/aggregate`, {
    group_by: [name],
    interval,
    timezone,
    limit: 1000,
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.rows.map((row: Record<string, unknown>) => [row[name], row.count]);
}

describe('time buckets', () => {
  it('of an hour that occurs twice are two, told apart by their offset', async () => {
    const type = await typeWith([
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T02:10:00Z',
    ]);
    expect(await buckets(type, 'hour', 'Europe/Berlin')).toEqual([
      ['2026-10-25T02:00:00+02:00', 1],
      ['2026-10-25T02:00:00+01:00', 1],
      ['2026-10-25T03:00:00+01:00', 1],
    ]);
    expect(await buckets(type, 'day', 'Europe/Berlin')).toEqual([['2026-10-25', 3]]);
  });

  it('of a day end at its midnight, even on a day of 23 hours', async () => {
    const type = await typeWith([
      '2026-03-08T04:59:59Z', // still the 7th, at -05:00
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z', // still the 8th, at -04:00
      '2026-03-09T04:00:00Z',
    ]);
    expect(await buckets(type, 'day', 'America/New_York')).toEqual([
      ['2026-03-07', 1],
      ['2026-03-08', 2],
      ['2026-03-09', 1],
    ]);
    expect(await buckets(type, 'day')).toEqual([
      ['2026-03-08', 2],
      ['2026-03-09', 2],
    ]);
  });

  it('of an hour follow a time zone that is 45 minutes off', async () => {
    const type = await typeWith([
      '2026-01-01T00:14:59Z',
      '2026-01-01T00:15:00Z',
      '2026-12-31T18:15:00Z',
    ]);
    expect(await buckets(type, 'hour', 'Asia/Kathmandu')).toEqual([
      ['2026-01-01T05:00:00+05:45', 1],
      ['2026-01-01T06:00:00+05:45', 1],
      ['2027-01-01T00:00:00+05:45', 1],
    ]);
    expect(await buckets(type, 'year', 'Asia/Kathmandu')).toEqual([
      ['2026-01-01', 2],
      ['2027-01-01', 1],
    ]);
  });

  it('of a week begin on Monday, and of a quarter with its first month', async () => {
    const type = await typeWith([
      '2027-01-03T23:00:00Z',
      '2027-01-04T00:00:00Z',
      '2026-12-31T00:00:00Z',
    ]);
    expect(await buckets(type, 'week')).toEqual([
      ['2026-12-28', 2],
      ['2027-01-04', 1],
    ]);
    expect(await buckets(type, 'quarter')).toEqual([
      ['2026-10-01', 1],
      ['2027-01-01', 2],
    ]);
  });

  it('of a date ignore the time zone and are never finer than a day', async () => {
    const type = await typeWith(['2026-05-31T23:30:00Z', '2026-06-01T00:00:00Z']);
    for (const interval of ['minute', 'hour', 'day'])
      expect(await buckets(type, interval, 'Pacific/Kiritimati', 'day')).toEqual([
        ['2026-05-31', 1],
        ['2026-06-01', 1],
      ]);
    expect(await buckets(type, 'month', 'Pacific/Kiritimati', 'day')).toEqual([
      ['2026-05-01', 1],
      ['2026-06-01', 1],
    ]);
  });

  it('reach the ends of the calendar', async () => {
    const type = await typeWith(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']);
    expect(await buckets(type, 'day')).toEqual([
      ['0001-01-01', 1],
      ['9999-12-31', 1],
    ]);
    expect(await buckets(type, 'day', 'Asia/Kathmandu')).toHaveLength(2);
    expect(await buckets(type, 'hour', 'America/New_York')).toHaveLength(2);
  });

  it('exist for created_at, and combine with other groups', async () => {
    const type = await typeWith(['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']);
    const { body } = await api.post(`${type.path}/aggregate`, {
      group_by: ['day', 'created_at'],
      interval: 'month',
      timezone: 'UTC',
    });
    const [record] = (await api.get(`${type.path}/list`)).body.data.results;
    const month = `${record.created_at.slice(0, 7)}-01`;
    expect(body.data.rows).toEqual([{ day: '2026-01-01', created_at: month, count: 2 }]);
  });

  it('accept any name of the IANA database', async () => {
    const type = await typeWith(['2026-01-01T00:00:00Z']);
    for (const [zone, expected] of [
      ['UTC', '2026-01-01T00:00:00+00:00'],
      ['Japan', '2026-01-01T09:00:00+09:00'],
      ['Etc/GMT+5', '2025-12-31T19:00:00-05:00'],
      ['America/Argentina/Buenos_Aires', '2025-12-31T21:00:00-03:00'],
      ['America/St_Johns', '2025-12-31T20:00:00-03:30'],
    ])
      expect(await buckets(type, 'hour', zone)).toEqual([[expected, 1]]);
  });
});

describe('time buckets of random moments', () => {
  const seconds = (text: string) => Date.parse(text) / 1000;
  const moments = fc
    .sample(fc.integer({ min: seconds('2025-01-01'), max: seconds('2027-01-01') }), {
      numRuns: 400,
      seed: 3,
    })
    .map((second) => new Date(second * 1000));
  let type: DefinedType;
  beforeAll(async () => {
    type = await typeWith(moments.map((moment) => moment.toISOString()));
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'match the local time of %s in JavaScript’s own calendar',
    async (timeZone) => {
      const format = new Intl.DateTimeFormat('en-CA', {
        timeZone,
        dateStyle: undefined,
        ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
        hourCycle: 'h23',
        timeZoneName: 'longOffset',
      });
      const expected = { hour: new Map(), day: new Map(), month: new Map() };
      for (const moment of moments) {
        const parts = Object.fromEntries(
          format.formatToParts(moment).map(({ type: part, value }) => [part, value]),
        );
        const day = `${parts.year}-${parts.month}-${parts.day}`;
        const hour = `${day}T${parts.hour}:00:00${parts.timeZoneName?.replace('GMT', '')}`;
        const add = (counts: Map<string, number>, key: string) =>
          counts.set(key, (counts.get(key) ?? 0) + 1);
        add(expected.hour, hour);
        add(expected.day, day);
        add(expected.month, `${day.slice(0, 7)}-01`);
      }
      for (const [interval, counts] of Object.entries(expected))
        expect(new Map(await buckets(type, interval, timeZone))).toEqual(counts);
    },
  );
});
