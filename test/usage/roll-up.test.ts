import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { addCalls, busyDays, countsOf, rollUp } from './support.ts';

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const hourAgo = (hours: number) =>
  `date_trunc('hour', now() at time zone 'UTC') - interval '${hours} hours'`;
const dayAgo = (days: number) =>
  `date_trunc('day', now() at time zone 'UTC') - interval '${days} days'`;
const grains = async () =>
  (
    await server.db.query(
      `select grain, count(*)::integer as rows, sum(calls)::integer as calls from app.meters
       where tenant_id = $1 group by grain order by grain`,
      [api.tenant.id],
    )
  ).rows;
const analytics = async (period: string) =>
  (await api.get(`/v1/analytics?period=${period}`)).body.data.api_calls;

it('adds hours to days and days to months without losing or doubling a call', async () => {
  for (let hour = 1; hour <= 72; hour += 1)
    await addCalls(server, api, 'hour', hourAgo(hour), hour);
  for (let day = 80; day <= 120; day += 1) await addCalls(server, api, 'day', dayAgo(day), 1000);
  const calls = (72 * 73) / 2 + 41 * 1000;
  const before = await analytics('12m');
  expect(before.total).toBe(calls);
  await rollUp(server);
  const rolled = await grains();
  await rollUp(server);
  expect(await grains()).toEqual(rolled);
  expect(await countsOf(server, api)).toEqual({
    total: calls,
    counts: { 'object.get': calls },
    statuses: { 200: calls },
  });
  expect(rolled.find(({ grain }) => grain === 'hour').rows).toBe(25);
  expect(rolled.find(({ grain }) => grain === 'month').calls).toBe(29_000);
  expect(await analytics('12m')).toEqual(before);
});

it('adds calls that were written late to a day that was rolled up before', async () => {
  await addCalls(server, api, 'hour', hourAgo(60), 5);
  await rollUp(server);
  await addCalls(server, api, 'hour', hourAgo(60), 7);
  await rollUp(server);
  expect(await grains()).toEqual([{ grain: 'day', rows: 1, calls: 12 }]);
});

it('is exact when two workers do it at the same time', async () => {
  for (let hour = 30; hour <= 60; hour += 1) await addCalls(server, api, 'hour', hourAgo(hour), 3);
  await Promise.all([rollUp(server), rollUp(server), rollUp(server)]);
  expect((await countsOf(server, api)).total).toBe(93);
});

it('forgets months after 13 months, and what processes have written after a day', async () => {
  const months = (n: number) =>
    `date_trunc('month', now() at time zone 'UTC') - interval '${n} months'`;
  for (const n of [12, 13, 14, 20]) await addCalls(server, api, 'month', months(n), n);
  await server.db.query(
    `insert into app.usage_months (tenant_id, month, plan_tier)
     select $1, (${months(0)})::date - make_interval(months => n), 'free' from unnest(array[0, 13, 14]) n`,
    [api.tenant.id],
  );
  await server.db.query(
    `insert into app.meter_writers values (gen_random_uuid(), 1, now() - interval '2 days')`,
  );
  await rollUp(server);
  expect(await grains()).toEqual([{ grain: 'month', rows: 2, calls: 25 }]);
  const { rows } = await server.db.query(
    `select (select count(*)::integer from app.usage_months where tenant_id = $1) as months,
      (select count(*)::integer from app.meter_writers where seen_at < now() - interval '1 day') as writers`,
    [api.tenant.id],
  );
  expect(rows).toEqual([{ months: 2, writers: 0 }]);
});

describe('days', () => {
  it('keep the date of each call that is in a month', async () => {
    await addCalls(server, api, 'day', dayAgo(100), 11);
    await addCalls(server, api, 'day', dayAgo(101), 12);
    const before = busyDays((await analytics('12m')).by_day);
    expect(Object.values(before)).toEqual([12, 11]);
    await rollUp(server);
    expect(busyDays((await analytics('12m')).by_day)).toEqual(before);
  });
});
