import { beforeAll, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { dashboard, dataOf, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(api, { at: 'datetime', code: 'string' });
});

const shown = async (kind: string, question: object) => {
  const { id } = await dashboard(api);
  return dataOf(api, await widget(api, id, kind, { object_type_id: type.id, ...question }));
};

it('days and hours are those of the time zone, also where clocks change', async () => {
  for (const at of [
    '2026-03-28T23:30:00Z', // 00:30 of the 29th, at +01:00
    '2026-03-29T21:30:00Z', // 23:30, at +02:00
    '2026-03-29T22:30:00Z', // 00:30 of the 30th
    '2026-10-25T00:30:00Z', // 02:30, at +02:00
    '2026-10-25T01:30:00Z', // 02:30 once more, at +01:00
  ])
    await made(api.post(type.path, { properties: { at } }));
  const filters = [{ property: 'at', operator: 'lt', value: '2026-04-01T00:00:00Z' }];
  const byDay = { group_by: 'at', interval: 'day', timezone: 'Europe/Berlin' };
  const { data } = await shown('line', { ...byDay, filters });
  expect(data.rows).toEqual([
    { at: '2026-03-29', count: 2 },
    { at: '2026-03-30', count: 1 },
  ]);
  const byHour = { ...byDay, interval: 'hour' };
  const autumn = [{ property: 'at', operator: 'gte', value: '2026-10-01T00:00:00Z' }];
  expect((await shown('bar', { ...byHour, filters: autumn })).data.rows).toEqual([
    { at: '2026-10-25T02:00:00+02:00', count: 1 },
    { at: '2026-10-25T02:00:00+01:00', count: 1 },
  ]);
  const { id } = await dashboard(api);
  const { status, body } = await api.post(`/v1/dashboards/${id}/widgets`, {
    type: 'line',
    config_json: { object_type_id: type.id, ...byDay, timezone: 'Mars/Olympus' },
  });
  expect([status, body.error.param]).toEqual([400, 'config_json.timezone']);
});

it('groups are as many as were asked for, a thousand at most', async () => {
  for (let from = 0; from < 1200; from += 100) {
    const objects = Array.from({ length: 100 }, (_, n) => ({
      properties: { code: `c${from + n}` },
    }));
    await made(api.post(`${type.path}/batch/create`, { objects }));
  }
  const asked = { filters: [{ property: 'code', operator: 'starts_with', value: 'c' }] };
  for (const [limit, rows] of [
    [{}, 100],
    [{ limit: 1000 }, 1000],
  ] as const)
    expect((await shown('bar', { group_by: 'code', ...asked, ...limit })).data.rows).toHaveLength(
      rows,
    );
  const { id } = await dashboard(api);
  for (const [question, param] of [
    [{ limit: 1_000_000 }, 'limit'],
    [{ group_by: Array(6).fill('code') }, 'group_by'],
    [{ group_by: 'nothing' }, 'group_by'],
    [{ group_by: 'code', metrics: Array(11).fill({ fn: 'count' }) }, 'metrics'],
    [{ group_by: 'code', __proto__: null, constructor: {} }, 'constructor'],
  ] as const) {
    const config_json = { object_type_id: type.id, ...question };
    const { status, body } = await api.post(`/v1/dashboards/${id}/widgets`, {
      type: 'bar',
      config_json,
    });
    expect([status, body.error.param]).toEqual([
      400,
      expect.stringContaining(`config_json.${param}`),
    ]);
  }
});

it('a type of another tenant, or one that is closed to the caller, is not there', async () => {
  const foreign = await defineType(other, { secret: 'string' });
  const { id } = await dashboard(api);
  const asked = (object_type_id: string) =>
    api.post(`/v1/dashboards/${id}/widgets`, { type: 'metric', config_json: { object_type_id } });
  expect((await asked(foreign.id)).status).toBe(404);
  expect((await asked('ot_0')).status).toBe(404);
  const hidden = await defineType(api, { secret: 'string' });
  const one = await widget(api, id, 'metric', { object_type_id: hidden.id });
  await made(api.post(hidden.path, { properties: { secret: 'canary' } }));
  const role = await made(
    api.post('/v1/roles', { name: 'narrow', permissions: [`objects:read:${type.name}`] }),
  );
  const user = await createUser(api);
  await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
  const seen = await dataOf(user.client, one);
  expect(seen.data?.value ?? 0).toBe(0);
});
